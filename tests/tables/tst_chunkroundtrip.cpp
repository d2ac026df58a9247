// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sqlite/reader.h"
#include "model/formats/sqlite/writer.h"
#include "model/tables/fromprofile.h"
#include "model/tables/toprofile.h"
#include "tests/sentry/sentrydata.h"
#include "tests/sentry/writtenchunks.h"
#include "tests/support/testmain.h"
#include "tests/tables/describedprofile.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <bit>
#include <map>
#include <set>
#include <tuple>
#include <utility>

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

std::uint64_t bitsOf(const json &number)
{
    return std::bit_cast<std::uint64_t>(number.get<double>());
}

// Time bit for bit, thread and the stack, all of each frame; how often that comes.
std::map<std::tuple<std::uint64_t, std::string, std::string>, int> samplesOf(const json &chunk)
{
    std::map<std::tuple<std::uint64_t, std::string, std::string>, int> samples;
    const auto &profile = chunk.at("profile");
    for (const auto &sample : profile.at("samples")) {
        std::string stack;
        for (const auto &row : profile.at("stacks").at(sample.at("stack_id").get<std::size_t>()))
            stack += profile.at("frames").at(row.get<std::size_t>()).dump() + '\n';
        ++samples[{bitsOf(sample.at("timestamp")), sample.at("thread_id").get<std::string>(),
                   stack}];
    }
    return samples;
}

enum class Times { Counted, PassedOver };

// Unit, times and values of each series, bit for bit.
std::map<std::string, std::vector<std::uint64_t>> measurementsOf(const json &chunk, Times times)
{
    std::map<std::string, std::vector<std::uint64_t>> measurements;
    const auto all = chunk.value("measurements", json::object());
    for (const auto &[name, series] : all.items()) {
        auto &bits = measurements[name + ' ' + series.at("unit").get<std::string>()];
        for (const auto &value : series.at("values")) {
            if (times == Times::Counted)
                bits.push_back(bitsOf(value.at("timestamp")));
            bits.push_back(bitsOf(value.at("value")));
        }
    }
    return measurements;
}

// All but what samplesOf() and measurementsOf() compare, and threads without samples: those Relay
// takes out as a chunk comes in (SENTRY.md §1.3).
json framework(json chunk)
{
    chunk.erase("measurements");
    std::set<std::string> sampled;
    for (const auto &sample : chunk.at("profile").at("samples"))
        sampled.insert(sample.at("thread_id").get<std::string>());
    auto described = json::object();
    for (const auto &[id, thread] : chunk.at("profile").at("thread_metadata").items()) {
        if (sampled.contains(id))
            described[id] = thread;
    }
    chunk["profile"]["thread_metadata"] = std::move(described);
    for (const char *table : {"samples", "stacks", "frames"})
        chunk.at("profile").erase(table);
    return chunk;
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
        for (const auto &session : QDir(real).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const QString folder = real + QLatin1Char('/') + session;
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
        sentry::WriteReport report;
        const auto roundabout = written(*again, {}, &report);
        QCOMPARE(straight.size(), std::size_t(1));
        QCOMPARE(roundabout.size(), std::size_t(1));
        QVERIFY(roundabout.front().json == straight.front().json);

        const auto was = documentOf(original);
        const auto is = documentOf(roundabout.front());
        QVERIFY(samplesOf(is) == samplesOf(was));
        COMPARE_JSON(framework(is), framework(was));
        // Node's clock is no time at all as it stands there; that it was repaired is all that is
        // said.
        const bool isRepaired = path.contains(QLatin1String("/node_"));
        const auto times = isRepaired ? Times::PassedOver : Times::Counted;
        QVERIFY(measurementsOf(is, times) == measurementsOf(was, times));
        QCOMPARE(report.changes.size(), std::size_t(isRepaired ? 1 : 0));
        QVERIFY(!isRepaired || report.changes.front().starts_with("measurements: timestamps"));
    }

    void whatTheFileLeavesOpenStaysOpen()
    {
        auto chunk = baseChunk();
        auto &profile = chunk["profile"];
        profile["frames"][0].erase("in_app");
        profile["frames"][0]["lineno"] = 0;
        profile["frames"][0]["colno"] = 0;
        profile["thread_metadata"].erase("2");
        chunk["debug_meta"] = {{"images", json::array()}};
        chunk["dist"] = 7;
        sentry::WrittenChunk original;
        original.json = chunk.dump();
        const auto profileOfIt = reopened({original});
        QVERIFY(profileOfIt);
        const auto again = throughDatabase(*profileOfIt);
        QVERIFY(again);
        sentry::WriteReport report;
        const auto roundabout = written(*again, {}, &report);
        QCOMPARE(roundabout.size(), std::size_t(1));
        const auto is = documentOf(roundabout.front());
        QVERIFY(samplesOf(is) == samplesOf(chunk));
        COMPARE_JSON(framework(is), framework(chunk));
        QVERIFY(report.changes.empty());
    }

    void whatTheFormatAsksForIsSaid()
    {
        auto chunk = baseChunk();
        chunk.erase("release");
        chunk["client_sdk"]["packages"] = json::array();
        sentry::WrittenChunk original;
        original.json = chunk.dump();
        const auto profile = reopened({original});
        QVERIFY(profile);
        const auto again = throughDatabase(*profile);
        QVERIFY(again);
        sentry::WriteReport report;
        QCOMPARE(written(*again, {}, &report).size(), std::size_t(1));
        QCOMPARE(report.changes.size(), std::size_t(2));
        QVERIFY(report.changes[0].starts_with("release: the file has none, it is “program@"));
        QCOMPARE(QString::fromStdString(report.changes[1]),
                 QStringLiteral("client_sdk.packages: left out"));
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
