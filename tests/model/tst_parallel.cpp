// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/parallel.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
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
};

EMBER_TEST(TstParallel)
#include "tst_parallel.moc"
