// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/query/functionstatistics.h"
#include "model/query/instructionvisits.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace ember::model;

namespace {

struct Call {
    std::string function;
    std::uint64_t pc = 0;
    Inlined inlined = Inlined::No;
};

using Calls = std::vector<Call>; // from the root

// One thread with a sample each 10 ms, in one image.
class Samples {
public:
    Samples() : m_thread(m_builder.addThread({})), m_image(m_builder.addImage({})) { }

    FrameIndex frame(const Call &call)
    {
        Function function;
        function.name = m_builder.string(call.function);
        Frame frame;
        frame.function = m_builder.function(function);
        frame.pc = call.pc;
        frame.image = m_image;
        frame.inlined = call.inlined;
        return m_builder.frame(frame);
    }

    void add(const Calls &calls)
    {
        auto stack = emptyStack;
        for (const Call &call : calls)
            stack = m_builder.stack(stack, frame(call));
        m_builder.addSample(m_thread, {timestampFromNs(m_time), stack, {}});
        m_time += 10'000'000;
    }

    ProfilePointer profile() { return m_builder.snapshot(); }

private:
    ProfileBuilder m_builder;
    ThreadIndex m_thread;
    ImageIndex m_image;
    std::int64_t m_time = 0;
};

CallWeightsPointer weighedInstructions(const ProfilePointer &profile,
                                       const Selection &selection = {})
{
    return CallWeigher(instructionIdentity).weigh(profile, selection);
}

FrameIndex frameOf(const Profile &profile, std::string_view function)
{
    for (std::size_t row = 0; row < profile.tables().frames.size(); ++row) {
        if (frameName(profile, FrameIndex(row)) == function)
            return FrameIndex(row);
    }
    return {};
}

std::vector<InstructionWeight> eachPlace(const InstructionVisits &visits)
{
    std::vector<std::size_t> groups;
    for (std::size_t row = 0; row < visits.places().size(); ++row)
        groups.push_back(row);
    return visits.weigh(groups, groups.size());
}

QString line(const InstructionWeight &weight)
{
    return QStringLiteral("self %1/%2 total %3/%4\n")
        .arg(weight.self.time.count() / 1'000'000)
        .arg(weight.self.samples)
        .arg(weight.total.time.count() / 1'000'000)
        .arg(weight.total.samples);
}

// "1f self 10/1 total 20/2": milliseconds and samples.
QString print(const InstructionVisits &visits)
{
    const auto weights = eachPlace(visits);
    QString text;
    for (std::size_t row = 0; row < weights.size(); ++row)
        text += QString::number(visits.places()[row].address, 16) + QLatin1Char(' ')
            + line(weights[row]);
    return text;
}

QString places(const ProfilePointer &profile, std::string_view function,
               const Selection &selection = {})
{
    return print({*weighedInstructions(profile, selection), frameOf(*profile, function)});
}

// What a caller's return address belongs to, and whether the leaf is met there.
using Counts = std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>>;

// Frame by frame, as one would by hand.
Counts countedNaively(const std::vector<Calls> &samples, const std::string &function)
{
    Counts counts;
    for (const Calls &calls : samples) {
        std::set<std::uint64_t> met;
        bool isExact = true;
        for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
            const auto address = call->pc - (isExact ? 0 : 1);
            if (call->function == function) {
                if (call == calls.rbegin())
                    ++counts[address].first;
                if (met.insert(address).second)
                    ++counts[address].second;
            }
            isExact = isExact && call->inlined == Inlined::Yes;
        }
    }
    return counts;
}

Calls randomCalls(std::mt19937 &random)
{
    Calls calls;
    for (auto depth = 1 + random() % 6; depth > 0; --depth) {
        Call call{"f" + std::to_string(random() % 4), 0x100 + random() % 3, Inlined::No};
        if (!calls.empty() && random() % 3 == 0) {
            call.inlined = Inlined::Yes;
            call.pc = calls.back().pc;
        }
        calls.push_back(call);
    }
    return calls;
}

} // namespace

