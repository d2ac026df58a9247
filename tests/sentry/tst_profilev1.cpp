// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/files/chunkimporter.h"
#include "model/formats/sentry/files/validatechunk.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QFile>
#include <QTest>

#include <algorithm>

using namespace ember;
using namespace ember::model;
using namespace ember::model::sentry;
using nlohmann::json;

namespace {

Result<Import> openedBytes(std::string_view text)
{
    std::vector<ImportFile> files;
    files.push_back({"file", Bytes(text)});
    return ChunkImporter().read(std::move(files), {});
}

FileVerdict verdictOf(std::string_view text)
{
    const Bytes bytes(text);
    return validate(bytes.view(), "file", {.keepNormalised = KeepNormalised::Yes}).front();
}

QString reasonOf(const FileVerdict &verdict)
{
    return verdict.rejection ? QString::fromLatin1(reasonName(verdict.rejection->reason))
                             : QStringLiteral("accepted");
}

const Finding *findingOf(const std::vector<Finding> &findings, std::string_view code)
{
    const auto found = std::ranges::find(findings, code, &Finding::code);
    return found == findings.end() ? nullptr : &*found;
}

std::string attribute(const Profile &profile, std::string_view key)
{
    for (const auto &row : profile.tables().sources[SourceIndex(0)].attributes) {
        if (profile.text(row.key) == key)
            return std::string(profile.text(row.json));
    }
    return {};
}

json transactionEvent()
{
    return {{"type", "transaction"},
            {"transaction", "POST /new"},
            {"start_timestamp", "2026-11-21T07:00:00.25Z"},
            {"release", "other@2"},
            {"environment", "prod"},
            {"dist", "9"},
            {"sdk", {{"name", "sdk"}, {"version", "3"}}},
            {"contexts", {{"trace", {{"span_id", "27d809d0d8a28bdb"}}}}}};
}

std::string envelopeOf(const std::vector<std::pair<std::string, json>> &items)
{
    NewEnvelope envelope;
    for (const auto &[type, payload] : items) {
        NewEnvelopeItem item;
        item.type = type;
        item.payload = payload.dump();
        envelope.items.push_back(item);
    }
    return writeEnvelope(envelope);
}

} // namespace

class TstProfileV1 : public QObject {
    Q_OBJECT

private slots:
    void timesCountFromTheStartAndTheActiveThreadComesFirst()
    {
        const auto import = openedBytes(tests::baseProfileV1().dump());
        QVERIFY(import);
        QCOMPARE(import->profiles.at(0).format, std::string("sentry-v1"));
        const auto &profile = *import->profiles.at(0).profile;
        QCOMPARE(profile.tables().origin, TimeOrigin::ProfileStart);
        QCOMPARE(toNs(profile.tables().start.value()), std::int64_t(1'795'244'400'250'000'000));
        QCOMPARE(profile.text(profile.thread(ThreadIndex(0)).id), std::string_view("7"));
        QCOMPARE(profile.text(profile.thread(ThreadIndex(0)).name), std::string_view("main"));
        QCOMPARE(toNs(profile.samples(ThreadIndex(0)).times[SampleIndex(0)]),
                 std::int64_t(1'000'000));
        const auto &values = profile.tables().measurements[MeasurementIndex(0)].values;
        QCOMPARE(toNs(values[Index<MeasurementValueTag>(0)].time), std::int64_t(15'000'000));
    }

    // Thread 7 is idle between g and f: both have main and f.
    void anIdleSampleGetsWhatTheStacksAroundItShare()
    {
        const auto import = openedBytes(tests::baseProfileV1().dump());
        QVERIFY(import);
        const auto &profile = *import->profiles.at(0).profile;
        const auto &samples = profile.samples(ThreadIndex(0));
        QCOMPARE(samples.stacks[SampleIndex(2)], samples.stacks[SampleIndex(0)]);
        const auto *const filled = findingOf(import->log.findings(), "backend-v1-idle-filled");
        QVERIFY(filled);
        QCOMPARE(filled->count, std::uint64_t(1));
    }

