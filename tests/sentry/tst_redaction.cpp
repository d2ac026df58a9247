// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/outgoingtexts.h"
#include "model/formats/sentry/redaction.h"
#include "model/spans/spanbuilder.h"
#include "tests/sentry/writtenchunks.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::model;
using namespace ember::model::sentry;
using namespace ember::tests;
using nlohmann::json;

namespace {

// A capture that names its user in a path, in a thread's name and in its command line.
ProfilePointer captureOfAda()
{
    NativeCapture capture;
    capture.image("/home/ada/bin/tool", "00112233445566778899aabbccddeeff00112233", 0x700000);
    const auto thread = capture.thread("77", "backup of ada");
    const auto frame = capture.named("ada_lovelace", 3, 0x5300);
    for (int tick = 0; tick < 10; ++tick)
        capture.add(thread, tick * 10'000'000, {frame});
    capture.typical();
    return capture.profile();
}

ChunkOptions redacting(RedactionRules rules)
{
    ChunkOptions options;
    options.redaction = std::move(rules);
    return options;
}

std::string redacted(const json &document, const RedactionRules &rules)
{
    const auto profile = ProfileBuilder().snapshot();
    Replacements replacements;
    return Redactor(*profile, rules).document(document.dump(), replacements);
}

} // namespace

class TstRedaction : public QObject {
    Q_OBJECT

private slots:
    void rulesReplaceTexts_data()
    {
        QTest::addColumn<QString>("was");
        QTest::addColumn<QString>("is");
        const auto row = [](const char *name, const char *was, const char *is) {
            QTest::newRow(name) << QString::fromUtf8(was) << QString::fromUtf8(is);
        };
        row("home", "/home/ada/src/a.c", "~/src/a.c");
        row("home of macOS", "/Users/ada/a.c", "~/a.c");
        row("home of Windows", "C:\\Users\\Ada\\a.c", "~\\a.c");
        row("home within a longer path", "/mnt/home/ada/a.c", "/mnt/home/user/a.c");
        row("home in a URL", "file:///home/ada/a.js", "file://~/a.js");
        row("home of root", "/root/a.c", "~/a.c");
        row("no home", "/rooted/a.c", "/rooted/a.c");
        row("nobody's home", "/home//a.c", "/home//a.c");
        row("home of Windows in source code", "open(C:\\\\Users\\\\Ada\\\\a.c)", "open(~\\\\a.c)");
        row("two homes", "/home/ada/a:/home/bob/b", "~/a:~/b");
    }

    void rulesReplaceTexts()
    {
        QFETCH(QString, was);
        QFETCH(QString, is);
        ProfileBuilder builder;
        const auto profile = builder.snapshot();
        RedactionRules rules;
        rules.homes = true;
        const Redactor redactor(*profile, rules);
        QCOMPARE(QString::fromStdString(redactor.text(was.toStdString(), TextKind::Code)), is);
    }

    // A function may be called like a user; a thread may be named after one.
    void usersAreReplacedInCodeOnlyAsPartsOfPaths()
    {
        const auto profile = captureOfAda();
        RedactionRules rules;
        rules.users = true;
        const Redactor redactor(*profile, rules);
        QCOMPARE(redactor.text("backup of ada", TextKind::Other), std::string("backup of user"));
        QCOMPARE(redactor.text("ada", TextKind::Code), std::string("ada"));
        QCOMPARE(redactor.text("/srv/ada/x", TextKind::Code), std::string("/srv/user/x"));
        QCOMPARE(redactor.text("adagio", TextKind::Other), std::string("adagio"));
    }

    void noTextOfAChunkIsForgotten()
    {
        const auto profile = captureOfAda();
        RedactionRules rules;
        rules.homes = rules.users = true;
        WriteReport report;
        const auto chunks = written(*profile, redacting(rules), &report);
        QVERIFY(!chunks.empty());
        for (const auto &chunk : chunks) {
            QVERIFY2(chunk.json.find("/home/") == std::string::npos, chunk.json.c_str());
            QVERIFY2(chunk.json.find("of ada") == std::string::npos, chunk.json.c_str());
            QVERIFY2(chunk.json.find("ada_lovelace") != std::string::npos, chunk.json.c_str());
            QCOMPARE(verdictOf(chunk), QStringLiteral("accepted"));
        }
        const auto list = report.replacements.list();
        const Replacement thread{"backup of ada", "backup of user", 1};
        QVERIFY(std::ranges::find(list, thread) != list.end());
    }

