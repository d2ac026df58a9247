// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/cpython/pythonentry.h"
#include "capture/runtimes/cpython/pythonlayout.h"
#include "capture/runtimes/cpython/pythontexts.h"
#include "capture/runtimes/framecodec.h"
#include "capture/runtimes/scriptruntime.h"
#include "capture/runtimes/steadymemory.h"
#include "capture/runtimes/stopmemory.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace ember::capture {

struct CodeRange {
    std::uint64_t start = 0;
    std::uint64_t end = 0;

    bool contains(std::uint64_t address) const { return address >= start && address < end; }
};

// Where a CPython lies in a process.
struct PythonPlaces {
    PythonLayout layout;
    std::uint64_t runtime = 0; // _PyRuntime
    std::uint64_t codeType = 0; // PyCode_Type
    CodeRange image;
    std::vector<CodeRange> evaluation; // _PyEval_EvalFrameDefault, and parts of it that lie apart
    // The part of _PyEval_EvalFrameDefault in which a call's _PyCFrame is not filled in yet (3.11,
    // 3.12). Absent: not recognised.
    std::optional<UnfilledCFrame> unfilled;
    bool isInContainer = false; // the process has other ids for its threads than the recorder
};

// Copies the Python stack of a stopped thread: finds the thread's state by its id, walks its frames
// and describes each code object once. LANGUAGES.md §1 has the rules.
class PythonCopier : public ScriptCopier {
public:
    explicit PythonCopier(const PythonPlaces &places);

    void copy(const StoppedThread &thread, StopReader &reader, std::vector<std::byte> &to) override;

    bool confirm(StopReader &reader) override { return m_codes.confirm(reader); }

    void discardLast() override { m_encoder.discardLast(); }

    void startOver() override { m_encoder.startOver(); }

    void forget(pid_t thread) override;

private:
    struct KnownThread {
        // Addresses of the thread's PyThreadStates, one per interpreter that runs code in it. The
        // newest is first; each was called by the next. If there is only one, it may run no code.
        // Empty: not found.
        std::vector<std::uint64_t> states;
        StopMemory memory;
        unsigned futileSearches = 0;
        unsigned stopsToSkip = 0; // number of stops before its states are searched for again
    };

    struct WalkedFrame {
        FrameCopyCall call; // its key is the address of a code object
        std::uint64_t globals = 0;
    };

    // A code object that the decoder does not know.
    struct NewCode {
        std::uint64_t address = 0;
        FrameEncoder::Identity identity{};
        std::uint32_t firstLine = 0;
        PythonTexts::Code texts;
    };

    bool findStates(const StoppedThread &thread, KnownThread &known, StopReader &reader);
    bool isOnlyInterpreter(std::uint64_t interpreter, KnownThread &known) const;
    bool isStateOf(const StoppedThread &thread, std::span<const std::byte> state) const;
    bool hasFrame(std::span<const std::byte> state, StopReader &reader) const;
    std::size_t searchStates(const StoppedThread &thread, KnownThread &known, StopReader &reader);
    bool hasKnownLayout(StopReader &reader) const;
    bool mayBeUnfilled(const Registers &registers, std::uint64_t cframe) const;
    std::optional<std::uint64_t> callerOfUnfilled(const Registers &registers, std::size_t offset,
                                                  KnownThread &known) const;
    std::optional<std::uint64_t> firstFrame(const StoppedThread &thread, KnownThread &known,
                                            std::uint64_t address) const;
    FrameEncoder::Walk walk(const StoppedThread &thread, KnownThread &known);
    FrameEncoder::Walk walkFrom(std::uint64_t first, bool isLeaf, KnownThread &known);
    bool isLeafNew() const;
    bool mayHaveCalledLeaf(std::span<const std::byte> frame) const;
    bool takeFrame(std::span<const std::byte> frame);
    bool checkCodes(StopReader &reader);
    bool checkCode(const WalkedFrame &frame, StopReader &reader);
    bool isHidden(std::uint64_t code) const;
    void describeNew(StopReader &reader);

    const PythonPlaces m_places;
    std::unordered_map<pid_t, KnownThread> m_threads;
    SteadyMemory m_codes; // the code objects of the process
    const SteadyWords m_codeWords;
    FrameEncoder m_encoder;
    bool m_isChecked = false; // the layout was checked
    bool m_isRefused = false;
    // Buffers of the present copy, kept to reuse their memory.
    std::vector<WalkedFrame> m_walked;
    std::vector<NewCode> m_new;
};

} // namespace ember::capture
