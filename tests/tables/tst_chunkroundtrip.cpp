// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/chunkimporter.h"
#include "model/formats/sqlite/sqliteformat.h"
#include "model/query/threadstatistics.h"
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
#include <cmath>
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

// Time and thread of each sample, in the order in which they stand.
std::vector<std::pair<std::uint64_t, std::string>> orderOf(const json &chunk)
{
    std::vector<std::pair<std::uint64_t, std::string>> order;
    for (const auto &sample : chunk.at("profile").at("samples"))
        order.emplace_back(bitsOf(sample.at("timestamp")),
                           sample.at("thread_id").get<std::string>());
    return order;
}

// Unit, times and values of each series, bit for bit.
std::map<std::string, std::vector<std::uint64_t>> measurementsOf(const json &chunk)
{
    std::map<std::string, std::vector<std::uint64_t>> measurements;
    const auto all = chunk.value("measurements", json::object());
    for (const auto &[name, series] : all.items()) {
        auto &bits = measurements[name + ' ' + series.at("unit").get<std::string>()];
        for (const auto &value : series.at("values")) {
            bits.push_back(bitsOf(value.at("timestamp")));
            bits.push_back(bitsOf(value.at("value")));
        }
    }
    return measurements;
}

// All but what samplesOf() and measurementsOf() compare.
json framework(json chunk)
{
    chunk.erase("measurements");
    for (const char *table : {"samples", "stacks", "frames"})
        chunk.at("profile").erase(table);
    return chunk;
}

// As it has to be written: without the entries of threads that have no samples (S36). Adds to
// `dropped` how many those are.
json withSampledThreadsOnly(json chunk, std::uint64_t &dropped)
{
    std::set<std::string> sampled;
    for (const auto &sample : chunk.at("profile").at("samples"))
        sampled.insert(sample.at("thread_id").get<std::string>());
    auto &threads = chunk.at("profile").at("thread_metadata");
    for (auto entry = threads.begin(); entry != threads.end();) {
        const bool isSampled = sampled.contains(entry.key());
        dropped += isSampled ? 0U : 1U;
        entry = isSampled ? std::next(entry) : threads.erase(entry);
    }
    return chunk;
}

struct Roundabout {
    json chunk;
    sentry::WriteReport report;
};

