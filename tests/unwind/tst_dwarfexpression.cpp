// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/dwarfcursor.h"
#include "capture/unwind/dwarfexpression.h"
#include "tests/support/testmain.h"
#include "tests/unwind/framesection.h"

#include <QTest>

#include <array>

using namespace ember::capture;
using namespace ember::tests;

namespace {

constexpr std::array<std::uint64_t, 4> stackWords{100, 200, 300, 400};
constexpr std::uint64_t expressionStackAddress = 0x7000;

std::optional<std::uint64_t> evaluate(const std::vector<std::byte> &expression)
{
    const StackCopy copy{expressionStackAddress, std::as_bytes(std::span(stackWords))};
    StackMemory memory({&copy, 1}, nullptr, expressionStackAddress);
    RegisterFile registers(
        Registers{.pc = 0x401b, .sp = expressionStackAddress, .fp = expressionStackAddress + 16});
    registers.forgetScratch();
    return evaluateExpression(expression, registers, memory, std::uint64_t(7));
}

} // namespace

class TstDwarfExpression : public QObject {
    Q_OBJECT

private slots:
    void numbersAreReadToTheirEnd()
    {
        const auto bytes = toBytes({0xe5, 0x8e, 0x26, 0x9b, 0xf1, 0x59, 0x80});
        DwarfCursor cursor(bytes, 0x10);
        QCOMPARE(cursor.uleb(), std::uint64_t(624485));
        QCOMPARE(cursor.sleb(), std::int64_t(-624485));
        QCOMPARE(cursor.address(), std::uint64_t(0x16));
        QVERIFY(cursor.isGood());
        cursor.uleb();
        QVERIFY(!cursor.isGood());
        QVERIFY(cursor.atEnd());
    }

    void pointersAreRelativeToTheirPlace()
    {
        const auto bytes = toBytes({0xf0, 0xff, 0xff, 0xff, 0x10, 0, 0, 0});
        DwarfCursor cursor(bytes, 0x1000);
        QCOMPARE(cursor.pointer(0x1b, 0), std::uint64_t(0xff0));
        QCOMPARE(cursor.pointer(0x3b, 0x5000), std::uint64_t(0x5010));
        QCOMPARE(cursor.pointer(pointerOmitted, 0), std::uint64_t(0));
        QVERIFY(cursor.isGood());
        DwarfCursor aligned(bytes, 0);
        aligned.pointer(0x50, 0);
        QVERIFY(!aligned.isGood());
    }

    void expressionsGiveTheirTopmostOperand_data();
    void expressionsGiveTheirTopmostOperand();
    void brokenExpressionsGiveNothing_data();
    void brokenExpressionsGiveNothing();

    void theFormsOfCompilersAreRecognised()
    {
        const auto offset = matchRegisterOffset(toBytes({0x76, 0x78}));
        QVERIFY(offset && offset->base == Register::Rbp && offset->offset == -8);
        QVERIFY(!matchRegisterOffset(toBytes({0x76, 0x78, 0x06})));
        const auto slot = matchDereference(toBytes({0x76, 0x78, 0x06}));
        QVERIFY(slot && slot->slot.offset == -8 && slot->added == 0);
        const auto added = matchDereference(toBytes({0x77, 24, 0x06, 0x23, 8}));
        QVERIFY(added && added->slot.base == Register::Rsp && added->added == 8);
        QVERIFY(!matchDereference(toBytes({0x77, 24, 0x06, 0x23})));
        const auto plt = matchPltThreshold(
            toBytes({0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22}));
        QVERIFY(plt && *plt == 11);
        QVERIFY(!matchPltThreshold(toBytes({0x77, 8})));
    }
};

void TstDwarfExpression::expressionsGiveTheirTopmostOperand_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<qulonglong>("expected");
    const auto row = [](const char *name, const char *hex, qulonglong expected) {
        QTest::newRow(name) << QByteArray::fromHex(hex) << expected;
    };
    row("initial", "96", 7);
    row("register and memory", "770806", 200);
    row("frame pointer", "760006", 300);
    row("part of a word", "77089401", 200);
    row("PLT behind the push", "770880003f1a3b2a332422", expressionStackAddress + 16);
    row("arithmetic", "3a331e341c", 26); // 10 · 3 − 4
    row("signed division", "09fc321b", qulonglong(-2)); // −4 / 2
    row("division by minus one", "0f000000000000008009ff1b", 1ULL << 63U);
    row("shift too far", "31088024", 0);
    row("arithmetic shift", "09f8089026", qulonglong(-1));
    row("comparison is signed", "09ff302d", 1);
    row("swap", "313216", 1);
    row("rot", "31323317", 2);
    row("over", "313214", 1);
    row("branch taken", "31280200329696", 7);
    row("branch not taken", "30280200329696", 2);
    row("skip", "2f010000 35", 5);
}

void TstDwarfExpression::expressionsGiveTheirTopmostOperand()
{
    QFETCH(QByteArray, code);
    QFETCH(qulonglong, expected);
    const auto bytes = std::as_bytes(std::span(code.constData(), std::size_t(code.size())));
    const auto result = evaluate({bytes.begin(), bytes.end()});
    QVERIFY(result.has_value());
    QCOMPARE(qulonglong(*result), expected);
}

void TstDwarfExpression::brokenExpressionsGiveNothing_data()
{
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char *name, const QByteArray &hex) {
        QTest::newRow(name) << QByteArray::fromHex(hex);
    };
    row("unknown operation", "ff");
    row("cut off", "0801 0c00");
    row("unknown register", "7000");
    row("number of no register", "92ff0100");
    row("nothing left", "1313");
    row("nothing to add to", "22");
    row("division by zero", "31301b");
    row("remainder by zero", "31301d");
    row("memory that cannot be read", "3006");
    row("branch out of the expression", "2fff7f");
    row("branch before the expression", "2f0080");
    row("for ever", "2ffdff");
    row("too many operands", QByteArray("31").repeated(70));
}

void TstDwarfExpression::brokenExpressionsGiveNothing()
{
    QFETCH(QByteArray, code);
    const auto bytes = std::as_bytes(std::span(code.constData(), std::size_t(code.size())));
    QVERIFY(!evaluate({bytes.begin(), bytes.end()}).has_value());
}

EMBER_TEST(TstDwarfExpression)
#include "tst_dwarfexpression.moc"