    void deviceSystemRuntimeAndTransactionAreKept()
    {
        const auto import = openedBytes(tests::baseProfileV1().dump());
        QVERIFY(import);
        const auto &profile = *import->profiles.at(0).profile;
        for (const auto &[key, value] :
             {std::pair("device.architecture", "\"x64\""), std::pair("device.model", "\"Box\""),
              std::pair("device.is_emulator", "false"), std::pair("os.name", "\"linux\""),
              std::pair("os.version", "\"6.1\""), std::pair("runtime.version", "\"20\""),
              std::pair("transaction.name", "\"GET /\""),
              std::pair("transaction.active_thread_id", "\"7\""),
              std::pair("timestamp", "\"2026-11-21T07:00:00.25Z\""),
              std::pair("verdict", "\"accepted\"")})
            QCOMPARE(attribute(profile, key), std::string(value));
    }

    void theTransactionInTheEnvelopeHasTheLastWord()
    {
        auto payload = tests::baseProfileV1();
        for (const bool isFirst : {true, false}) {
            std::vector<std::pair<std::string, json>> items{{"transaction", transactionEvent()},
                                                            {"profile", payload}};
            if (!isFirst)
                std::swap(items[0], items[1]);
            const auto text = envelopeOf(items);
            const auto verdict = verdictOf(text);
            QCOMPARE(reasonOf(verdict), QStringLiteral("accepted"));
            QVERIFY(!findingOf(verdict.findings, "spec-v1-timestamp"));
            const auto kept = json::parse(verdict.normalised);
            QCOMPARE(kept["transaction"]["name"].get<std::string>(), std::string("POST /new"));
            QCOMPARE(kept["transaction"]["segment_id"].get<std::string>(),
                     std::string("27d809d0d8a28bdb"));
            QCOMPARE(kept["release"].get<std::string>(), std::string("app@1.0"));
            QCOMPARE(kept["environment"].get<std::string>(), std::string("prod"));
            QCOMPARE(kept["client_sdk"]["name"].get<std::string>(), std::string("sdk"));
            const auto import = openedBytes(text);
            QVERIFY(import);
            QCOMPARE(attribute(*import->profiles.at(0).profile, "transaction.name"),
                     std::string("\"POST /new\""));
        }
    }

    void aTransactionThatStartsAtAnotherTimeIsNoted()
    {
        auto event = transactionEvent();
        event["start_timestamp"] = 1795244400.5;
        const auto verdict =
            verdictOf(envelopeOf({{"transaction", event}, {"profile", tests::baseProfileV1()}}));
        QVERIFY(verdict.isAccepted());
        const auto *const noted = findingOf(verdict.findings, "spec-v1-timestamp");
        QVERIFY(noted);
        QCOMPARE(noted->detail, std::string("the transaction starts 0.250000 s later"));
    }

    void aProfileWithoutItsTransactionIsLostInAnEnvelope()
    {
        const auto text = envelopeOf({{"profile", tests::baseProfileV1()}});
        const auto verdict = verdictOf(text);
        QCOMPARE(reasonOf(verdict), QStringLiteral("profiling_no_transaction_associated"));
        QVERIFY(findingOf(verdict.findings, "spec-v1-transaction-item"));
        QCOMPARE(openedBytes(text)->profiles.size(), std::size_t(1)); // to be looked at
    }

    void aFieldAtAPlaceGivesAVerdict_data();
    void aFieldAtAPlaceGivesAVerdict();

    void whatTheTextAsksForIsFound()
    {
        auto payload = tests::baseProfileV1();
        payload.erase("release");
        payload.erase("environment");
        payload["transaction"].erase("active_thread_id");
        payload["profile"]["samples"][2]["elapsed_since_start_ns"] = 11'000'000;
        payload["profile"]["samples"][2]["thread_id"] = 7;
        payload["profile"]["samples"][3]["elapsed_since_start_ns"] = "40000000000";
        const auto verdict = verdictOf(payload.dump());
        QCOMPARE(reasonOf(verdict), QStringLiteral("accepted")); // the last element is early enough
        for (const auto &[code, rule] :
             {std::pair("spec-should-v2", "S1"), std::pair("spec-missing-release", "V1-2"),
              std::pair("spec-missing-environment", "V1-7"),
              std::pair("spec-v1-active-thread", "V1-5"), std::pair("spec-v1-number-form", "V1-9"),
              std::pair("spec-v1-duration", "V1-11")}) {
            const auto *const found = findingOf(verdict.findings, code);
            QVERIFY2(found, code);
            QCOMPARE(found->origin, std::string(rule));
        }
        QCOMPARE(findingOf(verdict.findings, "spec-v1-number-form")->count, std::uint64_t(2));
    }

