// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/waits.h"
#include "tests/endtoend/recording.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <chrono>

using namespace ember::model;
using namespace ember::tests;

// Who held a lock that another thread waited for: what samples of a real program show.
class TstLockHolder : public QObject {
    Q_OBJECT

private slots:
    void theThreadThatHeldTheLockIsTheLikelyOne()
    {
        Recording recording;
        recording.start({QStringLiteral("-F"), QStringLiteral("199")},
                        {QStringLiteral("lockholder"), QStringLiteral("6")});
        recording.finish();
        const auto reading = recording.read();
        const Profile &profile = *reading.profile;
        const WaitsAnswer answer = waitsAnswer(profile, 10);
        const auto lock = std::ranges::find_if(answer.locks, [&](const LockWaits &waits) {
            return functionOf(profile, waits.caller).find("useTable") != std::string_view::npos;
        });
        QVERIFY(lock != answer.locks.end());
        QCOMPARE(nameOf(profile, lock->holder), "holder");
        QCOMPARE(lock->threads.size(), std::size_t(1));
        int waits = 0;
        for (const Wait &wait : answer.longest) {
            if (wait.cause.kind != FutexUse::Lock || nameOf(profile, wait.thread) != "waiter")
                continue;
            // The program's waits last 300 ms. A gap in the samples may leave the end of one, where
            // the holder is no longer to be seen.
            if (wait.whole.duration() < std::chrono::milliseconds(100))
                continue;
            QVERIFY(wait.likely);
            QCOMPARE(int(wait.likely->role), int(WaitRole::Holder));
            QCOMPARE(nameOf(profile, wait.likely->thread), "holder");
            ++waits;
        }
        QVERIFY2(waits >= 3, qPrintable(QString::number(waits)));
    }

private:
    static std::string_view nameOf(const Profile &profile, ThreadIndex thread)
    {
        return thread.isValid() ? profile.text(profile.thread(thread).name) : std::string_view();
    }

    static std::string_view functionOf(const Profile &profile, FrameIndex frame)
    {
        const auto function = profile.frame(frame).function;
        return function.isValid() ? profile.text(profile.function(function).name)
                                  : std::string_view();
    }
};

EMBER_TEST(TstLockHolder)
#include "tst_lockholder.moc"
