// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/uuid.h"
#include "model/formats/sentry/chunkreader.h"
#include "model/formats/sentry/envelope.h"
#include "model/profile/reframe.h"
#include "model/spans/spanbuilder.h"
#include "tests/sentry/sentrydata.h"
#include "tests/sentry/writtenchunks.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <array>
#include <set>

using namespace ember;
using namespace ember::model;
using namespace ember::model::sentry;
using namespace ember::tests;
using nlohmann::json;

class TstChunkWriter : public QObject {
    Q_OBJECT

private slots:
    void relayAcceptsWhatIsWrittenWithoutFindings()
    {
        NativeCapture capture;
        const auto chunks = written(*capture.typical());
        QCOMPARE(chunks.size(), std::size_t(1));
        QCOMPARE(verdictOf(chunks.front()), QStringLiteral("accepted"));
    }

    void metadataIsComplete()
    {
        NativeCapture capture;
        const auto document = documentOf(written(*capture.typical()).front());
        COMPARE_JSON(document.at("version"), json("2"));
        COMPARE_JSON(document.at("profiler_id"), json("4d229f1d3807421ba62a5f8bc295d836"));
        QVERIFY(isStrictId(document.at("chunk_id").get<std::string>()));
        COMPARE_JSON(document.at("platform"), json("native"));
        COMPARE_JSON(document.at("environment"), json("production"));
        COMPARE_JSON(document.at("release"), json("app@0123456789abcdef0123456789abcdef01234567"));
        COMPARE_JSON(document.at("client_sdk"),
                     json({{"name", "emberchart"}, {"version", EMBER_VERSION}}));
        COMPARE_JSON(document.at("measurements").at("cpu_usage").at("unit"), json("percent"));
        COMPARE_JSON(document.at("measurements").at("cpu_usage").at("values").at(0).at("value"),
                     json(99.5));
        QVERIFY(!document.contains("dist"));
    }

    void optionsReplaceWhatTheProfileSays()
    {
        NativeCapture capture;
        ChunkOptions options;
        options.release = "r@1";
        options.environment = "lab";
        options.platform = "rust";
        options.dist = "d";
        const auto chunk = written(*capture.typical(), options).front();
        const auto document = documentOf(chunk);
        COMPARE_JSON(document.at("release"), json("r@1"));
        COMPARE_JSON(document.at("environment"), json("lab"));
        COMPARE_JSON(document.at("platform"), json("rust"));
        COMPARE_JSON(document.at("dist"), json("d"));
        QCOMPARE(chunk.platform, std::string("rust"));
    }

    void framesAndStacksStandThereOnce()
    {
        NativeCapture capture;
        const auto profile = documentOf(written(*capture.typical()).front()).at("profile");
        std::set<json> frames(profile.at("frames").begin(), profile.at("frames").end());
        QCOMPARE(frames.size(), profile.at("frames").size());
        // work at ten lines, main, other, three addresses: pcs are not written.
        QCOMPARE(frames.size(), std::size_t(15));
        std::set<json> stacks(profile.at("stacks").begin(), profile.at("stacks").end());
        QCOMPARE(stacks.size(), profile.at("stacks").size());
        QVERIFY(stacks.count(json::array()) == 1);
    }

    void stacksAreLeafFirst()
    {
        NativeCapture capture;
        const auto profile = documentOf(written(*capture.typical()).front()).at("profile");
        const auto &stack = profile.at("stacks").at(0);
        COMPARE_JSON(profile.at("frames").at(stack.at(2).get<std::size_t>()).at("function"),
                     json("main"));
    }

    void aNamedFrameCarriesItsFunctionAndANamelessOneItsAddress()
    {
        NativeCapture capture;
        const auto frames =
            documentOf(written(*capture.typical()).front()).at("profile").at("frames");
        COMPARE_JSON(frames.at(0),
                     json({{"function", "libz.so.1+0x100"},
                           {"package", "/usr/lib/libz.so.1"},
                           {"in_app", false},
                           {"instruction_addr", "0x9100"}}));
        COMPARE_JSON(frames.at(1),
                     json({{"function", "work"},
                           {"raw_function", "_Zwork"},
                           {"filename", "/src/app.cpp"},
                           {"abs_path", "/src/app.cpp"},
                           {"package", "/opt/app/app"},
                           {"lineno", 1},
                           {"in_app", true},
                           {"instruction_addr", "0x5100"}}));
    }