// Where in a function samples were, to the instruction.
class TstInstructionVisits : public QObject {
    Q_OBJECT

private slots:
    void aLeafIsAtItsInstructionAndACallerAtTheCallBefore()
    {
        Samples samples;
        samples.add({{"outer", 0x20}, {"inner", 0x40}});
        samples.add({{"outer", 0x20}});
        samples.add({{"outer", 0x20}, {"inner", 0x44}});
        samples.add({}); // ends the last one's time
        const auto profile = samples.profile();
        QCOMPARE(places(profile, "outer"),
                 QStringLiteral("1f self 0/0 total 20/2\n"
                                "20 self 10/1 total 10/1\n"));
        QCOMPARE(places(profile, "inner"),
                 QStringLiteral("40 self 10/1 total 10/1\n"
                                "44 self 10/1 total 10/1\n"));
    }

    void whatIsInlinedIsWhereItsCallerIs()
    {
        Samples samples;
        samples.add({{"main", 0x10}, {"outer", 0x20}, {"inner", 0x20, Inlined::Yes}});
        samples.add(
            {{"main", 0x10}, {"outer", 0x20}, {"inner", 0x20, Inlined::Yes}, {"callee", 0x30}});
        samples.add({});
        const auto profile = samples.profile();
        QCOMPARE(places(profile, "outer"),
                 QStringLiteral("1f self 0/0 total 10/1\n"
                                "20 self 0/0 total 10/1\n"));
        QCOMPARE(places(profile, "inner"),
                 QStringLiteral("1f self 0/0 total 10/1\n"
                                "20 self 10/1 total 10/1\n"));
        QCOMPARE(places(profile, "main"), QStringLiteral("f self 0/0 total 20/2\n"));
    }

    // An instruction that is met twice by one stack: it calls itself, and is the leaf once more.
    void anInstructionCountsOncePerStack()
    {
        Samples samples;
        samples.add({{"f", 0x25}, {"f", 0x25}, {"f", 0x20}});
        samples.add({});
        const auto profile = samples.profile();
        QCOMPARE(places(profile, "f"),
                 QStringLiteral("20 self 10/1 total 10/1\n"
                                "24 self 0/0 total 10/1\n"));
        const InstructionVisits visits(*weighedInstructions(profile), frameOf(*profile, "f"));
        const std::vector<std::size_t> one(visits.places().size(), 0); // five bytes at 0x20
        QCOMPARE(line(visits.weigh(one, 1).front()), QStringLiteral("self 10/1 total 10/1\n"));
    }

    void whatIsMergedIsSpentAtTheCall()
    {
        Samples samples;
        samples.add({{"outer", 0x20}, {"inner", 0x40}});
        samples.add({{"outer", 0x20}});
        samples.add({});
        Selection selection;
        selection.filters = {{CallAction::Merge, {CallTest::By::Name, "inner"}}};
        QCOMPARE(places(samples.profile(), "outer", selection),
                 QStringLiteral("1f self 10/1 total 10/1\n"
                                "20 self 10/1 total 10/1\n"));
        QCOMPARE(places(samples.profile(), "inner", selection), QString());
    }

    void aRangeCutsTheTime()
    {
        Samples samples;
        samples.add({{"f", 0x20}});
        samples.add({{"f", 0x24}});
        samples.add({});
        Selection selection;
        selection.range = {timestampFromNs(5'000'000), timestampFromNs(15'000'000)};
        QCOMPARE(places(samples.profile(), "f", selection),
                 QStringLiteral("20 self 5/1 total 5/1\n"
                                "24 self 5/1 total 5/1\n"));
    }

