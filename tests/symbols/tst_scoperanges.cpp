// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/unitindex.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::capture;

class TstScopeRanges : public QObject {
    Q_OBJECT

private slots:
    void theInnermostScopeHoldsAndTheOuterOneGoesOnBehindIt()
    {
        const auto scopes = tree({0, 1, 2});
        QCOMPARE(shown(flatten(scopes, {{100, 180, 0}, {110, 150, 1}, {120, 130, 2}})),
                 QStringLiteral("100:1 110:2 120:3 130:2 150:1 180:0 "));
    }

    void functionsSideBySideDoNotTouchEachOther()
    {
        const auto scopes = tree({0, 0});
        QCOMPARE(shown(flatten(scopes, {{10, 20, 0}, {20, 30, 1}})),
                 QStringLiteral("10:1 20:2 30:0 "));
        QCOMPARE(shown(flatten(scopes, {{40, 50, 0}, {10, 20, 1}})),
                 QStringLiteral("10:2 20:0 40:1 50:0 "));
    }

    void ofSiblingsWithTheSameCodeTheFirstHoldsWithAllThatIsInIt()
    {
        // 1 contains 2 and 4; 2 contains 3; 4 contains 5.
        const auto scopes = tree({0, 1, 2, 1, 4});
        QCOMPARE(shown(flatten(scopes,
                               {{0, 100, 0}, {10, 30, 1}, {12, 14, 2}, {10, 30, 3}, {20, 25, 4}})),
                 QStringLiteral("0:1 10:2 12:3 14:2 30:1 100:0 "));
    }

    void aSiblingThatBeginsLaterHoldsOnlyBehindTheFirst()
    {
        const auto scopes = tree({0, 1, 1});
        QCOMPARE(shown(flatten(scopes, {{0, 100, 0}, {10, 30, 1}, {20, 40, 2}})),
                 QStringLiteral("0:1 10:2 30:3 40:1 100:0 "));
        QCOMPARE(shown(flatten(scopes, {{0, 100, 0}, {20, 40, 1}, {10, 30, 2}})),
                 QStringLiteral("0:1 10:3 20:2 40:1 100:0 "));
    }

    void aScopeMayHaveSeveralStretches()
    {
        const auto scopes = tree({0, 1});
        QCOMPARE(shown(flatten(scopes, {{0, 10, 0}, {50, 60, 0}, {2, 4, 1}, {55, 60, 1}})),
                 QStringLiteral("0:1 2:2 4:1 10:0 50:1 55:2 60:0 "));
    }

private:
    // By their outer scopes.
    static std::vector<UnitIndex::Scope> tree(std::initializer_list<std::uint32_t> outers)
    {
        std::vector<UnitIndex::Scope> scopes;
        for (const auto outer : outers)
            scopes.emplace_back().outer = outer;
        return scopes;
    }

    static QString shown(const std::vector<UnitIndex::Boundary> &boundaries)
    {
        QString text;
        for (const auto &boundary : boundaries)
            text += QStringLiteral("%1:%2 ").arg(boundary.start).arg(boundary.scope);
        return text;
    }
};

EMBER_TEST(TstScopeRanges)
#include "tst_scoperanges.moc"
