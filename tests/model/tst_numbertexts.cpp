// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/text.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <array>
#include <limits>

using namespace ember::model;

class TstNumberTexts : public QObject {
    Q_OBJECT

private slots:
    void aNumberIsAllOfTheText()
    {
        QCOMPARE(toNumber<int>("-12"), std::optional(-12));
        QCOMPARE(toNumber<std::uint64_t>("ffffffffffffffff", 16),
                 std::optional(std::numeric_limits<std::uint64_t>::max()));
        QCOMPARE(toNumber<double>("0.5"), std::optional(0.5));
        for (const char *text : {"", " 1", "1 ", "+1", "1x", "0x1", "-", "99999999999"})
            QVERIFY2(!toNumber<int>(text), text);
        QVERIFY(!toNumber<unsigned>("-1"));
    }

    void aNumberIsTakenFromTheStart()
    {
        std::string_view text = "12:34";
        QCOMPARE(takeNumber<int>(text), std::optional(12));
        QCOMPARE(text, std::string_view(":34"));
        QVERIFY(!takeNumber<int>(text));
        QCOMPARE(text, std::string_view(":34"));
    }

    void aNumberThatDoesNotFitIsNotTaken()
    {
        std::string_view text = "256 bytes";
        QVERIFY(!takeNumber<std::uint8_t>(text));
        QCOMPARE(text, std::string_view("256 bytes"));
    }

    void aPrefixIsTakenOnceAndOnlyIfItIsThere()
    {
        std::string_view text = "0x0x1";
        QVERIFY(takePrefix(text, "0x"));
        QCOMPARE(text, std::string_view("0x1"));
        QVERIFY(!takePrefix(text, "x"));
        QCOMPARE(text, std::string_view("0x1"));
        QVERIFY(takePrefix(text, ""));
    }

    void hexDigitsHaveZerosOnlyWhereAskedFor()
    {
        QCOMPARE(hexDigits(0), std::string("0"));
        QCOMPARE(hexDigits(0xabc), std::string("abc"));
        QCOMPARE(hexDigits(0xabc, 16), std::string("0000000000000abc"));
        QCOMPARE(hexDigits(std::numeric_limits<std::uint64_t>::max(), 16), std::string(16, 'f'));
        const std::array bytes{std::byte(0), std::byte(0x1f), std::byte(0xff)};
        QCOMPARE(hexDigits(bytes), std::string("001fff"));
    }
};

EMBER_TEST(TstNumberTexts)
#include "tst_numbertexts.moc"
