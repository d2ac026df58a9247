// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/pauses.h"
#include "model/profile/profilebuilder.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <cstdint>
#include <limits>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;

// What the events of files say about times without samples.
class TstPauses : public QObject {
    Q_OBJECT

private slots:
    void aStallNeedsARate()
    {
        const CaptureEvent event{
            timestampFromNs(5'000'000'000), CaptureEventKind::MissedTicks, 20, {}};
        const auto stall = stallOf(event, 100);
        QVERIFY(stall && stall->start == timestampFromNs(4'800'000'000)
                && stall->end == event.time);
        using Limits = std::numeric_limits<double>;
        for (const double rate : {0.0, -100.0, Limits::quiet_NaN(), Limits::infinity()})
            QVERIFY2(!stallOf(event, rate), qPrintable(QString::number(rate)));
    }

    // Whatever the count, nothing is missing before the first sample.
    void aStallBeginsWithTheProfileAtTheEarliest()
    {
        ProfileBuilder builder;
        addTextThread(builder, "a a a\n");
        builder.statistics().rateHz = 1e-6;
        builder.addEvent({timestampFromNs(15'000'000),
                          CaptureEventKind::MissedTicks,
                          std::numeric_limits<std::uint64_t>::max(),
                          {}});
        const auto profile = builder.snapshot();
        const auto pauses = pausesOf(*profile);
        QCOMPARE(pauses.size(), std::size_t(1));
        QVERIFY(pauses.front().start == profile->timeRange().start);
        QVERIFY(pauses.front().end == timestampFromNs(15'000'000));
    }
};

EMBER_TEST(TstPauses)
#include "tst_pauses.moc"
