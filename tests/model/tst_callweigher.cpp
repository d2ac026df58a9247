// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/query/callweights.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <string>

using namespace ember::model;
using namespace ember::tests;

namespace {

Selection withoutA()
{
    Selection selection;
    selection.filters = {{CallAction::LeaveOut, {CallTest::By::Name, "a"}}};
    return selection;
}

} // namespace

// One weigher, asked several questions: what it keeps from one is not the answer to another.
class TstCallWeigher : public QObject {
    Q_OBJECT

private slots:
    // The same weigher, another question.
    void aKeptAnswerIsNotThatOfOtherFilters()
    {
        const auto profile = textProfile("a b\n");
        CallWeigher weigher;
        const auto all = weigher.weigh(profile, {});
        const auto part = weigher.weigh(profile, withoutA());
        QCOMPARE(all->total.front().samples, 2U);
        QCOMPARE(part->total.front().samples, 1U);
        QCOMPARE(weigher.weigh(profile, {})->total.front().samples, 2U);
    }

    // Who asks about an older snapshot may be answered behind who asked about a newer one.
    void anOlderSnapshotIsAskedAboutBehindANewerOne()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto sample = [&](const std::string &name, std::int64_t time) {
            Function function;
            function.name = builder.string(name);
            Frame frame;
            frame.function = builder.function(function);
            const auto stack = builder.stack(emptyStack, builder.frame(frame));
            builder.addSample(thread, {timestampFromNs(time), stack, {}});
        };
        sample("a", 0);
        sample("b", 1);
        const auto older = builder.snapshot();
        for (int number = 0; number < 500; ++number)
            sample("f" + std::to_string(number), 2 + number);
        CallWeigher weigher;
        QCOMPARE(weigher.weigh(builder.snapshot(), withoutA())->total.front().samples, 501U);
        QCOMPARE(weigher.weigh(older, withoutA())->total.front().samples, 1U);
    }
};

EMBER_TEST(TstCallWeigher)
#include "tst_callweigher.moc"
