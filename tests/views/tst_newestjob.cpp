// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "views/jobs/newestjob.h"
#include "views/jobs/viewthreads.h"

#include <QSemaphore>
#include <QTest>
#include <QThreadPool>

using namespace ember::views;

class TstNewestJob : public QObject {
    Q_OBJECT

private slots:
    void onlyTheNewestJobDelivers()
    {
        QVector<int> delivered;
        QObject receiver;
        NewestJob<int> job(&receiver, [&](int result) { delivered << result; });
        QSemaphore gate;
        job.start([&gate] {
            gate.acquire();
            return 1;
        });
        job.start([] { return 2; });
        gate.release();
        EMBER_TRY_COMPARE(delivered, QVector<int>{2});
        QVERIFY(!job.isPending());
        backgroundPool().waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(delivered, QVector<int>{2});
    }

    // News come faster than answers: each of these finds the one before it still at work.
    void refreshingIsNeverStarved()
    {
        QVector<int> delivered;
        QObject receiver;
        NewestJob<int> job(&receiver, [&](int result) { delivered << result; });
        QSemaphore gate;
        for (int news = 0; news < 10; ++news)
            job.refresh([&gate, news] {
                gate.acquire();
                return news;
            });
        gate.release(2);
        EMBER_TRY_COMPARE(delivered, (QVector<int>{0, 9}));
        QVERIFY(!job.isPending());
    }

    void anotherQuestionDropsWhatIsUnderWayAndWaits()
    {
        QVector<int> delivered;
        QObject receiver;
        NewestJob<int> job(&receiver, [&](int result) { delivered << result; });
        QSemaphore gate;
        for (const int news : {1, 2})
            job.refresh([&gate, news] {
                gate.acquire();
                return news;
            });
        job.start([] { return 3; });
        gate.release(2);
        EMBER_TRY_COMPARE(delivered, QVector<int>{3});
        backgroundPool().waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(delivered, QVector<int>{3});
    }

    void aCancelledJobDeliversNothing()
    {
        bool delivered = false;
        QObject receiver;
        NewestJob<int> job(&receiver, [&](int) { delivered = true; });
        job.start([] { return 1; });
        job.cancel();
        backgroundPool().waitForDone();
        QCoreApplication::processEvents();
        QVERIFY(!delivered);
    }
};

EMBER_TEST(TstNewestJob)
#include "tst_newestjob.moc"