    void imagesAreSymbolicAndHaveIds()
    {
        NativeCapture capture;
        WriteReport report;
        const auto images = documentOf(written(*capture.typical(), {}, &report).front())
                                .at("debug_meta")
                                .at("images");
        QCOMPARE(report.imagesWithoutId, std::uint64_t(1));
        QCOMPARE(images.size(), std::size_t(2));
        const auto &image = images.at(0);
        COMPARE_JSON(image.at("type"), json("symbolic"));
        COMPARE_JSON(image.at("code_file"), json("/opt/app/app"));
        COMPARE_JSON(image.at("code_id"), json("0123456789abcdef0123456789abcdef01234567"));
        COMPARE_JSON(image.at("debug_id"), json("67452301-ab89-efcd-0123-456789abcdef"));
        COMPARE_JSON(image.at("image_addr"), json("0x5000"));
        COMPARE_JSON(image.at("image_size"), json(0x1000));
    }

    void whatSentryHasNoPlaceForIsCounted()
    {
        NativeCapture capture;
        capture.typical();
        ProfileBuilder &builder = capture.builder();
        Measurement series;
        series.process = capture.process();
        series.name = builder.string("queue_length");
        series.unit = builder.string("");
        const auto queue = builder.addMeasurement(series);
        const auto start = capture.profile()->timeRange().start;
        for (const double length : {3.0, 5.0})
            builder.addMeasurementValue(queue, {start, length});
        builder.addTracingSpan({capture.process(), {}, builder.string("load"), start, start});
        WriteReport report;
        const auto document = documentOf(written(*capture.profile(), {}, &report).front());
        QCOMPARE(report.measuredValues, std::uint64_t(2));
        QCOMPARE(report.tracingSpans, std::uint64_t(1));
        QVERIFY(!document.at("measurements").contains("queue_length"));
    }

    // A chunk holds one series of each name.
    void seriesOfOneNameAndDifferentUnitsAreKept()
    {
        NativeCapture capture;
        capture.typical();
        ProfileBuilder &builder = capture.builder();
        const auto start = capture.profile()->timeRange().start;
        const auto add = [&](const char *name, const char *unit, double value, int ms) {
            Measurement series;
            series.process = capture.process();
            series.name = builder.string(name);
            series.unit = builder.string(unit);
            builder.addMeasurementValue(builder.addMeasurement(series),
                                        {start + std::chrono::milliseconds(ms), value});
        };
        add("load", "percent", 7, 0);
        add("load", "byte", 8, 0);
        add("load", "byte", 9, 1); // a series of its own
        add("load_byte", "hertz", 10, 0);
        add("screen_frame_rates", "percent", 11, 0); // Sentry expects hertz
        add("screen_frame_rates", "hz", 12, 0);
        WriteReport report;
        const auto chunks = written(*capture.profile(), {}, &report);
        const auto series = documentOf(chunks.front()).at("measurements");
        const auto texts = [&](const char *name) {
            QStringList values{QString::fromStdString(series.at(name).at("unit"))};
            for (const auto &value : series.at(name).at("values"))
                values << QString::number(value.at("value").get<double>());
            return values.join(QLatin1Char(' '));
        };
        QCOMPARE(texts("load"), QStringLiteral("percent 7"));
        QCOMPARE(texts("load_byte"), QStringLiteral("hertz 10"));
        QCOMPARE(texts("load_byte_"), QStringLiteral("byte 8 9"));
        QCOMPARE(texts("screen_frame_rates"), QStringLiteral("hertz 12"));
        QCOMPARE(texts("screen_frame_rates_percent"), QStringLiteral("percent 11"));
        QCOMPARE(report.measuredValues, std::uint64_t(0));
        QCOMPARE(verdictOf(chunks.front()), QStringLiteral("accepted"));
    }

    void anIdUsedAgainGetsAFreshOne()
    {
        NativeCapture capture;
        WriteReport report;
        const auto profile =
            documentOf(written(*capture.typical(), {}, &report).front()).at("profile");
        QCOMPARE(report.renumberedThreads, std::uint64_t(1));
        QCOMPARE(profile.at("thread_metadata").size(), std::size_t(2));
        COMPARE_JSON(profile.at("thread_metadata").at("42"),
                     json({{"name", "main"}, {"priority", 20}}));
        for (const auto &sample : profile.at("samples")) {
            const auto id = sample.at("thread_id").get<std::string>();
            QVERIFY(id.find_first_not_of("0123456789") == std::string::npos);
            QVERIFY(profile.at("thread_metadata").contains(id));
        }
    }

