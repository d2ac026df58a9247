// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/report/reportjson.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/files/validatechunk.h"
#include "model/formats/sentry/repair.h"
#include "tests/sentry/openedchunks.h"
#include "tests/sentry/sentrydata.h"
#include "tests/sentry/writtenchunks.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

using namespace ember::model;
using namespace ember::model::sentry;
using namespace ember::tests;
using nlohmann::json;

namespace {

constexpr auto profiler = "0123456789ab4def8123456789abcdef";
constexpr auto otherProfiler = "11111111111141118111111111111111";

json spanJson(const char *id, double start, double end, const char *thread = "1")
{
    return {{"span_id", id},
            {"parent_span_id", "a000000000000000"},
            {"op", "db"},
            {"description", "SELECT"},
            {"start_timestamp", start},
            {"timestamp", end},
            {"data", {{"thread.id", thread}}}};
}

// A transaction on thread "1" from 1000.01 to 1000.03 s, with one span.
json eventJson()
{
    return {{"type", "transaction"},
            {"event_id", "0000000000004000800000000000000e"},
            {"transaction", "GET /"},
            {"start_timestamp", 1000.01},
            {"timestamp", "1970-01-01T00:16:40.03Z"},
            {"contexts",
             {{"trace",
               {{"trace_id", "0123456789abcdef0123456789abcdef"},
                {"span_id", "A000000000000000"},
                {"op", "http.server"},
                {"status", "ok"},
                {"data", {{"thread.id", "1"}, {"thread.name", "main"}}}}},
              {"profile", {{"profiler_id", profiler}}}}},
            {"spans", json::array({spanJson("b000000000000000", 1000.015, 1000.02)})},
            {"extra", {{"kept", 1}}}};
}

std::string chunkText(double start = 1000, const char *id = firstId, const char *name = "main")
{
    auto chunk = chunkAt(start, 5, id, name);
    chunk["profiler_id"] = profiler;
    return chunk.dump();
}

std::string envelopeWith(const std::vector<std::pair<std::string, std::string>> &items)
{
    NewEnvelope envelope;
    for (const auto &[type, payload] : items)
        envelope.items.push_back(
            {.type = type, .platform = type == "profile_chunk" ? "node" : "", .payload = payload});
    return writeEnvelope(envelope);
}

json summaryOf(const Import &import)
{
    std::vector<report::SummarisedProfile> profiles;
    for (const ImportedProfile &imported : import.profiles)
        profiles.push_back({imported, {}});
    return json::parse(report::summaryJson(profiles));
}

// What validate says of an envelope with a chunk and the event.
std::vector<Finding> findingsBeside(const json &event)
{
    const auto text = envelopeWith({{"transaction", event.dump()}, {"profile_chunk", chunkText()}});
    const Bytes bytes{std::string_view(text)};
    return validate(bytes.view(), "x").at(0).findings;
}

bool hasCode(const std::vector<Finding> &findings, std::string_view code, std::string_view rule)
{
    return std::ranges::any_of(findings, [&](const Finding &finding) {
        return finding.code == code && finding.origin == rule;
    });
}

} // namespace

