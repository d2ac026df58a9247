// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/result.h"
#include "model/core/uuid.h"
#include "model/formats/sentry/files/validatechunk.h"
#include "model/formats/sentry/sentrytime.h"
#include "model/profile/pauses.h"
#include "tests/sentry/sentrydata.h"
#include "tests/sentry/writtenchunks.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <chrono>
#include <cmath>
#include <tuple>

using namespace ember;
using namespace ember::model;
using namespace ember::model::sentry;
using namespace ember::tests;
using nlohmann::json;

// V1 written: from V1, from captures; and V1 written as V2.
class TstProfileV1Written : public QObject {
    Q_OBJECT

private slots:
    void aCaptureBecomesAProfileThatKeepsEveryRule()
    {
        NativeCapture capture;
        const auto profile = capture.typical();
        WriteReport report;
        const auto chunks = writtenAsV1(*profile, &report);
        QCOMPARE(chunks.size(), std::size_t(1));
        QVERIFY(!chunks[0].rejection);
        const auto envelope = chunkEnvelope(chunks[0]);
        const Bytes bytes{std::string_view(envelope)};
        const auto verdict = validate(bytes.view(), "x").front();
        for (const Finding &finding : verdict.findings)
            QVERIFY2(finding.severity == Severity::Note, finding.code.c_str());
        QVERIFY(verdict.isStrictlyValid());
        for (const char *change :
             {"transaction: ", "device, os", "threads: Sentry draws the active one only"})
            QVERIFY2(says(report, change), change);
    }

    void spansOfACaptureAreInItsTransaction()
    {
        NativeCapture capture;
        const auto range = capture.typical()->timeRange();
        const auto add = [&](const char *name, const char *id, const char *parent) {
            TracingSpan span;
            span.process = capture.process();
            span.name = capture.text(name);
            span.start = range.start;
            span.end = range.end;
            span.id = capture.text(id);
            span.parent = capture.text(parent);
            capture.builder().addTracingSpan(span);
        };
        add("outer", "a000000000000000", "f000000000000000");
        add("inner", "b000000000000000", "a000000000000000");
        WriteReport report;
        const auto chunks = writtenAsV1(*capture.profile(), &report);
        QCOMPARE(report.tracingSpans, std::uint64_t(0));
        const auto event = json::parse(chunks.at(0).transaction);
        const auto &spans = event.at("spans");
        QCOMPARE(spans.size(), std::size_t(2));
        COMPARE_JSON(spans[0].at("description"), "outer");
        COMPARE_JSON(spans[0].at("parent_span_id"), event["contexts"]["trace"]["span_id"]);
        COMPARE_JSON(spans[1].at("parent_span_id"), spans[0].at("span_id"));
        COMPARE_JSON(spans[1].at("trace_id"), event["contexts"]["trace"]["trace_id"]);
    }

