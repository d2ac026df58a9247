// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/binaryreader.h"
#include "capture/unwind/gofunctions.h"
#include "capture/unwind/stackmemory.h"
#include "capture/unwind/tablecache.h"
#include "tests/runtimes/runtimeprograms.h"
#include "tests/support/testmain.h"
#include "tests/unwind/tracedprocess.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <set>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <thread>

using namespace ember::capture;
using namespace ember::tests;

// The table of a Go program that is at its linked addresses.
class GoProgram {
public:
    explicit GoProgram(const std::string &path)
    {
        const auto reader = BinaryReader::open(path);
        if (!reader)
            return;
        const auto sections = readSections(*reader);
        const auto *table = findSection(sections, ".gopclntab");
        const auto *code = findSection(sections, ".text");
        if (table == nullptr || code == nullptr)
            return;
        m_bytes = reader->readUpTo(table->range.offset, table->range.size);
        m_functions = GoFunctions::read({.table = m_bytes,
                                         .address = table->range.address,
                                         .codeStart = code->range.address,
                                         .codeEnd = code->range.address + code->range.size,
                                         .relocations = {}});
    }

    std::string nameAt(std::uint64_t address) const
    {
        const auto function = m_functions ? m_functions->functionAt(address) : std::nullopt;
        return function ? std::string(m_functions->name(*function)) : "?";
    }

private:
    std::vector<std::byte> m_bytes;
    std::optional<GoFunctions> m_functions;
};

class TstGoStacks : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
#if !defined __x86_64__
        QSKIP("Go's table is read for stacks of x86-64 only");
#endif
        qputenv("GOCACHE", QFile::encodeName(m_folder.filePath(QStringLiteral("cache"))));
        // Only one thread is stopped: the collector's move no stacks between two readings.
        qputenv("GODEBUG", "gcshrinkstackoff=1");
    }

    void everyStopReachesTheGoroutinesFunctions_data()
    {
        addRuntimePrograms(QStringLiteral("go"));
    }

    // Stopped between any two instructions, in prologues, on its thread's own stack and in signal
    // handlers, the goroutine's functions are found, of a program without symbols.
    void everyStopReachesTheGoroutinesFunctions()
    {
        QFETCH(QString, program);
        if (program.isEmpty())
            QSKIP("it is not here");
        const auto built = build(program, QStringLiteral("goroutine"));
        TracedProcess target({built});
        Unwinder unwinder({}, std::make_shared<TableCache>());
        QVERIFY(isStarted(target, unwinder));
        const GoProgram functions(built);
        int onOwnStack = 0;
        constexpr int stops = 2000;
        for (int number = 0; number < stops; ++number) {
            QVERIFY(moveOn(target, number % 4 == 0));
            const auto seen = namesOf(target, target.process(), unwinder, functions);
            const auto &names = seen.names;
            const bool isFound = contains(names, "main.main") && names.back() == "runtime.goexit";
            if (!isFound && !isBetweenStacks(seen))
                QFAIL(qPrintable(joined(names)));
            onOwnStack += isFound && contains(names, "runtime.systemstack") ? 1 : 0;
        }
        QVERIFY2(onOwnStack > 0, "no stop was on the thread's own stack");
    }

    void theStackIsThatOfTheThreadsGoroutine_data()
    {
        addRuntimePrograms(QStringLiteral("go"));
    }

    // While a thread works on its own stack, the collector may move its goroutine's; the frame
    // pointers on the thread's own lead to where it was, and other goroutines get that memory.
    void theStackIsThatOfTheThreadsGoroutine()
    {
        QFETCH(QString, program);
        if (program.isEmpty())
            QSKIP("it is not here");
        const auto built = build(program, QStringLiteral("goroutine"));
        TracedProcess target({built});
        Unwinder unwinder({}, std::make_shared<TableCache>());
        QVERIFY(isStarted(target, unwinder));
        const bool hasNewLayout = isNew(program);
        int moved = 0;
        int wrong = 0;
        for (int number = 0; number < 2000 && moved < 50; ++number) {
            QVERIFY(moveOn(target, number % 4 == 0));
            const auto capture = target.capture(target.process());
            ProcessMemory memory(target.process());
            const auto goroutine = goroutineOf(capture, memory, hasNewLayout);
            const StackCopy copy = capture.copy();
            const auto right = unwinder.unwind(capture.registers, {&copy, 1}, &memory, goroutine);
            const bool isGrown = right.goroutineOffset != 0; // for this, code is read
            if (goroutine.leftAt == 0 || !goroutine.holds(right.apartFrom) || isGrown)
                continue;
            const OtherPlace other(capture, goroutine, memory);
            const auto copies = other.copies();
            const auto byFrames = unwinder.unwind(other.registers(), copies, &memory);
            const auto named = unwinder.unwind(other.registers(), copies, nullptr, goroutine);
            const bool isRight =
                named.apartFrom == right.apartFrom && named.frames.size() == right.frames.size();
            moved += other.holds(byFrames.apartFrom) ? 1 : 0;
            wrong += isRight ? 0 : 1;
        }
        QVERIFY2(moved > 0, "the frame pointers led nowhere");
        // At an instruction or two of Go's switching the frame pointer alone leads on.
        QVERIFY2(wrong * 20 <= moved, qPrintable(QString::number(wrong)));
    }

    void aNewThreadHasNoCallers_data()
    {
        addRuntimePrograms(QStringLiteral("go"));
    }

    // From its first instruction, in Go's clone, to Go's function for threads. Above its stack lies
    // another thread's.
    void aNewThreadHasNoCallers()
    {
        QFETCH(QString, program);
        if (program.isEmpty())
            QSKIP("it is not here");
        const auto built = build(program, QStringLiteral("gothreads"));
        TracedProcess target({built});
        QVERIFY(target.isRunning());
        QVERIFY(target.request(PTRACE_SETOPTIONS, target.process(),
                               PTRACE_O_EXITKILL | PTRACE_O_TRACECLONE));
        Unwinder unwinder({}, std::make_shared<TableCache>());
        for (const MappedImage &image : target.images(target.process()))
            unwinder.addImage(image);
        const GoProgram functions(built);
        QVERIFY(target.resume());
        std::set<pid_t> threads{target.process()};
        int creators = 0;
        while (threads.size() < 30) {
            const pid_t thread = target.nextEvent();
            QVERIFY(thread > 0);
            const auto names = namesOf(target, thread, unwinder, functions).names;
            if (threads.insert(thread).second) {
                QCOMPARE(joined(names), QStringLiteral("runtime.clone"));
                followBirth(target, thread, unwinder, functions);
                if (QTest::currentTestFailed())
                    return;
            } else if (names.front() == "runtime.clone") {
                QVERIFY2(names.size() > 3 && names[1].starts_with("runtime.newosproc"),
                         qPrintable(joined(names)));
                ++creators;
            }
            target.request(PTRACE_CONT, thread);
        }
        QVERIFY(creators > 0);
    }

