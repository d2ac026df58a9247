// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inbackground.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"

#include <QImage>
#include <QScopeGuard>
#include <QSemaphore>
#include <QThread>
#include <QThreadPool>

using namespace ember::app;
using namespace ember::tests;

class TstInBackground : public QObject {
    Q_OBJECT

private slots:
    void whatIsDoneIsDeliveredInTheUiThread()
    {
        const QThread *worked = nullptr;
        const QThread *delivered = nullptr;
        inBackground(
            this, [] { return QThread::currentThread(); },
            [&](const QThread *thread) {
                worked = thread;
                delivered = QThread::currentThread();
            });
        EMBER_TRY(delivered);
        QCOMPARE(delivered, thread());
        QVERIFY(worked != delivered);
    }

    void whoIsGoneGetsNothing()
    {
        bool isDelivered = false;
        QSemaphore end;
        {
            QObject receiver;
            inBackground(
                &receiver,
                [&] {
                    end.acquire();
                    return 1;
                },
                [&](int) { isDelivered = true; });
        }
        end.release();
        workPool().waitForDone();
        QCoreApplication::processEvents();
        QVERIFY(!isDelivered);
    }

    // Qt splits large pictures among the application's threads, and waits.
    void picturesAreMadeWhileEveryThreadReads()
    {
        QSemaphore begun;
        QSemaphore end;
        const int count = workPool().maxThreadCount();
        for (int number = 0; number < count; ++number)
            startWork([&] {
                begun.release();
                end.acquire();
            });
        begun.acquire(count);
        QImage picture(3000, 3000, QImage::Format_RGB32);
        picture.fill(Qt::red);
        const QImage converted = picture.convertToFormat(QImage::Format_RGBA64);
        end.release(count);
        workPool().waitForDone();
        QCOMPARE(converted.pixelColor(2999, 2999), QColor(Qt::red));
    }

    void whatWaitsKeepsNobodyFromWork()
    {
        QSemaphore end;
        const int count = workPool().maxThreadCount();
        for (int number = 0; number < count; ++number)
            runDetached([&] { end.acquire(); });
        const auto release = qScopeGuard([&] {
            end.release(count);
            workPool().waitForDone();
        });
        bool isDone = false;
        inBackground(
            this, [] { return true; }, [&](bool is) { isDone = is; });
        EMBER_TRY(isDone);
    }
};

EMBER_TEST(TstInBackground)
#include "tst_inbackground.moc"
