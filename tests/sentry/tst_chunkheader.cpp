// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkattributes.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/files/validatechunk.h"
#include "tests/sentry/openedchunks.h"
#include "tests/sentry/sentrydata.h"
#include "tests/sentry/writtenchunks.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::model;
using namespace ember::model::sentry;
using namespace ember::tests;
using nlohmann::json;

namespace {

json fullHeader()
{
    return {{"event_id", firstId},
            {"sent_at", "2026-11-21T07:43:06Z"},
            {"dsn", "https://0123456789abcdef0123456789abcdef@sentry.example/1"},
            {"sdk", {{"name", "sentry.node"}, {"version", "10.1"}}},
            {"trace", {{"trace_id", secondId}, {"release", "app@1"}}}};
}

std::string envelopeOf(const json &header, const std::vector<json> &chunks)
{
    auto text = header.dump() + '\n';
    for (const auto &chunk : chunks) {
        const auto payload = chunk.dump();
        text +=
            json{{"type", "profile_chunk"}, {"platform", "node"}, {"length", payload.size()}}.dump()
            + '\n' + payload + '\n';
    }
    return text;
}

ChunkOptions into(ChunkContainer container)
{
    ChunkOptions options;
    options.container = container;
    return options;
}

} // namespace

// What the header of an envelope says beside the chunk in it.
class TstChunkHeader : public QObject {
    Q_OBJECT

private slots:
    void goesIntoTheNextEnvelopeButForItsSending()
    {
        const auto import = opened({envelopeOf(fullHeader(), {baseChunk()})});
        QVERIFY(import.has_value());
        WriteReport report;
        const auto chunk =
            written(*import->profiles.at(0).profile, into(ChunkContainer::Envelope), &report).at(0);
        auto expected = fullHeader();
        for (const char *sending : {"event_id", "sent_at", "dsn"})
            expected.erase(sending);
        COMPARE_JSON(json::parse(chunk.envelopeHeader), expected);
        QVERIFY(says(report, "sent_at of the envelope: left out"));
        QVERIFY(says(report, "dsn of the envelope: left out"));
        QVERIFY(!says(report, "envelope.header"));
        const auto bytes = chunkEnvelope(chunk);
        QVERIFY(validate(bytes, "x").front().isAccepted());
        expected["event_id"] = chunk.chunkId;
        COMPARE_JSON(json::parse(bytes.substr(0, bytes.find('\n'))), expected);
        QVERIFY(!documentOf(chunk).contains("envelope.header"));
    }

    void isSaidToBeLeftOutWhereThereIsNoEnvelope()
    {
        const auto import = opened({envelopeOf(fullHeader(), {baseChunk()})});
        QVERIFY(import.has_value());
        const auto &profile = *import->profiles.at(0).profile;
        WriteReport report;
        const auto chunk = written(profile, into(ChunkContainer::Json), &report).at(0);
        QVERIFY(says(report, "envelope.header: left out"));
        QVERIFY(!documentOf(chunk).contains("envelope.header"));
        WriteReport v1;
        writtenAsV1(profile, &v1);
        QVERIFY(says(v1, "envelope.header: left out"));
    }

    void hasNoTraceOfASessionThatIsNew()
    {
        const auto import = opened({envelopeOf(fullHeader(), {baseChunk()})});
        QVERIFY(import.has_value());
        auto options = into(ChunkContainer::Envelope);
        options.ids = Ids::Fresh;
        WriteReport report;
        const auto chunk = written(*import->profiles.at(0).profile, options, &report).at(0);
        QVERIFY(says(report, "trace of the envelope: left out"));
        COMPARE_JSON(json::parse(chunk.envelopeHeader), {{"sdk", fullHeader().at("sdk")}});
    }

    void isNothingIfItNamesTheEventOnly()
    {
        for (const json &header : {json::object(), json{{"event_id", firstId}}}) {
            const auto import = opened({envelopeOf(header, {baseChunk()})});
            QVERIFY(import.has_value());
            QCOMPARE(attributeOf(*import->profiles.at(0).profile, attribute::envelopeHeader),
                     std::string());
            WriteReport report;
            written(*import->profiles.at(0).profile, into(ChunkContainer::Json), &report);
            QVERIFY(!says(report, "envelope.header"));
        }
    }

    // Its text may be long, and the chunks many.
    void isKeptOnce()
    {
        auto second = baseChunk();
        second["chunk_id"] = thirdId;
        const auto import = opened({envelopeOf(fullHeader(), {baseChunk(), second})});
        QVERIFY(import.has_value());
        std::size_t holders = 0;
        for (const auto &imported : import->profiles) {
            for (const auto &source : imported.profile->tables().sources)
                holders +=
                    findAttribute(*imported.profile, source, attribute::envelopeHeader) ? 1U : 0U;
        }
        QCOMPARE(holders, std::size_t(1));
    }

    void samplesOfAnyYearAreWritten()
    {
        auto document = baseChunk();
        for (auto &sample : document["profile"]["samples"])
            sample["timestamp"] = sample["timestamp"].get<double>() + 2e9; // beyond 2080
        document.erase("measurements");
        const auto profile = openedText(document.dump());
        QVERIFY(profile);
        QVERIFY(toNs(profile->timeRange().start) > 3'500'000'000'000'000'000);
        const auto chunks = written(*profile);
        QCOMPARE(chunks.size(), std::size_t(1));
        QCOMPARE(documentOf(chunks.front()).at("profile").at("samples").size(),
                 document.at("profile").at("samples").size());
    }
};

EMBER_TEST(TstChunkHeader)
#include "tst_chunkheader.moc"
