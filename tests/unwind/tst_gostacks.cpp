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
#include <csignal>
#include <sys/ptrace.h>
#include <sys/wait.h>

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
        const auto built = m_folder.filePath(QStringLiteral("program"));
        const auto source = QStringLiteral(EMBER_SOURCE_DIR "/tests/unwind/targets/goroutine.go");
        QCOMPARE(QProcess::execute(program,
                                   {QStringLiteral("build"), QStringLiteral("-ldflags=-s -w"),
                                    QStringLiteral("-o"), built, source}),
                 0);
        TracedProcess target({built.toStdString()});
        QVERIFY(target.isRunning());
        QVERIFY(target.resume());
        QVERIFY(target.waitUntilReady());
        QVERIFY(target.stop());
        const GoProgram functions(built.toStdString());
        Unwinder unwinder({}, std::make_shared<TableCache>());
        for (const MappedImage &image : target.images(target.process()))
            unwinder.addImage(image);
        int onOwnStack = 0;
        constexpr int stops = 2000;
        for (int number = 0; number < stops; ++number) {
            QVERIFY(moveOn(target, number % 10 == 0));
            const auto seen = namesOf(target, unwinder, functions);
            const auto &names = seen.names;
            const bool isFound = contains(names, "main.main") && names.back() == "runtime.goexit";
            if (!isFound && !isBetweenStacks(seen))
                QFAIL(qPrintable(joined(names)));
            onOwnStack += isFound && contains(names, "runtime.systemstack") ? 1 : 0;
        }
        QVERIFY2(onOwnStack > 0, "no stop was on the thread's own stack");
    }

private:
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
        if (isFar)
            return target.resume() && target.stop();
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

    static Stack namesOf(TracedProcess &target, Unwinder &unwinder, const GoProgram &program)
    {
        const auto capture = target.capture(target.process());
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