    void oneSampleIsTooFew()
    {
        auto payload = tests::baseProfileV1();
        auto &samples = payload["profile"]["samples"];
        samples = json::array({samples[0]});
        const auto verdict = verdictOf(payload.dump());
        QCOMPARE(reasonOf(verdict), QStringLiteral("profiling_not_enough_samples"));
        const auto *const found = findingOf(verdict.findings, "spec-v1-samples");
        QVERIFY(found);
        QCOMPARE(found->origin, std::string("V1-10"));
    }

    void theTimesOf2022AreDrawnAndRefused()
    {
        const QString path = tests::referenceData(
            QStringLiteral("sentry/upstream/relay/v1_2022_multiple_transactions.json"));
        if (path.isEmpty())
            QSKIP("no reference data");
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto text = file.readAll().toStdString();
        QCOMPARE(reasonOf(verdictOf(text)), QStringLiteral("profiling_invalid_json"));
        const auto import = openedBytes(text);
        QVERIFY(import.has_value());
        const auto *const finding =
            findingOf(import->log.findings(), "spec-v1-relative-timestamps");
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->count, std::uint64_t(4));
        const auto range = import->profiles.front().profile->timeRange();
        QCOMPARE(range.duration().count(), std::int64_t(30'000'000));
    }

    void aRefusedProfileIsShownAsItIs()
    {
        auto payload = tests::baseProfileV1();
        payload["profile"]["samples"] = {
            {{"stack_id", 2}, {"thread_id", "7"}, {"elapsed_since_start_ns", "1"}},
            {{"stack_id", 1}, {"thread_id", "0xa"}, {"elapsed_since_start_ns", "2"}}};
        const auto import = openedBytes(payload.dump());
        QVERIFY(import);
        const auto &profile = *import->profiles.at(0).profile;
        QCOMPARE(profile.sampleCount(), std::size_t(2));
        QCOMPARE(attribute(profile, "verdict"), std::string("\"profiling_invalid_json\""));
    }

    void whatStartedMainIsCutOffOnCocoa()
    {
        auto payload = tests::baseProfileV1();
        payload["platform"] = "cocoa";
        payload["profile"]["frames"] = {
            {{"function", "start"}}, {{"function", "main"}}, {{"function", "f"}}};
        payload["profile"]["stacks"] = {{2, 1, 0}, {1, 0}, json::array(), {0}};
        const auto import = openedBytes(payload.dump());
        QVERIFY(import);
        QCOMPARE(QString::fromStdString(tests::printedCalls(import->profiles.at(0).profile))
                     .section(u' ', 0, 0),
                 QStringLiteral("main"));
    }

    void aTraceOfAndroidIsNoSampleProfile()
    {
        auto payload = tests::baseProfileV1();
        payload["platform"] = "android";
        payload.erase("version");
        payload["sampled_profile"] = "AAAA";
        const auto text = envelopeOf({{"transaction", transactionEvent()}, {"profile", payload}});
        QVERIFY(findingOf(verdictOf(text).findings, "backend-android-trace"));
        const auto import = openedBytes(text);
        QVERIFY(import);
        QCOMPARE(import->refused.size(), std::size_t(1));
        QCOMPARE(import->refused.front().code, ErrorCode::UnsupportedVersion);
    }

    // A file can ask for far more frames than it has.
    void fillingStopsBeforeItTakesAllMemory()
    {
        auto payload = tests::baseProfileV1();
        auto &profile = payload["profile"];
        profile["stacks"] = json::array({json::array()});
        for (int number = 0; number < 60; ++number)
            profile["stacks"].push_back(std::vector<int>(4000, 0));
        profile["samples"] = json::array();
        const auto add = [&profile](int stack) {
            const auto elapsed = std::to_string(profile["samples"].size());
            profile["samples"].push_back(
                {{"stack_id", stack}, {"thread_id", "7"}, {"elapsed_since_start_ns", elapsed}});
        };
        for (int pair = 0; pair < 60 * 60; ++pair) {
            for (const int stack : {1 + pair / 60, 0, 1 + pair % 60, 0})
                add(stack);
        }
        add(1);
        const auto import = openedBytes(payload.dump());
        QVERIFY(import);
        QVERIFY(findingOf(import->log.findings(), "backend-v1-idle-left"));
    }
};

namespace {

void row(const char *pointer, const char *value, const char *verdict)
{
    QTest::addRow("%s = %.60s", pointer, value)
        << std::string(pointer) << std::string(value) << QString::fromLatin1(verdict);
}

constexpr const char *accepted = "accepted";
constexpr const char *invalidJson = "profiling_invalid_json";
constexpr const char *invalidTransaction = "profiling_invalid_transaction_metadata";

} // namespace

