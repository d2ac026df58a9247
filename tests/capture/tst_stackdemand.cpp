// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/stackdemand.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <array>
#include <span>

using namespace ember::capture;

namespace {

constexpr std::uint64_t sp = 0x7ffd00004000;
constexpr std::uint64_t handlers = 0x555500008000; // sp in a handler on a stack of its own

UnwoundStack wholeStack(std::uint64_t deepest)
{
    UnwoundStack stack;
    stack.rootReached = true;
    stack.deepestRead = deepest;
    return stack;
}

UnwoundStack stackInHandler()
{
    auto stack = wholeStack(handlers + 0x1000);
    stack.apartFrom = sp - 0x100;
    stack.apartDeepest = sp + 0x3000;
    return stack;
}

} // namespace

class TstStackDemand : public QObject {
    Q_OBJECT

private slots:
    void aStackNotYetSeenIsCopiedFarEnoughForMost()
    {
        const StackDemand demand;
        QCOMPARE(demand.pieces(sp)[0], (StackPiece{sp, StackDemand::firstCopy}));
        QCOMPARE(demand.pieces(sp)[1], StackPiece());
    }

    void whatWasNeededOnceIsCopiedNextTime()
    {
        StackDemand demand;
        demand.learn(sp, wholeStack(sp + 0x3000));
        QCOMPARE(demand.pieces(sp)[0], (StackPiece{sp, 0x3040}));
        QCOMPARE(demand.pieces(sp + 0x1000)[0], (StackPiece{sp + 0x1000, 0x2040}));
        QCOMPARE(demand.pieces(sp - 0x1000)[0], (StackPiece{sp - 0x1000, 0x4040}));
    }

    void whatWasMissedGrowsTheNextCopyBeyondIt()
    {
        StackDemand demand;
        UnwoundStack stack;
        stack.beyondCopies = sp + 0x2000;
        demand.learn(sp, stack);
        QVERIFY(demand.pieces(sp)[0].size > 0x4000);
    }

    void noCopyIsLongerThanTheLimit()
    {
        StackDemand demand;
        demand.learn(sp, wholeStack(sp + 0x400000));
        QCOMPARE(demand.pieces(sp)[0].size, StackDemand::longestCopy);
    }

    void aHandlersOwnStackBringsTheInterruptedOne()
    {
        StackDemand demand;
        demand.learn(handlers, stackInHandler());
        const auto pieces = demand.pieces(handlers);
        QCOMPARE(pieces[0], (StackPiece{handlers, 0x1040}));
        QVERIFY(pieces[1].address < sp - 0x100);
        QCOMPARE(pieces[1].address + pieces[1].size, sp + 0x3040);
    }

    void outsideHandlersOneStackIsEnough()
    {
        StackDemand demand;
        demand.learn(handlers, stackInHandler());
        QCOMPARE(demand.pieces(sp)[0], (StackPiece{sp, 0x3040}));
        QCOMPARE(demand.pieces(sp)[1], StackPiece());
        demand.learn(sp, wholeStack(sp + 0x3000));
        QCOMPARE(demand.pieces(handlers)[1].address + demand.pieces(handlers)[1].size, sp + 0x3040);
    }

    void aHandlersStackMayLieInsideTheThreadsOwn()
    {
        StackDemand demand;
        auto stack = stackInHandler();
        stack.deepestRead = sp - 0x2000; // an array in one of its frames
        demand.learn(sp - 0x4000, stack);
        const auto pieces = demand.pieces(sp - 0x4000);
        QCOMPARE(pieces[0], (StackPiece{sp - 0x4000, 0x2040}));
        QCOMPARE(pieces[1].address + pieces[1].size, sp + 0x3040);
        QCOMPARE(demand.pieces(sp)[0], (StackPiece{sp, 0x3040}));
    }

    void framePointersThatLeaveTheStackLeadToTheOther()
    {
        constexpr std::uint64_t goroutine = 0xc000012340;
        const std::array<std::uint64_t, 6> words{1, sp + 32, 2, 3, goroutine, 4};
        const StackCopy copy{sp, std::as_bytes(std::span(words))};
        QCOMPARE(frameElsewhere(copy, sp + 8), goroutine);
        QCOMPARE(frameElsewhere(copy, goroutine), goroutine);
        QCOMPARE(frameElsewhere(copy, sp + 16), 0); // 2 is no address
        QCOMPARE(frameElsewhere(copy, sp + 9), 0);
        const std::array<std::uint64_t, 2> circle{sp + 8, sp};
        QCOMPARE(frameElsewhere({sp, std::as_bytes(std::span(circle))}, sp), 0);
    }

    void stacksThatCannotBeForetoldAreCopiedWhereFramesLead()
    {
        constexpr std::uint64_t goroutine = 0xc000100000;
        StackDemand demand;
        QVERIFY(!demand.followsFrames());
        auto stack = stackInHandler();
        stack.apartFrom = goroutine;
        stack.apartDeepest = goroutine + 0x10000;
        stack.isApartByFrames = true;
        demand.learn(handlers, stack);
        QVERIFY(demand.followsFrames());
        const auto piece = demand.pieceAround(goroutine);
        QVERIFY(piece.address < goroutine);
        QVERIFY(piece.address + piece.size > goroutine + 0x10000);
        QVERIFY(piece.size < 0x12000);
        stack.apartDeepest = goroutine + 0x100;
        for (int i = 0; i < 100; ++i)
            demand.learn(handlers, stack);
        QVERIFY(demand.pieceAround(goroutine).size < 0x2000);
        stack.beyondCopies = goroutine + 0x20000;
        demand.learn(handlers, stack);
        QVERIFY(demand.pieceAround(goroutine).size > 0x30000);
        stack.beyondCopies = goroutine + 0x900000;
        demand.learn(handlers, stack);
        QCOMPARE(demand.pieceAround(goroutine).size, StackDemand::longestCopy);
    }

    // A stack whose known end is far is copied no further than one whose end is not known.
    void aGoroutinesStackIsCopiedToItsKnownEnd()
    {
        constexpr std::uint64_t goroutine = 0xc000100000;
        const StackDemand demand;
        QCOMPARE(demand.pieceFrom(goroutine, goroutine + 0x1230), (StackPiece{goroutine, 0x1230}));
        QCOMPARE(demand.pieceFrom(goroutine, goroutine + 0x90000000),
                 (StackPiece{goroutine, StackDemand::firstCopy}));
        const auto around = demand.pieceAround(goroutine, goroutine + 0x800);
        QVERIFY(around.address < goroutine);
        QCOMPARE(around.address + around.size, goroutine + 0x800);
    }

    void onTheStackOnWhichOthersAreGrownTheirGoroutineIsAskedFor()
    {
        StackDemand demand;
        QCOMPARE(demand.goroutineOffsetAt(handlers), 0U);
        auto stack = wholeStack(handlers + 0x1000);
        stack.goroutineOffset = 184;
        demand.learn(handlers, stack);
        QCOMPARE(demand.goroutineOffsetAt(handlers - 0x100), 184U);
        QCOMPARE(demand.goroutineOffsetAt(handlers + 0x2000), 0U);
        QCOMPARE(demand.goroutineOffsetAt(sp), 0U);
        QCOMPARE(demand.pieceFrom(sp), (StackPiece{sp, StackDemand::firstCopy}));
    }
};

EMBER_TEST(TstStackDemand)
#include "tst_stackdemand.moc"
