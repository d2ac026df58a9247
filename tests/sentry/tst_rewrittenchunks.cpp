// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/uuid.h"
#include "model/formats/sentry/files/chunkimporter.h"
#include "model/spans/spanbuilder.h"
#include "tests/sentry/sentrydata.h"
#include "tests/sentry/writtenchunks.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>

using namespace ember;
using namespace ember::model;
using namespace ember::model::sentry;
using namespace ember::tests;
using nlohmann::json;

// Chunks that were opened, written again.
class TstRewrittenChunks : public QObject {
    Q_OBJECT

private slots:
    void anOpenedChunkIsWrittenAsItWas()
    {
        auto payload = tests::baseChunk();
        payload["profile"]["thread_metadata"] = {{"1", {{"name", "m"}, {"priority", 31}}},
                                                 {"2", {{"name", "w"}}}};
        payload["queue"] = {{"deep", {1, 2, 3}}};
        payload["event_id"] = "0432a0a4c25f4697bf9f0a2fcbe6a814";
        const auto profile = reopened({chunkOf(payload)});
        QVERIFY(profile);
        const auto again = documentOf(written(*profile).front());
        for (const char *member : {"chunk_id", "profiler_id", "platform", "release", "environment",
                                   "client_sdk", "version", "queue"})
            COMPARE_JSON(again.at(member), payload.at(member));
        QVERIFY(!again.contains("event_id")); // Relay takes it for a second chunk_id
        QCOMPARE(again.at("profile").at("samples").size(),
                 payload.at("profile").at("samples").size());
        COMPARE_JSON(again.at("profile").at("thread_metadata"),
                     payload.at("profile").at("thread_metadata"));
        QVERIFY(!again.contains("verdict"));
    }

    void samplesOfOneTimeStandAsInTheFile()
    {
        auto payload = tests::baseChunk();
        auto &samples = payload["profile"]["samples"];
        samples = json::array();
        for (const int tick : {0, 1, 2}) {
            for (const char *thread : {"3", "1", "2"})
                samples.push_back({{"stack_id", tick},
                                   {"thread_id", thread},
                                   {"timestamp", 1710805788.5 + tick}});
        }
        const auto profile = reopened({chunkOf(payload)});
        QVERIFY(profile);
        WriteReport report;
        const auto again = documentOf(written(*profile, {}, &report).front());
        QVERIFY(report.changes.empty());
        QVERIFY(!again.contains("samples.order"));
        const auto &is = again.at("profile").at("samples");
        QCOMPARE(is.size(), samples.size());
        for (std::size_t row = 0; row < samples.size(); ++row) {
            COMPARE_JSON(is[row].at("thread_id"), samples[row].at("thread_id"));
            COMPARE_JSON(is[row].at("timestamp"), samples[row].at("timestamp"));
        }
    }

    void seriesWithoutValuesStay()
    {
        auto payload = tests::baseChunk();
        payload["measurements"] = {
            {"cpu_usage", {{"unit", "percent"}, {"values", json::array()}}},
            {"a \"b\"", {{"unit", "byte"}, {"values", json::array()}}},
            {"memory_footprint",
             {{"unit", "byte"}, {"values", {{{"timestamp", 1710805788.75}, {"value", 5.0}}}}}}};
        const auto profile = reopened({chunkOf(payload)});
        QVERIFY(profile);
        WriteReport report;
        const auto again = documentOf(written(*profile, {}, &report).front());
        COMPARE_JSON(again.at("measurements"), payload.at("measurements"));
        QVERIFY(!again.contains("measurements.empty"));
        QVERIFY(report.changes.empty());
        QVERIFY(!documentOf(writtenAsV1(*profile).front()).contains("measurements.empty"));
    }

    void theAddressAnImageAskedForIsWrittenAgain()
    {
        auto payload = tests::baseChunk();
        payload["debug_meta"]["images"] = {{{"type", "macho"},
                                            {"code_file", "/a"},
                                            {"debug_id", "32420279-25e2-34e6-8bc7-8a006a8f2425"},
                                            {"image_addr", "0x10258c000"},
                                            {"image_vmaddr", "0x100000000"},
                                            {"image_size", 4096}}};
        const auto profile = reopened({chunkOf(payload)});
        QVERIFY(profile);
        COMPARE_JSON(documentOf(written(*profile).front()).at("debug_meta"),
                     payload.at("debug_meta"));
    }

    void aTypeOfImagesThatRelayDoesNotTakeIsSaid()
    {
        auto payload = tests::baseChunk();
        const auto changesOf = [&](const char *type) {
            payload["debug_meta"]["images"] = {
                {{"type", type},
                 {"code_file", "/a"},
                 {"debug_id", "32420279-25e2-34e6-8bc7-8a006a8f2425"},
                 {"image_addr", "0x10258c000"},
                 {"image_size", 4096}}};
            WriteReport report;
            const auto profile = reopened({chunkOf(payload)});
            if (profile)
                written(*profile, {}, &report);
            return report.changes;
        };
        QCOMPARE(changesOf("elf"),
                 (std::vector<std::string>{"debug_meta.images: of the types elf, pe and wasm are "
                                           "symbolic now, which is what Relay takes"}));
        QVERIFY(changesOf("symbolic").empty());
    }

