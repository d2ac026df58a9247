// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/procreader.h"
#include "capture/runtimes/runtimecandidate.h"
#include "tests/runtimes/runtimeprograms.h"
#include "tests/support/testmain.h"
#include "tests/unwind/tracedprocess.h"

#include <QTest>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <map>
#include <string>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <utility>
#include <vector>

using namespace ember::capture;
using namespace ember::tests;

namespace {

using Names = std::vector<std::string>; // leaf first

// Who may call whom in steppedcalls.py; "": nobody, as it is the outermost.
bool mayCall(const std::string &caller, const std::string &callee)
{
    static const std::map<std::string, Names> callers{
        {"leaf",
         {"__init__", "twice", "__lt__", "numbers", "recurse", "key", "failing", "catching", "work",
          "<module>"}},
        {"__init__", {"work"}},
        {"twice", {"work"}},
        {"__lt__", {"work"}},
        {"numbers", {"work"}},
        {"recurse", {"work", "recurse"}},
        {"key", {"work"}},
        {"failing", {"catching"}},
        {"catching", {"work"}},
        {"work", {"main"}},
        {"main", {"<module>"}},
        {"<module>", {"", "work"}}, // work: exec()
    };
    const auto found = callers.find(callee);
    return found != callers.end()
        && std::ranges::find(found->second, caller) != found->second.end();
}

class MemoryOfProcess : public StopReader {
public:
    explicit MemoryOfProcess(pid_t process) : m_process(process) { }

    using StopReader::read;

    std::size_t read(std::span<const Piece> pieces) override
    {
        std::vector<MemoryPiece> all;
        for (const auto &piece : pieces)
            all.push_back({piece.address, piece.into});
        return readProcessMemory(m_process, all);
    }

private:
    const pid_t m_process;
};

// Without the class or the function that a function is in.
class LastNames : public ScriptFunctions {
public:
    ScriptFunctionSerial serial(const ScriptFunction &function) override
    {
        all.push_back(function.name.substr(function.name.rfind('.') + 1));
        return ScriptFunctionSerial(all.size() - 1);
    }

    Names all;
};

// A Python that is stopped, and what the recorder sees of it.
class SteppedPython {
public:
    explicit SteppedPython(const QString &program)
        : m_process({program.toStdString(), "-I", "-S",
                     EMBER_SOURCE_DIR "/tests/runtimes/steppedcalls.py"}),
          m_memory(m_process.process())
    {
        if (!waitUntilReady())
            return;
        for (const auto &image : m_process.images(m_process.process())) {
            auto found = findRuntime(RuntimeCandidate(m_process.process(), image)).runtime;
            if (found && found->platform() == "python")
                m_runtime = std::move(found);
        }
        if (m_runtime) {
            m_copier = m_runtime->makeCopier();
            m_decoder = m_runtime->makeDecoder();
        }
    }

    bool isFound() const { return m_runtime != nullptr; }

    // By one instruction.
    bool step()
    {
        int status = 0;
        return m_process.request(PTRACE_SINGLESTEP, m_process.process())
            && ::waitpid(m_process.process(), &status, __WALL) > 0 && WIFSTOPPED(status)
            && WSTOPSIG(status) == SIGTRAP;
    }

    ScriptRead read(Names &names)
    {
        const auto capture = m_process.capture(m_process.process());
        StoppedThread thread;
        thread.process = m_process.process();
        thread.thread = m_process.process();
        thread.registers = capture.registers;
        thread.threadPointer = capture.threadPointer;
        thread.stack = capture.copy();
        m_copy.clear();
        m_copier->copy(thread, m_memory, m_copy);
        if (!m_copier->confirm(m_memory)) {
            m_copier->discardLast();
            names.clear();
            return ScriptRead::Torn;
        }
        const UnwoundStack native;
        const ScriptSample sample{m_copy, thread.registers, {}, native};
        m_decoder->decode(sample, m_functions, m_stack);
        names.clear();
        for (const auto &frame : m_stack.frames)
            names.push_back(m_functions.all[frame.function.row()]);
        return m_copy.empty() ? ScriptRead::Torn : m_stack.read;
    }

private:
    // The program stops itself; before that it may be stopped by exec.
    bool waitUntilReady()
    {
        int status = 0;
        while (m_process.isRunning() && m_process.resume()
               && ::waitpid(m_process.process(), &status, __WALL) > 0 && WIFSTOPPED(status)) {
            if (WSTOPSIG(status) == SIGSTOP)
                return true;
        }
        return false;
    }

