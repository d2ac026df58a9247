// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/copybytes.h"
#include "capture/runtimes/scriptruntime.h"
#include "capture/runtimes/steadymemory.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

// The copy of a script stack, for the runtimes whose frames are a function and a place in it
// (Python, Ruby, PHP): a head, definitions of the functions that the decoder does not know yet,
// frames from the leaf on. Copier and decoder are in one process, so the structures are copied as
// they are.
namespace ember::capture {

struct FrameCopyHead {
    enum Flag : std::uint32_t {
        StartsOver = 1, // the decoder is to forget all definitions
        IsPartial = 2, // callers are missing
        IsTorn = 4, // the stack contradicts itself; nothing follows
        IsRefused = 8, // the process has not the layout of its version; nothing follows, ever
    };

    std::uint32_t flags = 0;
    std::uint32_t definitions = 0;
    std::uint32_t frames = 0;
};

// A function. Its texts and its line table, whose form depends on the runtime, follow in the order
// of the members.
struct FrameCopyFunction {
    std::uint64_t key = 0; // identifies the function: an address, or a value made of several
    std::uint32_t firstLine = 0;
    std::uint32_t nameBytes = 0;
    std::uint32_t moduleBytes = 0;
    std::uint32_t fileBytes = 0;
    std::uint32_t lineBytes = 0;
};

struct FrameCopyCall {
    // Key of the function. 0: the function is not described to the decoder, as a stop describes a
    // limited number of new functions.
    std::uint64_t key = 0;
    std::uint32_t place = 0; // position in the function, in the unit of the runtime's line table
    std::uint32_t isEntry = 0;
};

// Makes the copies that a FrameDecoder reads, for a runtime's copier, and remembers which functions
// the decoder has. See ScriptCopier.
class FrameEncoder {
public:
    // Words by which a function is recognised: the memory at its address may be used again.
    using Identity = std::array<std::uint64_t, 6>;

    // Begins the copy of a stop.
    void begin();
    // Appends a frame, from the leaf on.
    void add(const FrameCopyCall &frame) { m_frames.push_back(frame); }

    // Marks the frame that was added last as the entry of its group: see ScriptFrame::isEntry.
    void markEntry();

    // Whether the function must be described to the decoder, and this copy may describe one more.
    // If it may not, the function counts as new at the next stop again.
    bool isWanted(std::uint64_t key, const Identity &identity);
    // Describes a function that is wanted.
    void describe(std::uint64_t key, const Identity &identity, const ScriptFunction &function,
                  std::span<const std::byte> lines);

    enum class Walk : std::uint8_t { Whole, Partial, Torn, Refused };

    // Appends the copy to `to`; nothing if it has no frames and is neither torn nor refused.
    void write(Walk walk, std::vector<std::byte> &to);

    // Whether the decoder knows all functions of the present copy, without a description in it.
    bool areAllKnown() const { return m_wanted == 0; }

    // A number that changes whenever functions are forgotten that the decoder had been given.
    std::uint64_t forgettings() const { return m_forgettings; }

    void discardLast();
    void startOver();

    static constexpr std::size_t mostFrames = 8192;
    // Limit of the reads that copying takes at one stop. A stack that needs more, each frame being
    // of another function, is taken for torn.
    static constexpr std::size_t mostReads = 4'000;

private:
    void forgetNew();

    std::unordered_map<std::uint64_t, Identity> m_given; // functions that the decoder has
    std::size_t m_givenBytes = 0;
    std::uint64_t m_forgettings = 0;
    bool m_startsOver = false; // the next copy tells the decoder to forget all definitions
    bool m_lastStartedOver = false;
    // Members of the present copy.
    std::size_t m_wanted = 0; // number of its functions that the decoder did not know
    // The entry of m_given for the function that isWanted() was last asked about; null: there is
    // none, or it was for another function.
    const std::pair<const std::uint64_t, Identity> *m_last = nullptr;
    std::vector<FrameCopyCall> m_frames;
    std::vector<std::uint64_t> m_new; // keys of the functions that the present copy describes
    std::vector<std::byte> m_definitions;
};

// Returns the line of a place in a function by the function's line table, which is not trusted;
// `firstLine` where the table has no line.
using LineOfPlace = std::uint32_t (*)(std::span<const std::byte> lines, std::uint32_t firstLine,
                                      std::uint32_t place);

// Makes frames of what FrameEncoder has written.
class FrameDecoder : public ScriptDecoder {
public:
    explicit FrameDecoder(LineOfPlace line) : m_line(line) { }

    void decode(const ScriptSample &sample, ScriptFunctions &functions,
                ScriptStack &stack) override;

private:
    struct KnownFunction {
        ScriptFunctionSerial function;
        std::uint32_t firstLine = 0;
        std::vector<std::byte> lines;
    };

    bool takeAll(CopyReader &from, const FrameCopyHead &head, ScriptFunctions &functions,
                 ScriptStack &stack);
    bool takeFunction(CopyReader &from, ScriptFunctions &functions);

    const LineOfPlace m_line;
    std::unordered_map<std::uint64_t, KnownFunction> m_functions; // by key
};

// Remembers as which call each frame of a thread was shown at its last stop. Most callers stay the
// same from stop to stop: a frame whose words, and place counted from the outermost frame, are
// unchanged is the same call, and its function need not be read. `Frame` is all that was read of a
// frame. Used by the sampler's thread.
template<typename Frame>
class LastFrames {
public:
    // The objects in the process's memory that were read to make a frame's FrameCopyCall.
    using Objects = std::array<SteadyPlace, 2>;

    // Begins a stop at which the thread has so many frames.
    void begin(std::size_t frames, const FrameEncoder &encoder)
    {
        if (m_forgettings != encoder.forgettings())
            m_entries.clear();
        m_forgettings = encoder.forgettings();
        m_entries.resize(frames);
    }

    // Returns the call that the frame was at the last stop; null: its function must be read. Rows
    // count from the leaf on.
    const FrameCopyCall *again(std::size_t row, const Frame &frame, SteadyMemory &steady)
    {
        const auto &entry = entryOf(row);
        const bool isSame = entry.isKept && entry.frame == frame
            && steady.takeAgain(entry.objects[0]) && steady.takeAgain(entry.objects[1]);
        return isSame ? &entry.call : nullptr;
    }

    // Keeps the call of a frame, which depends on the frame and `objects` only.
    void keep(std::size_t row, const Frame &frame, const FrameCopyCall &call,
              const Objects &objects)
    {
        entryOf(row) = {frame, call, objects, true};
    }

    // Notes that the frame's function must be read at the next stop, too.
    void drop(std::size_t row) { entryOf(row).isKept = false; }

    // Call if the copy was not kept, or has functions that the decoder did not know.
    void clear() { m_entries.clear(); }

private:
    struct Entry {
        Frame frame;
        FrameCopyCall call;
        Objects objects;
        bool isKept = false;
    };

    Entry &entryOf(std::size_t row) { return m_entries[m_entries.size() - 1 - row]; }

    std::vector<Entry> m_entries; // the thread's frames, the outermost first
    std::uint64_t m_forgettings = 0; // FrameEncoder::forgettings() when the entries were kept
};

} // namespace ember::capture
