// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sqlite/reader.h"
#include "model/formats/sqlite/writer.h"
#include "model/tables/fromprofile.h"
#include "model/tables/toprofile.h"
#include "tests/sentry/sentrydata.h"
#include "tests/sentry/writtenchunks.h"
#include "tests/support/testmain.h"
#include "tests/tables/describedprofile.h"

#include <QTemporaryDir>
#include <QTest>

#include <bit>
#include <map>
#include <tuple>

using namespace ember::model;
using namespace ember::tests;
using nlohmann::json;

namespace {

// Written as a database and read again.
ProfilePointer throughDatabase(const Profile &profile)
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("p.sqlite"));
    if (!sqlite::writeTables(tables::tablesOf(profile).value(), path.toStdString()))
        return nullptr;
    const auto bytes = fileBytes(path);
    const auto reading = sqlite::readTables(bytes.view(), [] { return false; });
    if (!reading || !tables::checkRules(*reading))
        return nullptr;
    const auto profiles = tables::profilesOf(reading->tables);
    return profiles.size() == 1 ? profiles.front() : nullptr;
}

// Time bit for bit, thread and the names of a stack, and how often that comes.
std::map<std::tuple<std::uint64_t, std::string, std::string>, int> samplesOf(const json &chunk)
{
    std::map<std::tuple<std::uint64_t, std::string, std::string>, int> samples;
    const auto &profile = chunk.at("profile");
    for (const auto &sample : profile.at("samples")) {
        std::string stack;
        for (const auto &row : profile.at("stacks").at(sample.at("stack_id").get<std::size_t>())) {
            const auto &frame = profile.at("frames").at(row.get<std::size_t>());
            stack += frame.value("function", "?") + ':' + std::to_string(frame.value("lineno", 0))
                + '\n';
        }
        ++samples[{std::bit_cast<std::uint64_t>(sample.at("timestamp").get<double>()),
                   sample.at("thread_id").get<std::string>(), stack}];
    }
    return samples;
}

// The first chunk of a capture, whose ids are new each time.
json withoutIds(const Profile &profile)
{
    auto document = documentOf(written(profile).front());
    document.erase("chunk_id");
    document.erase("profiler_id");
    return document;
}

} // namespace

class TstChunkRoundtrip : public QObject {
    Q_OBJECT

private slots:
    void aRealChunkComesBackOutOfTheDatabase_data()
    {
        QTest::addColumn<QString>("path");
        const auto real = referenceData(QStringLiteral("sentry/real"));
        if (real.isEmpty())
            QSKIP("no reference data");
        for (const char *session :
             {"node_manual_long", "node_manual_short", "py_manual", "py_trace"}) {
            const QString folder = real + QLatin1Char('/') + QLatin1String(session);
            for (const auto &path : filesIn(folder, QStringLiteral("*.profile_chunk.json")))
                QTest::newRow(qPrintable(path.section(u'/', -2))) << path;
        }
    }

    void aRealChunkComesBackOutOfTheDatabase()
    {
        QFETCH(QString, path);
        const auto bytes = fileBytes(path);
        sentry::WrittenChunk original;
        original.json = std::string(bytes.view());
        const auto profile = reopened({original});
        QVERIFY(profile);
        const auto again = throughDatabase(*profile);
        QVERIFY(again);
        QCOMPARE(QString::fromStdString(firstDifference(*profile, *again)), QString());

        const auto straight = written(*profile);
        const auto roundabout = written(*again);
        QCOMPARE(roundabout.size(), straight.size());
        for (std::size_t chunk = 0; chunk < straight.size(); ++chunk)
            QVERIFY(roundabout[chunk].json == straight[chunk].json);
        QCOMPARE(roundabout.size(), std::size_t(1));
        QVERIFY(samplesOf(documentOf(roundabout.front())) == samplesOf(documentOf(original)));
    }

    void chunksOfOneSessionStayToldApart()
    {
        const auto folder = referenceData(QStringLiteral("sentry/real/node_manual_long"));
        if (folder.isEmpty())
            QSKIP("no reference data");
        std::vector<sentry::WrittenChunk> chunks;
        for (const auto &path : filesIn(folder, QStringLiteral("*.profile_chunk.json")))
            chunks.emplace_back().json = std::string(fileBytes(path).view());
        const auto profile = reopened(chunks);
        QVERIFY(profile);
        const auto again = throughDatabase(*profile);
        QVERIFY(again);
        QCOMPARE(again->tables().sources.size(), chunks.size());
        QCOMPARE(QString::fromStdString(firstDifference(*profile, *again)), QString());
    }

    void aNativeCaptureComesBackOutOfTheDatabase()
    {
        const auto made = NativeCapture().typical();
        const auto profile = throughDatabase(*made); // has a source
        QVERIFY(profile);
        const auto again = throughDatabase(*profile);
        QVERIFY(again);
        QCOMPARE(QString::fromStdString(firstDifference(*profile, *again)), QString());
        QVERIFY(withoutIds(*made) == withoutIds(*again));
    }
};

EMBER_TEST(TstChunkRoundtrip)
#include "tst_chunkroundtrip.moc"