    TracedProcess m_process;
    MemoryOfProcess m_memory;
    std::shared_ptr<const ScriptRuntime> m_runtime;
    std::unique_ptr<ScriptCopier> m_copier;
    std::unique_ptr<ScriptDecoder> m_decoder;
    LastNames m_functions;
    ScriptStack m_stack;
    std::vector<std::byte> m_copy;
};

// Whether the program may have this stack.
bool isPossible(const Names &names, bool isWhole)
{
    for (std::size_t i = 0; i + 1 < names.size(); ++i) {
        if (!mayCall(names[i + 1], names[i]))
            return false;
    }
    return names.empty() || !isWhole || mayCall({}, names.back());
}

// Whether one follows from the other by one call or one return.
bool isNeighbour(const Names &one, const Names &other)
{
    const auto &longer = one.size() > other.size() ? one : other;
    const auto &shorter = one.size() > other.size() ? other : one;
    return longer.size() - shorter.size() <= 1
        && std::equal(shorter.rbegin(), shorter.rend(), longer.rbegin());
}

std::string joined(const Names &names)
{
    std::string text;
    for (const auto &name : names)
        text += name + " < ";
    return text;
}

} // namespace

// CPython between any two instructions. EMBER_PYTHON_STEPS: how many.
class TstPythonSteps : public QObject {
    Q_OBJECT

private slots:
    void noInstructionShowsAWrongStack_data() { addPythons(); }

    void noInstructionShowsAWrongStack();
};

void TstPythonSteps::noInstructionShowsAWrongStack()
{
#if !defined __x86_64__
    QSKIP("processes are stepped through on x86-64 only");
#endif
    QFETCH(QString, program);
    if (program.isEmpty())
        QSKIP("it is not here");
    SteppedPython python(program);
    if (!python.isFound())
        QSKIP("this version is not known");
    constexpr int fewSteps = 10'000;
    const int steps = std::max(qEnvironmentVariableIntValue("EMBER_PYTHON_STEPS"), fewSteps);
    Names before;
    Names names;
    int torn = 0;
    int partial = 0;
    std::size_t changes = 0;
    for (int number = 0; number < steps; ++number) {
        QVERIFY(python.step());
        const auto read = python.read(names);
        QVERIFY(read != ScriptRead::Refused);
        torn += read == ScriptRead::Torn ? 1 : 0;
        partial += read == ScriptRead::Partial ? 1 : 0;
        const bool isWhole = read == ScriptRead::Whole;
        if (!isPossible(names, isWhole))
            QFAIL(
                qPrintable(QString::number(number) + QString::fromStdString(": " + joined(names))));
        if (!isWhole)
            continue;
        if (!before.empty() && !isNeighbour(before, names))
            QFAIL(qPrintable(
                QString::number(number)
                + QString::fromStdString(": " + joined(before) + " then " + joined(names))));
        changes += before != names ? 1U : 0U;
        before = names;
    }
    qInfo("%d steps, %zu calls and returns: %d stacks torn, %d without their callers", steps,
          changes, torn, partial);
    QVERIFY(changes > 5);
    QVERIFY(torn + partial < steps / 10);
}

EMBER_TEST(TstPythonSteps)
#include "tst_pythonsteps.moc"
