// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/formatregistry.h"
#include "tests/formats/readfile.h"
#include "tests/support/chunkgenerator.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>

using namespace ember::model;
using namespace ember::tests;

namespace {

QString formatOf(const QString &path)
{
    const auto import = builtinFormats().open({QFile::encodeName(path).toStdString()}, {});
    if (!import->refused.empty())
        return QString::fromLatin1(codeName(import->refused.front().code));
    return QString::fromStdString(import->profiles.front().format);
}

} // namespace

class TstDetection : public QObject {
    Q_OBJECT

private slots:
    void whatIsWrittenIsReadAsThatFormatUnderAnyName()
    {
        const QTemporaryDir folder;
        const auto profile = textProfile("a a b\nc . .\n");
        for (const auto &exporter : builtinFormats().exporters()) {
            const auto written = exported(*exporter, profile);
            QVERIFY(!written.bytes.empty());
            for (const char *name : {"profile", "profile.json", "profile.txt"}) {
                QFile file(folder.filePath(QString::fromLatin1(name)));
                QVERIFY(file.open(QIODevice::WriteOnly));
                file.write(written.bytes.data(), qint64(written.bytes.size()));
                file.close();
                QCOMPARE(formatOf(file.fileName()),
                         QString::fromStdString(std::string(exporter->format())));
            }
        }
    }

    void samplesAreNotSentrysAlone()
    {
        const QTemporaryDir folder;
        const std::pair<const char *, const char *> documents[] = {
            {"cpuprofile",
             "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"(root)\",\"scriptId\":\"0\","
             "\"url\":\"\",\"lineNumber\":-1,\"columnNumber\":-1},\"children\":[2]},{\"id\":2,"
             "\"callFrame\":{\"functionName\":\"f\",\"scriptId\":\"1\",\"url\":\"a.js\","
             "\"lineNumber\":0,\"columnNumber\":0}}],\"startTime\":1000,\"endTime\":4000,"
             "\"samples\":[2,2],\"timeDeltas\":[1000,1000]}"},
            {"chrometrace",
             "{\"traceEvents\":[{\"name\":\"a\",\"ph\":\"X\",\"ts\":1,\"dur\":5,\"pid\":1,"
             "\"tid\":1,\"args\":{\"samples\":3}}]}"}};
        for (const auto &[format, text] : documents) {
            QFile file(folder.filePath(QString::fromLatin1(format)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
            file.close();
            QCOMPARE(formatOf(file.fileName()), QString::fromLatin1(format));
        }
    }

    // Their names tell nothing of their order: they can be shown while they come all the same.
    void chunksAreReadByTime()
    {
        const QTemporaryDir folder;
        std::vector<std::string> paths;
        for (const unsigned minute : {2U, 0U, 3U, 1U}) {
            paths.push_back(folder.filePath(QString::number(minute)).toStdString());
            std::ofstream(paths.back()) << generateChunk(ChunkContent::Samples, 20'000, minute);
        }
        std::vector<Timestamp> starts;
        ImportOptions options;
        options.grown = [&](const ProfilePointer &profile) {
            starts.push_back(profile->timeRange().start);
        };
        const auto import = builtinFormats().open(paths, options);
        QCOMPARE(import->profiles.size(), std::size_t(1));
        QVERIFY(import->profiles.front().hasGrown);
        QVERIFY(!starts.empty());
        QCOMPARE(starts.front(), import->profiles.front().profile->timeRange().start);
        std::ranges::sort(paths);
        QCOMPARE(import->profiles.front().files, paths);
    }

    void theLongestEndingChoosesTheExporter()
    {
        const auto nameFor = [](const char *file) {
            const auto *exporter = builtinFormats().exporterFor(file);
            return exporter != nullptr ? std::string(exporter->format()) : std::string();
        };
        QCOMPARE(nameFor("/a/b.pb.gz"), std::string("pprof"));
        QCOMPARE(nameFor("b.speedscope.json"), std::string("speedscope"));
        QCOMPARE(nameFor("b.folded"), std::string("collapsed"));
        QCOMPARE(nameFor("b.json"), std::string());
        QCOMPARE(nameFor("pb.gz"), std::string());
        QVERIFY(builtinFormats().exporterOf("pprof") != nullptr);
        QVERIFY(builtinFormats().exporterOf("nothing") == nullptr);
    }

    void noKnownFileIsTakenForAnother()
    {
        if (referenceData(QString()).isEmpty())
            QSKIP("no reference data");
        const auto all = [](const QString &folder, const QString &pattern) {
            QStringList paths;
            QDirIterator files(referenceData(folder), {pattern}, QDir::Files,
                               QDirIterator::Subdirectories);
            while (files.hasNext())
                paths += files.next();
            return paths;
        };
        for (const QString &path : all(QStringLiteral("sentry/real"), QStringLiteral("*.json")))
            QVERIFY2(formatOf(path) == QLatin1String("sentry-v2") || formatOf(path).contains(u'E')
                         || !formatOf(path).contains(QLatin1String("speedscope")),
                     qPrintable(path + formatOf(path)));
        for (const QString &path : all(QStringLiteral("rprofile/pprof"), QStringLiteral("*.gz")))
            QCOMPARE(formatOf(path), QStringLiteral("pprof"));
        for (const QString &path : all(QStringLiteral("rprofile/v1"), QStringLiteral("*.rds")))
            QCOMPARE(formatOf(path), QStringLiteral("rds"));
        for (const QString &path : all(QStringLiteral("rprofile/rprof"), QStringLiteral("*.out")))
            QCOMPARE(formatOf(path), QStringLiteral("rprof"));
    }
};

EMBER_TEST(TstDetection)
#include "tst_detection.moc"