    void threadsWithoutSamplesAreLeftOut()
    {
        NativeCapture capture;
        capture.typical();
        capture.thread("7", "never sampled");
        WriteReport report;
        const auto profile =
            documentOf(written(*capture.profile(), {}, &report).front()).at("profile");
        QCOMPARE(profile.at("thread_metadata").size(), std::size_t(2));
        QVERIFY(!profile.at("thread_metadata").contains("7"));
        QCOMPARE(report.threadsWithoutSamples, std::uint64_t(1));
    }

    void idsThatAreNoDecimalNumbersAreReplaced()
    {
        NativeCapture capture;
        for (const char *id : {"0x1f", "", "main", "007", "18446744073709551616", "5"}) {
            const auto thread = capture.thread(id, "t");
            capture.add(thread, 0, {capture.named("f", 1, 1)});
            capture.add(thread, 10, {capture.named("f", 1, 1)});
        }
        const auto ids = chunkThreadIds(*capture.profile());
        QCOMPARE(ids.renumbered, std::uint64_t(5));
        QCOMPARE(std::set<std::string>(ids.ids.begin(), ids.ids.end()).size(), std::size_t(6));
        QCOMPARE(ids.ids.back(), std::string("5"));
    }

    // As Sentry's SDK for Go writes them: the package is the module and not part of the name.
    void goFunctionsAreWrittenAsTheSdkWritesThem()
    {
        NativeCapture capture;
        std::array<ResolvedFrame, 2> resolved;
        resolved[0].name = "strconv.Itoa";
        resolved[0].file = "/usr/lib/go-1.19/src/strconv/itoa.go";
        resolved[0].inlined = Inlined::Yes;
        resolved[1].name = "example.com/shop/cart.(*Cart).Sum.func1";
        resolved[1].file = "/home/u/shop/cart/cart.go";
        resolved[1].line = 7;
        Frame unnamed;
        unnamed.pc = 0x5104;
        unnamed.inApp = InApp::Yes;
        const auto thread = capture.thread("1", "main");
        const auto frames = addResolvedFrames(capture.builder(), resolved, unnamed, {});
        capture.add(thread, 0, frames);
        capture.add(thread, 10'000'000, frames);
        const auto document = documentOf(written(*capture.profile()).front());
        const auto &leaf = document["profile"]["frames"][0];
        const auto &caller = document["profile"]["frames"][1];
        COMPARE_JSON(leaf["function"], "Itoa");
        COMPARE_JSON(leaf["module"], "strconv");
        COMPARE_JSON(leaf["in_app"], false);
        COMPARE_JSON(caller["function"], "(*Cart).Sum.func1");
        COMPARE_JSON(caller["module"], "example.com/shop/cart");
        COMPARE_JSON(caller["platform"], "go");
        COMPARE_JSON(caller["in_app"], true);
        COMPARE_JSON(caller["lineno"], 7);
    }

    void callsAreThoseOfTheCaptureWithinAMicrosecond()
    {
        NativeCapture capture;
        const auto profile = capture.typical();
        const auto again = reopened(written(*profile));
        QVERIFY(again);
        for (std::size_t row = 0; row < 2; ++row)
            compareCalls(*buildSpans(profile), *buildSpans(again), ThreadIndex(row));
    }

    void aLongCaptureComesBackAsOneTimeline()
    {
        NativeCapture capture;
        const auto thread = capture.thread("1", "main");
        for (int tick = 0; tick < 2000; ++tick) // 200 s
            capture.add(
                thread, tick * 100'000'007LL,
                {capture.named(tick % 3 == 0 ? "a" : "b", 1, 1), capture.named("main", 1, 1)});
        const auto profile = capture.profile();
        const auto chunks = written(*profile);
        QCOMPARE(chunks.size(), std::size_t(4));
        std::set<std::string> ids;
        for (const auto &chunk : chunks) {
            QCOMPARE(verdictOf(chunk), QStringLiteral("accepted"));
            QCOMPARE(chunk.profilerId, chunks.front().profilerId);
            ids.insert(chunk.chunkId);
        }
        QCOMPARE(ids.size(), chunks.size());
        const auto again = reopened(chunks);
        QVERIFY(again);
        QCOMPARE(again->tables().sources.size(), std::size_t(4));
        compareCalls(*buildSpans(profile), *buildSpans(again), thread);
    }

