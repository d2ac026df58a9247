// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/procreader.h"
#include "capture/unwind/stackmemory.h"
#include "capture/unwind/tablecache.h"
#include "tests/support/testmain.h"
#include "tests/unwind/dwflframes.h"
#include "tests/unwind/tracedprocess.h"

#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <sys/ptrace.h>

using namespace ember::capture;
using namespace ember::tests;
using ember::model::UnwindMethod;

namespace {

std::string targetPath(const char *name)
{
    return std::string(EMBER_BUILD_DIR "/unwind_") + name;
}

UnwoundStack unwind(TracedProcess &target, const ThreadCapture &capture, UnwindMode mode)
{
    static const auto tables = std::make_shared<TableCache>();
    Unwinder unwinder({.mode = mode}, tables);
    for (const MappedImage &image : target.images(capture.thread))
        unwinder.addImage(image);
    ProcessMemory memory(capture.thread);
    const StackCopy copy = capture.copy();
    return unwinder.unwind(capture.registers, {&copy, 1}, &memory);
}

std::vector<std::uint64_t> addresses(const UnwoundStack &stack)
{
    std::vector<std::uint64_t> result;
    for (const UnwoundFrame &frame : stack.frames)
        result.push_back(frame.pc);
    return result;
}

QByteArray toText(const std::vector<std::uint64_t> &frames)
{
    QByteArray text;
    for (const auto frame : frames)
        text += QByteArray::number(qulonglong(frame), 16) + ' ';
    return text;
}

std::ptrdiff_t count(const UnwoundStack &stack, UnwindMethod method)
{
    return std::ranges::count(stack.frames, method, &UnwoundFrame::method);
}

// Without the target's memory: what the first unwind asked for apart is in the second copy.
void verifyCopiesOfBothStacksSuffice(TracedProcess &target, const UnwoundStack &whole)
{
    const auto capture = target.capture(target.process());
    std::vector<std::byte> apart(whole.apartDeepest + 8 - whole.apartFrom);
    QCOMPARE(readProcessMemory(target.process(), whole.apartFrom, apart), apart.size());
    const std::array copies{capture.copy(), StackCopy{whole.apartFrom, apart}};
    Unwinder unwinder({}, std::make_shared<TableCache>());
    for (const MappedImage &image : target.images(target.process()))
        unwinder.addImage(image);
    const auto stack = unwinder.unwind(capture.registers, copies, nullptr);
    QVERIFY(stack.rootReached);
    QCOMPARE(stack.beyondCopies, std::uint64_t(0));
    QCOMPARE(stack.apartDeepest, whole.apartDeepest);
    QCOMPARE(toText(addresses(stack)), toText(addresses(whole)));
}

// A stopped target at the place it announced.
#define START_AT_PLACE(target, ...)                                                                \
    TracedProcess target({__VA_ARGS__});                                                           \
    QVERIFY(target.isRunning() && target.resume() && target.waitUntilReady() && target.stop())

} // namespace

class TstPrograms : public QObject {
    Q_OBJECT

private slots:
    void tenThousandFramesAreWhole()
    {
        START_AT_PLACE(target, targetPath("recursion"), "10000");
        const auto capture = target.capture(target.process());
        const auto stack = unwind(target, capture, UnwindMode::Auto);
        QVERIFY(stack.rootReached);
        QVERIFY(!stack.truncated);
        QCOMPARE(stack.beyondCopies, std::uint64_t(0));
        QVERIFY(stack.frames.size() > 10001);
        QCOMPARE(count(stack, UnwindMethod::EhFrame), std::ptrdiff_t(stack.frames.size()) - 1);
        QCOMPARE(toText(addresses(stack)), toText(dwflFrames(target.process(), target.process())));
    }

    void framePointersAloneDoNotReachTheRootWithoutThem()
    {
        START_AT_PLACE(target, targetPath("recursion"), "50");
        const auto capture = target.capture(target.process());
        QVERIFY(!unwind(target, capture, UnwindMode::FramePointer).rootReached);
        QVERIFY(unwind(target, capture, UnwindMode::Dwarf).rootReached);
    }

    void aStackDeeperThanTheLimitSaysSo()
    {
        START_AT_PLACE(target, targetPath("recursion"), "1000");
        const auto capture = target.capture(target.process());
        Unwinder unwinder({.depthLimit = 100}, std::make_shared<TableCache>());
        for (const MappedImage &image : target.images(capture.thread))
            unwinder.addImage(image);
        const StackCopy copy = capture.copy();
        const auto stack = unwinder.unwind(capture.registers, {&copy, 1}, nullptr);
        QCOMPARE(stack.frames.size(), std::size_t(100));
        QVERIFY(stack.truncated);
        QVERIFY(!stack.rootReached);
    }