// Transactions beside profiles, alone, and written with chunks.
class TstTransactions : public QObject {
    Q_OBJECT

private slots:
    void chunksAndTransactionsOfOneProfilerAreOneProfileInAnyOrder()
    {
        const auto alone = envelopeWith({{"transaction", eventJson().dump()}});
        const auto bare = eventJson().dump();
        for (const auto &texts : {std::vector{alone, chunkText()}, std::vector{chunkText(), alone},
                                  std::vector{bare, chunkText()}}) {
            const auto import = opened(texts);
            QVERIFY(import);
            QCOMPARE(import->profiles.size(), std::size_t(1));
            const auto transactions = summaryOf(*import)[0]["transactions"];
            COMPARE_JSON(transactions, json::parse(R"([{"name":"GET /","op":"http.server",
                             "trace_id":"0123456789abcdef0123456789abcdef",
                             "span_id":"a000000000000000","thread_id":"1",
                             "profiler_id":"0123456789ab4def8123456789abcdef",
                             "start_ns":1000010000000,"duration_ns":20000000,"status":"ok",
                             "spans":[{"op":"db","description":"SELECT",
                             "span_id":"b000000000000000","parent_span_id":"a000000000000000",
                             "thread_id":"1","start_ns":1000015000000,
                             "duration_ns":5000000}]}])"));
            QCOMPARE(import->log.warnings(), std::uint64_t(0));
        }
    }

    void theThreadIsTheOneOfThatTime()
    {
        const auto import = opened({chunkText(1000, firstId, "a"), chunkText(1010, secondId, "b"),
                                    envelopeWith({{"transaction", eventJson().dump()}})});
        const auto &profile = *import->profiles.at(0).profile;
        QCOMPARE(profile.threadCount(), std::size_t(2));
        const auto &transaction = profile.tables().transactions[TransactionIndex(0)];
        QCOMPARE(profile.text(profile.thread(transaction.thread).name), std::string_view("a"));
    }

    void aThreadThatNoMetadataHasIsNamed()
    {
        auto event = eventJson();
        event["spans"][0]["data"]["thread.id"] = "77";
        const auto import = opened({chunkText(), envelopeWith({{"transaction", event.dump()}})});
        const auto *const finding = findingOf(*import, "spec-transaction-thread");
        QVERIFY(finding);
        QVERIFY(finding->severity == Severity::Warning);
        QCOMPARE(finding->origin, std::string("T2"));
        QVERIFY(finding->detail.find("77") != std::string::npos);
        COMPARE_JSON(summaryOf(*import)[0]["transactions"][0]["spans"][0]["thread_id"], "77");
    }

    void spansOfAnotherProfilerAreWithItsChunks()
    {
        auto other = chunkAt(1000, 5, secondId);
        other["profiler_id"] = otherProfiler;
        auto event = eventJson();
        event["spans"].push_back(spanJson("c000000000000000", 1000.02, 1000.03));
        event["spans"][1]["data"]["profiler_id"] = otherProfiler;
        const auto import =
            opened({chunkText(), other.dump(), envelopeWith({{"transaction", event.dump()}})});
        const auto summary = summaryOf(*import);
        QCOMPARE(summary.size(), std::size_t(2));
        for (const auto &[row, id] :
             {std::pair(0U, "b000000000000000"), std::pair(1U, "c000000000000000")}) {
            const auto &transactions = summary[row]["transactions"];
            QCOMPARE(transactions.size(), std::size_t(1));
            COMPARE_JSON(transactions[0]["profiler_id"], profiler);
            QCOMPARE(transactions[0]["spans"].size(), std::size_t(1));
            COMPARE_JSON(transactions[0]["spans"][0]["span_id"], id);
        }
    }

    void aTransactionAloneIsAProfileWithoutSamples()
    {
        const auto import = opened({eventJson().dump()});
        QVERIFY(import);
        const auto &only = import->profiles.at(0);
        QCOMPARE(only.format, std::string("sentry-transaction"));
        QCOMPARE(only.profile->sampleCount(), std::size_t(0));
        QCOMPARE(only.profile->threadCount(), std::size_t(1));
        QCOMPARE(toNs(only.profile->timeRange().start), std::int64_t(1000010000000));
        QCOMPARE(only.profile->timeRange().duration(), Nanoseconds(20000000));
        QVERIFY(findingOf(*import, "transaction-alone"));
    }

    // Members may come in any order.
    void whatADocumentIsMayBeSaidAtItsEnd()
    {
        const auto behindALongMember = [](std::string text) {
            return text.insert(1, "\"a\":\"" + std::string(100'000, 'x') + "\",");
        };
        const auto transaction = opened({behindALongMember(eventJson().dump())});
        QVERIFY(transaction);
        QVERIFY(transaction->refused.empty());
        QCOMPARE(transaction->profiles.at(0).format, std::string("sentry-transaction"));
        const auto chunk = opened({behindALongMember(chunkText())});
        QVERIFY(chunk);
        QVERIFY(chunk->refused.empty());
        QCOMPARE(chunk->profiles.at(0).format, std::string("sentry-v2"));
    }

    void manyInOneFileAreTooMany()
    {
        auto event = eventJson();
        event["contexts"].erase("profile");
        event["spans"] = json::array();
        const auto item = "{\"type\":\"transaction\"}\n" + event.dump() + '\n';
        std::string text = "{}\n";
        for (int count = 0; count < 3000; ++count)
            text += item;
        const auto import = opened({text});
        QVERIFY(import);
        const auto *const finding = findingOf(*import, codeName(ErrorCode::FileTooBig));
        QVERIFY(finding);
        QVERIFY(finding->count < 3000); // some were read
    }

    void ofManyThreadsWithOneIdTheNearestIsFoundAtOnce()
    {
        std::vector<std::string> texts;
        for (int row = 0; row < 20; ++row) {
            auto chunk = json::parse(chunkText(1000 + row, firstId, std::to_string(row).c_str()));
            chunk["chunk_id"] = std::string(firstId).replace(28, 4, std::to_string(1000 + row));
            texts.push_back(chunk.dump());
        }
        auto event = eventJson();
        event["timestamp"] = 1030;
        event["contexts"]["trace"]["data"].erase("thread.name");
        event["spans"] = json::array();
        for (int row = 0; row < 20; ++row)
            event["spans"].push_back(spanJson("b000000000000000", 1000.3 + row, 1000.31 + row));
        event["spans"].push_back(spanJson("b000000000000000", 1025, 1026)); // after all
        event["spans"].push_back(spanJson("b000000000000000", 1000, 1001)); // of another name
        event["spans"].back()["data"]["thread.name"] = "7";
        texts.push_back(event.dump());
        const auto import = opened(texts);
        const auto &profile = *import->profiles.at(0).profile;
        QCOMPARE(profile.threadCount(), std::size_t(20));
        std::vector<std::string> names;
        profile.tables().tracingSpans.forEach([&](std::size_t, const TracingSpan &span) {
            names.emplace_back(profile.text(profile.thread(span.thread).name));
        });
        std::vector<std::string> expected;
        for (int row = 0; row < 20; ++row)
            expected.push_back(std::to_string(row));
        expected.insert(expected.end(), {"19", "7"});
        QCOMPARE(names, expected);
    }

    void withoutAProfilerTheTransactionsOfATraceAreTogether()
    {
        auto event = eventJson();
        event["contexts"].erase("profile");
        auto second = event;
        second["event_id"] = "0000000000004000800000000000000f";
        second["contexts"]["trace"]["span_id"] = "d000000000000000";
        const auto import = opened({event.dump(), second.dump(), second.dump()});
        QCOMPARE(import->profiles.size(), std::size_t(1));
        QCOMPARE(summaryOf(*import)[0]["transactions"].size(), std::size_t(2));
        QVERIFY(findingOf(*import, "duplicate-transaction"));
    }

    void brokenTransactionsSpoilNothingElse()
    {
        auto reversed = eventJson();
        reversed["timestamp"] = 1;
        auto loose = eventJson();
        loose["spans"] = json::array({1, nullptr, spanJson("b000000000000000", 1e300, 2)});
        loose["contexts"]["trace"]["data"] = "text";
        for (const auto &broken : {std::string("{}"), std::string("[1]"), std::string("{\"a\":"),
                                   std::string("\xff"), reversed.dump(), loose.dump()}) {
            const auto import =
                opened({envelopeWith({{"transaction", broken}, {"profile_chunk", chunkText()}})});
            QVERIFY(import);
            QCOMPARE(import->profiles.at(0).profile->sampleCount(), std::size_t(5));
            QVERIFY2(import->log.warnings() > 0, broken.c_str());
        }
    }

    void aV1ProfileHasItsTransaction()
    {
        const auto path = referenceData(QStringLiteral("sentry/real/node_v1/001.envelope"));
        if (path.isEmpty())
            QSKIP("no reference data");
        const auto import = opened({std::string(fileBytes(path).view())});
        const auto &profile = *import->profiles.at(0).profile;
        const auto transaction = summaryOf(*import)[0]["transactions"][0];
        COMPARE_JSON(transaction["name"], "job 0");
        QVERIFY(transaction["spans"].size() > 5);
        // Times count from the profile's start, which is that of its transaction.
        QVERIFY(std::abs(transaction["start_ns"].get<std::int64_t>()) < 1'000'000'000);
        const auto &row = profile.tables().transactions[TransactionIndex(0)];
        QCOMPARE(row.thread, ThreadIndex(0)); // the active one
    }

    void whatAPythonServiceSendsIsOneProfilePerProfiler()
    {
        const auto folder = referenceData(QStringLiteral("sentry/real/py_trace"));
        if (folder.isEmpty())
            QSKIP("no reference data");
        std::vector<std::string> texts;
        for (const auto &path : filesIn(folder, QStringLiteral("*.envelope")))
            texts.emplace_back(fileBytes(path).view());
        const auto import = opened(texts);
        const auto summary = summaryOf(*import);
        QCOMPARE(summary.size(), std::size_t(15));
        for (const auto &entry : summary) {
            QCOMPARE(entry["transactions"].size(), std::size_t(1));
            QCOMPARE(entry["transactions"][0]["spans"].size(), std::size_t(1));
            COMPARE_JSON(entry["transactions"][0]["profiler_id"], entry["metadata"]["profiler_id"]);
            QVERIFY(entry["samples"].get<int>() > 0);
        }
        QVERIFY(!findingOf(*import, "spec-transaction-thread"));
    }

    void theyAreWrittenWithTheChunksAndReadAgain()
    {
        const auto import = opened({chunkText(), eventJson().dump()});
        const auto &profile = import->profiles.at(0).profile;
        WriteReport report;
        const auto chunks = written(*profile, {}, &report);
        QCOMPARE(report.transactions.size(), std::size_t(1));
        QCOMPARE(report.tracingSpans, std::uint64_t(0));
        const auto event = json::parse(report.transactions[0].json);
        COMPARE_JSON(event["event_id"], eventJson()["event_id"]);
        COMPARE_JSON(event["extra"], eventJson()["extra"]);
        COMPARE_JSON(event["contexts"]["profile"]["profiler_id"], chunks[0].profilerId);
        const auto again = opened({chunks[0].json, transactionEnvelope(report.transactions[0])});
        COMPARE_JSON(summaryOf(*again)[0]["transactions"], summaryOf(*import)[0]["transactions"]);
    }

    // SPEC T2, T4: the text wants them, whatever the event was read with.
    void aKeptEventAndItsSpansHaveThreadsOfTheChunks()
    {
        auto event = eventJson();
        event["contexts"]["trace"].erase("data");
        event["spans"][0].erase("data");
        auto span = spanJson("c000000000000000", 1000.02, 1000.01); // no row of the profile
        span.erase("data");
        event["spans"].push_back(span);
        span["data"] = {{"thread.id", "7"}, {"profiler_id", otherProfiler}};
        event["spans"].push_back(span);
        const auto import = opened({chunkText(), event.dump()});
        WriteReport report;
        const auto chunks = written(*import->profiles.at(0).profile, {}, &report);
        const auto again = json::parse(report.transactions.at(0).json);
        const auto document = documentOf(chunks.at(0));
        const auto &threads = document["profile"]["thread_metadata"];
        const auto &data = again["contexts"]["trace"]["data"];
        QVERIFY(threads.contains(data["thread.id"].get<std::string>()));
        COMPARE_JSON(data["thread.name"], "main");
        COMPARE_JSON(again["spans"][0]["data"]["thread.id"], data["thread.id"]);
        COMPARE_JSON(again["spans"][1]["data"]["thread.id"], data["thread.id"]);
        COMPARE_JSON(again["spans"][2]["data"]["thread.id"], "7"); // another profiler's (T5)
    }

    // A tree of ordered JSON would take seconds for it.
    void anEventOfThousandsOfMembersIsMadeAnew()
    {
        auto event = eventJson();
        for (int number = 0; number < 60'000; ++number)
            event["tags"]["k" + std::to_string(number)] = 1;
        const auto import = opened({chunkText(), event.dump()});
        WriteReport report;
        written(*import->profiles.at(0).profile, {}, &report);
        const auto again = json::parse(report.transactions.at(0).json);
        QVERIFY(!again.contains("tags"));
        COMPARE_JSON(again["transaction"], "GET /");
        event["tags"] = {{"a:b\"{", "c:d"}};
        const auto usual = opened({chunkText(), event.dump()});
        WriteReport ofUsual;
        written(*usual->profiles.at(0).profile, {}, &ofUsual);
        COMPARE_JSON(json::parse(ofUsual.transactions.at(0).json)["tags"], event["tags"]);
    }

    void freshIdsAreThoseOfTheChunks()
    {
        const auto import = opened({chunkText(), eventJson().dump()});
        ChunkOptions options;
        options.ids = Ids::Fresh;
        WriteReport report;
        const auto chunks = written(*import->profiles.at(0).profile, options, &report);
        const auto event = json::parse(report.transactions.at(0).json);
        QVERIFY(chunks.at(0).profilerId != profiler);
        COMPARE_JSON(event["contexts"]["profile"]["profiler_id"], chunks[0].profilerId);
        QVERIFY(event["event_id"] != eventJson()["event_id"]);
        const auto &trace = event["contexts"]["trace"];
        QVERIFY(trace["span_id"] != "A000000000000000");
        QVERIFY(!event["spans"][0].contains("trace_id"));
    }

    // Ids are hex digits, whatever their case.
    void freshIdsAreTheSameForAllSpellings()
    {
        auto event = eventJson(); // its span_id has a large A, the parent of its span a small one
        event["spans"][0]["span_id"] = "B000000000000000";
        event["spans"][0]["data"]["profiler_id"] = profiler;
        const auto import = opened({chunkText(), event.dump()});
        ChunkOptions options;
        options.ids = Ids::Fresh;
        WriteReport report;
        const auto chunks = written(*import->profiles.at(0).profile, options, &report);
        const auto again = json::parse(report.transactions.at(0).json);
        const auto &span = again["spans"][0];
        COMPARE_JSON(span["parent_span_id"], again["contexts"]["trace"]["span_id"]);
        COMPARE_JSON(span["data"]["profiler_id"], chunks.at(0).profilerId);
    }

    // Also those that are no rows of the profile: here one that ends before it begins.
    void spansOfThreadsThatAreLeftOutAreNotWritten()
    {
        auto event = eventJson();
        auto span = spanJson("c000000000000000", 1000.02, 1000.01, "9");
        span["data"]["thread.name"] = "payments";
        event["spans"].push_back(span);
        const auto import = opened({chunkText(), event.dump()});
        ChunkOptions options;
        options.redaction.threads = {"pay*"};
        WriteReport report;
        written(*import->profiles.at(0).profile, options, &report);
        const auto sent = report.transactions.at(0).json;
        QVERIFY2(sent.find("payments") == std::string::npos, sent.c_str());
        QVERIFY2(sent.find("b000000000000000") != std::string::npos, sent.c_str());
        written(*import->profiles.at(0).profile, {}, &report);
        QVERIFY(report.transactions.at(0).json.find("payments") != std::string::npos);
    }

    void oneThatWasNotReadIsMadeByTheRules()
    {
        NativeCapture capture;
        const auto sampled = capture.typical();
        auto &builder = capture.builder();
        const auto range = sampled->timeRange();
        Transaction transaction;
        transaction.process = capture.process();
        transaction.thread = ThreadIndex(1);
        transaction.name = capture.text("work");
        transaction.traceId = capture.text("0123456789abcdef0123456789abcdef");
        transaction.spanId = capture.text("a000000000000000");
        transaction.start = range.start;
        transaction.end = range.end;
        const auto index = builder.addTransaction(transaction);
        builder.addTracingSpan({capture.process(),
                                ThreadIndex(),
                                capture.text("part"),
                                range.start,
                                range.end,
                                {},
                                {},
                                {},
                                {},
                                index});
        WriteReport report;
        const auto chunks = written(*capture.profile(), {}, &report);
        const auto event = json::parse(report.transactions.at(0).json);
        const auto chunk = documentOf(chunks.at(0));
        const auto &data = event["contexts"]["trace"]["data"];
        QVERIFY(chunk["profile"]["thread_metadata"].contains(data["thread.id"]));
        COMPARE_JSON(data["thread.name"], "again");
        COMPARE_JSON(event["spans"][0]["data"]["thread.id"], data["thread.id"]);
        COMPARE_JSON(event["spans"][0]["parent_span_id"], "a000000000000000");
        COMPARE_JSON(event["contexts"]["profile"]["profiler_id"], chunk["profiler_id"]);
        WriteReport again;
        written(*capture.profile(), {}, &again);
        QCOMPARE(again.transactions.at(0).json, report.transactions.at(0).json);
    }

    void oneOverTheChunksIsMadeWhereThereIsNone()
    {
        NativeCapture capture;
        const auto range = capture.typical()->timeRange();
        capture.builder().addTracingSpan(
            {capture.process(), ThreadIndex(), capture.text("part"), range.start, range.end});
        ChunkOptions options;
        options.transaction = "";
        WriteReport report;
        const auto chunks = written(*capture.profile(), options, &report);
        QCOMPARE(report.transactions.size(), std::size_t(1));
        QCOMPARE(report.tracingSpans, std::uint64_t(0));
        const auto event = json::parse(report.transactions[0].json);
        COMPARE_JSON(event["transaction"], "app");
        COMPARE_JSON(event["contexts"]["trace"]["op"], "profile");
        COMPARE_JSON(event["contexts"]["trace"]["data"]["thread.id"], "42");
        COMPARE_JSON(event["contexts"]["profile"]["profiler_id"], chunks.at(0).profilerId);
        COMPARE_JSON(event["spans"][0]["description"], "part");
        const auto again = opened({chunks[0].json, transactionEnvelope(report.transactions[0])});
        COMPARE_JSON(summaryOf(*again)[0]["transactions"][0]["name"], "app");
        QVERIFY(!findingOf(*again, "spec-transaction-thread"));
        WriteReport same;
        written(*capture.profile(), options, &same);
        QCOMPARE(same.transactions.at(0).json, report.transactions[0].json);
    }

    void besideOthersOneIsMadeOnlyIfItIsNamed()
    {
        const auto import = opened({chunkText(), eventJson().dump()});
        const auto &profile = *import->profiles.at(0).profile;
        const auto namesWith = [&](const char *name) {
            ChunkOptions options;
            options.transaction = name;
            WriteReport report;
            written(profile, options, &report);
            json names = json::array();
            for (const auto &transaction : report.transactions)
                names.push_back(json::parse(transaction.json)["transaction"]);
            return names;
        };
        COMPARE_JSON(namesWith(""), json::array({"GET /"}));
        COMPARE_JSON(namesWith("load test"), json::array({"GET /", "load test"}));
    }

    void onesOfAnotherTimeAreLeftAndCounted()
    {
        auto event = eventJson();
        event["start_timestamp"] = 2000;
        event["timestamp"] = 2001;
        const auto import = opened({chunkText(), event.dump()});
        WriteReport report;
        written(*import->profiles.at(0).profile, {}, &report);
        QCOMPARE(report.transactions.size(), std::size_t(0));
        QCOMPARE(report.transactionsLeft, std::uint64_t(1));
    }

    void validateJudgesThemByTheText()
    {
        QVERIFY(!hasCode(findingsBeside(eventJson()), "spec-transaction-profiler-id", "T1"));
        auto event = eventJson();
        event["contexts"].erase("profile");
        event["contexts"]["trace"].erase("data");
        event["spans"][0].erase("data");
        const auto broken = findingsBeside(event);
        QVERIFY(hasCode(broken, "spec-transaction-profiler-id", "T1"));
        QVERIFY(hasCode(broken, "spec-transaction-thread-id", "T2"));
        QVERIFY(hasCode(broken, "spec-span-thread-id", "T4"));
        event = eventJson();
        event["contexts"]["trace"]["data"] = {{"thread.id", "9"}};
        QVERIFY(hasCode(findingsBeside(event), "spec-transaction-thread", "T2"));
        event = eventJson();
        event["contexts"]["trace"]["data"]["thread.name"] = "other";
        QVERIFY(hasCode(findingsBeside(event), "spec-transaction-thread-name", "T3"));
        event = eventJson();
        event["spans"][0]["data"]["profiler_id"] = "x";
        QVERIFY(hasCode(findingsBeside(event), "spec-id-form", "T5"));
    }

    void aRepairKeepsThemBesideTheChunk()
    {
        const auto text =
            envelopeWith({{"transaction", eventJson().dump()}, {"profile_chunk", chunkText()}});
        const Bytes bytes{std::string_view(text)};
        const auto repaired = repairFile(bytes.view());
        QVERIFY(repaired);
        QCOMPARE(repaired->files.size(), std::size_t(2));
        QVERIFY(repaired->files[0].find(eventJson().dump()) != std::string::npos);
    }

    void aV1ProfileIsNotRepairedAsAChunk()
    {
        const auto text = baseProfileV1().dump();
        const Bytes bytes{std::string_view(text)};
        const auto repaired = repairFile(bytes.view());
        QVERIFY(!repaired);
        QVERIFY(repaired.error().detail.starts_with("it is a V1 profile"));
    }
};

EMBER_TEST(TstTransactions)
#include "tst_transactions.moc"
