// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/debugid.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::model;

class TstDebugId : public QObject {
    Q_OBJECT

private slots:
    void theFirstThreeFieldsAreSwapped()
    {
        QCOMPARE(debugIdFromBuildId("0123456789abcdeffedcba98765432100badcafe"),
                 std::string("67452301-ab89-efcd-fedc-ba9876543210"));
        QCOMPARE(debugIdFromBuildId("0123456789ABCDEFFEDCBA9876543210"),
                 std::string("67452301-ab89-efcd-fedc-ba9876543210"));
    }

    void shortBuildIdsAreFilledWithZeros()
    {
        QCOMPARE(debugIdFromBuildId("0123456789"),
                 std::string("67452301-0089-0000-0000-000000000000"));
    }

    void whatIsNoBuildIdGivesNothing()
    {
        for (const char *text : {"", "0", "012", "xyzt", "01 3"})
            QCOMPARE(debugIdFromBuildId(text), std::string());
    }

    void spellingsOfOneIdCompareEqual()
    {
        const std::string id = "67452301ab89efcdfedcba9876543210";
        for (const char *spelling :
             {"67452301-ab89-efcd-fedc-ba9876543210", "67452301AB89EFCDFEDCBA9876543210",
              "67452301-ab89-efcd-fedc-ba9876543210-0", "67452301ab89efcdfedcba9876543210000"})
            QCOMPARE(normalisedDebugId(spelling), id);
        QCOMPARE(normalisedDebugId("67452301-ab89-efcd-fedc-ba9876543210-2a"), id + "2a");
        for (const char *text : {"", "abc", "67452301-ab89-efcd-fedc-ba987654321g"})
            QCOMPARE(normalisedDebugId(text), std::string());
    }
};

EMBER_TEST(TstDebugId)
#include "tst_debugid.moc"
