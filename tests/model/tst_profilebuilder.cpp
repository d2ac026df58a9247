// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <array>
#include <cmath>

using namespace ember::model;

class TstProfileBuilder : public QObject {
    Q_OBJECT

private slots:
    void equalFramesAndStacksAreKeptOnce()
    {
        ProfileBuilder builder;
        const auto main = frame(builder, "main");
        const auto work = frame(builder, "work");
        QCOMPARE(frame(builder, "main"), main);
        const auto once = builder.stackFromLeafFirst(std::array{work, main});
        QCOMPARE(builder.stackFromLeafFirst(std::array{work, main}), once);
        QCOMPARE(builder.stack(builder.stack(emptyStack, main), work), once);
        QCOMPARE(builder.tables().stacks.size(), std::size_t(3));
        QCOMPARE(builder.tables().stacks[once].depth, 2U);
        QCOMPARE(builder.stackFromLeafFirst({}), emptyStack);
    }

    void stacksAreFoundFromAnyPath()
    {
        ProfileBuilder builder;
        const auto main = frame(builder, "main");
        const auto work = frame(builder, "work");
        const auto wait = frame(builder, "wait");
        StackPath one;
        StackPath other;
        const auto working = builder.stackFromLeafFirst(std::array{work, main}, one);
        const auto waiting = builder.stackFromLeafFirst(std::array{wait, main}, other);
        QCOMPARE(one, (StackPath{builder.stack(emptyStack, main), working}));
        QCOMPARE(builder.stackFromLeafFirst(std::array{wait, main}, one), waiting);
        QCOMPARE(one, other);
        QCOMPARE(builder.stackFromLeafFirst(std::array{work}, other),
                 builder.stack(emptyStack, work));
        QCOMPARE(builder.stackFromLeafFirst({}, other), emptyStack);
        QVERIFY(other.empty());
        QCOMPARE(builder.stackFromLeafFirst(std::array{work, main}, other), working);
    }

    void samplesOfAThreadComeOutInTimeOrder()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        for (const auto ns : {30, 10, 20, 10})
            builder.addSample(thread, {timestampFromNs(ns), emptyStack, {}});
        const auto profile = builder.snapshot();
        const auto &samples = profile->samples(thread);
        const std::array times{10, 10, 20, 30};
        const std::array order{1U, 3U, 2U, 0U};
        for (std::size_t i = 0; i < times.size(); ++i) {
            QCOMPARE(toNs(samples.times[SampleIndex(i)]), std::int64_t(times[i]));
            QCOMPARE(samples.order[SampleIndex(i)], order[i]);
        }
        QCOMPARE(toNs(profile->timeRange().start), std::int64_t(10));
        QCOMPARE(toNs(profile->timeRange().end), std::int64_t(30));
    }

    void aSampleKeepsItsSourceWhereverItIsSorted()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto add = [&](int ns, std::size_t source) {
            builder.addSample(thread, {timestampFromNs(ns), emptyStack, {}, SourceIndex(source)});
        };
        add(20, 0);
        QVERIFY(builder.snapshot()->samples(thread).sources.isEmpty());
        add(10, 1);
        add(30, 0);
        const auto profile = builder.snapshot();
        const auto &samples = profile->samples(thread);
        for (std::size_t i = 0; i < samples.size(); ++i)
            QCOMPARE(samples.source(SampleIndex(i)).row(), std::size_t(i == 0 ? 1 : 0));
    }

    void aSnapshotKeepsWhatItSaw()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        builder.addSample(thread, {timestampFromNs(1), emptyStack, {}});
        const auto early = builder.snapshot();
        builder.addSample(thread, {timestampFromNs(2), emptyStack, {}});
        builder.thread(thread).name = builder.string("late");
        const auto late = builder.snapshot();
        QCOMPARE(early->sampleCount(), std::size_t(1));
        QCOMPARE(early->text(early->thread(thread).name), std::string_view());
        QCOMPARE(late->sampleCount(), std::size_t(2));
        QCOMPARE(late->text(late->thread(thread).name), std::string_view("late"));
    }

    void valuesBelongToTheNewestSample()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto bytes = builder.addValueType(
            {builder.string("alloc"), builder.string("bytes"), ValueKind::Sum});
        builder.addSample(thread, {timestampFromNs(1), emptyStack, {}});
        builder.addSample(thread, {timestampFromNs(2), emptyStack, {}});
        builder.addSampleValue(thread, bytes, 64);
        builder.addSample(thread, {timestampFromNs(3), emptyStack, {}});
        const auto profile = builder.snapshot();
        const auto &column = profile->samples(thread).values.front().values;
        QCOMPARE(column.size(), std::size_t(3));
        QVERIFY(std::isnan(column[SampleIndex(0)]));
        QCOMPARE(column[SampleIndex(1)], 64.0);
        QVERIFY(std::isnan(column[SampleIndex(2)]));
    }

    void packagesAreTrimmedAsTheBackendDoes()
    {
        QCOMPARE(trimmedPackage("/usr/lib/libfoo.so"), std::string_view("libfoo"));
        QCOMPARE(trimmedPackage("/usr/lib/libfoo.so.6"), std::string_view("libfoo.so.6"));
        QCOMPARE(trimmedPackage("C:\\bin\\tool.exe"), std::string_view("tool"));
        QCOMPARE(trimmedPackage("/App/Foo.app/Foo/"), std::string_view("Foo"));
        QCOMPARE(trimmedPackage(""), std::string_view());
    }

private:
    static FrameIndex frame(ProfileBuilder &builder, const char *name)
    {
        Function function;
        function.name = builder.string(name);
        Frame frame;
        frame.function = builder.function(function);
        return builder.frame(frame);
    }
};

EMBER_TEST(TstProfileBuilder)
#include "tst_profilebuilder.moc"