    void aCopyTooShortIsContinuedInTheTargetsMemory()
    {
        START_AT_PLACE(target, targetPath("recursion"), "1000");
        auto capture = target.capture(target.process());
        const auto whole = unwind(target, capture, UnwindMode::Auto);
        QVERIFY(whole.rootReached);
        QVERIFY(whole.deepestRead > capture.registers.sp + 4096);
        capture.stack.resize(4096);
        const auto part = unwind(target, capture, UnwindMode::Auto);
        QVERIFY(part.rootReached);
        QCOMPARE(toText(addresses(part)), toText(addresses(whole)));
        QVERIFY(part.beyondCopies >= capture.registers.sp + 4096 - 8);
        QVERIFY(part.deepestRead < capture.registers.sp + 4096);
    }

    void aCoroutinesStackReachesItsRoot()
    {
        START_AT_PLACE(target, targetPath("coroutine"));
        const auto stack = unwind(target, target.capture(target.process()), UnwindMode::Auto);
        QVERIFY(stack.rootReached);
        QVERIFY(stack.frames.size() >= 2); // work, and what it returns to; perhaps write
    }

    void aBlockedThreadWithoutFramePointersNeedsNoRegisters()
    {
        START_AT_PLACE(target, targetPath("recursion"), "50");
        auto capture = target.capture(target.process());
        const auto whole = unwind(target, capture, UnwindMode::Auto);
        capture.registers = asInBlockedCall(capture.registers);
        const auto stack = unwind(target, capture, UnwindMode::Auto);
        QVERIFY(stack.rootReached && !stack.needsMissingRegister);
        QCOMPARE(toText(addresses(stack)), toText(addresses(whole)));
    }

    void aBlockedThreadWithFramePointersSaysThatItNeedsThem()
    {
        START_AT_PLACE(target, targetPath("framepointers"), "50");
        auto capture = target.capture(target.process());
        const auto whole = addresses(unwind(target, capture, UnwindMode::Auto));
        capture.registers = asInBlockedCall(capture.registers);
        for (const auto mode : {UnwindMode::Auto, UnwindMode::Dwarf}) {
            const auto stack = unwind(target, capture, mode);
            QVERIFY(stack.needsMissingRegister && !stack.rootReached);
            const auto part = addresses(stack);
            QVERIFY(part.size() < whole.size()
                    && std::ranges::equal(part, std::span(whole).first(part.size())));
        }
    }

    void staticProgramsReachTheirRoot()
    {
        START_AT_PLACE(target, targetPath("static"), "30");
        const auto stack = unwind(target, target.capture(target.process()), UnwindMode::Auto);
        QVERIFY(stack.rootReached);
        QVERIFY(stack.frames.size() > 31);
        QCOMPARE(toText(addresses(stack)), toText(dwflFrames(target.process(), target.process())));
    }

    void codeThatOnlyDebugInformationDescribesIsFollowed()
    {
        START_AT_PLACE(target, targetPath("debugframe"), "30");
        const auto stack = unwind(target, target.capture(target.process()), UnwindMode::Dwarf);
        QVERIFY(stack.rootReached);
        QVERIFY(stack.frames.size() > 31);
        QCOMPARE(toText(addresses(stack)), toText(dwflFrames(target.process(), target.process())));
    }

    void handlersOnTheirOwnStackLeadBackToTheInterruptedOnes()
    {
        TracedProcess target({targetPath("handler")});
        QVERIFY(target.isRunning() && target.resume());
        // Both signals stop a traced program first.
        for (const int signal : {SIGSEGV, SIGUSR2}) {
            QCOMPARE(target.nextEvent(), target.process());
            QVERIFY(target.request(PTRACE_CONT, target.process(), signal));
        }
        QVERIFY(target.waitUntilReady() && target.stop());
        const auto stack = unwind(target, target.capture(target.process()), UnwindMode::Auto);
        QVERIFY(stack.rootReached);
        QCOMPARE(count(stack, UnwindMethod::Signal), std::ptrdiff_t(2));
        QVERIFY(stack.frames.size() > 26);
        QCOMPARE(toText(addresses(stack)), toText(dwflFrames(target.process(), target.process())));
        QVERIFY(stack.apartFrom != 0);
        QVERIFY(stack.apartDeepest > stack.apartFrom);
        verifyCopiesOfBothStacksSuffice(target, stack);
    }

