// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "tests/support/timeslice.h"
#include "views/jobs/newestjob.h"
#include "views/jobs/viewthreads.h"

#include <QImage>
#include <QSemaphore>
#include <QThreadPool>

#include <deque>

using namespace ember::tests;
using namespace ember::views;

class TstBackgroundPool : public QObject {
    Q_OBJECT

private slots:
    void whatViewsAskLetsTheWindowGoFirstOnceItIsWanted()
    {
        int nice = -100;
        QObject receiver;
        NewestJob<int> job(&receiver, [&](int result) { nice = result; });
        job.start([] { return niceness(); });
        EMBER_TRY(nice != -100);
        QCOMPARE(nice, niceness());
        letBackgroundGoLast();
        nice = -100;
        job.start([] { return niceness(); });
        EMBER_TRY(nice != -100);
        QVERIFY(nice > niceness() || niceness() == 19);
    }

    // Qt splits large pictures among the application's threads, and waits.
    void picturesAreMadeWhileEveryThreadComputes()
    {
        QSemaphore begun;
        QSemaphore end;
        int answers = 0;
        QObject receiver;
        std::deque<NewestJob<int>> jobs;
        const int count = backgroundPool().maxThreadCount();
        for (int number = 0; number < count; ++number) {
            auto &job = jobs.emplace_back(&receiver, [&](int) { ++answers; });
            job.start([&] {
                begun.release();
                end.acquire();
                return 1;
            });
        }
        begun.acquire(count);
        QImage picture(3000, 3000, QImage::Format_RGB32);
        picture.fill(Qt::red);
        const QImage converted = picture.convertToFormat(QImage::Format_RGBA64);
        QCOMPARE(converted.pixelColor(2999, 2999), QColor(Qt::red));
        QCOMPARE(answers, 0);
        end.release(count);
        EMBER_TRY(answers == count);
    }
};

EMBER_TEST(TstBackgroundPool)
#include "tst_backgroundpool.moc"
