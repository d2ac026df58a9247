// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sentry/relayverdict.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::tests;

// What makes a text a document that Relay reads: JSON, its encoding, its depth, its members' names.
class TstDocumentRules : public QObject {
    Q_OBJECT

private slots:
    void theTextOfADocumentGivesAVerdict_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<QString>("verdict");
        const auto base = baseChunk().dump();
        const auto inside = [&base](const std::string &members) {
            return base.substr(0, base.size() - 1) + ',' + members + '}';
        };
        const auto text = [](const char *name, const std::string &content, const char *verdict) {
            QTest::newRow(name) << content << QString::fromLatin1(verdict);
        };
        text("as it is", base, accepted);
        text("white space around", "\n\t " + base + " \r\n", accepted);
        text("nothing", "", invalidJson);
        text("white space", " \n", invalidJson);
        text("an array", "[" + base + "]", invalidJson);
        text("null", "null", invalidJson);
        text("a byte order mark", "\xef\xbb\xbf" + base, invalidJson);
        text("something behind it", base + "x", invalidJson);
        text("a second document", base + base, invalidJson);
        text("cut off", base.substr(0, base.size() - 1), invalidJson);
        text("a trailing comma", inside(""), invalidJson);
        text("a comment", inside("/**/\"a\":1"), invalidJson);
        text("a key without quotes", inside("a:1"), invalidJson);
        text("not a number", inside("\"a\":NaN"), invalidJson);
        text("a leading zero", inside("\"a\":01"), invalidJson);
        text("a half literal", inside("\"a\":[tru]"), invalidJson);
        text("missing comma inside", inside("\"a\":[1 2]"), invalidJson);
        text("wrong bracket inside", inside("\"a\":[1}"), invalidJson);
        text("a lone surrogate", inside(R"("a":"\ud800")"), invalidJson);
        text("a low surrogate alone", inside(R"("a":"\udc00x")"), invalidJson);
        text("a surrogate pair", inside(R"("a":"\ud83d\ude00")"), accepted);
        text("a bad escape", inside(R"("a":"\x41")"), invalidJson);
        text("a control character", inside("\"a\":\"\x01\""), invalidJson);
        text("invalid UTF-8", inside("\"a\":\"\xff\""), invalidJson);
        text("a number out of range", inside("\"a\":1e999"), invalidJson);
        text("two releases", inside(R"("release":"x")"), invalidJson);
        text("two releases, one escaped", inside(R"("releas\u0065":"x")"), invalidJson);
        text("two unknown members of a name", inside(R"("a":1,"a":2)"), accepted);
        text("depth 127", inside("\"a\":" + std::string(126, '[') + std::string(126, ']')),
             accepted);
        text("depth 128", inside("\"a\":" + std::string(127, '[') + std::string(127, ']')),
             invalidJson);
        auto deep = baseChunk();
        deep["profile"]["frames"][0]["vars"] = "<deep>";
        auto deepText = deep.dump();
        const std::string mark = "\"<deep>\"";
        deepText.replace(deepText.find(mark), mark.size(),
                         std::string(5000, '[') + std::string(5000, ']'));
        text("deep where Relay does not look", deepText, accepted);
        text("millions of brackets", std::string(3'000'000, '['), invalidJson);
        text("android with a trace",
             R"({"platform":"android","version":"2","chunk_id":"x","sampled_profile":"AA=="})",
             accepted);
        text("version 1 goes before field errors", R"({"platform":"x","version":"1","chunk_id":5})",
             unsupported);
        text("but not before a missing platform", R"({"version":"1","chunk_id":5})", invalidJson);
    }

    void theTextOfADocumentGivesAVerdict()
    {
        QFETCH(std::string, text);
        QFETCH(QString, verdict);
        QCOMPARE(verdictOf(text), verdict);
    }
};

EMBER_TEST(TstDocumentRules)
#include "tst_documentrules.moc"
