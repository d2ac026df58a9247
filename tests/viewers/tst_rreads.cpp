// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/formatregistry.h"
#include "tests/support/testmain.h"
#include "tests/viewers/tool.h"

#include <QTemporaryDir>

using namespace ember::model;
using namespace ember::tests;

namespace {

QString script(const char *name, const QStringList &files)
{
    return outputOf(
               QStringLiteral("Rscript"),
               QStringList{QStringLiteral(EMBER_SOURCE_DIR "/tests/viewers/") + QLatin1String(name)}
                   + files)
        .trimmed();
}

void addRprofFiles()
{
    QTest::addColumn<QString>("file");
    for (const char *name : {"rprof", "pkg_fixtures"}) {
        const QDir folder(referenceData(QStringLiteral("rprofile/") + QLatin1String(name)));
        for (const auto &file : folder.entryList({QStringLiteral("*.out")}, QDir::Files))
            QTest::newRow(file.toUtf8().constData()) << folder.filePath(file);
    }
}

} // namespace

// R itself, of Debian's r-base-core.
class TstRReads : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("Rscript")).isEmpty())
            QSKIP("no Rscript");
    }

    void summariesOfRewrittenFilesAreThoseOfTheFiles_data() { addRprofFiles(); }

    void summariesOfRewrittenFilesAreThoseOfTheFiles()
    {
        QFETCH(QString, file);
        const QTemporaryDir folder;
        const auto again = folder.filePath(QStringLiteral("p.Rprof"));
        const auto run = cli({QStringLiteral("convert"), file, QStringLiteral("-o"), again});
        QCOMPARE(run.exitCode, 0);
        const auto summaries = script("rprofsummaries.R", {file, again});
        // R counts what follows a line feed within a name as another sample, and takes what is left
        // of a name that was cut for a name.
        const bool isMisread =
            run.err.contains("line feeds in names") || run.err.contains("rprof-cut-sample");
        QCOMPARE(summaries,
                 isMisread ? QStringLiteral("FALSE FALSE") : QStringLiteral("TRUE TRUE"));
    }

    void storedTablesHaveTheSamples_data() { addRprofFiles(); }

    void storedTablesHaveTheSamples()
    {
        QFETCH(QString, file);
        const QTemporaryDir folder;
        const auto v1 = folder.filePath(QStringLiteral("1.rds"));
        const auto v2 = folder.filePath(QStringLiteral("2.rds"));
        const auto import = builtinFormats().open({file.toStdString()}, {});
        const auto &profile = *import->profiles.front().profile;
        if (profile.sampleCount() == 0)
            QSKIP("no samples");
        QVERIFY(converted(file, v1, {QStringLiteral("--schema"), QStringLiteral("v1")}));
        QVERIFY(converted(file, v2));
        std::size_t frames = 0;
        for (std::size_t thread = 0; thread < profile.threadCount(); ++thread)
            profile.samples(ThreadIndex(thread)).stacks.forEach([&](std::size_t, StackIndex stack) {
                frames += profile.stack(stack).depth;
            });
        QCOMPARE(script("rdstables.R", {v1, v2}),
                 QStringLiteral("%1 %2 %1 %2").arg(profile.sampleCount()).arg(frames));
    }
};

EMBER_TEST(TstRReads)
#include "tst_rreads.moc"
