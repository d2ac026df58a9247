// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/parallel.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <stdexcept>

using namespace ember::model;

class TstParallel : public QObject {
    Q_OBJECT

private slots:
    void everyIndexIsVisitedOnce()
    {
        std::vector<int> visits(10'000);
        forEachInParallel(visits.size(), [&](std::size_t row) { ++visits[row]; });
        QVERIFY(std::ranges::all_of(visits, [](int count) { return count == 1; }));
        forEachInParallel(0, [](std::size_t) { QFAIL("there is none"); });
    }

    void whatIsThrownArrivesOnce()
    {
        std::atomic<int> calls{0};
        const auto work = [&](std::size_t row) {
            ++calls;
            if (row == 10)
                throw std::runtime_error("ten");
        };
        // So many that they never end.
        QVERIFY_THROWS_EXCEPTION(std::runtime_error,
                                 forEachInParallel(std::size_t(1) << 60U, work));
        QVERIFY(calls > 0);
    }

    void whatIsDoneSideBySideIsUsedInOrder()
    {
        std::vector<std::size_t> squares(1000);
        std::vector<std::size_t> used;
        forEachInOrder(
            squares.size(), [&](std::size_t row) { squares[row] = row * row; },
            [&](std::size_t row) {
                QCOMPARE(squares[row], row * row);
                used.push_back(row);
            });
        QCOMPARE(used.size(), squares.size());
        QVERIFY(std::ranges::is_sorted(used));
        forEachInOrder(
            0, [](std::size_t) {}, [](std::size_t) { QFAIL("there is none"); });
    }

    void workAndUseTakeNoMoreThanTheCores()
    {
        std::atomic<std::size_t> now{0};
        std::atomic<std::size_t> most{0};
        const auto step = [&](std::size_t) {
            const auto running = ++now;
            for (auto known = most.load(); known < running;)
                most.compare_exchange_weak(known, running);
            std::this_thread::yield();
            --now;
        };
        forEachInOrder(1000, step, step);
        QVERIFY(most <= coreCount());
    }

    // While the first is used, others are worked on, but not all.
    void workDoesNotRunFarAheadOfUse()
    {
        std::atomic<std::size_t> begun{0};
        std::size_t mostAhead = 0;
        forEachInOrder(
            1000, [&](std::size_t) { ++begun; },
            [&](std::size_t row) {
                if (row == 0)
                    std::this_thread::sleep_for(std::chrono::milliseconds(20));
                mostAhead = std::max(mostAhead, begun - row);
            });
        QVERIFY2(mostAhead <= 2 * coreCount(), qPrintable(QString::number(mostAhead)));
    }

    void whatWorkOrUseThrowsArrives()
    {
        const auto nothing = [](std::size_t) {};
        const auto fail = [](std::size_t row) {
            if (row == 10)
                throw std::runtime_error("ten");
        };
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, forEachInOrder(1000, fail, nothing));
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, forEachInOrder(1000, nothing, fail));
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, forEachInOrder(11, fail, nothing));
    }
};

EMBER_TEST(TstParallel)
#include "tst_parallel.moc"
