// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/inapp.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/scriptstack.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <array>
#include <random>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;

namespace {

ProfilePointer scriptProfile(const QStringList &stacks)
{
    ProfileBuilder builder;
    const auto process = builder.addProcess({});
    Thread thread;
    thread.process = process;
    const auto index = builder.addThread(thread);
    std::int64_t time = 0;
    for (const QString &stack : stacks)
        builder.addSample(index,
                          {timestampFromNs(time += 10'000'000), scriptStack(builder, stack), {}});
    return builder.snapshot();
}

QString stackText(const Profile &profile, StackIndex stack)
{
    QStringList names;
    for (; stack != emptyStack; stack = profile.stack(stack).parent)
        names.prepend(QString::fromStdString(frameName(profile, profile.stack(stack).frame)));
    return names.isEmpty() ? QStringLiteral(".") : names.join(u' ');
}

QStringList stackTexts(const Profile &profile, ThreadIndex thread = ThreadIndex(0))
{
    QStringList stacks;
    profile.samples(thread).stacks.forEach(
        [&](std::size_t, StackIndex stack) { stacks << stackText(profile, stack); });
    return stacks;
}

QStringList shownTexts(const QStringList &stacks, StackChoice choice = {})
{
    return stackTexts(*ShownStacks::of(scriptProfile(stacks), choice).shown);
}

const QString processStart =
    QStringLiteral("_start@python3.11 libcmain@libc.so.6 main@python3.11 ");

} // namespace

// Stacks of scripts without the functions of their interpreter.
class TstInterpreterFold : public QObject {
    Q_OBJECT

private slots:
    void whatTheInterpreterDoesIsLeftOut_data()
    {
        QTest::addColumn<QString>("recorded");
        QTest::addColumn<QString>("folded");
        const auto row = [](const char *name, const QString &recorded, const char *folded) {
            QTest::newRow(name) << recorded << QString::fromLatin1(folded);
        };
        row("between and below",
            processStart + QStringLiteral("f() call@python3.11 g() alloc@python3.11"), "f() g()");
        row("extensions stay",
            processStart
                + QStringLiteral("f() call@python3.11 sqrt@math.so get@python3.11 free@libc.so.6"),
            "f() sqrt free");
        row("a thread's processStart",
            QStringLiteral("clone3@libc.so.6 start_thread@libc.so.6 run@libpython3.12.so.1.0 f()"),
            "f()");
        row("a program that embeds an interpreter",
            QStringLiteral("_start@game main@libc.so.6 tick@game run@libpython3.11.so.1.0 f()"),
            "_start main tick f()");
        row("Java",
            QStringLiteral("clone3@libc.so.6 run@libjvm.so f() gc@libjvm.so wait@libc.so.6"),
            "f() wait");
        row("Node", QStringLiteral("_start@node Start@node f() Parse@node"), "f()");
        row("without a script", processStart + QStringLiteral("init@python3.11"), "main");
        row("waiting by itself", processStart + QStringLiteral("loop@python3.11 poll@libc.so.6"),
            "main poll");
        row("idle", QStringLiteral("."), ".");
    }

    void whatTheInterpreterDoesIsLeftOut()
    {
        QFETCH(const QString, recorded);
        QFETCH(const QString, folded);
        // The other sample has a script in any case.
        const QStringList stacks{QStringLiteral("h()"), recorded};
        QCOMPARE(shownTexts(stacks), QStringList({QStringLiteral("h()"), folded}));
        const auto raw = scriptProfile(stacks);
        QCOMPARE(ShownStacks::of(raw, stacksAsRecorded).shown, raw);
    }

    void profilesWithoutScriptsStay()
    {
        const auto native = scriptProfile({processStart + QStringLiteral("init@python3.11")});
        QCOMPARE(ShownStacks::of(native, {}).shown, native);
    }

    // Though the interpreter's functions below it change from sample to sample.
    void aLongCallIsOneBox()
    {
        const auto recorded = scriptProfile({processStart + QStringLiteral("f() a@python3.11 g()"),
                                             processStart + QStringLiteral("f() g()"),
                                             processStart + QStringLiteral("f() b@python3.11"),
                                             processStart + QStringLiteral("f() b@python3.11 g()"),
                                             processStart + QStringLiteral("f() g() c@python3.11"),
                                             processStart + QStringLiteral("f() g()")});
        const auto raw = buildSpans(recorded);
        const auto folded = buildSpans(recorded, StackChoice());
        QCOMPARE(folded->thread(ThreadIndex(0)).rows.at(0).boxes.size(), std::size_t(1));
        QCOMPARE(folded->thread(ThreadIndex(0)).rows.at(1).boxes.size(), std::size_t(2));
        QCOMPARE(folded->thread(ThreadIndex(0)).depth(), std::size_t(2));
        QVERIFY(raw->boxCount() > folded->boxCount());
        QCOMPARE(folded->recorded(), recorded);
        QVERIFY(!folded->hasBridges(ThreadIndex(0)));
    }

