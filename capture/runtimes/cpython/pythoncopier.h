// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/cpython/pythoncopy.h"
#include "capture/runtimes/cpython/pythonruntime.h"
#include "capture/runtimes/scriptruntime.h"
#include "capture/runtimes/stopmemory.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace ember::capture {

// Copies the Python stack of a stopped thread: finds the thread's state by its id, walks its frames
// and describes each code object once. LANGUAGES.md §1 has the rules.
class PythonCopier : public ScriptCopier {
public:
    explicit PythonCopier(const PythonPlaces &places) : m_places(places) { }

    void copy(const StoppedThread &thread, StopReader &reader, std::vector<std::byte> &to) override;
    void discardLast() override;
    void startOver() override;
    void forget(pid_t thread) override;

private:
    struct KnownThread {
        std::uint64_t state = 0; // PyThreadState; 0: not found
        std::uint64_t pointer = 0; // its thread pointer, once that was known
        StopMemory memory;
        unsigned futileSearches = 0;
        unsigned stopsToSkip = 0; // before its state is searched for again
    };

    // Members of a code object by which it is recognised: its memory may be used again.
    struct CodeIdentity {
        std::uint32_t firstLine = 0;
        std::uint64_t name = 0;
        std::uint64_t file = 0;
        std::uint64_t lines = 0;

        friend bool operator==(const CodeIdentity &, const CodeIdentity &) = default;
    };

    struct NewCode {
        python::CopiedCode head;
        CodeIdentity identity;
        std::uint64_t globals = 0;
        std::vector<std::byte> texts; // as they follow the head

        std::size_t size() const { return sizeof(head) + texts.size(); } // in a copy
    };

    enum class Walk : std::uint8_t { Done, Partial, Torn };

    bool findState(const StoppedThread &thread, KnownThread &known, StopReader &reader);
    bool isStateOf(const StoppedThread &thread, const KnownThread &known,
                   std::span<const std::byte> state) const;
    std::uint64_t searchState(const StoppedThread &thread, const KnownThread &known,
                              StopReader &reader);
    bool hasKnownLayout(StopReader &reader) const;
    std::optional<std::uint64_t> firstFrame(const StoppedThread &thread, KnownThread &known) const;
    Walk walk(const StoppedThread &thread, KnownThread &known);
    bool takeFrame(std::span<const std::byte> frame);
    bool checkCodes(StopMemory &memory);
    bool checkCode(python::CopiedFrame &frame, std::uint64_t globals, StopMemory &memory);
    bool isHidden(std::uint64_t code) const;
    void describe(StopReader &reader);
    void forgetNew();
    void readTexts(std::span<NewCode> codes, StopReader &reader);
    void write(std::uint32_t flags, std::vector<std::byte> &to);

    const PythonPlaces m_places;
    std::unordered_map<pid_t, KnownThread> m_threads;
    std::unordered_map<std::uint64_t, CodeIdentity> m_given; // code objects the decoder has
    std::size_t m_givenBytes = 0;
    bool m_isChecked = false; // the layout
    bool m_isRefused = false;
    bool m_startsOver = false; // the next copy
    bool m_lastStartedOver = false;
    // Of the present copy, kept to reuse their memory.
    std::vector<python::CopiedFrame> m_frames;
    std::vector<std::uint64_t> m_globals; // by frame
    std::vector<NewCode> m_new;
};

} // namespace ember::capture
