// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/comparison.h"
#include "model/query/counterparts.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <array>
#include <cmath>
#include <string>

using namespace ember::model;
using namespace ember::tests;

namespace {

// Of a visit of one sample, in samples.
constexpr double spread = visitSpread * visitSpread;

CallWeightsPointer comparedWeights(const ProfilePointer &profile, const Selection &selection = {})
{
    return CallWeigher().weigh(profile, selection);
}

Comparison compared(const ProfilePointer &before, const ProfilePointer &after,
                    Normalisation by = Normalisation::PerSecond)
{
    return compare(comparedWeights(before), comparedWeights(after), by).value();
}

const ComparedFunction &row(const Comparison &comparison, std::string_view name)
{
    const auto found = std::ranges::find(comparison.functions, name, &ComparedFunction::name);
    Q_ASSERT(found != comparison.functions.end());
    return *found;
}

std::string repeated(std::string_view text, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

QString text(const ComparedAmount &amount)
{
    const auto noise = amount.noise == Noise::Beyond ? QStringLiteral("beyond")
        : amount.noise == Noise::Within              ? QStringLiteral("within")
                                                     : QStringLiteral("unknown");
    return QStringLiteral("%1 → %2 %3")
        .arg(amount.before, 0, 'f', 2)
        .arg(amount.after, 0, 'f', 2)
        .arg(noise);
}

// Of a function, in samples of 10 ms: the estimated variance of being in the stack.
double samplesSquared(const CallWeights &calls, const std::vector<double> &variances, int function)
{
    return variances[calls.functions[FrameIndex(std::size_t(function))].row()] / 1e14;
}

} // namespace

class TstComparison : public QObject {
    Q_OBJECT

private slots:
    void amountsAreNormalisedAsAsked()
    {
        // 40 ms, of which a has 40; 20 ms, of which it has 10.
        const auto before = textProfile("a a a a a\n");
        const auto after = textProfile("a b b\n");
        const auto perSecond = compared(before, after);
        QCOMPARE(row(perSecond, "a").self.before, 1e9);
        QCOMPARE(row(perSecond, "a").self.after, 0.5e9);
        QCOMPARE(*row(perSecond, "a").self.ratio(), 0.5);
        const auto shares = compared(before, after, Normalisation::Share);
        QCOMPARE(text(row(shares, "a").self), QStringLiteral("1.00 → 0.50 within"));
        const auto amounts = compared(before, after, Normalisation::Amount);
        QCOMPARE(row(amounts, "a").self.difference(), -30e6);
    }

    void functionsOfARenamedFileAreThoseOfTheOther()
    {
        const auto before = textProfile("a!m#/x/slow.py a!m#/x/slow.py a!m#/x/slow.py\n"
                                        "b!m#/x/slow.py b!m#/x/slow.py .\n");
        const auto after = textProfile("a!m#/x/fast.py a!m#/x/fast.py\n"
                                       "b!m#/x/fast.py .\n");
        const auto both = compared(before, after, Normalisation::Amount);
        QCOMPARE(both.functions.size(), std::size_t(2));
        QCOMPARE(row(both, "b").self.before, 20e6);
        QCOMPARE(row(both, "b").self.after, 10e6);
        QVERIFY(both.pathBefore.back().isValid());
        // A file that both have was not renamed.
        const auto again = textProfile("a!m#/x/slow.py c!m#/x/fast.py a!m#/x/slow.py\n");
        QCOMPARE(compared(after, again).functions.size(), std::size_t(4));
    }

    void ofSeveralFunctionsOfOneNameNoneIsThatOfARenamedFile()
    {
        const auto before = textProfile("a!m#one.c a!m#two.c a!m#two.c\n");
        const auto after = textProfile("a!m#three.c a!m#three.c\n");
        QCOMPARE(compared(before, after).functions.size(), std::size_t(3));
        QCOMPARE(compared(after, before).functions.size(), std::size_t(3));
        const auto other = textProfile("a!n#one.c a!n#one.c\n"); // of another module
        QCOMPARE(compared(after, other).functions.size(), std::size_t(2));
    }

