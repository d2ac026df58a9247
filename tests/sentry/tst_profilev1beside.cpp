// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkattributes.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/files/chunkimporter.h"
#include "model/formats/sentry/files/validatechunk.h"
#include "model/json/jsontext.h"
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

namespace {

constexpr const char *eventId = "90976f2ddbe04ac9b6bffe6e35d4710c";
constexpr const char *traceId = "9b25bc58f14243d8b208d1e22a054164";
constexpr const char *spanId = "27d809d0d8a28bdb";

json eventBeside()
{
    return {{"type", "transaction"},
            {"event_id", eventId},
            {"transaction", "GET /"},
            {"start_timestamp", "2026-11-21T07:00:00.25Z"},
            {"release", "app@1.0"},
            {"contexts", {{"trace", {{"trace_id", traceId}, {"span_id", spanId}}}}}};
}

json headerWithTrace()
{
    return {{"event_id", eventId},
            {"trace", {{"trace_id", traceId}, {"release", "app@1.0"}, {"sampled", "true"}}}};
}

std::string envelopeOf(const std::string &header, const std::string &event,
                       const std::vector<json> &profiles)
{
    auto text = header + '\n';
    const auto add = [&text](const std::string &type, const std::string &payload) {
        text += json{{"type", type}, {"length", payload.size()}}.dump() + '\n' + payload + '\n';
    };
    add("transaction", event);
    for (const auto &profile : profiles)
        add("profile", profile.dump());
    return text;
}

Import openedBeside(std::string_view text)
{
    std::vector<ImportFile> files;
    files.push_back({"file", Bytes(text)});
    auto import = ChunkImporter().read(std::move(files), {});
    return import ? std::move(*import) : Import();
}

bool has(const Import &import, std::string_view code)
{
    const auto &findings = import.log.findings();
    return std::ranges::find(findings, code, &Finding::code) != findings.end();
}

const Attribute *attributeOfSource(const Profile &profile, std::string_view key)
{
    const auto &attributes = profile.tables().sources[SourceIndex(0)].attributes;
    const auto found = std::ranges::find(
        attributes, key, [&](const Attribute &entry) { return profile.text(entry.key); });
    return found == attributes.end() ? nullptr : &*found;
}

// The ids of the profiles that have the attribute.
std::vector<std::string> holders(const Import &import, std::string_view key)
{
    std::vector<std::string> ids;
    for (const auto &openedBeside : import.profiles) {
        const auto &profile = *openedBeside.profile;
        if (attributeOfSource(profile, key))
            ids.emplace_back(profile.text(attributeOfSource(profile, "event_id")->json));
    }
    return ids;
}

ChunkOptions toEnvelope()
{
    ChunkOptions options;
    options.format = SampleFormat::V1;
    options.container = ChunkContainer::Envelope;
    return options;
}

std::string nested(std::size_t depth)
{
    return "{\"trace\":" + std::string(depth, '[') + std::string(depth, ']') + '}';
}

} // namespace

// What stands beside a V1 profile in its envelope: the transaction's event and the header.
class TstProfileV1Beside : public QObject {
    Q_OBJECT

private slots:
    void onlyTheTransactionsOwnProfileKeepsItsText_data()
    {
        QTest::addColumn<int>("own"); // row of the profile; -1: the ids match none
        QTest::addColumn<bool>("isByEvent"); // the event names the profile, not the other way
        QTest::newRow("none") << -1 << false;
        QTest::newRow("by the transaction's id") << 2 << false;
        QTest::newRow("by the profile's id") << 3 << true;
    }

    void onlyTheTransactionsOwnProfileKeepsItsText()
    {
        QFETCH(int, own);
        QFETCH(bool, isByEvent);
        auto event = eventBeside();
        std::vector<json> profiles(5, baseProfileV1());
        for (std::size_t row = 0; row < profiles.size(); ++row)
            profiles[row]["event_id"] = "41fed0925670468bb0457f61a74688e" + std::to_string(row);
        const auto first = profiles.at(std::size_t(std::max(own, 0))).at("event_id");
        if (isByEvent)
            event["contexts"]["profile"] = {{"profile_id", first}};
        else if (own >= 0)
            profiles.at(std::size_t(own))["transaction"]["id"] = eventId;
        const auto import =
            openedBeside(envelopeOf(headerWithTrace().dump(), event.dump(), profiles));
        QCOMPARE(import.profiles.size(), profiles.size());
        const std::vector<std::string> expected{first.dump()};
        QCOMPARE(holders(import, attribute::transactionEvent), expected);
        QCOMPARE(holders(import, attribute::envelopeHeader), expected);
    }