// SENTRY.md §2: the small profile with one value put in (or, "<remove>", taken out).
void TstProfileV1::aFieldAtAPlaceGivesAVerdict_data()
{
    QTest::addColumn<std::string>("pointer");
    QTest::addColumn<std::string>("value");
    QTest::addColumn<QString>("expected");
    for (const char *pointer :
         {"/event_id", "/platform", "/timestamp", "/device", "/device/architecture", "/os",
          "/os/name", "/os/version", "/runtime/name", "/runtime/version", "/profile",
          "/profile/samples", "/profile/stacks", "/profile/frames", "/transaction/id",
          "/transaction/name", "/transaction/trace_id"})
        row(pointer, "<remove>", invalidJson);
    for (const char *pointer : {"/runtime", "/release", "/environment", "/measurements",
                                "/profile/thread_metadata", "/transaction/active_thread_id"})
        row(pointer, "<remove>", accepted);
    for (const char *pointer :
         {"/runtime", "/release", "/measurements", "/debug_meta", "/profile/thread_metadata",
          "/profile/queue_metadata", "/client_sdk"})
        row(pointer, "null", accepted);
    for (const char *pointer :
         {"/environment", "/dist", "/event_id", "/timestamp", "/device", "/transactions"})
        row(pointer, "null", invalidJson);
    row("/timestamp", "1795244400", invalidJson);
    row("/timestamp", "\"2023-10-10 00:00:00Z\"", accepted);
    row("/timestamp", "\"yesterday\"", invalidJson);
    row("/profile_id", "\"41fed0925670468bb0457f61a74688ec\"", invalidJson);
    row("/event_id", "\"41FED092-5670-468B-B045-7F61A74688EC\"", accepted);
    row("/transaction", "<remove>", "profiling_no_transaction_associated");
    row("/transaction", "null", "profiling_no_transaction_associated");
    row("/transaction/name", "\"\"", invalidTransaction);
    row("/transaction/id", "\"00000000000000000000000000000000\"", invalidTransaction);
    row("/transaction/trace_id", "\"00000000000000000000000000000000\"", invalidTransaction);
    row("/transaction/id", "\"x\"", invalidJson);
    row("/transaction/active_thread_id", "7", accepted);
    row("/transaction/active_thread_id", "\"0x7\"", invalidJson);
    row("/transaction/relative_end_ns", "1000000", "profiling_not_enough_samples");
    row("/profile/samples/1/thread_id", "7", accepted);
    row("/profile/samples/1/thread_id", "7.0", invalidJson);
    row("/profile/samples/1/thread_id", "\"-7\"", invalidJson);
    row("/profile/samples/1/elapsed_since_start_ns", "\"18446744073709551615\"", accepted);
    row("/profile/samples/1/elapsed_since_start_ns", "\"18446744073709551616\"", invalidJson);
    row("/profile/samples/6/elapsed_since_start_ns", "\"30000000000\"", accepted);
    row("/profile/samples/6/elapsed_since_start_ns", "\"30000000001\"",
        "profiling_duration_is_too_long");
    row("/profile/samples/1/queue_address", "\"0x1\"", accepted);
    row("/profile/samples/1/queue_address", "1", invalidJson);
    row("/profile/queue_metadata", R"({"0x1": {}})", invalidJson);
    row("/profile/stacks/3", "[99]", "profiling_malformed_stacks");
    row("/profile/samples/2/stack_id", "99", "profiling_malformed_samples");
    row("/platform", "\"cocoa\"", "profiling_invalid_profile_metadata");
    row("/measurements/cpu_usage/values/0/elapsed_since_start_ns", "5", accepted);
    row("/measurements/cpu_usage/values/0/value", "\"+Infinity\"", accepted);
    row("/measurements/cpu_usage/unit", "\"second\"", invalidJson);
}

void TstProfileV1::aFieldAtAPlaceGivesAVerdict()
{
    QFETCH(std::string, pointer);
    QFETCH(std::string, value);
    QFETCH(QString, expected);
    auto payload = tests::baseProfileV1();
    const json::json_pointer place(pointer);
    if (value == "<remove>")
        payload.at(place.parent_pointer()).erase(place.back());
    else
        payload[place] = json::parse(value);
    QCOMPARE(reasonOf(verdictOf(payload.dump())), expected);
}

EMBER_TEST(TstProfileV1)
#include "tst_profilev1.moc"
