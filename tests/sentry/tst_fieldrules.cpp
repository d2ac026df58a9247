// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/documentjson.h"
#include "tests/sentry/relayverdict.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::model;
using namespace ember::model::sentry;
using namespace ember::tests;

// SENTRY.md §1.1 to §1.3, rule by rule: the small valid chunk with one value put in (or, with
// "<remove>", taken out) at a JSON pointer.
class TstFieldRules : public QObject {
    Q_OBJECT

private slots:
    void aValueAtAPlaceGivesAVerdict_data();
    void aValueAtAPlaceGivesAVerdict();
    void theFirstBrokenFieldNamesItsPlace();
    void theItemHeaderMustBeOfTheSameClass_data();
    void theItemHeaderMustBeOfTheSameClass();
    void theLimitHoldsForThePayloadAndForWhatIsForwarded();
    void lastOfEqualThreadIdsWins();
};

namespace {

void ruleRow(const char *pointer, const char *value, const char *verdict)
{
    QTest::addRow("%s = %.60s", pointer, value)
        << std::string(pointer) << std::string(value) << QString::fromLatin1(verdict);
}

void topLevelRows()
{
    for (const char *id : {"/chunk_id", "/profiler_id"}) {
        ruleRow(id, "<remove>", invalidJson);
        ruleRow(id, "null", invalidJson);
        ruleRow(id, "7", invalidJson);
        ruleRow(id, R"("")", invalidJson);
        ruleRow(id, R"("0432a0a4c25f4697bf9f0a2fcbe6a81")", invalidJson);
        ruleRow(id, R"("0432a0a4c25f4697bf9f0a2fcbe6a81g")", invalidJson);
        ruleRow(id, R"("0432A0A4C25F4697BF9F0A2FCBE6A814")", accepted);
        ruleRow(id, R"("0432a0a4-c25f-4697-bf9f-0a2fcbe6a814")", accepted);
        ruleRow(id, R"("0432a0a4c-25f-4697-bf9f-0a2fcbe6a814")", invalidJson);
        ruleRow(id, R"("00000000000000000000000000000000")", accepted);
        ruleRow(id, R"("urn:uuid:0432a0a4-c25f-4697-bf9f-0a2fcbe6a814")", accepted);
    }
    ruleRow("/platform", "<remove>", invalidJson);
    ruleRow("/platform", "null", invalidJson);
    ruleRow("/platform", "3", invalidJson);
    ruleRow("/platform", R"("klingon")", accepted);
    ruleRow("/platform", R"("android")", accepted);
    ruleRow("/version", "<remove>", unsupported);
    ruleRow("/version", "null", invalidJson);
    ruleRow("/version", "2", invalidJson);
    ruleRow("/version", "2.0", invalidJson);
    ruleRow("/version", R"("3")", invalidJson);
    ruleRow("/version", R"("")", invalidJson);
    ruleRow("/version", R"("1")", unsupported);
    ruleRow("/version", R"("2.android-trace")", unsupported);
    ruleRow("/sampled_profile", R"("abc")", accepted);
    for (const char *text : {"/release", "/environment"}) {
        ruleRow(text, "<remove>", accepted);
        ruleRow(text, "null", accepted);
        ruleRow(text, R"("")", accepted);
        ruleRow(text, "1", invalidJson);
    }
    ruleRow("/client_sdk", "<remove>", invalidJson);
    ruleRow("/client_sdk", "null", invalidJson);
    ruleRow("/client_sdk", "{}", invalidJson);
    ruleRow("/client_sdk/name", "<remove>", invalidJson);
    ruleRow("/client_sdk/name", "null", invalidJson);
    ruleRow("/client_sdk/version", "<remove>", invalidJson);
    ruleRow("/client_sdk/version", "1", invalidJson);
    ruleRow("/client_sdk/packages", "[]", accepted);
    ruleRow("/profile", "<remove>", invalidJson);
    ruleRow("/profile", "null", invalidJson);
    ruleRow("/profile", "[]", invalidJson);
    ruleRow("/timestamp", R"("2026-11-21")", accepted);
    ruleRow("/anything", R"([{"a":[null,true]}])", accepted);
}

void profileRows()
{
    for (const char *table : {"/profile/samples", "/profile/stacks", "/profile/frames"}) {
        ruleRow(table, "<remove>", invalidJson);
        ruleRow(table, "null", invalidJson);
        ruleRow(table, "{}", invalidJson);
        ruleRow(table, R"("x")", invalidJson);
    }
    ruleRow("/profile/samples", "[]", "profiling_not_enough_samples");
    ruleRow("/profile/samples/0", "null", invalidJson);
    ruleRow("/profile/stacks", "[]", "profiling_not_enough_samples");
    ruleRow("/profile/frames", "[]", "profiling_malformed_stacks");
    const char *timestamp = "/profile/samples/0/timestamp";
    for (const char *value : {"<remove>", "null", R"("1.5")", "true", "[]"})
        ruleRow(timestamp, value, invalidJson);
    ruleRow(timestamp, "1710805788", accepted);
    ruleRow(timestamp, "1.7108057885e9", accepted);
    ruleRow(timestamp, "1710805722.5", "profiling_duration_is_too_long");
    ruleRow(timestamp, "1710805854.4", accepted);
    const char *stack = "/profile/samples/0/stack_id";
    for (const char *value : {"<remove>", "null", "-1", "0.0", "1e0", R"("0")", "-0", "true"})
        ruleRow(stack, value, invalidJson);
    ruleRow(stack, "18446744073709551616", invalidJson);
    ruleRow(stack, "18446744073709551615", "profiling_malformed_samples");
    ruleRow(stack, "4294967296", "profiling_malformed_samples");
    ruleRow(stack, "3", "profiling_malformed_samples");
    const char *thread = "/profile/samples/0/thread_id";
    for (const char *value : {"<remove>", "null", "1", "1.0"})
        ruleRow(thread, value, invalidJson);
    ruleRow(thread, R"("0xff")", accepted);
    ruleRow(thread, R"("")", accepted);
    ruleRow("/profile/samples/0/queue_address", "5", accepted);
    ruleRow("/profile/stacks/0", "null", invalidJson);
    ruleRow("/profile/stacks/0", "{}", invalidJson);
    ruleRow("/profile/stacks/0/0", "-1", invalidJson);
    ruleRow("/profile/stacks/0/0", "1.0", invalidJson);
    ruleRow("/profile/stacks/0/0", R"("1")", invalidJson);
    ruleRow("/profile/stacks/0/0", "3", "profiling_malformed_stacks");
    ruleRow("/profile/stacks/0/0", "4294967296", "profiling_malformed_stacks");
    ruleRow("/profile/thread_metadata", "<remove>", accepted);
    ruleRow("/profile/thread_metadata", "{}", accepted);
    ruleRow("/profile/thread_metadata", "null", invalidJson);
    ruleRow("/profile/thread_metadata", "[]", invalidJson);
    ruleRow("/profile/thread_metadata/1", "null", invalidJson);
    ruleRow("/profile/thread_metadata/1", "{}", accepted);
    ruleRow("/profile/thread_metadata/1/name", "null", accepted);
    ruleRow("/profile/thread_metadata/1/name", "1", invalidJson);
    const char *priority = "/profile/thread_metadata/1/priority";
    ruleRow(priority, "null", accepted);
    ruleRow(priority, "4294967295", accepted);
    for (const char *value : {"4294967296", "-1", "1.0", R"("1")"})
        ruleRow(priority, value, invalidJson);
}

void frameRows()
{
    ruleRow("/profile/frames/0", "null", invalidJson);
    ruleRow("/profile/frames/0", "{}", accepted);
    for (const char *field :
         {"abs_path", "filename", "function", "module", "package", "platform"}) {
        const auto pointer = std::string("/profile/frames/0/") + field;
        ruleRow(pointer.c_str(), "null", accepted);
        ruleRow(pointer.c_str(), R"("")", accepted);
        ruleRow(pointer.c_str(), "1", invalidJson);
        ruleRow(pointer.c_str(), "{}", invalidJson);
    }
    for (const char *field : {"lineno", "colno"}) {
        const auto pointer = std::string("/profile/frames/0/") + field;
        ruleRow(pointer.c_str(), "null", accepted);
        ruleRow(pointer.c_str(), "4294967295", accepted);
        for (const char *value : {"4294967296", "-1", "1.5", R"("1")", "true"})
            ruleRow(pointer.c_str(), value, invalidJson);
    }
    ruleRow("/profile/frames/0/in_app", "null", accepted);
    ruleRow("/profile/frames/0/in_app", "true", accepted);
    ruleRow("/profile/frames/0/in_app", "1", invalidJson);
    ruleRow("/profile/frames/0/in_app", R"("true")", invalidJson);
    const char *address = "/profile/frames/0/instruction_addr";
    for (const char *value :
         {"null", R"("0x1f")", R"("0X1F")", R"("31")", "31", R"("0xffffffffffffffff")"})
        ruleRow(address, value, accepted);
    for (const char *value : {R"("")", R"("0x")", R"("1f")", R"(" 0x1f")", "-1", "1.5", "true",
                              R"("0x10000000000000000")"})
        ruleRow(address, value, invalidJson);
    // Both spellings of one field are a duplicate.
    ruleRow("/profile/frames/0/name", R"("x")", invalidJson);
    ruleRow("/profile/frames/0/file", R"("x")", invalidJson);
    ruleRow("/profile/frames/0/line", "1", invalidJson);
    ruleRow("/profile/frames/0/column", "1", accepted);
    ruleRow("/profile/frames/0/vars", R"({"x":[1]})", accepted);
}

void imageRows()
{
    ruleRow("/debug_meta", "null", invalidJson);
    ruleRow("/debug_meta", "{}", invalidJson);
    ruleRow("/debug_meta", R"({"images":null})", invalidJson);
    ruleRow("/debug_meta", R"({"images":[]})", accepted);
    ruleRow("/debug_meta", R"({"images":[],"sdk_info":1})", accepted);
    const auto image = [](const std::string &members, const char *verdict) {
        const auto value = R"({"images":[{)" + members + "}]}";
        ruleRow("/debug_meta", value.c_str(), verdict);
    };
    for (const char *type : {"macho", "symbolic", "sourcemap", "proguard", "jvm"})
        image(std::string(R"("type":")") + type + '"', accepted);
    for (const char *type : {"elf", "pe", "wasm", "MachO", ""})
        image(std::string(R"("type":")") + type + '"', invalidJson);
    image(R"("code_file":"x")", invalidJson);
    const auto with = [&image](const std::string &member, const char *verdict) {
        image(R"("type":"macho",)" + member, verdict);
    };
    with(R"("image_size":"4096")", accepted);
    with(R"("image_size":4096)", accepted);
    with(R"("image_size":null)", invalidJson);
    with(R"("image_size":"0x10")", invalidJson);
    with(R"("image_size":1.5)", invalidJson);
    with(R"("image_size":-1)", invalidJson);
    with(R"("image_addr":"0x10")", accepted);
    with(R"("image_addr":null)", accepted);
    with(R"("image_addr":"10g")", invalidJson);
    with(R"("image_vmaddr":16)", accepted);
    with(R"("image_vmaddr":[])", invalidJson);
    with(R"("debug_id":"32420279-25E2-34E6-8BC7-8A006A8F2425")", accepted);
    with(R"("debug_id":"32420279-25e2-34e6-8bc7-8a006a8f2425-a")", accepted);
    with(R"("debug_id":"3242027925E234E68BC78A006A8F2425")", accepted);
    with(R"("debug_id":"f1c3bcc0279865fe3058404b2831d9e64135386c")", accepted);
    with(R"("debug_id":null)", accepted);
    with(R"("debug_id":"")", invalidJson);
    with(R"("debug_id":"x")", invalidJson);
    with(R"("uuid":"32420279-25E2-34E6-8BC7-8A006A8F2425")", accepted);
    with(R"("uuid":"f1c3bcc0279865fe3058404b2831d9e64135386c")", invalidJson);
    with(R"("build_id":"f1c3bcc0279865fe3058404b2831d9e64135386c")", invalidJson);
    with(R"("name":"a","id":"32420279-25E2-34E6-8BC7-8A006A8F2425")", accepted);
    with(R"("name":"a","code_file":"a")", invalidJson);
    with(R"("arch":5,"code_id":7,"debug_file":[])", accepted);
}

void measurementRows()
{
    ruleRow("/measurements", "null", invalidJson);
    ruleRow("/measurements", "[]", invalidJson);
    ruleRow("/measurements", "{}", accepted);
    for (const char *unit :
         {"nanosecond", "ns", "hertz", "hz", "byte", "percent", "nanojoule", "nj"}) {
        const auto value = std::string(R"({"any_name":{"values":[],"unit":")") + unit + "\"}}";
        ruleRow("/measurements", value.c_str(), accepted);
    }
    for (const char *unit : {R"("second")", R"("NS")", R"("")", "null", "1"}) {
        const auto value = std::string(R"({"x":{"values":[],"unit":)") + unit + "}}";
        ruleRow("/measurements", value.c_str(), invalidJson);
    }
    const auto values = [](const std::string &text, const char *verdict) {
        const auto value = R"({"x":{"unit":"ns","values":)" + text + "}}";
        ruleRow("/measurements", value.c_str(), verdict);
    };
    values("null", invalidJson);
    values(R"({"timestamp":1,"value":1})", invalidJson);
    values(R"([{"timestamp":1,"value":1}])", accepted);
    values(R"([{"timestamp":1,"value":"1e3"}])", accepted);
    values(R"([{"timestamp":1,"value":"x"}])", invalidJson);
    values(R"([{"timestamp":1,"value":null}])", invalidJson);
    values(R"([{"timestamp":"1","value":1}])", invalidJson);
    values(R"([{"timestamp":null,"value":1}])", invalidJson);
    values(R"([{"value":1}])", invalidJson);
    values(R"([{"timestamp":1}])", invalidJson);
    values("[1]", invalidJson);
    ruleRow("/measurements", R"({"x":{"unit":"ns"}})", invalidJson);
    ruleRow("/measurements", R"({"x":{"values":[]}})", invalidJson);
    ruleRow("/measurements", R"({"x":null})", invalidJson);
}

} // namespace

void TstFieldRules::aValueAtAPlaceGivesAVerdict_data()
{
    QTest::addColumn<std::string>("pointer");
    QTest::addColumn<std::string>("value");
    QTest::addColumn<QString>("verdict");
    topLevelRows();
    profileRows();
    frameRows();
    imageRows();
    measurementRows();
}

void TstFieldRules::aValueAtAPlaceGivesAVerdict()
{
    QFETCH(std::string, pointer);
    QFETCH(std::string, value);
    QFETCH(QString, verdict);
    auto chunk = baseChunk();
    const nlohmann::json::json_pointer place(pointer);
    if (value == "<remove>") {
        chunk.at(place.parent_pointer()).erase(place.back());
        QCOMPARE(verdictOf(chunk.dump()), verdict);
        return;
    }
    // The value goes in as text: what JSON libraries make of -0 or 1e0 must not matter.
    const std::string mark = "\"<here>\"";
    chunk[place] = "<here>";
    auto text = chunk.dump();
    text.replace(text.find(mark), mark.size(), value);
    QCOMPARE(verdictOf(text), verdict);
}

void TstFieldRules::theFirstBrokenFieldNamesItsPlace()
{
    auto chunk = baseChunk();
    chunk["profile"]["frames"][2]["lineno"] = -1;
    chunk["profile"]["samples"][6].erase("thread_id");
    const Bytes bytes{std::string_view(chunk.dump())};
    auto reading = readChunk(bytes.view());
    QVERIFY(reading.has_value());
    QCOMPARE(reading->fields.size(), std::size_t(2));
    const auto verdict = judge(*reading);
    QCOMPARE(verdict.rejection->path, std::string("profile.frames[2].lineno"));
    QCOMPARE(verdict.rejection->detail,
             std::string("expected an integer from 0 to 4294967295, found -1"));
}

void TstFieldRules::theItemHeaderMustBeOfTheSameClass_data()
{
    QTest::addColumn<QString>("payload");
    QTest::addColumn<QString>("header");
    QTest::addColumn<QString>("verdict");
    const auto ruleRow = [](const char *name, const char *payload, const char *header,
                            const char *verdict) {
        QTest::newRow(name) << QString::fromLatin1(payload) << QString::fromLatin1(header)
                            << QString::fromLatin1(verdict);
    };
    constexpr const char *wrong = "profiling_invalid_profile_type";
    ruleRow("no header", "node", nullptr, accepted);
    ruleRow("node in python", "node", "python", accepted);
    ruleRow("cocoa in node", "cocoa", "node", wrong);
    ruleRow("node in javascript", "node", "javascript", wrong);
    ruleRow("cocoa in android", "cocoa", "android", accepted);
    ruleRow("empty header", "node", "", accepted);
}

void TstFieldRules::theItemHeaderMustBeOfTheSameClass()
{
    QFETCH(QString, payload);
    QFETCH(QString, header);
    QFETCH(QString, verdict);
    auto chunk = baseChunk();
    chunk["platform"] = payload.toStdString();
    RelayOptions options;
    if (!header.isNull())
        options.itemPlatform = header.toStdString();
    QCOMPARE(verdictOf(chunk.dump(), options), verdict);
    options.hasMetaLength = true;
    QCOMPARE(verdictOf(chunk.dump(), options), QStringLiteral("profiling_invalid_sampled_profile"));
}

void TstFieldRules::theLimitHoldsForThePayloadAndForWhatIsForwarded()
{
    const auto text = baseChunk().dump();
    RelayOptions options;
    options.maxSize = text.size() - 1;
    QCOMPARE(verdictOf(text, options), QStringLiteral("profiling_exceed_size_limit"));
    options.maxSize = text.size() * 2;
    QCOMPARE(verdictOf(text, options), QString::fromLatin1(accepted));
    // Whole seconds grow by ".0".
    auto whole = baseChunk();
    for (auto &sample : whole["profile"]["samples"])
        sample["timestamp"] = 1710805788;
    const auto wholeText = whole.dump();
    options.maxSize = wholeText.size();
    QCOMPARE(verdictOf(wholeText, options), QStringLiteral("profiling_exceed_size_limit"));
}

void TstFieldRules::lastOfEqualThreadIdsWins()
{
    auto text = baseChunk().dump();
    const std::string metadata = "\"thread_metadata\":{";
    text.insert(text.find(metadata) + metadata.size(), R"("1":{"name":"first"},)");
    const Bytes bytes{std::string_view(text)};
    auto reading = readChunk(bytes.view());
    QVERIFY(reading.has_value());
    QVERIFY(judge(*reading).isAccepted());
    const auto kept = nlohmann::json::parse(writeNormalised(reading->chunk));
    QCOMPARE(kept["profile"]["thread_metadata"]["1"]["name"].get<std::string>(),
             std::string("main"));
}

EMBER_TEST(TstFieldRules)
#include "tst_fieldrules.moc"
