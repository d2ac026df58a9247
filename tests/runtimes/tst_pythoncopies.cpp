// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/cpython/pythoncopier.h"
#include "capture/runtimes/cpython/pythonlines.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

using namespace ember::capture;

namespace {

constexpr std::uint64_t base = 0x10'0000;
constexpr std::uint64_t threadPointer = 0x7000;

// Memory of a Python 3.10 whose only thread runs code objects of large texts, one frame each.
class PythonMemory : public StopReader {
public:
    explicit PythonMemory(std::size_t count)
    {
        const auto interpreter = place(64);
        m_state = place(184);
        places.layout = *pythonLayout({3, 10});
        places.runtime = place(64);
        places.codeType = place(256);
        set(places.runtime + places.layout.runtimeInterpreters, interpreter);
        set(interpreter + places.layout.interpreterThreads, m_state);
        set(m_state + places.layout.threadInterpreter, interpreter);
        set(m_state + places.layout.threadId, threadPointer);
        const auto members = place(80);
        set(places.codeType + python::typeMembers, members);
        set(members, place(16));
        std::memcpy(m_bytes.data() + m_bytes.size() - 16, "co_name", 7);
        set(members + 16, places.layout.codeName);
        const auto name = place(48 + 4096);
        set(name + python::textLength, 4096);
        set(name + python::textState, 0x64); // compact ASCII
        const auto lines = place(32 + 0x10000);
        set(lines + python::bytesSize, 0x10000);
        for (std::size_t i = 0; i < count; ++i)
            addFrame(name, lines);
        run(count);
    }

    std::size_t read(std::span<const Piece> pieces) override
    {
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const auto offset = pieces[i].address - base;
            const auto into = pieces[i].into;
            if (pieces[i].address < base || offset > m_bytes.size()
                || into.size() > m_bytes.size() - offset)
                return i;
            std::memcpy(into.data(), m_bytes.data() + offset, into.size());
        }
        return pieces.size();
    }

    // The thread runs the first frames; the last of them is the leaf.
    void run(std::size_t count) { set(m_state + places.layout.threadFrame, m_frames[count - 1]); }

    void setLine(std::size_t frame, std::uint64_t line)
    {
        set(m_codes[frame] + places.layout.codeFirstLine, line);
    }

    void setType(std::size_t frame, std::uint64_t type)
    {
        set(m_codes[frame] + python::objectType, type);
    }

    PythonPlaces places;

private:
    std::uint64_t place(std::size_t size)
    {
        const auto offset = m_bytes.size();
        m_bytes.resize(offset + size);
        return base + offset;
    }

    void set(std::uint64_t address, std::uint64_t word)
    {
        std::memcpy(m_bytes.data() + (address - base), &word, sizeof(word));
    }

    void addFrame(std::uint64_t name, std::uint64_t lines)
    {
        const auto &layout = places.layout;
        const auto code = place(layout.codeSize);
        const auto frame = place(layout.frameSize);
        m_codes.push_back(code);
        setType(m_codes.size() - 1, places.codeType);
        setLine(m_codes.size() - 1, m_codes.size());
        set(code + layout.codeName, name);
        set(code + layout.codeLines, lines);
        set(frame + layout.frameCode, code);
        set(frame + layout.frameBack, m_frames.empty() ? 0 : m_frames.back());
        m_frames.push_back(frame);
    }

    std::vector<std::byte> m_bytes;
    std::uint64_t m_state = 0;
    std::vector<std::uint64_t> m_codes;
    std::vector<std::uint64_t> m_frames;
};

class PythonFunctions : public ScriptFunctions {
public:
    ScriptFunctionSerial serial(const ScriptFunction &function) override
    {
        all.push_back(function);
        return ScriptFunctionSerial(all.size() - 1);
    }

    std::vector<ScriptFunction> all;
};

// A copier with its decoder.
class Capture {
public:
    explicit Capture(PythonMemory &memory) : copier(memory.places), m_memory(memory) { }

    std::vector<std::byte> copy()
    {
        StoppedThread thread;
        thread.thread = 1;
        thread.threadPointer = threadPointer;
        std::vector<std::byte> bytes;
        copier.copy(thread, m_memory, bytes);
        return bytes;
    }

