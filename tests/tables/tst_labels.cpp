// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/import/importer.h"
#include "model/profile/labels.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace ember::model;
using nlohmann::json;

class TstLabels : public QObject {
    Q_OBJECT

private slots:
    void labelsComeBackAsTheyWere()
    {
        std::string everyByte;
        for (char byte = 1; byte < 127; ++byte)
            everyByte += byte;
        const auto text = json::array({{"key", everyByte + "äö€😀"},
                                       {"size", -42, "bytes"},
                                       {"", ""},
                                       {"big", std::int64_t(9'223'372'036'854'775'807), ""}})
                              .dump();
        const auto labels = labelsOf(text);
        QCOMPARE(labels.size(), std::size_t(4));
        QCOMPARE(*labels[1].number, std::int64_t(-42));
        QCOMPARE(jsonOf(labels), text);
    }

    void escapesOfAnyKindAreRead()
    {
        const auto labels = labelsOf(" [ [ \"a\\u00e4\\ud83d\\ude00\\/\" , 1 ] ] ");
        QCOMPARE(labels.size(), std::size_t(1));
        QCOMPARE(labels[0].key, std::string("aä😀/"));
    }

    void aLabelIsNamedByKeyAndValue()
    {
        const std::string_view json =
            "[[\"goroutine\",18,\"\"],[\"size\",5,\"bytes\"],[\"k\",\"v=w\"]]";
        for (const char *text : {"goroutine=18", "size=5", "k=v=w"})
            QVERIFY2(hasLabel(json, text), text);
        for (const char *text : {"", "=", "goroutine=1", "goroutine", "k=v", "oroutine=18"})
            QVERIFY2(!hasLabel(json, text), text);
    }

    void whatIsNoLabelEndsTheReading()
    {
        for (const char *text : {"", "[", "[[", "[[\"a\"", "[[\"a\",", "[[\"a\",{}]]", "{}", "[1]",
                                 "[[\"\\u12\",1]]", "[[\"\\ud800\",1]]", "[[\"\\", "[[\"a\",1e9]]"})
            QVERIFY2(labelsOf(text).empty(), text);
        QCOMPARE(labelsOf("[[\"a\",1],5]").size(), std::size_t(1));
    }
};

EMBER_TEST(TstLabels)
#include "tst_labels.moc"