    void timesAreTheNearestDoublesAndDistinctPerSample()
    {
        NativeCapture capture;
        const auto profile = capture.typical();
        const auto again = reopened(written(*profile));
        QVERIFY(again);
        const auto &was = profile->samples(ThreadIndex(0)).times;
        const auto &is = again->samples(ThreadIndex(0)).times;
        QCOMPARE(is.size(), was.size());
        for (std::size_t row = 0; row < was.size(); ++row) {
            const auto distance = toNs(is[SampleIndex(row)]) - toNs(was[SampleIndex(row)]);
            QCOMPARE_LE(std::abs(distance), std::int64_t(240));
        }
    }

    void chunksAreDividedUntilTheyFit()
    {
        NativeCapture capture;
        const auto profile = capture.typical();
        ChunkOptions options;
        options.maximumBytes = 6000;
        WriteReport report;
        const auto chunks = written(*profile, options, &report);
        QVERIFY(chunks.size() > 2);
        std::uint64_t samples = report.loss.samples + report.loss.idleSamples;
        for (const auto &chunk : chunks) {
            QVERIFY(chunk.json.size() <= options.maximumBytes);
            QCOMPARE(verdictOf(chunk), QStringLiteral("accepted"));
            samples += chunk.piece.samples();
        }
        QCOMPARE(samples, profile->sampleCount());
        options.maximumBytes = 100;
        const auto outcome =
            writeChunks(*profile, {}, options, [](WrittenChunk &&) { return Result<void>(); });
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::TooLarge);
        QVERIFY(!outcome.error().subject.empty());
        options.maximumBytes = 1; // not even written
        const auto unwritten =
            writeChunks(*profile, {}, options, [](WrittenChunk &&) { return Result<void>(); });
        QVERIFY(!unwritten);
        QCOMPARE(unwritten.error().subject,
                 std::string(profile->text(profile->process(ProcessIndex(0)).name)));
        QVERIFY(!unwritten.error().subject.empty());
    }

    // S35: whoever takes the chunks is told before he sends them.
    void whatRelayRefusesIsSaidBeforeItIsSent()
    {
        NativeCapture capture;
        const auto thread = capture.thread("1", "main");
        constexpr std::int64_t second = 1'000'000'000;
        for (const std::int64_t time : {0, 40, 80})
            capture.add(thread, time * second, {capture.named("a", 1, 1)});
        ChunkOptions options;
        options.cut = {std::chrono::seconds(100), std::chrono::seconds(100)};
        const auto chunks = written(*capture.profile(), options);
        QCOMPARE(chunks.size(), std::size_t(1));
        QVERIFY(chunks.front().rejection);
        QCOMPARE(chunks.front().rejection->reason, RejectReason::DurationIsTooLong);
    }

    void whatHasNoTwoSamplesIsAnError()
    {
        NativeCapture capture;
        capture.add(capture.thread("1", "main"), 0, {capture.named("a", 1, 1)});
        const auto outcome =
            writeChunks(*capture.profile(), {}, {}, [](WrittenChunk &&) { return Result<void>(); });
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::NothingToShow);
    }

    void theSinksErrorEndsTheWriting()
    {
        NativeCapture capture;
        const auto outcome =
            writeChunks(*capture.typical(), {}, {}, [](WrittenChunk &&) -> Result<void> {
                return Error{ErrorCode::DiskFull, "x", "no space"};
            });
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::DiskFull);
    }

    void anEnvelopeHoldsOneChunkAndSaysItsPlatform()
    {
        NativeCapture capture;
        const auto chunk = written(*capture.typical()).front();
        const auto bytes = chunkEnvelope(chunk);
        const auto envelope = parseEnvelope(bytes);
        QVERIFY(envelope);
        QCOMPARE(envelope->items.size(), std::size_t(1));
        const auto &item = envelope->items.front();
        QCOMPARE(item.type, std::string("profile_chunk"));
        QCOMPARE(item.platform.value_or(""), std::string("native"));
        QCOMPARE(std::size_t(item.length.value_or(0)), chunk.json.size());
        QCOMPARE(item.payload, std::string_view(chunk.json));
        QVERIFY(!envelope->header.sentAt);
    }
};

EMBER_TEST(TstChunkWriter)
#include "tst_chunkwriter.moc"
