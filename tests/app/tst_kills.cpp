// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/killround.h"
#include "tests/support/sanitizers.h"
#include "tests/support/testmain.h"

#include <QTest>
#include <QThread>

#include <algorithm>

using namespace ember::tests;

class TstKills : public QObject {
    Q_OBJECT
private slots:
    // `./dev bench kills` does more of them.
    void whoeverIsKilledTheTargetGoesOnAndTheLogOpens()
    {
        constexpr int roundsEach = 10;
        // No more lanes than CPUs: else the recorders of one lane take them from those of another.
        const int lanes = isSanitized ? 2 : std::clamp(QThread::idealThreadCount(), 2, 6);
        std::vector<double> missing;
        for (const auto &outcomes : killRounds(roundsEach, lanes)) {
            QCOMPARE(outcomes.size(), std::size_t(roundsEach));
            for (const KillOutcome &outcome : outcomes) {
                QVERIFY2(outcome.problem.isEmpty(), qPrintable(outcome.problem));
                missing.push_back(outcome.missing.count());
            }
        }
        missing.erase(missing.begin(), missing.begin() + roundsEach); // the recorder lived
        std::ranges::sort(missing);
        qInfo("kills.missing median %.1f ms, most %.1f ms", missing[missing.size() / 2],
              missing.back());
        // On a busy machine the recorder may wait for a CPU when it is killed: not half of the
        // time. A sanitized one is slow by itself.
        if (!isSanitized)
            QCOMPARE_LE(missing[missing.size() / 2], 100.0);
    }
};

EMBER_TEST(TstKills)
#include "tst_kills.moc"
