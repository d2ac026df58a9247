// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/support/timeslice.h"
#include "views/jobs/viewthreads.h"

#include <QSemaphore>
#include <QTest>
#include <QThreadPool>

#include <atomic>

using namespace ember::views;
using ember::tests::shortestSlice;
using ember::tests::timeSlice;

class TstPromptPictures : public QObject {
    Q_OBJECT

private slots:
    // The wish may be told more than once.
    void theWindowsThreadAndThoseThatPaintForItRunSoon()
    {
        if (!timeSlice())
            QSKIP("the system tells no time slices");
        keepPicturesPrompt();
        keepPicturesPrompt();
        QCOMPARE(timeSlice().value_or(0), shortestSlice);
        QThreadPool &painters = *QThreadPool::globalInstance();
        std::atomic<int> asked{0};
        QSemaphore begun;
        QSemaphore end;
        const int count = painters.maxThreadCount();
        for (int number = 0; number < count; ++number)
            painters.start([&] {
                asked += int(timeSlice() == shortestSlice);
                begun.release();
                end.acquire();
            });
        begun.acquire(count);
        end.release(count);
        painters.waitForDone();
        QCOMPARE(asked.load(), count);
    }
};

EMBER_TEST(TstPromptPictures)
#include "tst_promptpictures.moc"
