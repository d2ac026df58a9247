// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace ember::tests;

namespace {

// The image of that file among those that `debug-files --json` lists; empty: it is not there.
QJsonObject imageCalled(const QJsonObject &listed, const QString &name)
{
    for (const auto &value : listed[u"images"].toArray()) {
        const auto image = value.toObject();
        if (QFileInfo(image[u"code_file"].toString()).fileName() == name)
            return image;
    }
    return {};
}

bool areAllFound(const QJsonObject &listed)
{
    for (const auto &value : listed[u"images"].toArray()) {
        if (!value.toObject()[u"found"].toBool())
            return false;
    }
    return true;
}

} // namespace

// `debug-files` on a capture of a program that was compiled with debug info.
class TstDebugFiles : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const QString &name) const { return m_folder.filePath(name); }

    QString log() const { return file(u"a.ember"_qs); }

private slots:
    void initTestCase()
    {
        const QString program = file(u"program"_qs);
        QVERIFY(QFile::copy(u"" EMBER_BUILD_DIR "/targets/fixedwork"_qs, program));
        const auto run = cli(
            {u"record"_qs, u"-o"_qs, log(), u"--"_qs, program, QStringLiteral("1"), u"2000"_qs});
        QVERIFY2(run.exitCode == 0, run.err.constData());
    }

    void theBinaryIsListedWithWhatItHas()
    {
        const auto run = cli({u"debug-files"_qs, u"--json"_qs, log()});
        const auto listed = run.json().object();
        const auto image = imageCalled(listed, u"program"_qs);
        QVERIFY2(image[u"found"].toBool(), run.out.constData());
        QVERIFY(!image[u"debug_id"].toString().isEmpty());
        const auto binary = image[u"files"].toArray().first().toObject();
        QCOMPARE(binary[u"path"].toString(), file(u"program"_qs));
        QVERIFY(binary[u"symtab"].toBool());
        QVERIFY(binary[u"debug_info"].toBool());
        QVERIFY(listed[u"command"].toArray().contains(file(u"program"_qs)));
        QCOMPARE(run.exitCode, areAllFound(listed) ? 0 : 1);
    }

    void theTextEndsWithTheCommandThatSendsThem()
    {
        const auto run = cli({u"debug-files"_qs, log()});
        const auto lines = run.out.trimmed().split('\n');
        QVERIFY2(lines.last().startsWith("sentry-cli debug-files upload "), run.out.constData());
        QVERIFY2(run.out.contains("\tfound\t"), run.out.constData());
    }

    // The last one: the program is elsewhere from here on.
    void aBinaryThatWasMovedIsFoundByItsBuildId()
    {
        QVERIFY(QDir(m_folder.path()).mkdir(u"moved"_qs));
        const QString moved = file(u"moved/renamed"_qs);
        QVERIFY(QFile::rename(file(u"program"_qs), moved));
        const auto gone = cli({u"debug-files"_qs, u"--json"_qs, log()});
        QCOMPARE(gone.exitCode, 1);
        QVERIFY(!imageCalled(gone.json().object(), u"program"_qs)[u"found"].toBool());
        const auto run =
            cli({u"debug-files"_qs, u"--json"_qs, u"--symbol-path"_qs, file(u"moved"_qs), log()});
        const auto image = imageCalled(run.json().object(), u"program"_qs);
        QVERIFY2(image[u"found"].toBool(), run.out.constData());
        QCOMPARE(image[u"files"].toArray().first().toObject()[u"path"].toString(), moved);
    }
};

EMBER_TEST(TstDebugFiles)
#include "tst_debugfiles.moc"
