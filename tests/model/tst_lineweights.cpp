// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/functionstatistics.h"
#include "model/query/lineweights.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <random>
#include <string>
#include <vector>

using namespace ember::model;
using namespace ember::tests;

namespace {

CallWeightsPointer weighedByLine(const ProfilePointer &profile, const Selection &selection = {})
{
    return CallWeigher(lineIdentity).weigh(profile, selection);
}

// "3 self 10/1 total 20/2": milliseconds and samples.
QString lines(const ProfilePointer &profile, std::string_view name, LinesOf of,
              const Selection &selection = {})
{
    QString text;
    for (const LineWeight &line :
         lineWeights(*weighedByLine(profile, selection), frameCalled(*profile, name), of))
        text += QStringLiteral("%1 self %2/%3 total %4/%5\n")
                    .arg(line.line)
                    .arg(line.self.time.count() / 1'000'000)
                    .arg(line.self.samples)
                    .arg(line.total.time.count() / 1'000'000)
                    .arg(line.total.samples);
    return text;
}

Selection lineSelection(std::vector<CallFilter> filters)
{
    Selection selection;
    selection.filters = std::move(filters);
    return selection;
}

// Six functions of three files and two modules that call one another at four lines each.
ProfilePointer randomProfile(std::mt19937 &random)
{
    std::string picture;
    for (int depth = 0; depth < 6; ++depth) {
        for (int sample = 0; sample < 30; ++sample) {
            const auto function = random() % 6;
            picture += random() % 5 == 0
                ? std::string(".")
                : "f" + std::to_string(function) + ':' + std::to_string(random() % 4) + '!'
                    + (function < 3 ? "one" : "two") + "#file" + std::to_string(function / 2);
            picture += ' ';
        }
        picture += '\n';
    }
    return textProfile(picture);
}

CallTest randomTest(std::mt19937 &random, const Profile &profile)
{
    const FrameIndex frame(random() % profile.tables().frames.size());
    switch (random() % 3) {
    case 0: return functionTest(profile, frame);
    case 1: return moduleTest(profile, frame);
    default: return {};
    }
}

} // namespace

class TstLineWeights : public QObject {
    Q_OBJECT

private slots:
    void selfIsAtTheLeafsLineAndTotalAtEachCaller()
    {
        const auto profile = textProfile("a:1#x a:1#x a:2#x a:2#x\n"
                                         "b:7#x b:8#x b:8#x .\n");
        QCOMPARE(lines(profile, "a", LinesOf::Function),
                 QStringLiteral("1 self 0/0 total 20/2\n"
                                "2 self 0/1 total 10/2\n"));
        QCOMPARE(lines(profile, "b", LinesOf::Function),
                 QStringLiteral("7 self 10/1 total 10/1\n"
                                "8 self 20/2 total 20/2\n"));
    }

    void aFileHasTheLinesOfAllItsFunctions()
    {
        const auto profile = textProfile("a:1#x a:1#x a:3#x\n"
                                         "b:7#x c:7#y .\n");
        QCOMPARE(lines(profile, "b", LinesOf::File),
                 QStringLiteral("1 self 0/0 total 20/2\n"
                                "3 self 0/1 total 0/1\n"
                                "7 self 10/1 total 10/1\n"));
        QCOMPARE(lines(profile, "c", LinesOf::File), QStringLiteral("7 self 10/1 total 10/1\n"));
    }

    void functionsThatShareALineAreOneThere()
    {
        // Such as two instances of a template.
        const auto profile = textProfile("a:1#x a:1#x b:1#x\n"
                                         "b:1#x .     .\n");
        QCOMPARE(lines(profile, "a", LinesOf::File), QStringLiteral("1 self 20/3 total 20/3\n"));
        QCOMPARE(lines(profile, "a", LinesOf::Function),
                 QStringLiteral("1 self 10/1 total 20/2\n"));
    }

    void recursionThroughALineCountsOnce()
    {
        const auto profile = textProfile("a:1#x a:1#x\n"
                                         "a:2#x a:2#x\n"
                                         "a:1#x .\n");
        QCOMPARE(lines(profile, "a", LinesOf::Function),
                 QStringLiteral("1 self 10/1 total 10/2\n"
                                "2 self 0/1 total 10/2\n"));
    }

