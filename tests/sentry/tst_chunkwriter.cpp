// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkreader.h"
#include "model/formats/sentry/chunkwriter.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/importer.h"
#include "model/formats/sentry/relay.h"
#include "model/formats/sentry/uuidtext.h"
#include "model/profile/profilebuilder.h"
#include "model/query/calltree.h"
#include "model/spans/spanbuilder.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace ember;
using namespace ember::model;
using namespace ember::model::sentry;
using nlohmann::json;

namespace {

constexpr std::int64_t epoch = 1'795'000'000'123'456'789;

// A native capture: one process, named and nameless frames, an inlined one, two threads that had
// the same id one after the other.
class Capture {
public:
    Capture()
    {
        Process process;
        process.pid = 42;
        process.name = text("app");
        process.executable = text("/opt/app/app");
        process.profilerId = text("4d229f1d3807421ba62a5f8bc295d836");
        process.platform = text("native");
        m_process = m_builder.addProcess(process);
        m_image = image("/opt/app/app", "0123456789abcdef0123456789abcdef01234567", 0x5000);
        m_library = image("/usr/lib/libz.so.1", "fedcba9876543210fedcba9876543210fedcba98", 0x9000);
        image("/usr/lib/noid.so", "", 0xa000);
    }

    StringIndex text(std::string_view text) { return builder().string(text); }
    ProfileBuilder &builder() { return m_builder; }
    ProcessIndex process() const { return m_process; }
    ProfilePointer profile() { return m_builder.snapshot(); }

    ImageIndex image(std::string_view path, std::string_view buildId, std::uint64_t address)
    {
        Image image;
        image.process = m_process;
        image.type = text("symbolic");
        image.codeFile = text(path);
        image.codeId = text(buildId);
        image.address = address;
        image.size = 0x1000;
        return m_builder.addImage(image);
    }

    ThreadIndex thread(std::string_view id, std::string_view name)
    {
        Thread thread;
        thread.process = m_process;
        thread.id = text(id);
        thread.name = text(name);
        thread.priority = 20;
        return m_builder.addThread(thread);
    }

    FrameIndex named(std::string_view name, std::uint32_t line, std::uint64_t pc)
    {
        Function function;
        function.name = text(name);
        function.rawName = text("_Z" + std::string(name));
        function.package = text("/opt/app/app");
        function.file = text("/src/app.cpp");
        function.absPath = function.file;
        Frame frame;
        frame.function = m_builder.function(function);
        frame.line = line;
        frame.address = 0x5100;
        frame.pc = pc;
        frame.image = m_image;
        frame.inApp = InApp::Yes;
        return m_builder.frame(frame);
    }

    FrameIndex nameless(std::uint64_t pc)
    {
        Frame frame;
        frame.address = pc;
        frame.pc = pc;
        frame.image = m_library;
        frame.inApp = InApp::No;
        return m_builder.frame(frame);
    }

    void add(ThreadIndex thread, std::int64_t ns, std::vector<FrameIndex> leafFirst)
    {
        m_builder.addSample(
            thread, {timestampFromNs(epoch + ns), m_builder.stackFromLeafFirst(leafFirst), {}});
    }

    // Two threads, 100 ticks of 9.9 ms.
    ProfilePointer typical()
    {
        const auto first = thread("42", "main");
        const auto second = thread("42", "again");
        for (int tick = 0; tick < 100; ++tick) {
            const auto line = std::uint32_t(tick / 10 + 1);
            const auto pc = std::uint64_t(tick);
            add(first, tick * 9'900'990,
                {nameless(0x9100 + pc % 3), named("work", line, 0x5110 + pc),
                 named("main", 7, 0x5200)});
            if (tick % 4 == 3)
                add(second, tick * 9'900'990, {});
            else
                add(second, tick * 9'900'990, {named("other", 3, 0x5300 + pc)});
        }
        Measurement series;
        series.process = m_process;
        series.name = text("cpu_usage");
        series.unit = text("percent");
        const auto index = m_builder.addMeasurement(series);
        m_builder.addMeasurementValue(index, {timestampFromNs(epoch + 5), 99.5});
        return profile();
    }

private:
    ProfileBuilder m_builder;
    ProcessIndex m_process;
    ImageIndex m_image;
    ImageIndex m_library;
};

std::vector<WrittenChunk> written(const Profile &profile, const ChunkOptions &options = {},
                                  WriteReport *report = nullptr)
{
    std::vector<WrittenChunk> chunks;
    const auto outcome = writeChunks(profile, {}, options, [&](WrittenChunk &&chunk) {
        chunks.push_back(std::move(chunk));
        return Result<void>();
    });
    if (report && outcome)
        *report = *outcome;
    return chunks;
}

json documentOf(const WrittenChunk &chunk)
{
    return json::parse(chunk.json, nullptr, false);
}

ProfilePointer reopened(const std::vector<WrittenChunk> &chunks)
{
    std::vector<ImportFile> files;
    for (std::size_t row = 0; row < chunks.size(); ++row)
        files.push_back({"chunk" + std::to_string(row), Bytes(chunks[row].json)});
    auto import = ChunkImporter().read(std::move(files), {});
    return import && import->profiles.size() == 1 ? import->profiles.front().profile : nullptr;
}

// As text: Qt cannot print these values.
QString text(const json &value)
{
    return QString::fromStdString(value.dump());
}

#define COMPARE_JSON(got, ...) QCOMPARE(text(got), text(__VA_ARGS__))

QString verdictOf(const WrittenChunk &chunk)
{
    const Bytes bytes(chunk.json);
    auto reading = readChunk(bytes.view());
    if (!reading)
        return QString::fromStdString(reading.error().detail);
    const auto verdict = judge(*reading);
    QString text = verdict.isAccepted()
        ? QStringLiteral("accepted")
        : QString::fromLatin1(reasonName(verdict.rejection->reason));
    for (const auto &finding : reading->log.findings()) {
        if (finding.severity != Severity::Note)
            text += QLatin1Char(' ') + QString::fromStdString(finding.code);
    }
    return text;
}

} // namespace