    void freshIdsMakeAnotherSession()
    {
        const auto payload = tests::baseChunk();
        const auto profile = reopened({chunkOf(payload)});
        QVERIFY(profile);
        ChunkOptions options;
        options.ids = Ids::Fresh;
        const auto again = documentOf(written(*profile, options).front());
        for (const char *member : {"chunk_id", "profiler_id"}) {
            QVERIFY(isStrictId(again.at(member).get<std::string>()));
            QVERIFY(again.at(member) != payload.at(member));
        }
    }

    void idsOfOtherVersionsBecomeVersion4TheSameWayEachTime()
    {
        const std::string old = "0432A0A4-C25F-1697-0F9F-0A2FCBE6A814";
        QVERIFY(isStrictId(strictId(old)));
        QCOMPARE(strictId(old), strictId(old));
        QCOMPARE(strictId("4d229f1d3807421ba62a5f8bc295d836"),
                 std::string("4d229f1d3807421ba62a5f8bc295d836"));
        const std::string nil(32, '0');
        QVERIFY(strictId(nil) != strictId(nil));
    }

    void anIdThatHasToBeAnotherIsSaid()
    {
        auto payload = tests::baseChunk();
        payload["chunk_id"] = "00000000000000000000000000000001";
        payload["event_id"] = "0432a0a4c25f4697bf9f0a2fcbe6a814";
        const auto profile = reopened({chunkOf(payload)});
        QVERIFY(profile);
        WriteReport report;
        const auto again = documentOf(written(*profile, {}, &report).front());
        const auto is = again.at("chunk_id").get<std::string>();
        QVERIFY(isStrictId(is));
        QVERIFY(
            says(report, "chunk_id: \"00000000000000000000000000000001\" is no version 4 UUID"));
        QVERIFY(says(report, "event_id: left out"));
        QVERIFY(!says(report, "profiler_id"));
        QVERIFY(report.changes.front().find(is) != std::string::npos);
        ChunkOptions fresh;
        fresh.ids = Ids::Fresh;
        WriteReport ofFresh;
        written(*profile, fresh, &ofFresh);
        QVERIFY(!says(ofFresh, "chunk_id"));
    }

    void bitsThatRelayTakesOffAddressesAreSaid()
    {
        auto payload = tests::baseChunk();
        payload["platform"] = "cocoa";
        payload["profile"]["frames"][0]["instruction_addr"] = "0xa722447ffffffffc";
        payload["profile"]["frames"][1]["instruction_addr"] = "0x7ffffffc";
        std::vector<ImportFile> files;
        files.push_back({"file", Bytes(std::string_view(payload.dump()))});
        const auto import = ChunkImporter().read(std::move(files), {});
        QVERIFY(import);
        const auto &findings = import->log.findings();
        const auto found = std::ranges::find(findings, "backend-masked-addresses", &Finding::code);
        QVERIFY(found != findings.end());
        QCOMPARE(found->count, std::uint64_t(1));
    }

    void everyRealChunkSurvivesBeingWritten_data()
    {
        QTest::addColumn<QString>("path");
        const auto real = tests::referenceData(QStringLiteral("sentry/real"));
        if (real.isEmpty())
            QSKIP("no reference data");
        for (const char *session :
             {"node_manual_long", "node_manual_short", "py_manual", "py_trace"}) {
            const QString folder = real + QLatin1Char('/') + QLatin1String(session);
            for (const auto &path : tests::filesIn(folder, QStringLiteral("*.profile_chunk.json")))
                QTest::newRow(qPrintable(path.section(u'/', -2))) << path;
        }
    }

    void everyRealChunkSurvivesBeingWritten()
    {
        QFETCH(QString, path);
        const auto bytes = tests::fileBytes(path);
        WrittenChunk original;
        original.json = std::string(bytes.view());
        const auto profile = reopened({original});
        QVERIFY(profile);
        const auto chunks = written(*profile);
        QCOMPARE(chunks.size(), std::size_t(1));
        const auto again = reopened(chunks);
        QVERIFY(again);
        QCOMPARE(again->sampleCount(), profile->sampleCount());
        const auto before = buildSpans(profile);
        const auto after = buildSpans(again);
        for (std::size_t row = 0; row < profile->threadCount(); ++row) {
            if (!profile->samples(ThreadIndex(row)).isEmpty())
                compareCalls(*before, *after, ThreadIndex(row));
        }
    }

private:
    static WrittenChunk chunkOf(const json &payload)
    {
        WrittenChunk chunk;
        chunk.json = payload.dump();
        return chunk;
    }
};

EMBER_TEST(TstRewrittenChunks)
#include "tst_rewrittenchunks.moc"
