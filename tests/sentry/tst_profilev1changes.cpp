// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/files/chunkimporter.h"
#include "model/formats/sentry/files/validatechunk.h"
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

// What becomes of a V1 profile that is written again, as V1 or V2, is said.
class TstProfileV1Changes : public QObject {
    Q_OBJECT

private slots:
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

    void cocoaIsToldWhatRelayAsksForThere()
    {
        auto payload = baseProfileV1();
        payload["platform"] = "cocoa";
        payload["os"]["build_number"] = "21A559";
        payload["device"]["locale"] = "en_US";
        payload["device"]["manufacturer"] = "Apple";
        const auto profile = openedText(payload.dump());
        QVERIFY(profile);
        WriteReport report;
        const auto same = writtenAsV1(*profile, &report);
        QCOMPARE(same.size(), std::size_t(1));
        QVERIFY(!same[0].rejection);
        COMPARE_JSON(documentOf(same[0]).at("os"), payload.at("os"));
        QVERIFY(!says(report, "os.build_number"));

        const auto chunks = written(*profile);
        const auto ofChunk = openedText(chunks.at(0).json);
        QVERIFY(ofChunk);
        WriteReport anew;
        const auto back = writtenAsV1(*ofChunk, &anew);
        QCOMPARE(back.size(), std::size_t(1));
        QVERIFY(!back[0].rejection);
        const auto document = documentOf(back[0]);
        QVERIFY(!document.at("os").at("build_number").get<std::string>().empty());
        QCOMPARE(document.at("device").at("is_emulator").get<bool>(), false);
        QVERIFY(says(anew, "device, os: those of this machine"));
        QVERIFY(says(anew, "device.locale, device.manufacturer, device.model: required on"));
        QVERIFY(says(anew, "device.is_emulator: required on platform cocoa"));
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
};

EMBER_TEST(TstProfileV1Changes)
#include "tst_profilev1changes.moc"