private:
    // Steps a new thread until it is in Go's function for threads; all its stacks must be whole.
    static void followBirth(TracedProcess &target, pid_t thread, Unwinder &unwinder,
                            const GoProgram &program)
    {
        std::string leaf = "runtime.clone";
        for (int step = 0; step < 100 && leaf != "runtime.mstart"; ++step) {
            QVERIFY(target.request(PTRACE_SINGLESTEP, thread));
            int status = 0;
            QCOMPARE(::waitpid(thread, &status, __WALL), thread);
            QVERIFY(WIFSTOPPED(status));
            const auto names = namesOf(target, thread, unwinder, program).names;
            const bool isWhole =
                names.back() == "runtime.clone" || names.back() == "runtime.mstart";
            QVERIFY2(isWhole && names.size() <= 2, qPrintable(joined(names)));
            leaf = names.front();
        }
        QCOMPARE(leaf, std::string("runtime.mstart"));
    }

    // A stop at which the goroutine's stack has another place for the frame pointers.
    class OtherPlace {
    public:
        OtherPlace(const ThreadCapture &capture, const GoroutineStack &goroutine,
                   ProcessMemory &memory)
            : m_registers(capture.registers),
              m_goroutine(goroutine)
        {
            const auto elsewhere = [&](std::uint64_t word) {
                return goroutine.holds(word) ? word + away : word;
            };
            m_registers.fp = elsewhere(m_registers.fp);
            for (std::size_t at = 0; at + 8 <= capture.stack.size(); at += 8) {
                std::uint64_t word = 0;
                std::memcpy(&word, capture.stack.data() + at, sizeof(word));
                m_own.push_back(elsewhere(word));
            }
            for (auto at = goroutine.start; at < goroutine.end; at += 8) {
                std::uint64_t word = 0;
                memory.readWord(at, word);
                m_true.push_back(word);
                m_moved.push_back(elsewhere(word));
            }
        }

        const Registers &registers() const { return m_registers; }

        bool holds(std::uint64_t address) const { return m_goroutine.holds(address - away); }

        std::array<StackCopy, 3> copies() const
        {
            return {StackCopy{m_registers.sp, std::as_bytes(std::span(m_own))},
                    StackCopy{m_goroutine.start, std::as_bytes(std::span(m_true))},
                    StackCopy{m_goroutine.start + away, std::as_bytes(std::span(m_moved))}};
        }

    private:
        static constexpr std::uint64_t away = std::uint64_t(1) << 40U;

        Registers m_registers;
        GoroutineStack m_goroutine;
        std::vector<std::uint64_t> m_own;
        std::vector<std::uint64_t> m_true;
        std::vector<std::uint64_t> m_moved;
    };

    // Returns the goroutine's stack by Go's structures; with the place where it was left only if
    // the thread is on its own stack.
    static GoroutineStack goroutineOf(const ThreadCapture &capture, ProcessMemory &memory,
                                      bool isNew)
    {
        const auto wordAt = [&](std::uint64_t address) {
            std::uint64_t word = 0;
            return memory.readWord(address, word) ? word : 0;
        };
        const auto running = wordAt(capture.threadPointer - 8);
        const auto thread = wordAt(running + 48);
        const auto goroutine = wordAt(thread + (isNew ? 184 : 192));
        if (goroutine == 0)
            return {};
        GoroutineStack stack{.start = wordAt(goroutine), .end = wordAt(goroutine + 8)};
        if (running == wordAt(thread)) {
            stack.leftAt = wordAt(goroutine + 56);
            stack.returnAddress = wordAt(goroutine + 64);
        }
        return stack;
    }

    // Whether the structures are those of Go 1.25 and later.
    static bool isNew(const QString &program)
    {
        QProcess version;
        version.start(program, {QStringLiteral("env"), QStringLiteral("GOVERSION")});
        version.waitForFinished(-1);
        return version.readAll().mid(4).split('.').first().toInt() >= 25; // go1.NUMBER
    }

    std::string build(const QString &program, const QString &source) const
    {
        auto built = m_folder.filePath(QStringLiteral("program"));
        const auto status = QProcess::execute(
            program,
            {QStringLiteral("build"), QStringLiteral("-ldflags=-s -w"), QStringLiteral("-o"), built,
             QStringLiteral(EMBER_SOURCE_DIR "/tests/unwind/targets/%1.go").arg(source)});
        return status == 0 ? built.toStdString() : std::string();
    }

    // Whether the program ran until it was ready, and is stopped; then its images are added.
    static bool isStarted(TracedProcess &target, Unwinder &unwinder)
    {
        if (!target.isRunning() || !target.resume() || !target.waitUntilReady() || !target.stop())
            return false;
        for (const MappedImage &image : target.images(target.process()))
            unwinder.addImage(image);
        return true;
    }

    struct Stack {
        std::vector<std::string> names; // leaf first
        std::vector<std::string> stoppedIn; // the leaf's, and what a signal interrupted
    };

    static bool contains(const std::vector<std::string> &names, std::string_view name)
    {
        return std::ranges::find(names, name) != names.end();
    }

    static QString joined(const std::vector<std::string> &names)
    {
        QStringList texts;
        for (const auto &name : names)
            texts += QString::fromStdString(name);
        return texts.join(QStringLiteral(" < "));
    }

    // Code that is just changing the stack, the handler that puts a call into what it interrupted,
    // and the scheduler, which has left the goroutine.
    static bool isBetweenStacks(const Stack &stack)
    {
        static constexpr std::array<std::string_view, 6> changers{
            "runtime.systemstack",       "runtime.mcall",       "runtime.morestack", "gogo",
            "gosave_systemstack_switch", "runtime.doSigPreempt"};
        const bool isChanging = std::ranges::any_of(stack.stoppedIn, [](const std::string &name) {
            return std::ranges::find(changers, name) != changers.end();
        });
        return isChanging || stack.names.back() == "runtime.mcall"
            || stack.names.back() == "runtime.morestack";
    }

    // To another place: a few instructions on, or where it is after a moment.
    static bool moveOn(TracedProcess &target, bool isFar)
    {
        if (isFar) {
            // Stopped at once it would not have run at all; a signal may stop it, too.
            clockid_t clock{};
            ::clock_getcpuclockid(target.process(), &clock);
            const auto used = [clock] {
                timespec time{};
                ::clock_gettime(clock, &time);
                return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
            };
            const auto enough = used() + std::chrono::microseconds(100);
            if (!target.resume())
                return false;
            for (int i = 0; i < 1000 && used() < enough; ++i)
                std::this_thread::sleep_for(std::chrono::microseconds(100));
            return target.stop();
        }
        for (int step = 0; step < 17;) {
            if (!target.request(PTRACE_SINGLESTEP, target.process(), m_signal))
                return false;
            int status = 0;
            if (::waitpid(target.process(), &status, __WALL) < 0 || !WIFSTOPPED(status))
                return false;
            m_signal = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
            step += m_signal == 0 ? 1 : 0;
        }
        return true;
    }

    static Stack namesOf(TracedProcess &target, pid_t thread, Unwinder &unwinder,
                         const GoProgram &program)
    {
        const auto capture = target.capture(thread);
        ProcessMemory memory(target.process());
        const StackCopy copy = capture.copy();
        const auto stack = unwinder.unwind(capture.registers, {&copy, 1}, &memory);
        Stack result;
        for (const auto &frame : stack.frames) {
            const bool isExact = frame.method == ember::model::UnwindMethod::Leaf
                || frame.method == ember::model::UnwindMethod::Signal;
            result.names.push_back(program.nameAt(isExact ? frame.pc : frame.pc - 1));
            if (isExact)
                result.stoppedIn.push_back(result.names.back());
        }
        return result;
    }

    static inline long m_signal = 0; // to be passed on
    QTemporaryDir m_folder;
};

EMBER_TEST(TstGoStacks)
#include "tst_gostacks.moc"
