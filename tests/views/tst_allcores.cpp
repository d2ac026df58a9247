// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "views/jobs/viewthreads.h"

#include <QTest>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace ember::views;

class TstAllCores : public QObject {
    Q_OBJECT

private slots:
    void everyCallIsMadeOnce()
    {
        for (std::size_t count = 0; count < 200; ++count) {
            std::vector<std::atomic<int>> calls(count);
            onAllCores(count, [&](std::size_t number) { ++calls[number]; });
            for (const auto &made : calls)
                QCOMPARE(made.load(), 1);
        }
    }

    // More threads than the processor has cores: some of their helpers never get to run.
    void severalThreadsMayCallAtOnce()
    {
        std::atomic<int> calls{0};
        {
            std::vector<std::jthread> callers;
            for (int caller = 0; caller < 16; ++caller)
                callers.emplace_back([&] {
                    for (int round = 0; round < 200; ++round)
                        onAllCores(5, [&](std::size_t) { ++calls; });
                });
        }
        QCOMPARE(calls.load(), 16 * 200 * 5);
    }

    void whatACallThrowsIsThrownAgain()
    {
        const auto work = [](std::size_t number) {
            if (number == 7)
                throw std::runtime_error("seven");
        };
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, onAllCores(20, work));
        int calls = 0;
        onAllCores(1, [&](std::size_t) { ++calls; });
        QCOMPARE(calls, 1);
    }
};

EMBER_TEST(TstAllCores)
#include "tst_allcores.moc"