    void aNameAsLongAsAFileIsNotInEachProfile()
    {
        auto event = eventBeside();
        event["transaction"] = std::string(100'000, 'x');
        const auto import = openedBeside(
            envelopeOf(headerWithTrace().dump(), event.dump(), {baseProfileV1(), baseProfileV1()}));
        QVERIFY(!import.profiles.empty());
        for (const auto &one : import.profiles) {
            const auto &profile = *one.profile;
            QCOMPARE(profile.text(attributeOfSource(profile, "transaction.name")->json),
                     std::string_view("\"GET /\""));
        }
    }

    void textNestedTooDeepIsNotKeptAndSaid()
    {
        const auto deep = nested(100'000);
        for (const bool isHeader : {true, false}) {
            const auto text = envelopeOf(isHeader ? deep : headerWithTrace().dump(),
                                         isHeader ? eventBeside().dump() : deep, {baseProfileV1()});
            const auto import = openedBeside(text);
            QCOMPARE(import.profiles.size(), std::size_t(1));
            QVERIFY(has(import, "deep-envelope-json"));
            QCOMPARE(holders(import, attribute::envelopeHeader).empty(), isHeader);
            QCOMPARE(holders(import, attribute::transactionEvent).empty(), !isHeader);
            const auto bytes =
                chunkEnvelope(written(*import.profiles[0].profile, toEnvelope()).at(0));
            QVERIFY(validate(bytes, "x").front().isAccepted());
        }
    }

    void anEnvelopeIsStampedHoweverDeepItsHeader()
    {
        const auto header = nested(100'000);
        const auto envelope = header + "\n{\"type\":\"x\",\"length\":1}\ny\n";
        const auto changed = stampedHeader(envelope, "2026-11-21T07:43:06Z");
        QVERIFY(changed);
        const std::string stamped = changed->json + envelope.substr(changed->restAt);
        const auto again = parseEnvelope(stamped);
        QVERIFY(again);
        QCOMPARE(again->header.sentAt, std::optional<std::string>("2026-11-21T07:43:06Z"));
        QVERIFY(stamped.starts_with(header.substr(0, header.size() - 1)));
    }

    void membersAreReadUpToADepth()
    {
        QVERIFY(JsonMembers::read(nested(99)));
        QVERIFY(!JsonMembers::read(nested(100)));
        QVERIFY(!JsonMembers::read("[1]"));
        QVERIFY(!JsonMembers::read("{\"a\":}"));
        auto members =
            JsonMembers::read("{ \"z\":1.50,\n\"a\":\"\\u00e9\",\"z\": {\"b\" : \"c\"}}");
        QVERIFY(members);
        QCOMPARE(members->text("a"), std::optional<std::string>("é"));
        QVERIFY(!members->text("z"));
        QCOMPARE(members->object("z")->text("b"), std::optional<std::string>("c"));
        members->setText("z", "\"");
        members->setJson("n", "[1, 2]");
        QCOMPARE(members->json(), std::string("{\"z\":\"\\\"\",\"a\":\"\\u00e9\",\"n\":[1, 2]}"));
        QVERIFY(members->erase("a") && !members->erase("a"));
    }

    // Of so many, none is sought by looking at all others.
    void manyMembersStayInTheirOrder()
    {
        constexpr int count = 100'000;
        auto event = eventBeside().dump();
        event.pop_back();
        for (int row = count; row > 0; --row)
            event += ",\"k" + std::to_string(row) + "\":1";
        event += '}';
        const auto import =
            openedBeside(envelopeOf(headerWithTrace().dump(), event, {baseProfileV1()}));
        QCOMPARE(import.profiles.size(), std::size_t(1));
        auto options = toEnvelope();
        options.dist = "7";
        const auto chunk = written(*import.profiles[0].profile, options).at(0);
        event.back() = ',';
        QVERIFY(chunk.transaction == event + "\"dist\":\"7\"}");
    }

    void whatTheUserSaysIsInTheTraceToo()
    {
        const auto import = openedBeside(
            envelopeOf(headerWithTrace().dump(), eventBeside().dump(), {baseProfileV1()}));
        QCOMPARE(import.profiles.size(), std::size_t(1));
        auto options = toEnvelope();
        options.release = "app@2";
        options.environment = "elsewhere";
        const auto chunk = written(*import.profiles[0].profile, options).at(0);
        auto trace = headerWithTrace().at("trace");
        trace["release"] = "app@2";
        trace["environment"] = "elsewhere";
        COMPARE_JSON(json::parse(chunk.envelopeHeader).at("trace"), trace);
        COMPARE_JSON(json::parse(chunk.transaction).at("release"), "app@2");
        COMPARE_JSON(documentOf(chunk).at("transaction").at("segment_id"), spanId);
    }

    void threadsThatAreLeftOutAreNotInItsEvent()
    {
        const json data{{"thread.id", 99}, {"thread.name", "payments"}};
        auto event = eventBeside();
        event["contexts"]["trace"]["data"] = data;
        event["spans"] = {{{"span_id", spanId}, {"data", data}},
                          {{"span_id", "37d809d0d8a28bdb"}, {"description", "SELECT"}}};
        const auto import =
            openedBeside(envelopeOf(headerWithTrace().dump(), event.dump(), {baseProfileV1()}));
        QCOMPARE(import.profiles.size(), std::size_t(1));
        auto options = toEnvelope();
        options.redaction.threads = {"pay*"};
        const auto text = written(*import.profiles[0].profile, options).at(0).transaction;
        QVERIFY2(text.find("payments") == std::string::npos, text.c_str());
        QVERIFY2(text.find("SELECT") != std::string::npos, text.c_str());
        const auto whole = written(*import.profiles[0].profile, toEnvelope()).at(0).transaction;
        QVERIFY(whole.find("payments") != std::string::npos);
    }

    void anotherTransactionHasNothingOfTheOldOne()
    {
        auto header = headerWithTrace();
        header["sdk"] = {{"name", "sdk"}};
        const auto import =
            openedBeside(envelopeOf(header.dump(), eventBeside().dump(), {baseProfileV1()}));
        QCOMPARE(import.profiles.size(), std::size_t(1));
        auto options = toEnvelope();
        options.ids = Ids::Fresh;
        WriteReport report;
        const auto chunk = written(*import.profiles[0].profile, options, &report).at(0);
        header.erase("event_id");
        header.erase("trace");
        COMPARE_JSON(json::parse(chunk.envelopeHeader), header);
        QVERIFY(!documentOf(chunk).at("transaction").contains("segment_id"));
        const auto bytes = chunkEnvelope(chunk);
        for (const char *old : {eventId, traceId, spanId})
            QVERIFY2(bytes.find(old) == std::string::npos, old);
        for (const char *change : {"trace of the envelope: left out",
                                   "transaction.segment_id: left out", "transaction: its event is"})
            QVERIFY2(says(report, change), change);
    }

    void aMadeEventHasTheSpanTheProfileNames()
    {
        auto payload = baseProfileV1();
        payload["transaction"]["segment_id"] = spanId;
        const auto profile = openedText(payload.dump());
        QVERIFY(profile);
        const auto chunk = written(*profile, toEnvelope()).at(0);
        COMPARE_JSON(documentOf(chunk).at("transaction"), payload.at("transaction"));
        COMPARE_JSON(json::parse(chunk.transaction).at("contexts").at("trace").at("span_id"),
                     spanId);
    }

    void idsTheProfileLacksAreThoseOfItsEvent()
    {
        auto payload = baseProfileV1();
        payload["transaction"].erase("id");
        payload["transaction"].erase("trace_id");
        const auto import =
            openedBeside(envelopeOf(headerWithTrace().dump(), eventBeside().dump(), {payload}));
        QCOMPARE(import.profiles.size(), std::size_t(1));
        const auto chunk = written(*import.profiles[0].profile, toEnvelope()).at(0);
        const auto transaction = documentOf(chunk).at("transaction");
        COMPARE_JSON(transaction.at("id"), eventId);
        COMPARE_JSON(transaction.at("trace_id"), traceId);
        QCOMPARE(chunk.transactionId, std::string(eventId));
    }
};

EMBER_TEST(TstProfileV1Beside)
#include "tst_profilev1beside.moc"
