// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/go/goroutines.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <cstring>
#include <map>
#include <vector>

using namespace ember::capture;

namespace {

constexpr std::uint64_t goThreadPointer = 0x7f0000001000;
constexpr std::uint64_t machineAt = 0xc000100000; // m
constexpr std::uint64_t ownAt = 0xc000200000; // g0
constexpr std::uint64_t handlersAt = 0xc000300000; // gsignal
constexpr std::uint64_t goroutineAt = 0xc000400000;
constexpr pid_t goThreadId = 77;

// The structures of a thread in a process of Go's, with room for the largest layout.
class GoMemory : public StopReader {
public:
    explicit GoMemory(const GoLayout &layout) : m_layout(layout)
    {
        setThread(machineAt, goThreadId);
        set(machineAt + layout.current, goroutineAt);
        setGoroutine(ownAt, 0, 0);
        setGoroutine(handlersAt, 0, 0);
        setGoroutine(goroutineAt, 18, 2);
        run(goroutineAt);
    }

    void setThread(std::uint64_t at, std::uint64_t id)
    {
        reserve(at, GoroutineOfThread::threadBytes);
        set(at, ownAt);
        set(at + m_layout.threadId, id);
        set(at + m_layout.handler, handlersAt);
    }

    void setGoroutine(std::uint64_t at, std::uint64_t id, std::uint64_t state)
    {
        reserve(at, GoroutineOfThread::goroutineBytes);
        set(at + 48, machineAt);
        set(at + m_layout.goroutineId - 8, state);
        set(at + m_layout.goroutineId, id);
    }

    void run(std::uint64_t goroutine) { set(goThreadPointer - 8, goroutine); }

    void set(std::uint64_t at, std::uint64_t word) { m_words[at] = word; }

    using StopReader::read;

    std::size_t read(std::span<const Piece> pieces) override
    {
        ++reads;
        std::size_t count = 0;
        for (const auto &[address, into] : pieces) {
            for (std::size_t at = 0; at < into.size(); at += 8) {
                const auto word = m_words.find(address + at);
                if (word == m_words.end())
                    return count;
                std::memcpy(into.data() + at, &word->second, 8);
            }
            ++count;
        }
        return count;
    }

    int reads = 0;

private:
    void reserve(std::uint64_t at, std::size_t bytes)
    {
        for (std::size_t place = 0; place < bytes; place += 8)
            m_words.try_emplace(at + place, 0);
    }

    const GoLayout &m_layout;
    std::map<std::uint64_t, std::uint64_t> m_words;
};

// A stop, or the reading of a sleeping thread, of which the thread pointer is not known.
std::uint64_t idAt(GoroutineOfThread &thread, const GoLayout &layout, GoMemory &memory,
                   std::uint64_t pointer = goThreadPointer, std::uint64_t r14 = 0)
{
    Registers registers;
    if (pointer == 0)
        registers.told = AvailableRegisters::OfBlockedCall;
#if defined __x86_64__
    registers.r14 = r14;
#else
    static_cast<void>(r14);
#endif
    const auto pieces = thread.pieces(registers, pointer);
    if (pieces.empty())
        return 0;
    const auto read = memory.read(pieces);
    memory.reads = 0;
    return thread.id(layout, goThreadId, read, memory);
}

} // namespace

class TstGoroutineIds : public QObject {
    Q_OBJECT

private slots:
    void versionsAreKnownByTheirNumbers()
    {
        for (const char *known : {"go1.17", "go1.19.8", "go1.22rc1", "go1.24.4 X:nocoverage",
                                  "go1.25-custom", "go1.26.10"})
            QVERIFY2(goLayoutOf(known), known);
        for (const char *unknown :
             {"", "go", "go1", "go1.", "go1.16.15", "go1.27", "go1.190", "go2.19", "go1.-19",
              "devel go1.24-abcdef", "go1.99999999999999999999"})
            QVERIFY2(!goLayoutOf(unknown), unknown);
        // As the debug information of these versions has it.
        QCOMPARE(int(goLayoutOf("go1.19.8")->goroutineId), 152);
        QCOMPARE(int(goLayoutOf("go1.24.4")->goroutineId), 160);
        QCOMPARE(int(goLayoutOf("go1.26.10")->goroutineId), 152);
        QCOMPARE(int(goLayoutOf("go1.26.10")->current), 184);
    }

    void theGoroutineIsThatOfTheThread_data()
    {
        QTest::addColumn<QByteArray>("version");
        for (const char *version : {"go1.19", "go1.23", "go1.26"})
            QTest::newRow(version) << QByteArray(version);
    }

    // On the goroutine's stack, on the thread's own, in a handler, asleep.
    void theGoroutineIsThatOfTheThread()
    {
        QFETCH(QByteArray, version);
        const auto &layout = *goLayoutOf(version.toStdString());
        GoMemory memory(layout);
        GoroutineOfThread thread;
        QVERIFY(thread.needsStop());
        QCOMPARE(idAt(thread, layout, memory, 0), 0U); // nothing is known of it yet
        QVERIFY(thread.needsStop());
        for (const auto running : {goroutineAt, ownAt, handlersAt}) {
            memory.run(running);
            QCOMPARE(idAt(thread, layout, memory), 18U);
        }
        QVERIFY(!thread.needsStop());
        QCOMPARE(idAt(thread, layout, memory, 0), 18U);
        QCOMPARE(memory.reads, 0);
        memory.setGoroutine(goroutineAt, 19, 3); // the structure is used again
        QCOMPARE(idAt(thread, layout, memory, 0), 19U);
        memory.set(machineAt + layout.current, 0); // the scheduler has left its goroutine
        QCOMPARE(idAt(thread, layout, memory), 0U);
    }