// A chunk read, through a database, and written again; no chunk if anything failed.
Roundabout roundabout(const json &chunk)
{
    sentry::WrittenChunk original;
    original.json = chunk.dump();
    const auto profile = reopened({original});
    const auto again = profile ? throughDatabase(*profile) : nullptr;
    Roundabout result;
    const auto chunks = again ? written(*again, {}, &result.report) : decltype(written(*again))();
    if (chunks.size() == 1)
        result.chunk = documentOf(chunks.front());
    return result;
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
    // A gap is no row of the tables, and still ends calls when they are read.
    void aGapBetweenChunksIsKept()
    {
        auto later = baseChunk();
        later["chunk_id"] = "00000000000040008000000000000002";
        for (auto &sample : later["profile"]["samples"])
            sample["timestamp"] = sample["timestamp"].get<double>() + 60;
        const std::string texts[]{baseChunk().dump(), later.dump()};
        std::vector<ImportFile> files;
        for (const auto &text : texts)
            files.push_back({"file" + std::to_string(files.size()), Bytes(text)});
        const auto import = sentry::ChunkImporter().read(std::move(files), {});
        QVERIFY(import);
        const auto &read = import->profiles.at(0).profile;
        QCOMPARE(read->sampleCount(), std::size_t(14));
        const auto tables = tables::tablesOf(*read);
        QVERIFY(tables);
        QCOMPARE(tables->samples.id.size(), std::size_t(14));
        const auto again = throughDatabase(*read);
        QVERIFY(again);
        QCOMPARE(again->sampleCount(), std::size_t(14));
        const auto before = threadStatistics(*read);
        const auto after = threadStatistics(*again);
        for (std::size_t row = 0; row < before.size(); ++row) {
            QVERIFY(before[row].running < std::chrono::seconds(1));
            QCOMPARE(after[row].running, before[row].running);
            QCOMPARE(after[row].samples, before[row].samples);
        }
        const auto chunks = written(*again);
        QCOMPARE(chunks.size(), std::size_t(2));
        QCOMPARE(chunks[0].piece.samples(), std::uint64_t(7));
    }

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

        std::uint64_t dropped = 0;
        const auto was = withSampledThreadsOnly(documentOf(original), dropped);
        const auto is = documentOf(roundabout.front());
        QVERIFY(samplesOf(is) == samplesOf(was));
        QVERIFY(orderOf(is) == orderOf(was));
        COMPARE_JSON(framework(is), framework(was));
        QVERIFY(measurementsOf(is) == measurementsOf(was));
        QCOMPARE(report.changes.size(), std::size_t(dropped > 0 ? 1 : 0));
        QCOMPARE(report.threadsWithoutSamples, std::uint64_t(0)); // the profile has none
    }

    void samplesOfOneTimeStayInTheOrderOfTheFile()
    {
        auto chunk = baseChunk();
        auto &samples = chunk["profile"]["samples"];
        samples = json::array();
        const auto add = [&](double time, int thread, int stack) {
            samples.push_back({{"stack_id", stack},
                               {"thread_id", std::to_string(thread)},
                               {"timestamp", 1710805788.5 + time}});
        };
        for (const int thread : {3, 1, 2, 1})
            add(0, thread, 0);
        for (const int thread : {2, 3, 1})
            add(0.01, thread, 1);
        for (const int thread : {2, 3, 1})
            add(0.02, thread, 2);
        const auto is = roundabout(chunk);
        QVERIFY(orderOf(is.chunk) == orderOf(chunk));
        QVERIFY(samplesOf(is.chunk) == samplesOf(chunk));
        COMPARE_JSON(framework(is.chunk), framework(chunk));
        QVERIFY(is.report.changes.empty());
    }

    void linesAndColumnsOfMoreThan31BitsStay()
    {
        auto chunk = baseChunk();
        auto &frames = chunk["profile"]["frames"];
        frames[0]["lineno"] = 3'000'000'000;
        frames[0]["colno"] = 4'294'967'295;
        frames[1]["lineno"] = 2'147'483'648;
        frames[2]["lineno"] = 2'147'483'647;
        const auto is = roundabout(chunk);
        QVERIFY(samplesOf(is.chunk) == samplesOf(chunk));
        QVERIFY(is.report.changes.empty());
    }

    void theAddressAnImageAskedForStays()
    {
        auto chunk = baseChunk();
        chunk["debug_meta"]["images"] = {{{"type", "macho"},
                                          {"code_file", "/a"},
                                          {"debug_id", "32420279-25e2-34e6-8bc7-8a006a8f2425"},
                                          {"image_addr", "0x10258c000"},
                                          {"image_vmaddr", "0x100000000"},
                                          {"image_size", 4096}}};
        const auto is = roundabout(chunk);
        COMPARE_JSON(is.chunk.at("debug_meta"), chunk.at("debug_meta"));
        QVERIFY(is.report.changes.empty());
    }

    void aClockThatOnlySomeValuesAreOnIsSaidToBeMended()
    {
        auto chunk = baseChunk();
        const auto first = chunk["profile"]["samples"][0]["timestamp"].get<double>();
        chunk["measurements"]["cpu_usage"] = {{"unit", "percent"},
                                              {"values",
                                               {{{"timestamp", 1000 * first + 0.5}, {"value", 1}},
                                                {{"timestamp", first + 0.25}, {"value", 2}}}}};
        const auto is = roundabout(chunk);
        const auto &values = is.chunk.at("measurements").at("cpu_usage").at("values");
        QVERIFY(std::abs(values.at(0).at("timestamp").get<double>() - first - 0.5) < 0.001);
        QCOMPARE(values.at(1).at("timestamp").get<double>(), first + 0.25);
        QCOMPARE(is.report.changes,
                 (std::vector<std::string>{"measurements: timestamps that mixed milliseconds and "
                                           "seconds are seconds now"}));
    }

    // The text of the format: drop threads without samples.
    void threadsWithoutSamplesAreLeftOut()
    {
        auto chunk = baseChunk();
        const auto expected = chunk;
        chunk["profile"]["thread_metadata"]["77"] = {
            {"name", "asl\"eep"}, {"priority", 31}, {"mood", {{"is", "calm"}}}};
        chunk["profile"]["thread_metadata"]["78"] = json::object();
        const auto is = roundabout(chunk);
        COMPARE_JSON(framework(is.chunk), framework(expected));
        QCOMPARE(is.report.changes,
                 (std::vector<std::string>{
                     "profile.thread_metadata: threads without samples are left out"}));
    }

    void whatACutLosesIsSaid()
    {
        auto chunk = baseChunk();
        const auto first = chunk["profile"]["samples"][0]["timestamp"].get<double>();
        chunk["profile"]["thread_metadata"]["77"] = {{"name", "asleep"}};
        chunk["measurements"]["cpu_usage"] = {
            {"unit", "percent"}, {"values", {{{"timestamp", 1000 * first + 0.001}, {"value", 1}}}}};
        sentry::WrittenChunk original;
        original.json = chunk.dump();
        const auto profile = reopened({original});
        QVERIFY(profile);
        sentry::WriteReport report;
        Selection selection;
        selection.range.end = profile->timeRange().end; // without the last samples
        const auto part =
            sentry::writeChunks(*profile, selection, {}, [](auto &&) { return Result<void>(); });
        QVERIFY(part);
        QCOMPARE(part->changes,
                 (std::vector<std::string>{
                     "measurements: timestamps that mixed milliseconds and seconds are seconds now",
                     "profile.thread_metadata: threads without samples are left out"}));
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

    void aV1ProfileKeepsItsIdsItsDateAndItsTransaction()
    {
        const auto path = referenceData(QStringLiteral("sentry/real/node_v1/001.envelope"));
        if (path.isEmpty())
            QSKIP("no reference data");
        const auto profile = openedText(fileBytes(path).view());
        QVERIFY(profile);
        const auto tables = tables::tablesOf(*profile);
        QVERIFY(tables.has_value());
        // The profile's timestamp and the first sample's elapsed_since_start_ns.
        QCOMPARE(tables->sources.timestamp.front(), 1795246985.589365);
        const auto again = throughDatabase(*profile);
        QVERIFY(again);
        sentry::ChunkOptions options;
        options.format = sentry::SampleFormat::V1;
        options.container = sentry::ChunkContainer::Envelope;
        const auto before = written(*profile, options).at(0);
        const auto after = written(*again, options).at(0);
        QCOMPARE(after.chunkId, before.chunkId);
        QCOMPARE(after.chunkId, std::string("61e3ce6b6753470a815ad0728af99b04"));
        QCOMPARE(after.transactionId, before.transactionId);
        QCOMPARE(after.transaction, before.transaction);
        QCOMPARE(after.envelopeHeader, before.envelopeHeader);
        COMPARE_JSON(documentOf(after).at("transaction"), documentOf(before).at("transaction"));
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