    void idsAndKindsStay()
    {
        const auto profile = ProfileBuilder().snapshot();
        const Redactor redactor(*profile, {true, true, true, true, {}, {}});
        Replacements replacements;
        const std::string kept = "{\"platform\":\"native\",\"version\":\"2\",\"chunk_id\":"
                                 "\"00000000000040008000000000000001\",\"x\":[\"";
        QCOMPARE(redactor.document(kept + "/home/ada/\\\"q\"]}", replacements),
                 kept + "~/\\\"q\"]}");
        QCOMPARE(replacements.total(), std::uint64_t(1));
    }

    // A key alone does not say that its text is an id.
    void textsUnderKeysOfIdsAreRedacted()
    {
        RedactionRules rules;
        rules.homes = true;
        const json was{{"extra", {{"id", "/home/ada/1"}, {"type", "/home/ada/2"}}},
                       {"measurements", {{"load", {{"value", "/home/ada/3"}}}}},
                       {"platform", "/home/ada/4"}};
        const json is{{"extra", {{"id", "~/1"}, {"type", "~/2"}}},
                      {"measurements", {{"load", {{"value", "~/3"}}}}},
                      {"platform", "~/4"}};
        QCOMPARE(redacted(was, rules), is.dump());
    }

    void whoTheUserIsGoesAsAWhole()
    {
        RedactionRules rules;
        rules.users = true;
        const json was{{"user", {{"id", "x-17"}, {"email", "x@y.z"}}},
                       {"tags", {{"user", "id:x"}}}};
        const json is{{"user", {{"id", "user"}, {"email", "user"}}}, {"tags", {{"user", "user"}}}};
        QCOMPARE(redacted(was, rules), is.dump());
        QCOMPARE(redacted({{"user", {{"id", 17}, {"age", 18}}}}, rules),
                 json({{"user", {{"id", "user"}, {"age", 18}}}}).dump());
    }

    void namesOfMachinesGoAsAWhole()
    {
        RedactionRules rules;
        rules.hosts = true;
        const json was{{"contexts", {{"device", {{"name", "x's phone"}, {"model", "P1"}}}}},
                       {"server_name", "x1"}};
        const json is{{"contexts", {{"device", {{"name", "host"}, {"model", "P1"}}}}},
                      {"server_name", "host"}};
        QCOMPARE(redacted(was, rules), is.dump());
    }

    void allWordsOfACommandLineButTheProgramGo()
    {
        RedactionRules rules;
        rules.arguments = true;
        const json was{{"extra", {{"sys.argv", {"/srv/tool", "-x", "secret"}}}}};
        const json is{{"extra", {{"sys.argv", {"/srv/tool", "<argument>", "<argument>"}}}}};
        QCOMPARE(redacted(was, rules), is.dump());
    }

    // There special characters may be written otherwise.
    void homesAreFoundInTextsWithinJson()
    {
        ProfileBuilder builder;
        builder.string(json{{"cwd", "C:\\Users\\Bertha\\x"}}.dump());
        builder.string("[\"\\/home\\/carla\\/x\"]");
        const auto profile = builder.snapshot();
        RedactionRules rules;
        rules.users = true;
        const Redactor redactor(*profile, rules);
        for (const char *name : {"Bertha", "carla"})
            QCOMPARE(redactor.text(std::string("mail of ") + name, TextKind::Other),
                     std::string("mail of user"));
    }

    void everyTextThatLeavesIsListed()
    {
        const json document{
            {"event_id", "0000000000004000800000000000000e"},
            {"platform", "node"},
            {"release", "shop@1"},
            {"server_name", "web-1"},
            {"user", {{"id", "x-17"}}},
            {"tags", {{{"0", "not"}}, {{"1", "a pair"}}}},
            {"sdk", {{"name", "sentry.javascript.node"}, {"version", "10.0.0"}}},
            {"contexts",
             {{"trace", {{"span_id", "not an id"}, {"status", "ok"}, {"op", "http.server"}}},
              {"device", {{"name", "laptop"}, {"arch", "arm64"}}},
              {"game", {{"type", "chess"}, {"value", "e4"}}}}},
            {"spans", {{{"description", "SELECT"}, {"data", {{"thread.id", "7"}, {"id", "9"}}}}}},
            {"profile", {{"frames", {{{"function", "work"}, {"module", "app"}}}}}},
            {"extra", {{"sys.argv", {"tool", "--token"}}, {"value", "1"}, {"count", 3}}}};
        OutgoingTexts texts;
        texts.add(document.dump());
        const auto isIn = [&](OutgoingKind kind, const std::string &key, const std::string &text) {
            return std::ranges::any_of(texts.of(kind), [&](const std::string &line) {
                return kind == OutgoingKind::Id ? line == key
                                                : line == text || line.ends_with(": " + text);
            });
        };
        const auto isListed = [&](const std::string &key, const std::string &text) {
            for (std::size_t row = 0; row < static_cast<std::size_t>(OutgoingKind::Count); ++row) {
                if (isIn(static_cast<OutgoingKind>(row), key, text))
                    return true;
            }
            return false;
        };
        const auto all = document.flatten();
        for (auto one = all.begin(); one != all.end(); ++one) {
            const auto key = one.key().substr(one.key().rfind('/') + 1);
            QVERIFY2(!one->is_string() || isListed(key, one->get<std::string>()),
                     one.key().c_str());
        }
        const std::vector<std::string> ids{"event_id", "thread.id"};
        QVERIFY(texts.of(OutgoingKind::Id) == ids);
        QVERIFY(isIn(OutgoingKind::Other, {}, "count")); // the program's key; its value is a number
    }

