// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace ember::tests;

namespace {

// Waits until the command line, the recorder's parent, has that file open, or is gone.
QString waitUntilHeld(const char *file)
{
    return u"while read key value; do [ $key = PPid: ] && cli=$value; done < /proc/$PPID/status; "
           "isHeld() { for fd in /proc/$cli/fd/*; do [ $fd -ef %1 ] && return; done; "
           "[ ! -e /proc/$cli ]; }; until isHeld; do sleep 0.05; done; "_qs.arg(
               QString::fromLatin1(file));
}

// Starts the program and does something as soon as it runs. When its file is held it runs on for a
// while.
QString onceRunning(const char *action)
{
    return u"\"$0\" 600 & until [ /proc/$!/exe -ef \"$0\" ]; do :; done; "_qs
        + QString::fromLatin1(action) + u"; "_qs + waitUntilHeld("/proc/$!/exe")
        + u"sleep 1; kill $!; wait"_qs;
}

} // namespace

// Programs whose files are gone or others before anybody asks for names.
class TstDeletedPrograms : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    QString file(const QString &name) const { return m_folder->filePath(name); }

    QString program() const { return file(u"build/program"_qs); }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_folder->path()).mkdir(u"build"_qs));
        QVERIFY(QFile::copy(u"" EMBER_BUILD_DIR "/targets/knownshares"_qs, program()));
    }

    void theirNamesAreFoundAllTheSame_data()
    {
        QTest::addColumn<QString>("script");
        QTest::newRow("deletes itself") << onceRunning("rm \"$0\"");
        QTest::newRow("replaced") << onceRunning("cp /bin/true \"$0.new\"; mv \"$0.new\" \"$0\"");
        QTest::newRow("its folder removed") << onceRunning("rm -r \"${0%/*}\"");
        QTest::newRow("deleted when it has ended")
            << u"\"$0\" 1; "_qs + waitUntilHeld("\"$0\"") + u"rm -r \"${0%/*}\""_qs;
    }

    void theirNamesAreFoundAllTheSame()
    {
        QFETCH(QString, script);
        const QString log = file(u"a.ember"_qs);
        const auto run =
            cli({u"record"_qs, u"-o"_qs, log, u"--"_qs, u"sh"_qs, u"-c"_qs, script, program()});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        const auto summary = cli({u"summary"_qs, log});
        QVERIFY2(summary.out.contains("burn<1>"), summary.out.constData());
        QVERIFY2(!summary.out.contains("no names for"), summary.out.constData());
    }

    void whereTheyAreNotFoundItIsSaidWhy_data()
    {
        QTest::addColumn<bool>("isReplaced");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("deleted") << false << QByteArray("it is not here any more");
        QTest::newRow("replaced") << true << QByteArray("what is there now is not what ran");
    }

    void whereTheyAreNotFoundItIsSaidWhy()
    {
        QFETCH(bool, isReplaced);
        QFETCH(QByteArray, reason);
        const QString log = file(u"a.ember"_qs);
        const auto run =
            runProgram(u"emberchart-record"_qs, {u"-o"_qs, log, u"--"_qs, program(), u"2"_qs});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        const QString copy = file(u"copy"_qs);
        QVERIFY(QFile::rename(program(), copy));
        if (isReplaced)
            QVERIFY(QFile::copy(u"/bin/true"_qs, program()));
        const auto bare = cli({u"summary"_qs, log});
        QVERIFY2(bare.out.contains("no names for"), bare.out.constData());
        QVERIFY2(bare.out.contains(reason), bare.out.constData());
        QVERIFY(!bare.out.contains("burn<1>"));
        const auto named = cli({u"summary"_qs, u"--symbol-path"_qs, m_folder->path(), log});
        QVERIFY2(named.out.contains("burn<1>"), named.out.constData());
        QVERIFY2(!named.out.contains("no names for"), named.out.constData());
    }
};

EMBER_TEST(TstDeletedPrograms)
#include "tst_deletedprograms.moc"