    void withoutAddressesThereIsOnePlaceThatIsNone()
    {
        Samples samples;
        samples.add({{"f", 0}, {"g", 0}});
        samples.add({{"f", 0}});
        samples.add({});
        const auto profile = samples.profile();
        QCOMPARE(places(profile, "f"), QStringLiteral("0 self 10/1 total 20/2\n"));
        const InstructionVisits visits(*weighedInstructions(profile), frameOf(*profile, "f"));
        QVERIFY(!visits.places().front().image.isValid());
    }

    void addressesOfTwoBinariesAreTwoPlaces()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        Frame frame;
        Function function;
        function.name = builder.string("f");
        frame.function = builder.function(function);
        frame.pc = 0x20;
        for (std::int64_t ms : {0, 10, 20}) {
            frame.image = builder.addImage({});
            const auto stack = builder.stack(emptyStack, builder.frame(frame));
            builder.addSample(thread, {timestampFromNs(ms * 1'000'000), stack, {}});
        }
        const auto profile = builder.snapshot();
        const InstructionVisits visits(*weighedInstructions(profile), FrameIndex(0));
        QCOMPARE(visits.places().size(), std::size_t(3));
    }

    void theyAreWhatOneCountsByHand()
    {
        std::mt19937 random{11};
        for (int round = 0; round < 200; ++round) {
            Samples samples;
            std::vector<Calls> all;
            for (int sample = 0; sample < 30; ++sample) {
                all.push_back(randomCalls(random));
                samples.add(all.back());
            }
            const auto profile = samples.profile();
            for (const std::string function : {"f0", "f1", "f2", "f3"}) {
                const auto frame = frameOf(*profile, function);
                if (!frame.isValid())
                    continue;
                const InstructionVisits visits(*weighedInstructions(profile), frame);
                const auto weights = eachPlace(visits);
                Counts counts;
                for (std::size_t row = 0; row < weights.size(); ++row)
                    counts[visits.places()[row].address] = {weights[row].self.samples,
                                                            weights[row].total.samples};
                QVERIFY2(counts == countedNaively(all, function),
                         qPrintable(QString::number(round)));
            }
        }
    }

    // Whatever is filtered, and however.
    void ofAGrowingProfileTheyAreThoseItHasAtOnce()
    {
        std::mt19937 random{5};
        Samples samples;
        CallWeigher weigher(instructionIdentity);
        GrowingStackWeights sums;
        for (int round = 0; round < 60; ++round) {
            for (auto more = random() % 5; more > 0; --more)
                samples.add(randomCalls(random));
            samples.add({{"f1", 0x100}, {"f2", 0x200 + random() % 40}});
            const auto profile = samples.profile();
            const auto calls = weigher.weigh(profile, {});
            for (const char *function : {"f1", "f2"}) {
                const auto frame = frameOf(*profile, function);
                QCOMPARE(print({*calls, frame, sums}), print({*calls, frame}));
            }
        }
    }

    void theInstructionsOfAFunctionSumUpToIt()
    {
        std::mt19937 random{7};
        for (int round = 0; round < 200; ++round) {
            Samples samples;
            for (int sample = 0; sample < 30; ++sample)
                samples.add(randomCalls(random));
            const auto profile = samples.profile();
            Selection selection;
            for (auto count = random() % 4; count > 0; --count)
                selection.filters.push_back(
                    {CallAction(random() % 7),
                     {CallTest::By::Name, "f" + std::to_string(random() % 4)}});
            const auto instructions = weighedInstructions(profile, selection);
            for (const FunctionStatistics &function : functionStatistics(*profile, selection)) {
                const InstructionVisits visits(*instructions, function.frame);
                Weight self;
                Weight largest;
                for (const InstructionWeight &weight : eachPlace(visits)) {
                    self.add(weight.self);
                    largest.time = std::max(largest.time, weight.total.time);
                }
                QVERIFY2(self.time == function.self, qPrintable(QString::number(round)));
                QCOMPARE(self.samples, function.selfSamples);
                QVERIFY(largest.time <= function.total);
            }
        }
    }
};

EMBER_TEST(TstInstructionVisits)
#include "tst_instructionvisits.moc"