    void codeMadeAtRunTimeIsPassedByFramePointers()
    {
        START_AT_PLACE(target, targetPath("generated"));
        const auto capture = target.capture(target.process());
        const auto stack = unwind(target, capture, UnwindMode::Auto);
        QVERIFY(stack.rootReached);
        QCOMPARE(count(stack, UnwindMethod::FramePointer), std::ptrdiff_t(1));
        QVERIFY(stack.unknownPc != 0);
        QVERIFY(!unwind(target, capture, UnwindMode::Dwarf).rootReached);
    }

    void realignedFramesAreFollowed()
    {
        START_AT_PLACE(target, targetPath("realigned"));
        const auto stack = unwind(target, target.capture(target.process()), UnwindMode::Dwarf);
        QVERIFY(stack.rootReached);
        QVERIFY(stack.frames.size() > 22);
        QCOMPARE(toText(addresses(stack)), toText(dwflFrames(target.process(), target.process())));
    }

    void aDeletedProgramIsStillUnwound()
    {
        QTemporaryDir directory;
        const auto path = directory.filePath(QStringLiteral("program"));
        QVERIFY(QFile::copy(QString::fromStdString(targetPath("recursion")), path));
        START_AT_PLACE(target, path.toStdString(), "20");
        QVERIFY(QFile::remove(path));
        const auto stack = unwind(target, target.capture(target.process()), UnwindMode::Dwarf);
        QVERIFY(stack.rootReached);
        QVERIFY(stack.frames.size() > 21);
    }

    void theLoadersFirstInstructionIsARoot()
    {
        TracedProcess target({targetPath("recursion")});
        QVERIFY(target.isRunning());
        const auto stack = unwind(target, target.capture(target.process()), UnwindMode::Auto);
        QVERIFY(stack.rootReached);
        QCOMPARE(stack.frames.size(), std::size_t(1));
    }

    void everyInstructionOfTheLoaderLeadsToItsEntry()
    {
        TracedProcess target({targetPath("recursion")});
        QVERIFY(target.isRunning());
        int failures = 0;
        for (int i = 0; i < 3000; ++i) {
            QVERIFY(target.request(PTRACE_SINGLESTEP, target.process()));
            QCOMPARE(target.nextEvent(), target.process());
            if (i % 10 == 0
                && !unwind(target, target.capture(target.process()), UnwindMode::Auto).rootReached)
                ++failures;
        }
        QCOMPARE(failures, 0);
    }

    void threadsAndProcessesBeingBornAreAtARoot();
    void aCallThroughANullPointerShowsTheCaller();
};

// The children of clone, clone3 and vfork stop at their first instruction, their creators meanwhile
// behind the system call that made them.
void TstPrograms::threadsAndProcessesBeingBornAreAtARoot()
{
    TracedProcess target({targetPath("births")});
    QVERIFY(target.isRunning());
    QVERIFY(target.request(PTRACE_SETOPTIONS, target.process(),
                           PTRACE_O_EXITKILL | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK
                               | PTRACE_O_TRACEVFORK));
    QVERIFY(target.resume());
    int births = 0;
    while (births < 30) {
        const pid_t thread = target.nextEvent();
        QVERIFY(thread > 0);
        const auto capture = target.capture(thread);
        const auto stack = unwind(target, capture, UnwindMode::Auto);
        const QByteArray description = QByteArray::number(births) + ": " + toText(addresses(stack));
        QVERIFY2(stack.rootReached, description.constData());
        if (thread == target.process())
            QVERIFY2(stack.frames.size() > 3, description.constData());
        births += stack.frames.size() == 1 ? 1 : 0;
        target.request(PTRACE_CONT, thread);
    }
}

void TstPrograms::aCallThroughANullPointerShowsTheCaller()
{
    START_AT_PLACE(target, targetPath("recursion"), "5");
    auto capture = target.capture(target.process());
    const auto before = addresses(unwind(target, capture, UnwindMode::Auto));
    // As if the leaf had called address zero just now.
    std::vector<std::byte> deeper(8);
    std::memcpy(deeper.data(), &capture.registers.pc, 8);
    deeper.insert(deeper.end(), capture.stack.begin(), capture.stack.end());
    capture.stack = deeper;
    capture.registers.sp -= 8;
    capture.registers.pc = 0;
    const auto stack = unwind(target, capture, UnwindMode::Auto);
    QVERIFY(stack.rootReached);
    auto expected = before;
    expected.insert(expected.begin(), 0);
    QCOMPARE(toText(addresses(stack)), toText(expected));
}

EMBER_TEST(TstPrograms)
#include "tst_programs.moc"
