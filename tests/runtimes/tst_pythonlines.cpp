// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/cpython/pythonlines.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <initializer_list>
#include <random>
#include <vector>

using namespace ember::capture;

namespace {

std::vector<std::byte> table(std::initializer_list<unsigned> bytes)
{
    std::vector<std::byte> made;
    for (const auto byte : bytes)
        made.push_back(static_cast<std::byte>(byte));
    return made;
}

class Numbers : public ScriptFunctions {
public:
    ScriptFunctionSerial serial(const ScriptFunction & /*function*/) override
    {
        return ScriptFunctionSerial(m_count++);
    }

private:
    std::size_t m_count = 0;
};

} // namespace

class TstPythonLines : public QObject {
    Q_OBJECT

private slots:
    void pairsAreAddedUpToTheInstruction();
    void rangesWithoutALineHaveTheFirst();
    void locationsOfAllKinds();
    void anyTableAndCopyIsSurvived();
};

void TstPythonLines::pairsAreAddedUpToTheInstruction()
{
    const auto lines = table({4, 1, 6, 2, 8, 0xff});
    QCOMPARE(pythonLines({3, 9})(lines, 10, python::notStarted), 10U);
    QCOMPARE(pythonLines({3, 9})(lines, 10, 2), 10U);
    QCOMPARE(pythonLines({3, 9})(lines, 10, 4), 11U);
    QCOMPARE(pythonLines({3, 9})(lines, 10, 10), 13U);
    QCOMPARE(pythonLines({3, 9})(lines, 10, 30), 12U);
}

void TstPythonLines::rangesWithoutALineHaveTheFirst()
{
    const auto lines = table({4, 1, 2, 0x80, 6, 2});
    QCOMPARE(pythonLines({3, 10})(lines, 10, 0), 11U);
    QCOMPARE(pythonLines({3, 10})(lines, 10, 4), 10U);
    QCOMPARE(pythonLines({3, 10})(lines, 10, 6), 13U);
}

// Kinds 0 (same line), 11 (next line), 13 (a step, here −1), 14 (long), 15 (none).
void TstPythonLines::locationsOfAllKinds()
{
    const auto lines = table({0x80, 0, 0xd8, 0, 0, 0xe8, 3, 0xf0, 4, 0, 0, 0, 0xf8});
    QCOMPARE(pythonLines({3, 11})(lines, 10, 0), 10U);
    QCOMPARE(pythonLines({3, 12})(lines, 10, 2), 11U);
    QCOMPARE(pythonLines({3, 13})(lines, 10, 4), 10U);
    QCOMPARE(pythonLines({3, 13})(lines, 10, 6), 12U);
    QCOMPARE(pythonLines({3, 13})(lines, 10, 8), 10U);
}

void TstPythonLines::anyTableAndCopyIsSurvived()
{
    std::mt19937 random(7);
    FrameDecoder decoder(pythonLines({3, 12}));
    Numbers numbers;
    ScriptStack stack;
    const UnwoundStack native;
    for (int turn = 0; turn < 100'000; ++turn) {
        std::vector<std::byte> bytes(random() % 96);
        for (auto &byte : bytes)
            byte = static_cast<std::byte>(random() % 3 == 0 ? random() : random() % 4);
        for (const auto minor : {8U, 10U, 12U})
            QVERIFY(pythonLines({3, minor})(bytes, 1, random() % 256) > 0);
        decoder.decode({bytes, {}, {}, native}, numbers, stack);
        QVERIFY(stack.frames.size() <= bytes.size());
    }
}

EMBER_TEST(TstPythonLines)
#include "tst_pythonlines.moc"