class TstChunkWriter : public QObject {
    Q_OBJECT

private slots:
    void relayAcceptsWhatIsWrittenWithoutFindings()
    {
        Capture capture;
        const auto chunks = written(*capture.typical());
        QCOMPARE(chunks.size(), std::size_t(1));
        QCOMPARE(verdictOf(chunks.front()), QStringLiteral("accepted"));
    }

    void metadataIsComplete()
    {
        Capture capture;
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
        Capture capture;
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
        Capture capture;
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
        Capture capture;
        const auto profile = documentOf(written(*capture.typical()).front()).at("profile");
        const auto &stack = profile.at("stacks").at(0);
        COMPARE_JSON(profile.at("frames").at(stack.at(2).get<std::size_t>()).at("function"),
                     json("main"));
    }

    void aNamedFrameCarriesItsFunctionAndANamelessOneItsAddress()
    {
        Capture capture;
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
        Capture capture;
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

    void anIdUsedAgainGetsAFreshOne()
    {
        Capture capture;
        WriteReport report;
        const auto profile =
            documentOf(written(*capture.typical(), {}, &report).front()).at("profile");
        QCOMPARE(report.renumberedThreads, std::uint64_t(1));
        QCOMPARE(profile.at("thread_metadata").size(), std::size_t(2));
        COMPARE_JSON(profile.at("thread_metadata").at("42").at("name"), json("main"));
        for (const auto &sample : profile.at("samples")) {
            const auto id = sample.at("thread_id").get<std::string>();
            QVERIFY(id.find_first_not_of("0123456789") == std::string::npos);
            QVERIFY(profile.at("thread_metadata").contains(id));
        }
    }

    void idsThatAreNoDecimalNumbersAreReplaced()
    {
        Capture capture;
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

    void callsAreThoseOfTheCaptureWithinAMicrosecond()
    {
        Capture capture;
        const auto profile = capture.typical();
        const auto again = reopened(written(*profile));
        QVERIFY(again);
        for (std::size_t row = 0; row < 2; ++row)
            compareCalls(*buildSpans(profile), *buildSpans(again), ThreadIndex(row));
    }

    void aLongCaptureComesBackAsOneTimeline()
    {
        Capture capture;
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
        Capture capture;
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
        Capture capture;
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
    }

    void whatHasNoTwoSamplesIsAnError()
    {
        Capture capture;
        capture.add(capture.thread("1", "main"), 0, {capture.named("a", 1, 1)});
        const auto outcome =
            writeChunks(*capture.profile(), {}, {}, [](WrittenChunk &&) { return Result<void>(); });
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::NothingToShow);
    }

    void theSinksErrorEndsTheWriting()
    {
        Capture capture;
        const auto outcome =
            writeChunks(*capture.typical(), {}, {}, [](WrittenChunk &&) -> Result<void> {
                return Error{ErrorCode::DiskFull, "x", "no space"};
            });
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::DiskFull);
    }

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

    void anEnvelopeHoldsOneChunkAndSaysItsPlatform()
    {
        Capture capture;
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

    // By id and name; where the id is new, by name alone.
    static ThreadIndex sameThread(const Profile &profile, const Profile &other, ThreadIndex thread)
    {
        const auto &wanted = profile.thread(thread);
        ThreadIndex byName;
        for (std::size_t row = 0; row < other.threadCount(); ++row) {
            const auto &candidate = other.thread(ThreadIndex(row));
            if (other.text(candidate.name) != profile.text(wanted.name))
                continue;
            if (other.text(candidate.id) == profile.text(wanted.id))
                return ThreadIndex(row);
            byName = ThreadIndex(row);
        }
        return byName;
    }

    static void compareCalls(const SpanTable &was, const SpanTable &is, ThreadIndex thread)
    {
        const auto other = sameThread(*was.profile(), *is.profile(), thread);
        QVERIFY(other.isValid());
        const auto wanted = callTree(was, thread).nodes;
        const auto got = callTree(is, other).nodes;
        QCOMPARE(got.size(), wanted.size());
        for (std::size_t row = 0; row < got.size(); ++row) {
            QCOMPARE(frameName(*is.profile(), got[row].frame),
                     frameName(*was.profile(), wanted[row].frame));
            QCOMPARE(got[row].depth, wanted[row].depth);
            QCOMPARE(got[row].samples, wanted[row].samples);
            QCOMPARE_LT(std::abs((got[row].start - wanted[row].start).count()), std::int64_t(1000));
            QCOMPARE_LT(std::abs((got[row].duration - wanted[row].duration).count()),
                        std::int64_t(1000));
        }
    }
};

EMBER_TEST(TstChunkWriter)
#include "tst_chunkwriter.moc"