    // The interpreter has begun a call whose script could not be read.
    void tornStacksAreBridged_data()
    {
        QTest::addColumn<QStringList>("recorded");
        QTest::addColumn<QStringList>("bridged");
        const auto row = [](const char *name, std::array<QString, 3> recorded, const char *torn) {
            const QStringList stacks{processStart + recorded[0], processStart + recorded[1],
                                     processStart + recorded[2]};
            auto expected = shownTexts(stacks, {.cut = CutStacks::AsRecorded});
            QCOMPARE(expected.size(), 3);
            expected[1] = QString::fromLatin1(torn);
            QTest::newRow(name) << stacks << expected;
        };
        const auto eval = QStringLiteral("eval call@python3.11 eval");
        row("in a call", {QStringLiteral("f() g()"), eval, QStringLiteral("f() h()")}, "f()");
        row("of one stack", {QStringLiteral("f() g()"), eval, QStringLiteral("f() g()")},
            "f() g()");
        row("no native leaf is made up",
            {QStringLiteral("f() read@libc.so.6"), eval, QStringLiteral("f() read@libc.so.6")},
            "f()");
        row("what it shows stays",
            {QStringLiteral("f() g()"), QStringLiteral("eval sqrt@math.so"), QStringLiteral("f()")},
            "f() sqrt");
        row("nothing in common",
            {QStringLiteral("f()"), QStringLiteral("eval"), QStringLiteral("g()")}, "main");
        row("no neighbour with a script",
            {QStringLiteral("init@python3.11"), QStringLiteral("eval"), QStringLiteral("f()")},
            "_start libcmain main _PyEval_EvalFrameDefault");
        row("the event loop is not torn",
            {QStringLiteral("f()"), QStringLiteral("poll@libc.so.6"), QStringLiteral("f()")},
            "main poll");
    }

    void tornStacksAreBridged()
    {
        QFETCH(const QStringList, recorded);
        QFETCH(const QStringList, bridged);
        QCOMPARE(shownTexts(recorded), bridged);
        const auto spans = buildSpans(scriptProfile(recorded), StackChoice());
        const auto &profile = *spans->profile();
        const ThreadIndex thread(0);
        for (std::size_t row = 0; row < 3; ++row) {
            const SampleIndex sample(row);
            const bool isBridged = spans->bridgedCallers(thread, sample) > 0;
            QCOMPARE(isBridged, row == 1 && bridged[1].startsWith(QStringLiteral("f()")));
            if (isBridged)
                QCOMPARE(spans->bridgedCallers(thread, sample),
                         std::size_t(profile.stack(profile.samples(thread).stacks[sample]).depth)
                             - (bridged[1].endsWith(QStringLiteral("sqrt")) ? 1 : 0));
        }
    }

    // A live capture: what has been handed out holds, and in the end it is what the whole gives.
    void growingSnapshotsGiveWhatTheWholeGives()
    {
        const QStringList stacks{QStringLiteral("."),
                                 processStart + QStringLiteral("init@python3.11"),
                                 processStart + QStringLiteral("eval"),
                                 processStart + QStringLiteral("f() g()"),
                                 processStart
                                     + QStringLiteral("f() call@python3.11 g() vm@python3.11"),
                                 processStart + QStringLiteral("f() h() read@libc.so.6")};
        std::mt19937 random(5);
        ProfileBuilder builder;
        builder.addProcess({});
        const auto thread = builder.addThread({});
        const auto quiet = builder.addThread({});
        builder.addSample(quiet, {timestampFromNs(0), scriptStack(builder, stacks[1]), {}});
        ShownStacks shown(builder, {});
        SpanBuilder spans;
        SpanTablePointer table;
        std::int64_t time = 0;
        for (std::size_t round = 0; round < 300; ++round) {
            // Scripts do not come at once.
            const auto most = std::min(std::size_t(stacks.size()), 2 + round / 10);
            for (auto news = random() % 6; news > 0; --news)
                builder.addSample(thread,
                                  {timestampFromNs(time += 1'000'000),
                                   scriptStack(builder, stacks.at(qsizetype(random() % most))),
                                   {}});
            const auto ending =
                round == 299 ? CutBridge::Ending::Complete : CutBridge::Ending::More;
            table = spans.update(shown.update(builder.snapshot(), ending));
            QVERIFY(!table->hasBridges(quiet));
        }
        const auto whole = buildSpans(builder.snapshot(), StackChoice());
        QVERIFY(table->hasBridges(thread));
        QCOMPARE(stackTexts(*table->profile(), thread), stackTexts(*whole->profile(), thread));
        QCOMPARE(printedCalls(table->profile()), printedCalls(whole->profile()));
        QCOMPARE(table->boxCount(), whole->boxCount());
    }

    // A stack that ends at each depth: what is the same for all of them is worked out once. Where
    // each one is copied from its base, this takes minutes.
    void deepStacksCostWhatTheyHold()
    {
        constexpr std::uint32_t most = 60'000;
        ProfileBuilder builder;
        builder.addProcess({});
        const auto thread = builder.addThread({});
        const auto script = scriptFrame(builder, QStringLiteral("f()"));
        std::int64_t time = 0;
        const auto add = [&](StackIndex stack) {
            builder.addSample(thread, {timestampFromNs(time += 1'000'000), stack, {}});
        };
        auto program = emptyStack; // that embeds an interpreter
        auto runtime = scriptStack(builder, QStringLiteral("libcmain@libc.so.6"));
        const auto work = scriptFrame(builder, QStringLiteral("work@program"));
        const auto call = scriptFrame(builder, QStringLiteral("call@python3.11"));
        for (std::uint32_t depth = 0; depth < most; ++depth) {
            program = builder.stack(program, work);
            runtime = builder.stack(runtime, call);
            add(builder.stack(program, script));
            add(runtime);
        }
        const auto shown = ShownStacks::of(builder.snapshot(), {}).shown;
        const auto &stacks = shown->samples(thread).stacks;
        QCOMPARE(shown->stack(stacks[SampleIndex(2 * most - 2)]).depth, most + 1);
        QCOMPARE(stackText(*shown, stacks[SampleIndex(2 * most - 1)]), QStringLiteral("call"));
    }
};

EMBER_TEST(TstInterpreterFold)
#include "tst_interpreterfold.moc"
