// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/framecopy.h"
#include "capture/runtimes/scriptruntime.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace ember::capture {

// Makes the copies that a FrameDecoder reads, for a room's copier, and remembers which functions
// the decoder has. See ScriptCopier.
class FrameCopies {
public:
    // Words by which a function is recognised: the memory at its address may be used again.
    using Identity = std::array<std::uint64_t, 6>;

    // Begins the copy of a stop.
    void begin();
    // Appends a frame, from the leaf on.
    void add(const FrameCopyCall &frame) { m_frames.push_back(frame); }

    std::size_t frames() const { return m_frames.size(); }

    // The frame that was added last is the entry of its group: see ScriptFrame::isEntry.
    void markEntry();

    // Whether the decoder is to be told of a function, and this copy has room for one more. What
    // has none is new again at the next stop.
    bool isWanted(std::uint64_t key, const Identity &identity);
    // Describes a function that is wanted.
    void describe(std::uint64_t key, const Identity &identity, const ScriptFunction &function,
                  std::span<const std::byte> lines);

    enum class Walk : std::uint8_t { Whole, Partial, Torn, Refused };

    // Appends the copy to `to`; nothing if it has no frames and is neither torn nor refused.
    void write(Walk walk, std::vector<std::byte> &to);

    void discardLast();
    void startOver();

    static constexpr std::size_t mostFrames = 8192;
    // Of StopMemory at one stop: frames that need more, each with a function of its own, are taken
    // for torn.
    static constexpr std::size_t mostReads = 4'000;

private:
    void forgetNew();

    std::unordered_map<std::uint64_t, Identity> m_given; // functions that the decoder has
    std::size_t m_givenBytes = 0;
    bool m_startsOver = false; // the next copy
    bool m_lastStartedOver = false;
    // Of the present copy.
    std::size_t m_wanted = 0; // functions
    std::vector<FrameCopyCall> m_frames;
    std::vector<std::uint64_t> m_new; // keys
    std::vector<std::byte> m_definitions;
};

} // namespace ember::capture
