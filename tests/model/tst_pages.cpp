// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/pages.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>
#include <new>
#include <numeric>
#include <string>
#include <vector>

using namespace ember::model;

namespace {

using Numbers = std::vector<std::uint64_t, PageAllocator<std::uint64_t>>;

std::uint64_t residentBytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmRSS:"))
            return std::stoull(line.substr(6)) * 1024;
    }
    return 0;
}

} // namespace

class TstPages : public QObject {
    Q_OBJECT

private slots:
    void pagesAreZeros()
    {
        constexpr std::size_t bytes = 3'000'001;
        const auto *const memory = static_cast<const char *>(mapPages(bytes));
        QVERIFY(std::all_of(memory, memory + bytes, [](char byte) { return byte == 0; }));
        unmapPages(const_cast<char *>(memory), bytes);
    }

    void vectorsOfAnySizeHoldWhatWasPutIn()
    {
        for (const std::size_t count : {1U, 1'000U, 32'767U, 32'768U, 32'769U, 1'000'000U}) {
            Numbers numbers;
            for (std::size_t number = 0; number < count; ++number)
                numbers.push_back(number);
            QCOMPARE(std::accumulate(numbers.begin(), numbers.end(), std::uint64_t(0)),
                     std::uint64_t(count) * (count - 1) / 2);
        }
    }

    // However often vectors of growing sizes have come and gone before.
    void whatIsFreedLeavesTheProcess()
    {
        constexpr std::size_t megabyte = 1'000'000;
        const auto before = residentBytes();
        for (const std::size_t megabytes : {1U, 2U, 5U, 12U, 25U, 31U, 100U}) {
            Numbers numbers(megabytes * megabyte / sizeof(std::uint64_t), 1);
            QVERIFY(residentBytes() + 20 * megabyte > before + megabytes * megabyte);
        }
        QVERIFY(residentBytes() < before + 20 * megabyte);
    }

    void whatNoMemoryHoldsIsRefused()
    {
        constexpr auto most = std::numeric_limits<std::size_t>::max();
        PageAllocator<std::uint64_t> allocator;
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, static_cast<void>(allocator.allocate(most)));
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, static_cast<void>(allocator.allocate(most / 16)));
    }
};

EMBER_TEST(TstPages)
#include "tst_pages.moc"