    // The first lines of the functions from the leaf on; 0: without a name.
    std::vector<std::uint32_t> lines(std::span<const std::byte> copy)
    {
        const UnwoundStack native;
        ScriptStack stack;
        m_decoder.decode({copy, {}, {}, native}, m_functions, stack);
        std::vector<std::uint32_t> lines;
        for (const auto &frame : stack.frames) {
            const auto &function = m_functions.all.at(frame.function.row());
            lines.push_back(function.name.empty() ? 0 : function.firstLine);
        }
        return lines;
    }

    std::vector<std::uint32_t> lines() { return lines(copy()); }

    PythonCopier copier;

private:
    PythonMemory &m_memory;
    FrameDecoder m_decoder{pythonLines({3, 10})};
    PythonFunctions m_functions;
};

} // namespace

class TstPythonCopies : public QObject {
    Q_OBJECT

private slots:
    void largeDescriptionsAreSpreadOverStops();
    void reusedAddressNeverHasTheOldName();
    void codeThatIsGoneIsNotConfirmed();
    void discardedStartIsRepeated();
    void whatATornCopyHadIsDescribedAgain();
};

void TstPythonCopies::largeDescriptionsAreSpreadOverStops()
{
    constexpr std::size_t count = 200;
    PythonMemory memory(count);
    Capture capture(memory);
    std::size_t named = 0;
    for (int stop = 0; stop < 50 && named < count; ++stop) {
        const auto copy = capture.copy();
        QVERIFY(copy.size() <= ScriptCopier::mostCopied);
        const auto lines = capture.lines(copy);
        QCOMPARE(lines.size(), count);
        for (std::size_t row = 0; row < count; ++row)
            QVERIFY(lines[row] == 0 || lines[row] == count - row);
        const auto before =
            std::exchange(named, count - static_cast<std::size_t>(std::ranges::count(lines, 0U)));
        QVERIFY(named > before);
    }
    QCOMPARE(named, count);
}

void TstPythonCopies::reusedAddressNeverHasTheOldName()
{
    constexpr std::size_t count = 600;
    PythonMemory memory(count);
    Capture capture(memory);
    memory.run(1);
    QCOMPARE(capture.lines(), std::vector<std::uint32_t>{1});
    memory.setLine(0, 1000);
    memory.run(count);
    // The first stop takes the code to be as it was, until it is confirmed.
    capture.copy();
    QVERIFY(!capture.copier.confirm(memory));
    capture.copier.discardLast();
    QCOMPARE(capture.lines().back(), 0U);
    QVERIFY(capture.copier.confirm(memory));
    memory.run(1);
    QCOMPARE(capture.lines(), std::vector<std::uint32_t>{1000});
    QVERIFY(capture.copier.confirm(memory));
}

void TstPythonCopies::codeThatIsGoneIsNotConfirmed()
{
    PythonMemory memory(2);
    Capture capture(memory);
    const std::vector<std::uint32_t> both{2, 1};
    QCOMPARE(capture.lines(), both);
    memory.setType(0, 0);
    capture.copy();
    QVERIFY(!capture.copier.confirm(memory));
    capture.copier.discardLast();
    QVERIFY(capture.lines().empty()); // torn: no code is there
    QVERIFY(capture.copier.confirm(memory));
    memory.setType(0, memory.places.codeType);
    QCOMPARE(capture.lines(), both); // what has changed is read anew for a while
    QVERIFY(capture.copier.confirm(memory));
}

void TstPythonCopies::discardedStartIsRepeated()
{
    PythonMemory memory(2);
    Capture capture(memory);
    const std::vector<std::uint32_t> both{2, 1};
    QCOMPARE(capture.lines(), both);
    capture.copier.startOver();
    capture.copy();
    capture.copier.discardLast();
    const auto copy = capture.copy();
    FrameCopyHead head;
    QVERIFY(CopyReader(copy).take(head));
    QVERIFY((head.flags & FrameCopyHead::StartsOver) != 0);
    QCOMPARE(capture.lines(copy), both);
    QCOMPARE(capture.lines(), both);
}

void TstPythonCopies::whatATornCopyHadIsDescribedAgain()
{
    PythonMemory memory(2);
    Capture capture(memory);
    memory.setType(0, 0);
    QVERIFY(capture.lines().empty());
    QVERIFY(capture.copier.confirm(memory));
    memory.setType(0, memory.places.codeType);
    QVERIFY(capture.lines().empty());
    QVERIFY(!capture.copier.confirm(memory)); // from now on it is a code object
    capture.copier.discardLast();
    const std::vector<std::uint32_t> both{2, 1};
    QCOMPARE(capture.lines(), both);
}

EMBER_TEST(TstPythonCopies)
#include "tst_pythoncopies.moc"
