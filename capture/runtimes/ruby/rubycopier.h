// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/framecodec.h"
#include "capture/runtimes/ruby/rubylayout.h"
#include "capture/runtimes/ruby/rubyobjects.h"
#include "capture/runtimes/scriptruntime.h"
#include "capture/runtimes/steadymemory.h"
#include "capture/runtimes/stopmemory.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace ember::capture {

// A line table as the copier gives it: this head; the lines of the entries, a u32 each; the index
// that finds the entry of an instruction, as it lies in memory (succ_index_table).
struct RubyLineHead {
    std::uint32_t entries = 0;
};

constexpr std::uint32_t rubyIndexHeadBytes = 48;
constexpr std::uint32_t rubyIndexBlockBytes = 80;

// How many bytes the index for so many instructions has.
std::uint32_t rubyIndexBytes(std::uint32_t instructions);

// The line of an instruction; see LineOfPlace. `place`: its number in its function.
std::uint32_t rubyLine(std::span<const std::byte> table, std::uint32_t firstLine,
                       std::uint32_t place);

// The texts of Ruby's symbols. Their table is not exported: it is found by the code of a function
// that uses it, and believed if it has the symbol of "+".
class RubySymbols {
public:
    explicit RubySymbols(const RubyPlaces &places) : m_places(places) { }

    // Whether the table was found; if not yet, looks for it, in the first 100 calls.
    bool areKnown(StopReader &reader);
    // The text of an ID; "": not known.
    std::string text(std::uint64_t id, StopReader &reader);

private:
    void findTable(StopReader &reader);
    std::string textIn(std::uint64_t table, std::uint64_t id, StopReader &reader) const;

    const RubyPlaces m_places;
    std::uint64_t m_table = 0; // address of the Array of symbols; 0: not found
    int m_searches = 0; // number of searches that were made
};

// Copies the Ruby stack of a stopped thread: its frames lie at the end of the stack of its
// execution context, the leaf's first. A frame is pushed by one store, after it was filled in.
class RubyCopier : public ScriptCopier {
public:
    explicit RubyCopier(const RubyPlaces &places);

    void copy(const StoppedThread &thread, StopReader &reader, std::vector<std::byte> &to) override;

    bool confirm(StopReader &reader) override { return m_steady.confirm(reader); }

    void discardLast() override { m_encoder.discardLast(); }

    void startOver() override { m_encoder.startOver(); }

    void forget(pid_t thread) override { m_threads.erase(thread); }

private:
    // The begin of a rb_control_frame_t.
    struct Frame {
        std::uint64_t pc = 0; // address of the instruction after the running one
        std::uint64_t sp = 0;
        std::uint64_t iseq = 0;
        std::uint64_t self = 0;
        std::uint64_t environment = 0;

        friend bool operator==(const Frame &, const Frame &) = default;
    };

    // The words of an environment. Pointers to environments point to `flags`.
    struct Environment {
        std::uint64_t method = 0; // the frame's method entry, or an object in its place
        std::uint64_t around = 0;
        std::uint64_t flags = 0;

        friend bool operator==(const Environment &, const Environment &) = default;
    };

    struct WalkedFrame {
        Frame frame;
        Environment environment;

        friend bool operator==(const WalkedFrame &, const WalkedFrame &) = default;
    };

    using Objects = LastFrames<WalkedFrame>::Objects;

    struct KnownThread {
        std::uint64_t variable = 0; // address of the thread's ruby_current_ec; 0: not found
        StopMemory memory;
        LastFrames<WalkedFrame> last;
    };

    // The call as which a frame is shown, and the objects whose words decide whether it is the same
    // call at the next stop.
    struct Taken {
        FrameCopyCall call;
        Objects objects;
    };

    FrameEncoder::Walk walk(std::uint64_t context, KnownThread &known);
    bool readEnvironments(StopMemory &memory);
    bool takeFrames(KnownThread &known);
    std::optional<Taken> takeFunctionOfC(const Frame &frame, std::uint64_t method);
    std::optional<Taken> takeFunction(const Frame &frame);
    void qualify(ScriptFunction &function, std::size_t place, const Frame &frame);
    ScriptFunction functionOf(const Frame &frame, std::span<const std::byte> body);

    const RubyPlaces m_places;
    std::unordered_map<pid_t, KnownThread> m_threads;
    RubyClasses m_classes;
    RubySymbols m_symbols;
    SteadyMemory m_steady; // code and methods
    const SteadyWords m_bodyWords;
    PageReader m_pages; // reads functions and what describes them
    FrameEncoder m_encoder;
    std::vector<WalkedFrame> m_walked; // frames of the present copy, kept to reuse its memory
};

} // namespace ember::capture
