// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/cache/diskcache.h" // moc cannot parse <chrono> as the first standard header
#include "capture/symbols/jitcode.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::capture;
using namespace std::chrono_literals;

namespace {

QString nameAt(const JitCode &code, std::uint64_t address, ember::model::Nanoseconds time = 0s)
{
    const auto *function = code.find(address, time);
    return function != nullptr ? QString::fromStdString(function->name) : QStringLiteral("-");
}

} // namespace

class TstJitCode : public QObject {
    Q_OBJECT

private slots:
    void aFunctionCoversItsBytesAndNoMore()
    {
        JitCode code;
        code.add({0x1ff0, 0x4010, {}, "f"}); // over three pages
        for (const std::uint64_t address : {0x1ff0U, 0x2000U, 0x3fffU, 0x400fU})
            QCOMPARE(nameAt(code, address), QStringLiteral("f"));
        for (const std::uint64_t address : {0x0U, 0x1fefU, 0x4010U, 0x5000U})
            QCOMPARE(nameAt(code, address), QStringLiteral("-"));
    }

    void ofCodeWithoutTimesTheNewestCounts()
    {
        JitCode code;
        code.add({100, 200, {}, "old"});
        code.add({150, 160, {}, "new"});
        QCOMPARE(nameAt(code, 149), QStringLiteral("old"));
        QCOMPARE(nameAt(code, 150), QStringLiteral("new"));
        QCOMPARE(nameAt(code, 160), QStringLiteral("old"));
    }

    void aFunctionThatIsTooLargeTakesNoRoomFromOthers()
    {
        constexpr std::uint64_t largest = std::uint64_t(64) << 20U;
        JitCode code;
        for (int number = 0; number < 511; ++number)
            code.add({0, largest, {}, std::to_string(number)});
        code.add({0x1000, largest, {}, "fits"}); // leaves room for one page
        code.add({0, largest, {}, "too large"});
        QCOMPARE(nameAt(code, 0x1000), QStringLiteral("fits"));
        code.add({0x10, 0x20, {}, "small"});
        QCOMPARE(nameAt(code, 0x10), QStringLiteral("small"));
    }

    void memoryThatIsUsedAgainHasTheNameOfItsTime()
    {
        JitCode code;
        code.add({100, 200, 10s, "first"});
        code.add({100, 180, 20s, "second"});
        QCOMPARE(nameAt(code, 150, 5s), QStringLiteral("first")); // clocks differ: better than none
        QCOMPARE(nameAt(code, 150, 15s), QStringLiteral("first"));
        QCOMPARE(nameAt(code, 150, 20s), QStringLiteral("second"));
        QCOMPARE(nameAt(code, 190, 25s), QStringLiteral("first"));
    }

    void absurdFunctionsAreLeftOut()
    {
        JitCode code;
        code.add({100, 100, {}, "empty"});
        code.add({200, 100, {}, "reversed"});
        code.add({0, ~std::uint64_t(0), {}, "everything"});
        QCOMPARE(nameAt(code, 100), QStringLiteral("-"));
        for (std::uint64_t i = 0; i < 2'000; ++i)
            code.add({0, 64'000'000 + i, {}, "large"}); // must not need gigabytes
        QCOMPARE(nameAt(code, 100), QStringLiteral("large"));
    }

    void whatIsThereAlreadyTakesNoRoom()
    {
        JitCode code;
        for (int i = 0; i < 2'000; ++i)
            code.add({0, 64'000'000, {}, "large"});
        code.add({0x10'0000'0000, 0x10'0000'0010, {}, "other"});
        QCOMPARE(nameAt(code, 0x10'0000'0000), QStringLiteral("other"));
    }

    void whatReplacedAFunctionCanBeReplacedByIt()
    {
        JitCode code;
        code.add({100, 200, {}, "first"});
        code.add({50, 150, {}, "second"});
        code.add({100, 200, {}, "first"});
        QCOMPARE(nameAt(code, 120), QStringLiteral("first"));
    }

    void namesHaveALimitTogether()
    {
        JitCode code;
        const std::string name(maxJitName, 'n');
        constexpr std::uint64_t count = 20'000; // 80 MB
        for (std::uint64_t i = 0; i < count; ++i)
            code.add({0x1000 * i, 0x1000 * i + 16, {}, name});
        QCOMPARE(nameAt(code, 0x1000), QString::fromStdString(name));
        QCOMPARE(nameAt(code, 0x1000 * (count - 1)), QStringLiteral("-"));
    }
};

EMBER_TEST(TstJitCode)
#include "tst_jitcode.moc"
