// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/query/stackweights.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace ember::model;
using namespace ember::tests;

namespace {

// Samples of some threads at random times, in order but for the `late`, with stacks that come up as
// it grows.
class GrowingProfile {
public:
    void addSome(int count)
    {
        for (; count > 0; --count) {
            if (m_threads.empty() || any(40) == 0)
                m_threads.push_back(m_builder.addThread({}));
            add(m_threads[any(m_threads.size())], m_time += any(5) * 1000);
        }
    }

    void addLate() { add(m_threads.front(), m_time / 3); }

    ProfilePointer snapshot() { return m_builder.snapshot(); }

    ThreadIndex firstThread() const { return m_threads.front(); }

private:
    std::size_t any(std::size_t count) { return m_random() % count; }

    void add(ThreadIndex thread, std::size_t time)
    {
        Function function;
        function.name = m_builder.string("f" + std::to_string(any(20 + time / 10'000)));
        Frame frame;
        frame.function = m_builder.function(function);
        const auto stack = m_builder.stack(emptyStack, m_builder.frame(frame));
        SampleDetail detail;
        detail.state = any(2) == 0 ? ThreadState::Blocked : ThreadState::Running;
        m_builder.addSample(thread, {timestampFromNs(std::int64_t(time)), stack, detail});
    }

    std::mt19937 m_random{7};
    ProfileBuilder m_builder;
    std::vector<ThreadIndex> m_threads;
    std::size_t m_time = 0;
};

bool isEqual(const std::vector<Weight> &one, const std::vector<Weight> &other)
{
    return std::ranges::equal(one, other, [](const Weight &first, const Weight &second) {
        return first.time == second.time && first.samples == second.samples
            && first.first == second.first;
    });
}

} // namespace

class TstStackWeights : public QObject {
    Q_OBJECT

private slots:
    void memoryThatIsGivenBackComesAgainAndEmpty()
    {
        constexpr std::size_t count = 100'000;
        WeightMemory memory;
        auto first = memory.take(count);
        first.front().samples = 7;
        first.back().samples = 7;
        const auto *place = first.data();
        memory.give(std::move(first));
        const auto second = memory.take(count - 1);
        QVERIFY(second.data() == place);
        QVERIFY(std::ranges::all_of(second, [](const Weight &sum) {
            return sum.samples == 0 && sum.first == Timestamp::max();
        }));
        QVERIFY(memory.take(count).data() != place);
    }

    void ofAGrowingProfileTheyAreThoseItHasAtOnce()
    {
        GrowingProfile growing;
        growing.addSome(1);
        Selection part;
        part.range = {timestampFromNs(100'000), timestampFromNs(400'000)};
        part.counted = Counted::Running;
        Selection one;
        one.threads = {growing.firstThread()};
        const std::vector<Selection> selections{{}, part, one};
        std::vector<GrowingStackWeights> sums(selections.size());
        ProfilePointer older = growing.snapshot();
        for (int round = 0; round < 200; ++round) {
            growing.addSome(round % 7);
            if (round % 50 == 49)
                growing.addLate();
            const auto profile = growing.snapshot();
            for (std::size_t row = 0; row < selections.size(); ++row)
                QVERIFY(isEqual(sums[row].read(*profile, selections[row]),
                                stackWeights(*profile, selections[row])));
            if (round == 100)
                older = profile;
        }
        QVERIFY(isEqual(sums.front().read(*older, {}), stackWeights(*older, {})));
    }

    // V8's "(idle)" is no state of a thread, but a call.
    void idleCallsDoNotRun()
    {
        const auto profile = textProfile("(root) (root) (root) (root) .\n"
                                         "work   (idle) (idle) work   .\n");
        const auto idle = profile->tables().stacks.size();
        Selection running;
        running.counted = Counted::Running;
        const auto all = stackWeights(*profile, {});
        const auto left = stackWeights(*profile, running);
        std::uint64_t allSamples = 0;
        std::uint64_t leftSamples = 0;
        for (std::size_t row = 1; row < idle; ++row) {
            allSamples += all[row].samples;
            leftSamples += left[row].samples;
        }
        QCOMPARE(allSamples, std::uint64_t(4));
        QCOMPARE(leftSamples, std::uint64_t(2));
        const auto sampled = sampledStacks(*profile, running, 100);
        QCOMPARE(std::ranges::count_if(sampled.stacks,
                                       [](const auto &one) { return one.stack != emptyStack; }),
                 2);
        GrowingStackWeights sums;
        sums.read(*profile, running);
        QVERIFY(isEqual(sums.read(*profile, running), left));
    }

    void anotherSelectionHasSumsOfItsOwn()
    {
        GrowingProfile growing;
        growing.addSome(300);
        const auto profile = growing.snapshot();
        Selection running;
        running.counted = Counted::Running;
        GrowingStackWeights sums;
        sums.read(*profile, {});
        QVERIFY(isEqual(sums.read(*profile, running), stackWeights(*profile, running)));
        QVERIFY(!isEqual(sums.read(*profile, {}), stackWeights(*profile, running)));
    }
};

EMBER_TEST(TstStackWeights)
#include "tst_stackweights.moc"
