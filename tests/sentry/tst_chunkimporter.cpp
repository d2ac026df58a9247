// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/files/chunkimporter.h"
#include "model/query/rangestatistics.h"
#include "model/query/summary.h"
#include "model/spans/spanbuilder.h"
#include "tests/sentry/openedchunks.h"
#include "tests/sentry/sentrydata.h"
#include "tests/sentry/writtenchunks.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <algorithm>
#include <array>

using namespace ember;
using namespace ember::model;
using namespace ember::model::sentry;
using namespace ember::tests;
using nlohmann::json;

// Chunks of any number of files become profiles.
class TstChunkImporter : public QObject {
    Q_OBJECT

private slots:
    void chunksOfOneSessionAreOneTimelineInTimeOrder()
    {
        const auto import =
            opened({chunkAt(1000.5, 10, secondId).dump(), chunkAt(1000.0, 10, firstId).dump()});
        QVERIFY(import);
        QCOMPARE(import->profiles.size(), std::size_t(1));
        QCOMPARE(import->profiles[0].files, (std::vector<std::string>{"file1", "file0"}));
        const auto &profile = import->profiles[0].profile;
        QCOMPARE(profile->threadCount(), std::size_t(1));
        QCOMPARE(profile->sampleCount(), std::size_t(20));
        // The last sample of a chunk lasts until the first of the next.
        QCOMPARE(QString::fromStdString(tests::printedCalls(profile)),
                 QStringLiteral("main:1 1000000+590 (19)\n  f:10 1000000+590 (19)\n"));
        const auto &sources = profile->tables().sources;
        QCOMPARE(sources.size(), std::size_t(2));
        QCOMPARE(profile->text(sources[SourceIndex(0)].chunkId), std::string_view(firstId));
        QCOMPARE(sources[SourceIndex(0)].samples, std::uint64_t(10));
        QCOMPARE(toNs(sources[SourceIndex(1)].range.start), std::int64_t(1000'500'000'000));
        QVERIFY(profile->tables().events.isEmpty());
    }

    void threadsLastTogetherNoLongerThanFitsTheirSum()
    {
        auto chunk = tests::baseChunk();
        auto &samples = chunk["profile"]["samples"];
        samples.clear();
        for (int thread = 1; thread <= 10; ++thread) {
            for (const auto time : {1.0, 1.5, 4e9})
                samples.push_back(
                    {{"thread_id", std::to_string(thread)}, {"timestamp", time}, {"stack_id", 0}});
        }
        const auto import = opened({chunk.dump()});
        QVERIFY(import);
        const auto &profile = *import->profiles.front().profile;
        double years = 0;
        for (std::size_t row = 0; row < profile.threadCount(); ++row) {
            const auto &times = profile.samples(ThreadIndex(row)).times;
            years += std::chrono::duration<double>(times.back() - times[SampleIndex(0)]).count()
                / (365.25 * 86400);
        }
        QVERIFY2(years > 146 && years < 147, qPrintable(QString::number(years)));
        const auto *const finding = findingOf(*import, "absurd-times");
        QVERIFY(finding);
        // The first thread has its 127 years, the second what is left, the others their half
        // second.
        QCOMPARE(finding->count, std::uint64_t(9));
    }

    void samplesThatRelayRemovesAreSaid()
    {
        auto chunk = tests::baseChunk();
        const auto whole = opened({chunk.dump()});
        QVERIFY(whole && !findingOf(*whole, "backend-thread-removed"));
        chunk["profile"]["samples"][4]["thread_id"] = "3";
        const auto import = opened({chunk.dump()});
        QVERIFY(import);
        QCOMPARE(import->profiles.front().profile->sampleCount(), std::size_t(6));
        const auto *const finding = findingOf(*import, "backend-thread-removed");
        QVERIFY(finding);
        QVERIFY(finding->detail.find("with 1 samples") != std::string::npos);
    }

    void theFirstChunkIsToldOfBeforeTheOthersAreRead()
    {
        std::promise<void> isTold;
        std::vector<ImportFile> files;
        files.push_back({"a", Bytes(chunkAt(1000.0, 10, firstId).dump())});
        files.push_back({"b", {}, [&]() -> Result<Bytes> {
                             isTold.get_future().wait();
                             return Bytes(chunkAt(1000.5, 10, secondId).dump());
                         }});
        SpanBuilder spans;
        std::vector<std::size_t> boxes;
        ImportOptions options;
        options.grown = [&](const ProfilePointer &profile) {
            QCOMPARE(profile->sampleCount(), std::size_t(10));
            boxes.push_back(spans.update(profile)->boxCount());
            isTold.set_value();
        };
        const auto import = ChunkImporter().read(std::move(files), options);
        QVERIFY(import && import->profiles.at(0).hasGrown);
        const auto &profile = import->profiles[0].profile;
        QCOMPARE(boxes, std::vector<std::size_t>{2});
        QCOMPARE(spans.update(profile)->boxCount(), buildSpans(profile)->boxCount());
        QCOMPARE(profile->sampleCount(), std::size_t(20));
    }

    void chunksThatComeLateGiveTheSameProfile()
    {
        const std::array chunks{chunkAt(1000, 5, firstId, "a").dump(),
                                chunkAt(1001, 5, secondId, "b").dump(),
                                chunkAt(1002, 5, thirdId, "a").dump()};
        std::array<std::size_t, 3> order{0, 1, 2};
        const auto calls = [](const ProfilePointer &profile) {
            std::string text;
            for (std::size_t row = 0; row < profile->threadCount(); ++row)
                text += tests::printedCalls(profile, ThreadIndex(row));
            return text;
        };
        const auto expected = calls(opened({chunks.begin(), chunks.end()})->profiles[0].profile);
        do {
            std::vector<ImportFile> files;
            for (const auto row : order)
                files.push_back({std::to_string(row), Bytes(chunks[row])});
            ProfilePointer first;
            std::string firstCalls;
            ImportOptions options;
            options.grown = [&](const ProfilePointer &profile) {
                if (!first)
                    firstCalls = calls(profile);
                first = profile;
            };
            const auto import = ChunkImporter().read(std::move(files), options);
            QVERIFY(import && first);
            QCOMPARE(calls(import->profiles.at(0).profile), expected);
            QCOMPARE(import->profiles[0].files, (std::vector<std::string>{"0", "1", "2"}));
            QCOMPARE(import->profiles[0].hasGrown, std::ranges::is_sorted(order));
            QVERIFY(!firstCalls.empty());
        } while (std::ranges::next_permutation(order).found);
    }

    void aGapBetweenChunksIsAnEvent()
    {
        const auto import =
            opened({chunkAt(1000, 10, firstId).dump(), chunkAt(1005, 10, secondId).dump()});
        QVERIFY(import);
        const auto &events = import->profiles.at(0).profile->tables().events;
        QCOMPARE(events.size(), std::size_t(2));
        using EventIndex = Index<CaptureEventTag>;
        QCOMPARE(events[EventIndex(0)].kind, CaptureEventKind::Paused);
        QCOMPARE(toNs(events[EventIndex(0)].time), std::int64_t(1000'090'000'000));
        QCOMPARE(events[EventIndex(1)].kind, CaptureEventKind::Resumed);
        QCOMPARE(toNs(events[EventIndex(1)].time), std::int64_t(1005'000'000'000));
    }

    // The last sample before it does not last through it, in boxes, sums or times of threads.
    void aGapBetweenChunksEndsCalls()
    {
        const auto import =
            opened({chunkAt(1000, 10, firstId).dump(), chunkAt(1120, 10, secondId).dump()});
        QVERIFY(import);
        const auto &profile = import->profiles.at(0).profile;
        constexpr std::int64_t looked = 180'000'000; // nine intervals of each
        const auto summary = summarise(*profile);
        QCOMPARE(summary.threads.at(0).running.count(), looked);
        for (const auto &function : summary.functions)
            QVERIFY(function.total.count() <= looked);
        const auto spans = buildSpans(profile);
        const auto &thread = spans->thread(ThreadIndex(0));
        QVERIFY(thread.depth() > 0);
        Nanoseconds outermost{};
        thread.rows[0].boxes.forEach(
            [&](std::size_t, const Box &box) { outermost += thread.duration(box); });
        QCOMPARE(outermost.count(), looked);
    }

    void aGapBetweenChunksIsNoSample()
    {
        const auto import =
            opened({chunkAt(1000, 10, firstId).dump(), chunkAt(1060, 10, secondId).dump()});
        QVERIFY(import);
        const auto &profile = import->profiles.at(0).profile;
        QCOMPARE(profile->sampleCount(), std::size_t(20));
        const auto summary = summarise(*profile);
        QCOMPARE(summary.samples, std::uint64_t(20));
        QCOMPARE(summary.threads.at(0).samples, std::uint64_t(20));
        QCOMPARE(summary.functions.at(0).totalSamples, std::uint64_t(20));
        const auto range = rangeStatistics(*profile, {});
        QCOMPARE(range.all.samples, std::uint64_t(20));
        QCOMPARE(range.all.time, Nanoseconds(180'000'000));
        const auto chunks = written(*profile);
        QCOMPARE(chunks.size(), std::size_t(2));
        QCOMPARE(chunks[0].chunkId, std::string(firstId));
        QCOMPARE(chunks[1].chunkId, std::string(secondId));
        for (const auto &chunk : chunks) {
            QCOMPARE(chunk.piece.samples(), std::uint64_t(10));
            const auto document = documentOf(chunk);
            QCOMPARE(document.at("profile").at("samples").size(), std::size_t(10));
            QCOMPARE(document.at("profile").at("stacks").size(), std::size_t(1));
        }
    }

    // A sample without a stack where a gap begins was taken all the same.
    void anIdleSampleBeforeAGapCounts()
    {
        auto first = chunkAt(1000, 10, firstId);
        auto &profile = first["profile"];
        profile["stacks"].push_back(json::array());
        profile["samples"].back()["stack_id"] = profile["stacks"].size() - 1;
        const auto import = opened({first.dump(), chunkAt(1060, 10, secondId).dump()});
        QVERIFY(import);
        const auto &read = *import->profiles.at(0).profile;
        QCOMPARE(read.sampleCount(), std::size_t(20));
        QCOMPARE(rangeStatistics(read, {}).all.samples, std::uint64_t(20));
        QCOMPARE(written(read).at(0).piece.samples(), std::uint64_t(10));
    }

    void aThreadIdOfAnotherNameIsAnotherThread()
    {
        const auto import = opened({chunkAt(1000, 5, firstId, "worker-1").dump(),
                                    chunkAt(1001, 5, secondId, "worker-2").dump()});
        QVERIFY(import);
        const auto &profile = *import->profiles.at(0).profile;
        QCOMPARE(profile.threadCount(), std::size_t(2));
        for (std::size_t row = 0; row < 2; ++row) {
            QCOMPARE(profile.text(profile.thread(ThreadIndex(row)).id), std::string_view("1"));
            QCOMPARE(profile.samples(ThreadIndex(row)).size(), std::size_t(5));
        }
        QCOMPARE(profile.text(profile.thread(ThreadIndex(1)).name), std::string_view("worker-2"));
    }

    void aThreadWithoutANameIsTheOneThatWasThere()
    {
        auto nameless = chunkAt(1000.05, 5, secondId);
        nameless["profile"].erase("thread_metadata");
        const auto import = opened({chunkAt(1000, 5, firstId, "main").dump(), nameless.dump()});
        QVERIFY(import);
        const auto &profile = *import->profiles.at(0).profile;
        QCOMPARE(profile.threadCount(), std::size_t(1));
        QCOMPARE(profile.samples(ThreadIndex(0)).size(), std::size_t(10));
    }

    void aChunkGivenTwiceCountsOnce()
    {
        const auto text = chunkAt(1000, 5, firstId).dump();
        const auto import = opened({text, text});
        QVERIFY(import);
        QCOMPARE(import->profiles.at(0).profile->sampleCount(), std::size_t(5));
        QVERIFY(findingOf(*import, "duplicate-chunk"));
    }

    void sessionsAreProfilesOfTheirOwn()
    {
        auto other = chunkAt(1000, 5, secondId);
        other["profiler_id"] = "11111111111141118111111111111111";
        const auto import = opened({chunkAt(1000, 5, firstId).dump(), other.dump()});
        QVERIFY(import);
        QCOMPARE(import->profiles.size(), std::size_t(2));
    }

    void everyItemOfAnEnvelopeIsRead()
    {
        NewEnvelope envelope;
        for (const auto &[id, start] : {std::pair(firstId, 1000.0), std::pair(secondId, 1000.1)})
            envelope.items.push_back({.platform = "node", .payload = chunkAt(start, 5, id).dump()});
        envelope.items.push_back({.type = "transaction", .platform = {}, .payload = "{}"});
        const auto import = opened({writeEnvelope(envelope)});
        QVERIFY(import);
        const auto &profile = *import->profiles.at(0).profile;
        QCOMPARE(profile.sampleCount(), std::size_t(10));
        QCOMPARE(profile.text(profile.tables().sources[SourceIndex(1)].uri),
                 std::string_view("file0#2"));
        QCOMPARE(import->profiles.at(0).files, std::vector<std::string>{"file0"});
        // A transaction without times, which the chunks do not need.
        const auto *const finding = findingOf(*import, "NothingToShow");
        QVERIFY(finding);
        QVERIFY(finding->severity == Severity::Warning);
        QCOMPARE(finding->subject, std::string("file0#3"));
    }

    void unknownMembersAreKeptAsAttributes()
    {
        auto chunk = chunkAt(1000, 5, firstId);
        chunk["dist"] = "7";
        chunk["odd \"key\""] = {{"a", {1, 2, {{"}", "]"}}}}, {"b", "x,\"y"}};
        chunk["client_sdk"]["packages"] = json::array({1});
        chunk["profile"]["frames"][0]["vars"] = {{"x", 1}};
        const auto import = opened({chunk.dump()});
        QVERIFY(import);
        const auto &profile = *import->profiles.at(0).profile;
        QCOMPARE(attributeOf(profile, "dist"), std::string("\"7\""));
        QCOMPARE(attributeOf(profile, "odd \"key\""), chunk["odd \"key\""].dump());
        QCOMPARE(attributeOf(profile, "client_sdk.packages"), std::string("[1]"));
        const auto root = profile.stack(profile.samples(ThreadIndex(0)).stacks[SampleIndex(0)]);
        const auto &frame = profile.frame(profile.stack(root.parent).frame);
        QCOMPARE(profile.text(frame.attributes), std::string_view("{\"vars\":{\"x\":1}}"));
    }

    void addressesLieInTheirImages()
    {
        auto chunk = chunkAt(1000, 5, firstId);
        chunk["platform"] = "native";
        chunk["debug_meta"]["images"] = json::array({{{"type", "symbolic"},
                                                      {"code_file", "/usr/lib/libz.so.1"},
                                                      {"debug_id", firstId},
                                                      {"image_addr", "0x1000"},
                                                      {"image_size", 4096}}});
        chunk["profile"]["frames"][0] = {{"instruction_addr", "0x1234"}};
        const auto import = opened({chunk.dump()});
        QVERIFY(import);
        const auto &profile = *import->profiles.at(0).profile;
        const auto leaf = profile.stack(profile.samples(ThreadIndex(0)).stacks[SampleIndex(0)]);
        const auto root = profile.stack(leaf.parent).frame;
        QCOMPARE(frameName(profile, root), std::string("libz.so.1+0x234"));
        // The payload names no package, and so has the backend none.
        QCOMPARE(moduleName(profile, root), std::string_view());
    }

    void measurementsOfChunksAreJoinedInLongUnits()
    {
        std::vector<std::string> texts;
        for (const auto &[id, start, unit] :
             {std::tuple(firstId, 1000.0, "ns"), std::tuple(secondId, 1001.0, "nanosecond")}) {
            auto chunk = chunkAt(start, 5, id);
            chunk["measurements"]["slow_frame_renders"] = {
                {"unit", unit}, {"values", {{{"timestamp", start}, {"value", 5}}}}};
            texts.push_back(chunk.dump());
        }
        const auto import = opened(texts);
        QVERIFY(import);
        const auto &profile = *import->profiles.at(0).profile;
        QCOMPARE(profile.tables().measurements.size(), std::size_t(1));
        const auto &series = profile.tables().measurements[MeasurementIndex(0)];
        QCOMPARE(profile.text(series.unit), std::string_view("nanosecond"));
        QCOMPARE(series.values.size(), std::size_t(2));
    }

    void chunksAreKnownByTheirContent()
    {
        const ChunkImporter importer;
        QCOMPARE(importer.sniff(chunkAt(1000, 5, firstId).dump()), Confidence::Certain);
        QCOMPARE(importer.sniff(" {\"x\": 1}"), Confidence::No);
        QCOMPARE(importer.sniff(" {\"x\": {\"profiler_id\": 1}}"), Confidence::No);
        QCOMPARE(importer.sniff(" {\"x\": "), Confidence::Undecided);
        QCOMPARE(importer.sniff("EMBERLOG"), Confidence::No);
        QCOMPARE(importer.sniff(""), Confidence::No);
        NewEnvelope envelope;
        envelope.items.push_back({.platform = {}, .payload = "{}"});
        QCOMPARE(importer.sniff(writeEnvelope(envelope)), Confidence::Certain);
    }

    void aStoppedReadingIsCancelled()
    {
        std::vector<ImportFile> files;
        files.push_back({"file", Bytes(chunkAt(1000.0, 10, firstId).dump())});
        std::stop_source source;
        source.request_stop();
        const auto import = ChunkImporter().read(std::move(files),
                                                 {.resolver = nullptr, .stop = source.get_token()});
        QVERIFY(!import);
        QCOMPARE(import.error().code, ErrorCode::Cancelled);
    }
};

EMBER_TEST(TstChunkImporter)
#include "tst_chunkimporter.moc"