    // Only on the thread's own stack the place where the goroutine was left is of now.
    void theStackIsThatOfTheGoroutine()
    {
        const auto &layout = *goLayoutOf("go1.22");
        GoMemory memory(layout);
        memory.set(goroutineAt, 0xc000800000);
        memory.set(goroutineAt + 8, 0xc000802000);
        memory.set(goroutineAt + 56, 0xc000801f00);
        memory.set(goroutineAt + 64, 0x401234);
        GoroutineOfThread thread;
        const auto stackWhere = [&](std::uint64_t running) {
            memory.run(running);
            return idAt(thread, layout, memory) == 18 ? thread.stack() : GoroutineStack();
        };
        for (const auto running : {goroutineAt, ownAt, handlersAt}) {
            const auto stack = stackWhere(running);
            QVERIFY(stack.isKnown());
            QVERIFY(stack.holds(0xc000800000) && stack.holds(0xc000801fff));
            QVERIFY(!stack.holds(0xc0007fffff) && !stack.holds(0xc000802000));
            QCOMPARE(stack.leftAt, running == ownAt ? 0xc000801f00U : 0U);
            QCOMPARE(stack.returnAddress, running == ownAt ? 0x401234U : 0U);
        }
        // Asleep by where it sleeps; idAt() gives a stack pointer of 0.
        QCOMPARE(idAt(thread, layout, memory, 0), 18U);
        QCOMPARE(thread.stack().leftAt, 0xc000801f00U);
        memory.set(goroutineAt + 56, 0xc000802000);
        QCOMPARE(stackWhere(ownAt).leftAt, 0U);
        memory.set(goroutineAt + 8, 0xc000800000);
        QVERIFY(!stackWhere(ownAt).isKnown());
    }

    // What a stop needs comes with the stack.
    void anotherGoroutineCostsOneReadAtMost()
    {
        const auto &layout = *goLayoutOf("go1.22");
        GoMemory memory(layout);
        GoroutineOfThread thread;
        idAt(thread, layout, memory);
        QCOMPARE(idAt(thread, layout, memory), 18U);
        QCOMPARE(memory.reads, 0);
        constexpr std::uint64_t other = 0xc000500000;
        memory.setGoroutine(other, 21, 2);
        memory.set(machineAt + layout.current, other);
        memory.run(other);
        QCOMPARE(idAt(thread, layout, memory), 21U);
        QCOMPARE(memory.reads, 1);
#if defined __x86_64__
        memory.set(machineAt + layout.current, goroutineAt);
        memory.run(goroutineAt);
        QCOMPARE(idAt(thread, layout, memory, goThreadPointer, goroutineAt), 18U);
        QCOMPARE(memory.reads, 0);
#endif
    }

    void whatDoesNotFitTogetherIsNotBelieved()
    {
        const auto &layout = *goLayoutOf("go1.19");
        const auto idAfter = [&](auto change) {
            GoMemory memory(layout);
            GoroutineOfThread thread;
            idAt(thread, layout, memory);
            change(memory);
            return idAt(thread, layout, memory);
        };
        QCOMPARE(idAfter([](GoMemory &) {}), 18U);
        QCOMPARE(idAfter([](GoMemory &memory) { memory.run(0); }), 0U);
        QCOMPARE(idAfter([](GoMemory &memory) { memory.run(0x1234567); }), 0U);
        QCOMPARE(idAfter([](GoMemory &memory) { memory.set(goroutineAt + 48, 0xc000700000); }), 0U);
        for (const std::uint64_t state : {0U, 6U, 7U, 0x2000U})
            QCOMPARE(
                idAfter([&](GoMemory &memory) { memory.setGoroutine(goroutineAt, 18, state); }),
                0U);
        QCOMPARE(idAfter([](GoMemory &memory) { memory.setGoroutine(goroutineAt, 18, 0x1002); }),
                 18U);
        QCOMPARE(idAfter([&](GoMemory &memory) { memory.set(machineAt + layout.threadId, 78); }),
                 18U); // found anew: its variable names it
    }

    // A sleeping thread's structure may have become another one's.
    void asleepOnlyItsOwnStructureCounts()
    {
        const auto &layout = *goLayoutOf("go1.19");
        GoMemory memory(layout);
        GoroutineOfThread thread;
        idAt(thread, layout, memory);
        memory.set(machineAt + layout.threadId, 78);
        QCOMPARE(idAt(thread, layout, memory, 0), 0U);
    }

#if defined __x86_64__
    // Where C code has variables of threads, the word before the thread pointer is one of them.
    void theRegisterCountsForTheThreadItself()
    {
        const auto &layout = *goLayoutOf("go1.19");
        GoMemory memory(layout);
        memory.run(0xc000900000);
        GoroutineOfThread thread;
        QCOMPARE(idAt(thread, layout, memory, goThreadPointer, goroutineAt), 18U);
        memory.setThread(machineAt, 78); // another thread's goroutine
        GoroutineOfThread other;
        QCOMPARE(idAt(other, layout, memory, goThreadPointer, goroutineAt), 0U);
    }
#endif

    void threadsOfOtherLanguagesAreSoonLeftAlone()
    {
        const auto &layout = *goLayoutOf("go1.19");
        GoMemory memory(layout);
        memory.run(0);
        GoroutineOfThread thread;
        int asked = 0;
        for (int stop = 0; stop < 1000; ++stop) {
            if (thread.pieces({}, goThreadPointer).empty())
                continue;
            ++asked;
            QCOMPARE(thread.id(layout, goThreadId, 0, memory), 0U);
        }
        QVERIFY2(asked < 40, qPrintable(QString::number(asked)));
    }
};

EMBER_TEST(TstGoroutineIds)
#include "tst_goroutineids.moc"