    // L12: profiles_sample_rate.
    void aCaptureOfTransactionsHasAProfileOfEach()
    {
        NativeCapture capture;
        const auto at = [](std::int64_t ms) {
            return timestampFromNs(captureEpoch + ms * 1'000'000);
        };
        const auto thread = capture.thread("1", "main");
        for (std::int64_t ms = 0; ms <= 1000; ms += 10)
            capture.add(thread, ms * 1'000'000, {capture.named("work", 1, 0x1010)});
        auto &builder = capture.builder();
        builder.addEvent({at(0), CaptureEventKind::Resumed, 0, capture.text(ofTransactions)});
        const auto transaction = [&](const char *name, const char *id, std::int64_t from,
                                     std::int64_t to) {
            Transaction row;
            row.process = capture.process();
            row.thread = thread;
            row.name = capture.text(name);
            row.op = capture.text("http.server");
            row.traceId = capture.text("0123456789abcdef0123456789abcdef");
            row.spanId = capture.text(id);
            row.start = at(from);
            row.end = at(to);
            return builder.addTransaction(row);
        };
        transaction("first", "a000000000000000", 95, 500); // no sample at its start
        const auto second = transaction("second", "b000000000000000", 300, 900);
        transaction("unsampled", "c000000000000000", 2000, 3000);
        TracingSpan span{capture.process(), thread, capture.text("part"), at(350), at(400)};
        span.transaction = second;
        builder.addTracingSpan(span);
        WriteReport report;
        const auto chunks = writtenAsV1(*capture.profile(), &report);
        QCOMPARE(chunks.size(), std::size_t(2));
        for (const auto &[row, name, id, samples, first] :
             {std::tuple(0U, "first", "a000000000000000", 41U, "5000000"),
              std::tuple(1U, "second", "b000000000000000", 61U, "0")}) {
            const auto document = documentOf(chunks[row]);
            QCOMPARE(document["profile"]["samples"].size(), std::size_t(samples));
            COMPARE_JSON(document["profile"]["samples"][0]["elapsed_since_start_ns"], first);
            COMPARE_JSON(document["transaction"]["name"], name);
            COMPARE_JSON(document["transaction"]["active_thread_id"], "1");
            const auto event = json::parse(chunks[row].transaction);
            COMPARE_JSON(event["transaction"], name);
            COMPARE_JSON(event["start_timestamp"], document["timestamp"]);
            const auto &trace = event["contexts"]["trace"];
            COMPARE_JSON(trace["span_id"], id);
            COMPARE_JSON(trace["trace_id"], "0123456789abcdef0123456789abcdef");
            COMPARE_JSON(trace["op"], "http.server");
            QCOMPARE(event["spans"].size(), std::size_t(row));
            const auto envelope = chunkEnvelope(chunks[row]);
            const Bytes bytes{std::string_view(envelope)};
            QVERIFY(validate(bytes.view(), "x").front().isStrictlyValid());
        }
        QCOMPARE(report.transactionsLeft, std::uint64_t(1));
        QCOMPARE(report.tracingSpans, std::uint64_t(0));
        QCOMPARE(report.loss.samples, std::uint64_t(20));
    }

    void transactionsOfTheSameTimeAreTwo()
    {
        NativeCapture capture;
        const auto thread = capture.thread("1", "main");
        for (std::int64_t ms = 0; ms <= 100; ms += 10)
            capture.add(thread, ms * 1'000'000, {capture.named("work", 1, 0x1010)});
        auto &builder = capture.builder();
        const auto start = timestampFromNs(captureEpoch);
        builder.addEvent({start, CaptureEventKind::Resumed, 0, capture.text(ofTransactions)});
        for (const char *id : {"a000000000000000", "b000000000000000"}) {
            Transaction row;
            row.process = capture.process();
            row.thread = thread;
            row.name = capture.text(id);
            row.traceId = capture.text("0123456789abcdef0123456789abcdef");
            row.spanId = capture.text(id);
            row.start = start;
            row.end = start + std::chrono::milliseconds(100);
            builder.addTransaction(row);
        }
        const auto chunks = writtenAsV1(*capture.profile());
        QCOMPARE(chunks.size(), std::size_t(2));
        COMPARE_JSON(documentOf(chunks[0])["transaction"]["name"], "a000000000000000");
        COMPARE_JSON(documentOf(chunks[1])["transaction"]["name"], "b000000000000000");
        QVERIFY(chunks[0].chunkId != chunks[1].chunkId);
        QVERIFY(chunks[0].transactionId != chunks[1].transactionId);
    }

    void aTransactionThatTookLongerHasProfilesOf30Seconds()
    {
        NativeCapture capture;
        const auto thread = capture.thread("1", "main");
        constexpr std::int64_t step = 500'000'000;
        for (int row = 0; row <= 80; ++row)
            capture.add(thread, row * step, {capture.named("work", 1, 0x1010)});
        auto &builder = capture.builder();
        const auto start = timestampFromNs(captureEpoch);
        builder.addEvent({start, CaptureEventKind::Resumed, 0, capture.text(ofTransactions)});
        Transaction row;
        row.process = capture.process();
        row.thread = thread;
        row.name = capture.text("long");
        row.traceId = capture.text("0123456789abcdef0123456789abcdef");
        row.spanId = capture.text("a000000000000000");
        row.start = start;
        row.end = start + std::chrono::seconds(40);
        builder.addTransaction(row);
        const auto chunks = writtenAsV1(*capture.profile());
        QCOMPARE(chunks.size(), std::size_t(2));
        for (const auto &chunk : chunks) {
            QVERIFY(!chunk.rejection);
            COMPARE_JSON(documentOf(chunk)["transaction"]["name"], "long");
        }
        QVERIFY(chunks[0].transactionId != chunks[1].transactionId);
        const auto again = writtenAsV1(*capture.profile());
        for (std::size_t part = 0; part < 2; ++part) {
            QCOMPARE(again.at(part).chunkId, chunks[part].chunkId); // so it is not sent twice
            QCOMPARE(again.at(part).transaction, chunks[part].transaction);
        }
        COMPARE_JSON(json::parse(chunks[0].transaction)["contexts"]["trace"]["span_id"],
                     "a000000000000000");
        QVERIFY(json::parse(chunks[1].transaction)["contexts"]["trace"]["span_id"]
                != "a000000000000000");
    }