    void hiddenModulesKeepTheShapeOfTrees()
    {
        NativeCapture capture;
        const auto profile = capture.typical();
        RedactionRules rules;
        rules.modules = {"app"};
        const auto open = reopened(written(*profile));
        const auto hidden = reopened(written(*profile, redacting(rules)));
        QVERIFY(open && hidden);
        const auto before = buildSpans(open);
        const auto after = buildSpans(hidden);
        QCOMPARE(after->boxCount(), before->boxCount());
        QCOMPARE(after->pathCount(), before->pathCount());
        for (std::size_t row = 0; row < hidden->tables().functions.size(); ++row)
            QVERIFY(hidden->text(hidden->function(FunctionIndex(row)).name) != "work");
        for (const Image &image : hidden->tables().images)
            QVERIFY(hidden->text(image.codeFile) != "/opt/app/app");
    }

    void textsDoNotNameHiddenModules()
    {
        NativeCapture capture;
        const auto profile = capture.typical();
        RedactionRules rules;
        rules.modules = {"app"};
        const Redactor redactor(*profile, rules);
        QCOMPARE(redactor.text("GET from /opt/app/app, an app, by apple", TextKind::Other),
                 std::string("GET from <redacted>, an <redacted>, by apple"));
        QCOMPARE(redactor.text("/opt/app/other.cpp", TextKind::Code),
                 std::string("/opt/app/other.cpp"));
    }

    // By the text: native frames need an address (S20). That of the function would name it.
    void hiddenFramesBreakNoRule()
    {
        NativeCapture capture;
        const auto profile = capture.typical();
        RedactionRules rules;
        rules.modules = {"app"};
        const auto chunks = written(*profile, redacting(rules));
        QVERIFY(!chunks.empty());
        std::size_t hidden = 0;
        for (const auto &chunk : chunks) {
            QCOMPARE(verdictOf(chunk), QStringLiteral("accepted"));
            const auto document = documentOf(chunk);
            for (const auto &frame : document["profile"]["frames"]) {
                if (!frame.value("function", "").starts_with("<redacted"))
                    continue;
                ++hidden;
                COMPARE_JSON(frame["instruction_addr"], "0x100");
            }
        }
        QVERIFY(hidden > 0);
    }

    void threadsAreLeftOut()
    {
        const auto profile = captureOfAda();
        RedactionRules rules;
        rules.threads = {"backup*"};
        WriteReport report;
        const auto chunks = written(*profile, redacting(rules), &report);
        QVERIFY(!chunks.empty());
        QCOMPARE(report.threadsLeftOut, std::uint64_t(1));
        for (const auto &chunk : chunks)
            QVERIFY2(chunk.json.find("backup") == std::string::npos, chunk.json.c_str());
    }

    void rulesSurviveJson()
    {
        const RedactionRules rules{true, false, true, false, {"lib*"}, {"worker \"1\""}};
        const auto again = redactionFromJson(toJson(rules));
        QVERIFY(again && *again == rules);
        QVERIFY(!redactionFromJson("[]"));
        QVERIFY(!redactionFromJson(R"({"modules":7})"));
    }

    // What Sentry names itself has no name, and the address that the thread was at.
    void rustLeavesNamesToSentry()
    {
        NativeCapture capture;
        capture.typical();
        const auto profile = capture.profile();
        ChunkOptions options;
        options.platform = "rust";
        const auto chunks = written(*profile, options);
        QCOMPARE(chunks.size(), std::size_t(1));
        const auto document = documentOf(chunks.front());
        QVERIFY(!document["debug_meta"]["images"].empty());
        for (const auto &frame : document["profile"]["frames"]) {
            if (frame.value("package", "") != "/opt/app/app")
                continue;
            QVERIFY2(!frame.contains("function"), frame.dump().c_str());
            QVERIFY2(frame.value("instruction_addr", "") != "0x5100", frame.dump().c_str());
        }
        QCOMPARE(verdictOf(chunks.front()), QStringLiteral("accepted"));
    }
};

EMBER_TEST(TstRedaction)
#include "tst_redaction.moc"