    void timeAtNoKnownLineIsNotLost()
    {
        QCOMPARE(lines(textProfile("a#x a:1#x a#x\n"), "a", LinesOf::Function),
                 QStringLiteral("0 self 10/2 total 10/2\n"
                                "1 self 10/1 total 10/1\n"));
    }

    void anInlinedCallIsAtItsOwnLineAndItsCallerAtThatOfTheCall()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto add = [&](StackIndex caller, const char *name, const char *file,
                             std::uint32_t line, Inlined inlined) {
            Function function;
            function.name = builder.string(name);
            function.file = builder.string(file);
            Frame frame;
            frame.function = builder.function(function);
            frame.line = line;
            frame.pc = 0x1234; // both are one instruction
            frame.inlined = inlined;
            return builder.stack(caller, builder.frame(frame));
        };
        const auto outer = add(emptyStack, "outer", "x", 5, Inlined::No);
        const auto stack = add(outer, "inner", "y", 9, Inlined::Yes);
        for (const std::int64_t ms : {0, 10})
            builder.addSample(thread, {timestampFromNs(ms * 1'000'000), stack, {}});
        const auto profile = builder.snapshot();
        QCOMPARE(lines(profile, "outer", LinesOf::File), QStringLiteral("5 self 0/0 total 10/2\n"));
        QCOMPARE(lines(profile, "inner", LinesOf::File),
                 QStringLiteral("9 self 10/2 total 10/2\n"));
    }

    void theAbsolutePathTellsFilesApart()
    {
        ProfileBuilder builder;
        Function function;
        function.file = builder.string("x.c");
        Frame frame;
        frame.function = builder.function(function);
        const auto relative = builder.frame(frame);
        function.absPath = builder.string("/a/x.c");
        frame.function = builder.function(function);
        const auto absolute = builder.frame(frame);
        const auto address = builder.frame({});
        const auto profile = builder.snapshot();
        QCOMPARE(profile->text(sourcePath(*profile, relative)), std::string_view("x.c"));
        QCOMPARE(profile->text(sourcePath(*profile, absolute)), std::string_view("/a/x.c"));
        QVERIFY(!sourcePath(*profile, address).isValid());
    }

    void whatIsMergedIsSpentAtTheLineThatCalledIt()
    {
        const auto profile = textProfile("a:1#x a:1#x a:2#x\n"
                                         "b:7#x b:8#x .\n");
        const auto selection = lineSelection({{CallAction::Merge, {CallTest::By::Name, "b"}}});
        QCOMPARE(lines(profile, "a", LinesOf::Function, selection),
                 QStringLiteral("1 self 20/2 total 20/2\n"
                                "2 self 0/1 total 0/1\n"));
        QCOMPARE(lines(profile, "b", LinesOf::Function, selection), QString());
    }

    void aRangeCutsTheTimeOfLines()
    {
        Selection selection;
        selection.range = {timestampFromNs(5'000'000), timestampFromNs(15'000'000)};
        QCOMPARE(lines(textProfile("a:1#x a:2#x a:3#x\n"), "a", LinesOf::File, selection),
                 QStringLiteral("1 self 5/1 total 5/1\n"
                                "2 self 5/1 total 5/1\n"));
    }

    // Whatever is filtered, and however: also where one function is called by itself at other
    // lines.
    void theLinesOfAFunctionSumUpToIt()
    {
        std::mt19937 random{7};
        for (int round = 0; round < 200; ++round) {
            const auto profile = randomProfile(random);
            std::vector<CallFilter> filters;
            for (auto count = random() % 4; count > 0; --count)
                filters.push_back({CallAction(random() % 7), randomTest(random, *profile)});
            const auto byLine = weighedByLine(profile, lineSelection(filters));
            const auto functions = functionStatistics(*profile, lineSelection(filters));
            for (const FunctionStatistics &function : functions) {
                Weight self;
                Weight largest;
                for (const LineWeight &line :
                     lineWeights(*byLine, function.frame, LinesOf::Function)) {
                    self.add(line.self);
                    largest.time = std::max(largest.time, line.total.time);
                }
                QVERIFY2(self.time == function.self, qPrintable(QString::number(round)));
                QCOMPARE(self.samples, function.selfSamples);
                QVERIFY(largest.time <= function.total);
            }
        }
    }
};

EMBER_TEST(TstLineWeights)
#include "tst_lineweights.moc"
