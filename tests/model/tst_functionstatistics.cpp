// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/functionstatistics.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

// "a self 10/1 total 20/2": milliseconds and samples.
QString statistics(const ProfilePointer &profile, const Selection &selection = {})
{
    QString text;
    for (const auto &row : functionStatistics(*profile, selection))
        text += QStringLiteral("%1 self %2/%3 total %4/%5\n")
                    .arg(QString::fromStdString(row.name))
                    .arg(row.self.count() / 1'000'000)
                    .arg(row.selfSamples)
                    .arg(row.total.count() / 1'000'000)
                    .arg(row.totalSamples);
    return text;
}

TimeRange milliseconds(std::int64_t start, std::int64_t end)
{
    return {timestampFromNs(start * 1'000'000), timestampFromNs(end * 1'000'000)};
}

} // namespace

class TstFunctionStatistics : public QObject {
    Q_OBJECT

private slots:
    void selfIsTheLeafAndTotalTheWholeStack()
    {
        QCOMPARE(statistics(textProfile("a a a a\n"
                                        "b b c .\n")),
                 QStringLiteral("b self 20/2 total 20/2\n"
                                "c self 10/1 total 10/1\n"
                                "a self 0/1 total 30/4\n"));
    }

    void recursionCountsOncePerStack()
    {
        QCOMPARE(statistics(textProfile("a a\n"
                                        "b b\n"
                                        "a a\n")),
                 QStringLiteral("a self 10/2 total 10/2\n"
                                "b self 0/0 total 10/2\n"));
    }

    void equalSelfTimesAreOrderedByName()
    {
        QCOMPARE(statistics(textProfile("b a c c\n")),
                 QStringLiteral("a self 10/1 total 10/1\n"
                                "b self 10/1 total 10/1\n"
                                "c self 10/2 total 10/2\n"));
    }

    void linesOfAFunctionAreOneAndModulesAreNot()
    {
        QCOMPARE(statistics(textProfile("a:1 a:2 a!x a!x\n")),
                 QStringLiteral("a self 20/2 total 20/2\n"
                                "a self 10/2 total 10/2\n"));
    }

    void aRangeCutsDurations()
    {
        const auto profile = textProfile("a a b b b\n");
        QCOMPARE(statistics(profile, {{}, milliseconds(5, 25), Counted::All}),
                 QStringLiteral("a self 15/2 total 15/2\n"
                                "b self 5/1 total 5/1\n"));
        QCOMPARE(statistics(profile, {{}, milliseconds(10, 20), Counted::All}),
                 QStringLiteral("a self 10/1 total 10/1\n"));
    }

    void onlyTheChosenThreadsCount()
    {
        ProfileBuilder builder;
        addTextThread(builder, "a a\n", "1");
        const auto second = addTextThread(builder, "b b\n", "2");
        QCOMPARE(statistics(builder.snapshot(), {{second}, TimeRange::everything(), Counted::All}),
                 QStringLiteral("b self 10/2 total 10/2\n"));
    }

    void runningOnlyLeavesOutWhatWasBlocked()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto stack = [&](const char *name) {
            Function function;
            function.name = builder.string(name);
            Frame frame;
            frame.function = builder.function(function);
            return builder.stack(emptyStack, builder.frame(frame));
        };
        const auto add = [&](std::int64_t ms, const char *name, ThreadState state) {
            builder.addSample(
                thread, {timestampFromNs(ms * 1'000'000), stack(name), SampleDetail{0, 0, state}});
        };
        add(0, "work", ThreadState::Running);
        add(10, "wait", ThreadState::Blocked);
        add(20, "queue", ThreadState::Runnable);
        add(30, "wait", ThreadState::Blocked);
        QCOMPARE(statistics(builder.snapshot(), {{}, TimeRange::everything(), Counted::Running}),
                 QStringLiteral("work self 10/1 total 10/1\n"));
    }

    void deepStacksNeedNoRecursion()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        auto stack = emptyStack;
        for (int level = 0; level < 100'000; ++level) {
            Frame frame;
            frame.address = unsigned(level % 3);
            stack = builder.stack(stack, builder.frame(frame));
        }
        builder.addSample(thread, {timestampFromNs(0), stack, {}});
        builder.addSample(thread, {timestampFromNs(7), stack, {}});
        const auto rows = functionStatistics(*builder.snapshot(), {});
        QCOMPARE(rows.size(), std::size_t(3));
        QCOMPARE(rows.front().total.count(), std::int64_t(7));
    }
};

EMBER_TEST(TstFunctionStatistics)
#include "tst_functionstatistics.moc"