    void numbersAreStringsAndTheTransactionIsWhole()
    {
        NativeCapture capture;
        const auto profile = capture.typical();
        const auto chunks = writtenAsV1(*profile);
        const auto document = documentOf(chunks.at(0));
        const auto &transaction = document.at("transaction");
        QVERIFY(isStrictId(document.at("event_id").get<std::string>()));
        QVERIFY(isStrictId(transaction.at("id").get<std::string>()));
        QVERIFY(isStrictId(transaction.at("trace_id").get<std::string>()));
        QVERIFY(transaction.at("active_thread_id").is_string());
        QVERIFY(!document.at("device").at("architecture").get<std::string>().empty());
        QVERIFY(!document.at("os").at("version").get<std::string>().empty());
        for (const auto &sample : document.at("profile").at("samples")) {
            QVERIFY(sample.at("elapsed_since_start_ns").is_string());
            QVERIFY(sample.at("thread_id").is_string());
        }
        COMPARE_JSON(document.at("profile").at("samples")[0].at("elapsed_since_start_ns"), "0");
        const auto event = json::parse(chunks[0].transaction);
        COMPARE_JSON(event.at("event_id"), transaction.at("id"));
        COMPARE_JSON(event.at("start_timestamp"), document.at("timestamp"));
        COMPARE_JSON(event.at("contexts").at("trace").at("trace_id"), transaction.at("trace_id"));
        const auto start =
            parseRfc3339(document.at("timestamp").get<std::string>(), UtcOffset::Zero);
        QCOMPARE(start, std::optional(profile->timeRange().start));
    }

    void theMachineIsThatOfTheCapture()
    {
        NativeCapture capture;
        capture.typical();
        Source source;
        source.type = capture.text("emberchart");
        source.attributes = {{capture.text("machine"), capture.text("\"armv7l\"")},
                             {capture.text("system"), capture.text("\"Linux 1.2.3\"")}};
        capture.builder().addSource(std::move(source));
        WriteReport report;
        const auto chunks = writtenAsV1(*capture.profile(), &report);
        const auto document = documentOf(chunks.at(0));
        COMPARE_JSON(document.at("device").at("architecture"), "armv7l");
        COMPARE_JSON(document.at("os").at("name"), "Linux");
        COMPARE_JSON(document.at("os").at("version"), "1.2.3");
        QVERIFY(says(report, "device, os: those of the capture"));
    }

    void theCallsAreThoseOfTheCapture()
    {
        NativeCapture capture;
        const auto thread = capture.thread("1", "main");
        const auto main = capture.named("main", 1, 0x1010);
        const auto work = capture.named("work", 2, 0x1020);
        for (const auto &[ms, leafFirst] :
             {std::pair(5, std::vector{main}), std::pair(15, std::vector{work, main}),
              std::pair(25, std::vector{main}), std::pair(35, std::vector{main})})
            capture.add(thread, ms * 1'000'000, leafFirst);
        const auto again = openedText(writtenAsV1(*capture.profile()).at(0).json);
        QVERIFY(again);
        QCOMPARE(QString::fromStdString(printedCalls(again)),
                 QStringLiteral("main:1 0+30 (3)\n  work:2 10+10 (1)\n"));
    }