    // A gap is no time in which a function could have been seen.
    void rateIsOfSampledTime()
    {
        ProfileBuilder builder;
        builder.addSource({});
        const auto thread = builder.addThread({});
        const auto stack = textStack(builder, "a");
        const auto at = [](int ms) { return timestampFromNs(std::int64_t(ms) * 1'000'000); };
        for (const int ms : {0, 10, 20, 60'000, 60'010})
            builder.addSample(thread, {at(ms), stack, {}});
        builder.addSample(thread, {at(20), emptyStack, {}, SourceIndex()}); // a gap mark
        builder.addEvent({at(20), CaptureEventKind::Paused, 0, {}});
        builder.addEvent({at(60'000), CaptureEventKind::Resumed, 0, {}});
        const auto withGap = builder.snapshot();
        const auto without = textProfile("a a a\n");
        QCOMPARE(withGap->sampleCount(), std::size_t(5));
        QCOMPARE(text(row(compared(without, withGap), "a").self),
                 QStringLiteral("1000000000.00 → 1000000000.00 within"));
        QCOMPARE(text(row(compared(withGap, without), "a").self),
                 QStringLiteral("1000000000.00 → 1000000000.00 within"));
        QCOMPARE(compared(withGap, without).before.calls->total.front().samples, std::uint64_t(5));
    }

    // Depth times samples: amounts are there, their errors would take too long.
    void deepStacksThatAlternateHaveNoKnownError()
    {
        constexpr int depth = 5'000;
        constexpr int samples = 20'000;
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        std::array<StackIndex, 2> leaves{textStack(builder, "a"), textStack(builder, "b")};
        for (auto &leaf : leaves) {
            const auto frame = builder.tables().stacks[leaf].frame;
            for (int row = 1; row < depth; ++row)
                leaf = builder.stack(leaf, frame);
        }
        for (int sample = 0; sample <= samples; ++sample)
            builder.addSample(thread,
                              {timestampFromNs(std::int64_t(sample) * 1'000'000),
                               leaves.at(std::size_t(sample % 2)),
                               {}});
        const auto profile = builder.snapshot();
        const auto both = compared(profile, profile);
        QCOMPARE(text(row(both, "a").total), QStringLiteral("500000000.00 → 500000000.00 unknown"));
        QCOMPARE(text(row(both, "b").self), QStringLiteral("500000000.00 → 500000000.00 unknown"));
    }

    void theLargestDifferenceOfSelfComesFirst()
    {
        const auto both = compared(textProfile("a b b c c c d\n"), textProfile("a b a a a c d\n"));
        QCOMPARE(both.functions.at(0).name, std::string("a"));
        QCOMPARE(both.functions.at(1).name, std::string("c"));
        QCOMPARE(both.functions.at(2).name, std::string("b"));
    }

    void whatIsNewHasNoRatio()
    {
        const auto both = compared(textProfile("a a a\n"), textProfile("a b b\n"));
        QVERIFY(!row(both, "b").self.ratio());
        QVERIFY(!row(both, "b").before.isValid());
        QVERIFY(row(both, "b").after.isValid());
    }

    // 100 of 200 samples, one by one: σ² is 99.5. Against 120 in threes and twos, 39.5; and one
    // sample more on each side: σ is 11.9, its limit 39.
    void independentSamplesHaveTheBinomialError()
    {
        const auto before = textProfile(repeated("a b ", 100) + "\n");
        const auto little = textProfile(repeated("a a a b b ", 40) + "\n");
        const auto much = textProfile(repeated("a a a b ", 50) + "\n");
        const auto calls = comparedWeights(before);
        QCOMPARE(samplesSquared(*calls, samplingError(*calls).self, 0), 99.5 + 100 * spread);
        const auto amounts = Normalisation::Amount;
        QCOMPARE(row(compared(before, little, amounts), "a").self.noise, Noise::Within);
        QCOMPARE(row(compared(before, much, amounts), "a").self.noise, Noise::Beyond);
    }

    // Whoever stays in a call for ten periods was seen there ten times, and left it once.
    void anUnbrokenRunIsSeenOnce()
    {
        const auto shorter =
            textProfile(repeated("a ", 50) + repeated("b ", 20) + repeated("a ", 30) + "\n");
        const auto longer =
            textProfile(repeated("a ", 50) + repeated("b ", 40) + repeated("a ", 10) + "\n");
        const auto calls = comparedWeights(shorter);
        QCOMPARE(samplesSquared(*calls, samplingError(*calls).total, 1), 1 + 20 * 20 * spread);
        QCOMPARE(row(compared(shorter, longer), "b").self.noise, Noise::Beyond);
        const auto broken = textProfile(repeated("a b a a a ", 20) + "\n");
        const auto more = textProfile(repeated("a b a b a ", 20) + "\n");
        QCOMPARE(row(compared(broken, more), "b").self.noise, Noise::Within);
    }

    void whatWasSeenOnceProvesNothing()
    {
        const auto before = textProfile(repeated("a ", 100) + "\n");
        const auto after = textProfile(repeated("a ", 50) + "b b " + repeated("a ", 50) + "\n");
        QCOMPARE(row(compared(before, after), "b").self.noise, Noise::Within);
        QCOMPARE(row(compared(before, after), "a").self.noise, Noise::Within);
    }

    // b comes and goes, a calls itself or not: a is in the stack all the time.
    void aFunctionThatStaysInTheStackIsNotLeft()
    {
        const auto calls = comparedWeights(textProfile("a a a a\n"
                                                       "b . a b\n"
                                                       "a . b .\n"));
        const auto error = samplingError(*calls);
        QCOMPARE(samplesSquared(*calls, error.total, 0), 3 * 3 * spread);
        QCOMPARE(samplesSquared(*calls, error.total, 1), 1 + spread + spread);
        QCOMPARE(samplesSquared(*calls, error.self, 0), 0.5 + 2 * 2 * spread); // the leaf: a a b b
        // Of ways: "a b" is left, and entered again at the end.
        const auto way = calls->firstCallee[calls->firstCallee.front().row()];
        QCOMPARE(calls->paths[way].depth, 2U);
        QCOMPARE(error.paths[way.row()] / 1e14, 1 + spread);
        QCOMPARE(error.paths[calls->firstCallee.front().row()] / 1e14, 3 * 3 * spread);
    }

    void whatIsLeftOutBreaksARun()
    {
        Selection selection;
        selection.filters = {{CallAction::LeaveOut, {CallTest::By::Name, "b"}}};
        const auto calls = comparedWeights(textProfile("a a b a\n"), selection);
        QCOMPARE(samplesSquared(*calls, samplingError(*calls).total, 0), 1 + 2 * 2 * spread);
    }

    // Other checkouts, other folders; another file, another function.
    void functionsAreMatchedByTheBaseNamesOfTheirFiles()
    {
        const auto profile = [](const char *folder) {
            ProfileBuilder builder;
            const auto thread = builder.addThread({});
            std::int64_t time = 0;
            for (const char *file : {"a.cpp", "b.cpp", "b.cpp"}) {
                Function function;
                function.name = builder.string("run");
                function.file = builder.string(std::string(folder) + file);
                Frame frame;
                frame.function = builder.function(function);
                const auto stack = builder.stack(emptyStack, builder.frame(frame));
                builder.addSample(thread, {timestampFromNs(time += 10), stack, {}});
            }
            return builder.snapshot();
        };
        const auto both = compared(profile("/home/a/"), profile("../"));
        QCOMPARE(both.functions.size(), std::size_t(2));
        for (const auto &function : both.functions)
            QVERIFY(function.before.isValid() && function.after.isValid());
        QCOMPARE(both.functions.front().file, std::string("../a.cpp"));
    }

    void functionsAreMatchedByNameAndModule()
    {
        const auto both = compared(textProfile("a!x a!x b!y b!y b!y\n"),
                                   textProfile("b!y b!y b!z a:7!x a:7!x\n"));
        QCOMPARE(both.functions.size(), std::size_t(3));
        QVERIFY(row(both, "a").before.isValid() && row(both, "a").after.isValid());
    }

    void waysAreMatchedFromTheRoot()
    {
        const auto both = compared(textProfile("a a c\n"
                                               "b c b\n"),
                                   textProfile("x a a\n"
                                               "b d b\n"));
        const auto &after = *both.after.calls;
        std::size_t matched = 0;
        for (std::size_t path = 1; path < after.paths.size(); ++path) {
            const auto counterpart = both.pathBefore[path];
            if (!counterpart.isValid())
                continue;
            ++matched;
            QCOMPARE(both.pathAfter[counterpart.row()], PathIndex(path));
            QCOMPARE(both.before.calls->paths[counterpart].depth,
                     after.paths[PathIndex(path)].depth);
        }
        QCOMPARE(matched, std::size_t(2)); // a, and b of a
        QCOMPARE(both.ofPaths(emptyPath, emptyPath).difference(), 0.0);
    }

    // How many threads there were is nothing that sampling is in doubt about.
    void ofAllCallsThereIsNoVerdict()
    {
        const std::string text = repeated("a b ", 100) + "\n";
        ProfileBuilder two;
        addTextThread(two, text, "1");
        addTextThread(two, text, "2");
        const auto both = compared(textProfile(text), two.snapshot());
        const auto all = both.ofPaths(emptyPath, emptyPath);
        QVERIFY(all.difference() > 0);
        QCOMPARE(all.noise, Noise::Unknown);
        QCOMPARE(row(both, "a").total.noise, Noise::Beyond);
    }

    void sumsOfEventsNobodyHasCountedHaveNoKnownError_data()
    {
        QTest::addColumn<bool>("isCounted");
        QTest::newRow("bytes") << false;
        QTest::newRow("bytes and samples") << true;
    }

    void sumsOfEventsNobodyHasCountedHaveNoKnownError()
    {
        QFETCH(const bool, isCounted);
        const auto profile = [&](double count) {
            ProfileBuilder builder(TimeOrigin::None);
            const auto thread = builder.addThread({});
            const auto type = builder.addValueType(
                {builder.string("space"), builder.string("bytes"), ValueKind::Sum});
            ValueTypeIndex counts;
            if (isCounted)
                counts = builder.addValueType(
                    {builder.string("samples"), builder.string("count"), ValueKind::Sum});
            for (const char *name : {"a", "b"}) {
                builder.addSample(thread, {{}, textStack(builder, name), {}});
                builder.addSampleValue(thread, type, 512 * count);
                if (isCounted)
                    builder.addSampleValue(thread, counts, count);
            }
            return std::pair(builder.snapshot(), type);
        };
        const auto weigh = [&](double count) {
            const auto [made, type] = profile(count);
            Selection selection;
            selection.weight = type;
            return comparedWeights(made, selection);
        };
        const auto both = compare(weigh(100), weigh(400), Normalisation::Amount).value();
        QCOMPARE(row(both, "a").self.difference(), 512.0 * 300);
        if (isCounted)
            QCOMPARE(samplesSquared(*both.before.calls, both.before.error.self, 0),
                     512.0 * 512 * 100 / 1e14);
        else
            QCOMPARE(row(both, "a").self.noise, Noise::Unknown);
    }

    void whatIsMeasuredOtherwiseIsNotCompared()
    {
        ProfileBuilder builder(TimeOrigin::None);
        builder.addSample(builder.addThread({}), {{}, textStack(builder, "a"), {}});
        const auto refused = compare(comparedWeights(textProfile("a a\n")),
                                     comparedWeights(builder.snapshot()), Normalisation::Share);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
        QCOMPARE(refused.error().detail, std::string("compared with samples"));
    }

    void threadsAreFoundAgainByName()
    {
        ProfileBuilder one;
        const auto worker = addTextThread(one, "a\n", "1", "worker");
        addTextThread(one, "a\n", "2", "main");
        ProfileBuilder other;
        addTextThread(other, "a\n", "7", "main");
        const auto again = addTextThread(other, "a\n", "8", "worker");
        Selection selection;
        selection.threads = {worker};
        selection.range = {timestampFromNs(0), timestampFromNs(1)};
        const auto same = sameSelection(*one.snapshot(), selection, *other.snapshot()).value();
        QCOMPARE(same.threads, std::vector{again});
        QCOMPARE(same.range, TimeRange::everything());
        QVERIFY(!sameSelection(*one.snapshot(), selection, *textProfile("a\n")));
    }

    void eachThreadHasOnePartner()
    {
        ProfileBuilder one;
        for (const char *name : {"pool", "pool", "app-old", "pool", "only here"})
            addTextThread(one, "a\n", "1", name);
        addTextThread(one, "", "2", "silent");
        ProfileBuilder other;
        for (const char *name : {"app-new", "only there", "pool", "pool"})
            addTextThread(other, "a\n", "1", name);
        addTextThread(other, "a\n", "2", "silent");
        using Partners = std::vector<ThreadIndex>;
        const ThreadIndex none;
        QCOMPARE(sameThreads(*one.snapshot(), *other.snapshot()),
                 (Partners{ThreadIndex(2), ThreadIndex(3), none, none, none, none}));
        QCOMPARE(sameThreads(*one.snapshot(), *one.snapshot()),
                 (Partners{ThreadIndex(0), ThreadIndex(1), ThreadIndex(2), ThreadIndex(3),
                           ThreadIndex(4), none}));
    }

    // Of two builds of a program, one under another name.
    void threadsOfAnotherProgramArePairedByTheirNamesAlone()
    {
        const auto program = [](const char *name, const char *main) {
            ProfileBuilder builder;
            Process process;
            process.name = builder.string(name);
            builder.addProcess(process);
            Thread thread;
            thread.process = ProcessIndex(0);
            thread.name = builder.string(main);
            thread.isMain = true;
            builder.addSample(builder.addThread(thread), {{}, textStack(builder, "a"), {}});
            addTextThread(builder, "a\n", "2", "worker");
            return builder.snapshot();
        };
        const auto partners = sameThreads(*program("app", "app"), *program("app-2", "app-2"));
        QCOMPARE(partners, (std::vector{ThreadIndex(0), ThreadIndex(1)}));
    }

    void aFunctionIsFoundWithAllItsFrames()
    {
        const auto here = textProfile("f:1!lib#/src/a.c g\n");
        const auto there = textProfile("x f:2!lib#/build/a.c f:3!lib#/build/a.c f!other#a.c "
                                       "f!lib#b.c\n");
        const auto marks = framesOf(*there, sharedIdentity(*here, frameCalled(*here, "f")));
        QCOMPARE(marks, (std::vector<std::uint8_t>{0, 1, 1, 0, 0}));
        QCOMPARE(framesOf(*there, sharedIdentity(*here, frameCalled(*here, "g"))),
                 std::vector<std::uint8_t>(5));
    }
};

EMBER_TEST(TstComparison)
#include "tst_comparison.moc"
