// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTest>

namespace ember::tests {

// For claims about real programs that others on the machine may spoil in one run, but hardly in
// each of three. `attempt(objection)` says what speaks against the claim, if anything; what it
// finds wrong by itself (QVERIFY) fails the test at once.
template<typename Attempt>
void verifyInThreeAttempts(Attempt attempt)
{
    QString objection;
    for (int number = 0; number < 3; ++number) {
        objection.clear();
        attempt(objection);
        if (objection.isEmpty() || QTest::currentTestFailed())
            return;
        qInfo("%s", qPrintable(objection));
    }
    QFAIL(qPrintable(objection));
}

} // namespace ember::tests