    void longerCapturesAreCutIntoProfilesOf30Seconds()
    {
        NativeCapture capture;
        const auto thread = capture.thread("1", "main");
        const auto frame = capture.named("work", 1, 0x1010);
        constexpr std::int64_t step = 500'000'000;
        for (int row = 0; row <= 150; ++row)
            capture.add(thread, row * step, {frame});
        const auto profile = capture.profile();
        const auto chunks = writtenAsV1(*profile);
        QCOMPARE(chunks.size(), std::size_t(3));
        std::size_t samples = 0;
        for (const auto &chunk : chunks) {
            QVERIFY(!chunk.rejection);
            QVERIFY(chunk.piece.duration() <= std::chrono::seconds(30));
            samples += documentOf(chunk).at("profile").at("samples").size();
        }
        QCOMPARE(samples, profile->sampleCount());
    }

    void anOpenedProfileIsWrittenAsItWas()
    {
        auto payload = baseProfileV1();
        payload["profile"]["samples"][3]["stack_id"] = 0; // idle ones are filled
        payload["profile"]["stacks"].erase(2);
        payload["profile"]["samples"][0]["stack_id"] = 2;
        payload["profile"]["samples"][6]["stack_id"] = 2;
        const auto profile = openedText(payload.dump());
        QVERIFY(profile);
        const auto again = documentOf(writtenAsV1(*profile).at(0));
        for (const char *member : {"version", "event_id", "platform", "release", "environment",
                                   "device", "os", "runtime", "transaction", "measurements"})
            COMPARE_JSON(again.at(member), payload.at(member));
        COMPARE_JSON(again.at("timestamp"), "2026-11-21T07:00:00.250Z");
        COMPARE_JSON(again.at("profile").at("thread_metadata"),
                     payload.at("profile").at("thread_metadata"));
        const auto &samples = again.at("profile").at("samples");
        QCOMPARE(samples.size(), payload.at("profile").at("samples").size());
        COMPARE_JSON(samples[2].at("elapsed_since_start_ns"), "11000000");
    }

    void valuesThatAreNotFiniteComeBack()
    {
        auto payload = baseProfileV1();
        auto &values = payload["measurements"]["cpu_usage"]["values"];
        values[0]["value"] = "+Infinity";
        values.push_back({{"elapsed_since_start_ns", "16000000"}, {"value", "-inf"}});
        values.push_back({{"elapsed_since_start_ns", "17000000"}, {"value", "NaN"}});
        const auto text = payload.dump();
        QVERIFY(validate(text, "x").front().isAccepted());
        const auto profile = openedText(text);
        QVERIFY(profile);
        for (const auto format : {SampleFormat::V1, SampleFormat::V2}) {
            ChunkOptions options;
            options.format = format;
            const auto chunk = written(*profile, options).at(0);
            QVERIFY(!chunk.rejection);
            const auto again = openedText(chunk.json);
            QVERIFY(again);
            const auto &series = again->tables().measurements[MeasurementIndex(0)];
            std::vector<double> read;
            series.values.forEach(
                [&](std::size_t, const MeasurementValue &value) { read.push_back(value.value); });
            QCOMPARE(read.size(), std::size_t(3));
            QVERIFY(std::isinf(read[0]) && read[0] > 0);
            QVERIFY(std::isinf(read[1]) && read[1] < 0);
            QVERIFY(std::isnan(read[2]));
        }
    }

    void realProfilesGoToV2AndBackWithTheSameTimes_data()
    {
        QTest::addColumn<QString>("path");
        const auto folder = referenceData(QStringLiteral("sentry/real/node_v1"));
        for (const auto &path : filesIn(folder, QStringLiteral("*.envelope")))
            QTest::newRow(qPrintable(path.section(u'/', -1))) << path;
        if (folder.isEmpty())
            QTest::newRow("no reference data") << QString();
    }

    void realProfilesGoToV2AndBackWithTheSameTimes()
    {
        QFETCH(QString, path);
        if (path.isEmpty())
            QSKIP("no reference data");
        const auto profile = openedText(fileBytes(path).view());
        QVERIFY(profile);
        const auto v1 = openedText(writtenAsV1(*profile).at(0).json);
        QVERIFY(v1);
        QCOMPARE(printedCalls(v1), printedCalls(profile));
        const auto v2 = openedText(written(*profile).at(0).json);
        QVERIFY(v2);
        QCOMPARE(v2->sampleCount(), profile->sampleCount());
    }
};

EMBER_TEST(TstProfileV1Written)
#include "tst_profilev1written.moc"
