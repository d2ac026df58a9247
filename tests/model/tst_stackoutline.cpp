// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"
#include "model/spans/stackoutline.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace ember::model;
using namespace ember::tests;

namespace {

struct Step {
    std::size_t shared;
    std::size_t depth;
};

std::vector<Step> randomSteps(std::size_t count)
{
    std::mt19937 random(11);
    std::vector<Step> steps{{0, 5}};
    while (steps.size() < count) {
        const std::size_t shared = random() % 40 == 0 ? 0 : random() % (steps.back().depth + 1);
        steps.push_back({shared, shared + random() % (random() % 100 == 0 ? 60 : 4)});
    }
    return steps;
}

} // namespace

class TstStackOutline : public QObject {
    Q_OBJECT

private slots:
    void questionsAboutManySamplesEqualAskingEachOne()
    {
        const auto steps = randomSteps(5'000);
        StackOutline outline;
        for (const auto &step : steps)
            outline.append(step.shared, step.depth);
        QCOMPARE(outline.size(), steps.size());
        std::mt19937 random(5);
        for (int round = 0; round < 4'000; ++round) {
            const auto first = random() % steps.size();
            const auto last = first
                + random() % std::min<std::size_t>(steps.size() - first, round % 2 ? 40 : 5'000);
            std::size_t least = StackOutline::interruptsNothing;
            for (auto at = first + 1; at <= last; ++at)
                least = std::min(least, steps[at].shared);
            QCOMPARE(outline.sharedUntil(SampleIndex(first), SampleIndex(last)), least);

            const std::size_t depth = random() % 60;
            const auto deeper = std::find_if(steps.begin() + std::ptrdiff_t(first),
                                             steps.begin() + std::ptrdiff_t(last),
                                             [&](const Step &step) { return step.depth > depth; });
            const auto found = outline.firstDeeper(first, last, depth);
            QCOMPARE(found.has_value(), deeper != steps.begin() + std::ptrdiff_t(last));
            if (found)
                QCOMPARE(found->row(), std::size_t(deeper - steps.begin()));
        }
    }

    void aCopyIsASnapshot()
    {
        StackOutline outline;
        for (int sample = 0; sample < 40; ++sample)
            outline.append(1, 2);
        const StackOutline copy = outline;
        for (int sample = 0; sample < 4'000; ++sample)
            outline.append(0, 9);
        QCOMPARE(copy.size(), std::size_t(40));
        QCOMPARE(copy.sharedUntil(SampleIndex(0), SampleIndex(39)), std::size_t(1));
        QVERIFY(!copy.firstDeeper(0, 40, 2));
    }

    void callsGoOnWhileTheirStacksAgree()
    {
        const auto spans = buildSpans(textProfile(R"(
  a  a  a  .  a  a
  b  b  c  .  b  b
)"));
        const auto &outline = spans->thread(ThreadIndex(0)).outline;
        QCOMPARE(outline.size(), std::size_t(5));
        const auto shared = [&](int first, int last) {
            return outline.sharedUntil(SampleIndex(std::size_t(first)),
                                       SampleIndex(std::size_t(last)));
        };
        QCOMPARE(shared(0, 1), std::size_t(2));
        QCOMPARE(shared(0, 2), std::size_t(1));
        QCOMPARE(shared(0, 4), std::size_t(0));
        QCOMPARE(outline.depth(SampleIndex(2)), std::size_t(2));
        QCOMPARE(outline.depth(SampleIndex(3)), std::size_t(0));
    }

    void aSampleWithoutDurationInterruptsNothing()
    {
        const auto spans = buildSpans(textProfile(R"(
  0  10  10  20  30
  a  .   a   a   a
  b  .   b   b   b
)"));
        const auto &thread = spans->thread(ThreadIndex(0));
        QCOMPARE(thread.rows[1].boxes.size(), std::size_t(1));
        QCOMPARE(thread.outline.sharedUntil(SampleIndex(0), SampleIndex(3)), std::size_t(2));
    }

    void whatBeginsWithASampleWithoutDurationIsNew()
    {
        const auto spans = buildSpans(textProfile(R"(
  0  10  10  20  30
  a  a   a   a   a
  b  c   b   b   b
)"));
        const auto &thread = spans->thread(ThreadIndex(0));
        QCOMPARE(thread.rows[1].boxes.size(), std::size_t(3));
        QCOMPARE(thread.outline.sharedUntil(SampleIndex(0), SampleIndex(3)), std::size_t(1));
    }

    void theBoxOfASampleIsTheOneThatHoldsIt()
    {
        const auto spans = buildSpans(textProfile(R"(
  a  a  b  .  b  b
  c  d  d  .  .  .
)"));
        const auto &thread = spans->thread(ThreadIndex(0));
        QCOMPARE(thread.boxOf(0, SampleIndex(1)), BoxIndex(0));
        QCOMPARE(thread.boxOf(1, SampleIndex(1)), BoxIndex(1));
        QCOMPARE(thread.boxOf(0, SampleIndex(2)), BoxIndex(1));
        QCOMPARE(thread.boxOf(0, SampleIndex(4)), BoxIndex(2));
    }
};

EMBER_TEST(TstStackOutline)
#include "tst_stackoutline.moc"
