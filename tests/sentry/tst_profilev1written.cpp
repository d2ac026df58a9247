// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/importer.h"
#include "model/formats/sentry/rfc3339.h"
#include "model/formats/sentry/uuidtext.h"
#include "model/formats/sentry/validate.h"
#include "tests/sentry/sentrydata.h"
#include "tests/sentry/writtenchunks.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ember;
using namespace ember::model;
using namespace ember::model::sentry;
using namespace ember::tests;
using nlohmann::json;

namespace {

ProfilePointer openedText(std::string_view text)
{
    std::vector<ImportFile> files;
    files.push_back({"file", Bytes(text)});
    const auto import = ChunkImporter().read(std::move(files), {});
    return import && import->profiles.size() == 1 ? import->profiles.front().profile : nullptr;
}

std::vector<WrittenChunk> writtenAsV1(const Profile &profile, WriteReport *report = nullptr)
{
    ChunkOptions options;
    options.format = SampleFormat::V1;
    return written(profile, options, report);
}

bool says(const WriteReport &report, std::string_view beginning)
{
    return std::ranges::any_of(report.changes, [beginning](const std::string &change) {
        return change.starts_with(beginning);
    });
}

} // namespace

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
        for (const char *change : {"version: V1 is deprecated", "transaction: ", "device, os",
                                   "threads: Sentry draws the active one only"})
            QVERIFY2(says(report, change), change);
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

    void inV2TheTimesAreAbsoluteAndEachChangeIsSaid()
    {
        const auto profile = openedText(baseProfileV1().dump());
        QVERIFY(profile);
        WriteReport report;
        const auto chunks = written(*profile, {}, &report);
        QCOMPARE(chunks.size(), std::size_t(1));
        QCOMPARE(verdictOf(chunks[0]), QStringLiteral("accepted"));
        const auto again = openedText(chunks[0].json);
        QVERIFY(again);
        QCOMPARE(again->tables().origin, TimeOrigin::UnixEpoch);
        QCOMPARE(again->sampleCount(), profile->sampleCount());
        const auto shift = again->timeRange().start - profile->timeRange().start;
        QVERIFY(std::chrono::abs(shift - profile->tables().start->time_since_epoch())
                < std::chrono::microseconds(1));
        for (const char *change : {"version: 1 is 2 now", "event_id: 41fed0925670468bb0457f61a7",
                                   "samples: elapsed_since_start_ns", "client_sdk: ", "device: ",
                                   "os: ", "runtime: ", "transaction: “GET /”"})
            QVERIFY2(says(report, change), change);
        QVERIFY(!documentOf(chunks[0]).contains("event_id"));
    }

    void theTransactionBesideAProfileStaysBesideIt()
    {
        const auto path = referenceData(QStringLiteral("sentry/real/node_v1/001.envelope"));
        if (path.isEmpty())
            QSKIP("no reference data");
        const auto file = fileBytes(path);
        const auto before = parseEnvelope(file.view());
        QVERIFY(before);
        const auto profile = openedText(file.view());
        QVERIFY(profile);
        ChunkOptions options;
        options.format = SampleFormat::V1;
        options.container = ChunkContainer::Envelope;
        WriteReport report;
        const auto bytes = chunkEnvelope(written(*profile, options, &report).at(0));
        const auto after = parseEnvelope(bytes);
        QVERIFY(after);
        QCOMPARE(after->items.size(), std::size_t(2));
        QCOMPARE(after->items[0].type, std::string("transaction"));
        QCOMPARE(after->items[0].payload, before->items[0].payload);
        auto header = json::parse(before->header.json);
        header.erase("sent_at");
        COMPARE_JSON(json::parse(after->header.json), header);
        QVERIFY(says(report, "sent_at of the envelope: left out"));
        QVERIFY(!says(report, "envelope.transaction"));
        QVERIFY(!says(report, "transaction"));
        const auto verdict = validate(bytes, "x").front();
        QVERIFY(verdict.isAccepted());
    }

    void whatTheUserSaysIsInTheTransactionToo()
    {
        const auto path = referenceData(QStringLiteral("sentry/real/node_v1/001.envelope"));
        if (path.isEmpty())
            QSKIP("no reference data");
        const auto profile = openedText(fileBytes(path).view());
        QVERIFY(profile);
        ChunkOptions options;
        options.format = SampleFormat::V1;
        options.container = ChunkContainer::Envelope;
        options.environment = "elsewhere";
        const auto event = json::parse(written(*profile, options).at(0).transaction);
        COMPARE_JSON(event.at("environment"), "elsewhere");
        QVERIFY(event.contains("spans"));
        options.ids = Ids::Fresh;
        WriteReport report;
        const auto fresh = json::parse(written(*profile, options, &report).at(0).transaction);
        QVERIFY(fresh.at("event_id") != event.at("event_id"));
        QVERIFY(says(report, "transaction: its event is made"));
    }

    void withoutAnEnvelopeItsTransactionIsLeftOut()
    {
        const auto path = referenceData(QStringLiteral("sentry/real/node_v1/001.envelope"));
        if (path.isEmpty())
            QSKIP("no reference data");
        const auto profile = openedText(fileBytes(path).view());
        QVERIFY(profile);
        WriteReport report;
        writtenAsV1(*profile, &report);
        for (const char *change : {"envelope.header: left out", "envelope.transaction: left out"})
            QVERIFY2(says(report, change), change);
    }

    void aSampleAfterAThousandYearsIsSaidToBeLost()
    {
        auto payload = baseProfileV1();
        payload["profile"]["samples"][2]["elapsed_since_start_ns"] = "18446744073709551615";
        std::vector<ImportFile> files;
        files.push_back({"file", Bytes(std::string_view(payload.dump()))});
        const auto import = ChunkImporter().read(std::move(files), {});
        QVERIFY(import && import->profiles.size() == 1);
        const auto &findings = import->log.findings();
        QCOMPARE(std::ranges::count(findings, "absurd-times", &Finding::code), 1);
        for (const auto format : {SampleFormat::V1, SampleFormat::V2}) {
            ChunkOptions options;
            options.format = format;
            WriteReport report;
            const auto chunks = written(*import->profiles.front().profile, options, &report);
            QCOMPARE(chunks.size(), std::size_t(1));
            QCOMPARE(report.loss.samples, std::uint64_t(1));
        }
        WriteReport report;
        const auto chunks = writtenAsV1(*import->profiles.front().profile, &report);
        QVERIFY(
            says(report, "event_id, transaction.id: not all samples of 41fed0925670468bb0457f"));
        QVERIFY(!says(report, "device, os"));
        const auto document = documentOf(chunks.at(0));
        COMPARE_JSON(document.at("device"), payload.at("device"));
        COMPARE_JSON(document.at("transaction").at("name"), "GET /");
        QVERIFY(document.at("event_id") != payload.at("event_id"));
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

    void membersThatV2HasNoPlaceForAreNamed()
    {
        auto payload = baseProfileV1();
        payload["contexts"] = {{"trace", {{"span_id", "27d809d0d8a28bdb"}}}};
        payload["nobody"] = json::array({1, 2});
        payload["transaction"]["relative_cpu_end_ms"] = "40";
        payload["profile"]["thread_metadata"]["99"] = {{"name", "gone"}};
        payload["profile"]["thread_metadata"]["7"]["colour"] = "red";
        const auto profile = openedText(payload.dump());
        QVERIFY(profile);
        WriteReport report;
        written(*profile, {}, &report);
        for (const char *change :
             {"contexts: left out", "nobody: left out", "profile.thread_metadata: threads without",
              "profile.thread_metadata.7.colour: left out"})
            QVERIFY2(says(report, change), change);
        for (const char *change : {"release", "environment", "platform", "verdict", "timestamp",
                                   "os.name", "transaction.name", "profile.thread_metadata.3"})
            QVERIFY2(!says(report, change), change);
        QVERIFY(!documentOf(written(*profile).at(0)).contains("contexts"));
        WriteReport toV1;
        writtenAsV1(*profile, &toV1);
        QVERIFY(says(toV1, "transaction.relative_cpu_end_ms: left out"));
    }

    void realProfilesLoseNoMemberUnsaid()
    {
        const auto path = referenceData(QStringLiteral("sentry/real/node_v1/001.profile.json"));
        if (path.isEmpty())
            QSKIP("no reference data");
        const auto profile = openedText(fileBytes(path).view());
        QVERIFY(profile);
        WriteReport report;
        const auto v2 = documentOf(written(*profile, {}, &report).at(0));
        const auto v1 = jsonFile(path);
        for (const auto &[key, value] : v1.items()) {
            const bool isMeant = key == "timestamp" || key == "event_id"; // of other names there
            QVERIFY2(isMeant || v2.contains(key) || says(report, key), key.c_str());
        }
    }

    void membersOfSamplesThatAreNotKeptAreCounted()
    {
        auto payload = baseProfileV1();
        payload["profile"]["samples"][2]["nobody"] = 1;
        payload["profile"]["samples"][3]["queue_address"] = "0x1";
        std::vector<ImportFile> files;
        files.push_back({"file", Bytes(std::string_view(payload.dump()))});
        const auto import = ChunkImporter().read(std::move(files), {});
        QVERIFY(import);
        const auto count = [&](std::string_view code) {
            std::uint64_t sum = 0;
            for (const Finding &finding : import->log.findings())
                sum += finding.code == code ? finding.count : 0;
            return sum;
        };
        QCOMPARE(count("unknown-sample-members"), std::uint64_t(1));
        QCOMPARE(count("queue-addresses"), std::uint64_t(1));
    }

    void whatAProfileWrittenAgainLacksIsSaid()
    {
        auto payload = baseProfileV1();
        payload["contexts"] = {{"trace", {{"span_id", "27d809d0d8a28bdb"}}}};
        const auto profile = openedText(payload.dump());
        QVERIFY(profile);
        ChunkOptions options;
        options.format = SampleFormat::V1;
        WriteReport report;
        written(*profile, options, &report);
        for (const char *change : {"contexts: left out", "client_sdk: the file has none"})
            QVERIFY2(says(report, change), change);
        for (const char *change : {"device", "os", "runtime", "transaction", "event_id"})
            QVERIFY2(!says(report, change), change);
    }

    void aChunkIsWrittenWithoutAWordOfV1()
    {
        const auto profile = openedText(baseChunk().dump());
        QVERIFY(profile);
        WriteReport report;
        written(*profile, {}, &report);
        QVERIFY(report.changes.empty());
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
