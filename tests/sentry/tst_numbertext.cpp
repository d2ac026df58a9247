// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/json/jsontext.h"
#include "model/json/numbertext.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <string>

using namespace ember::model;
using namespace ember::model::sentry;

class TstNumberText : public QObject {
    Q_OBJECT

private slots:
    void secondsBecomeNanosecondsExactly_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<qint64>("ns");
        const auto row = [](const char *text, qint64 ns) {
            QTest::newRow(text) << std::string(text) << ns;
        };
        constexpr auto far = std::numeric_limits<qint64>::max() / 2;
        row("0", 0);
        row("-0", 0);
        row("1", 1'000'000'000);
        row("1710805788.5", 1'710'805'788'500'000'000);
        row("1710805788.123456789", 1'710'805'788'123'456'789);
        row("1710805788.1234567894", 1'710'805'788'123'456'789);
        row("1710805788.1234567895", 1'710'805'788'123'456'790);
        row("1.7108057885e9", 1'710'805'788'500'000'000);
        row("17108057885e-1", 1'710'805'788'500'000'000);
        row("-1.5", -1'500'000'000);
        row("0.0000000004", 0);
        row("0.0000000005", 1);
        row("5e-10", 1);
        row("4e-10", 0);
        row("1e-400", 0);
        row("0.9999999999", 1'000'000'000);
        row("0e99999", 0);
        row("0.0e99999999999999999999", 0);
        row("1e300", far);
        row("-1e300", -far);
        row("99999999999999999999999999999999", far);
    }

    void secondsBecomeNanosecondsExactly()
    {
        QFETCH(std::string, text);
        QFETCH(qint64, ns);
        const auto number = scanNumber(text);
        QVERIFY(number.has_value());
        QCOMPARE(qint64(toNs(toTimestamp(*number))), ns);
    }

    void onlyJsonNumbersAreNumbers()
    {
        for (const char *text : {"", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "0x1", "NaN",
                                 "1 ", "1,5", "Infinity", "--1"})
            QVERIFY2(!scanNumber(text), text);
        for (const char *text : {"0", "-0", "0.0", "1e5", "1E-5", "1.5e+10", "-12.25"})
            QVERIFY2(scanNumber(text).has_value(), text);
    }

    void doublesOutOfRangeAreNotRead()
    {
        QVERIFY(!toDouble(*scanNumber("1e999")));
        QVERIFY(!toDouble(*scanNumber("-1e999")));
        QCOMPARE(*toDouble(*scanNumber("1e-999")), 0.0);
        QCOMPARE(*toDouble(*scanNumber("0.1")), 0.1);
    }

    void rustsNumbersAreRead()
    {
        QCOMPARE(*parseFloat("1e3"), 1000.0);
        QCOMPARE(*parseFloat("+1.5"), 1.5);
        QCOMPARE(*parseFloat(".5"), 0.5);
        QCOMPARE(*parseFloat("5."), 5.0);
        QVERIFY(std::isinf(*parseFloat("+Infinity")));
        QVERIFY(std::isnan(*parseFloat("NaN")));
        for (const char *text : {"", ".", "e5", "1,5", " 1", "1e", "0x1", "--1"})
            QVERIFY2(!parseFloat(text), text);
    }

    void writtenNumbersAreShortAndReadBack()
    {
        for (const double number : {0.1, 1710805788.5, 1e300, -0.0, 5e-324, 1710805788.1234567}) {
            std::string json;
            appendJsonNumber(json, number);
            QCOMPARE(*toDouble(*scanNumber(json)), number);
        }
        std::string whole;
        appendJsonNumber(whole, 3.0);
        QCOMPARE(whole, std::string("3.0"));
    }
};

EMBER_TEST(TstNumberText)
#include "tst_numbertext.moc"
