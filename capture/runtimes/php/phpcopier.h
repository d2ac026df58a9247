// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/framecodec.h"
#include "capture/runtimes/scriptruntime.h"
#include "capture/runtimes/steadymemory.h"
#include "capture/runtimes/stopmemory.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ember::capture {

// Offsets of the members that are read and differ between versions, in bytes, on 64-bit machines.
struct PhpLayout {
    std::uint32_t api = 0; // ZEND_MODULE_API_NO, one for each version
    std::string_view version;
    std::uint32_t currentFrame = 488; // zend_executor_globals: current_execute_data
    std::uint32_t file = 0; // zend_op_array: filename; then its first and its last line
};

// The layout of a version; absent: not known.
std::optional<PhpLayout> phpLayout(std::uint32_t api);

// The addresses of a PHP in a process.
struct PhpPlaces {
    PhpLayout layout;
    std::uint64_t currentFrame = 0; // address of the pointer to the leaf's frame
    std::uint64_t execution = 0; // address of execute_ex, which runs the PHP code that C calls
    std::uint64_t executionEnd = 0;
};

// Copies the PHP stack of a process: a chain of frames that begins with the one that runs. The
// stack is the main thread's; PHP without threads runs scripts in no other.
class PhpCopier : public ScriptCopier {
public:
    explicit PhpCopier(const PhpPlaces &places);

    void copy(const StoppedThread &thread, StopReader &reader, std::vector<std::byte> &to) override;

    bool confirm(StopReader &reader) override { return m_steady.confirm(reader); }

    void discardLast() override { m_encoder.discardLast(); }

    void startOver() override { m_encoder.startOver(); }

    void forget(pid_t) override { }

private:
    // The begin of a zend_execute_data.
    struct Frame {
        std::uint64_t instruction = 0; // → zend_op
        std::uint64_t call = 0;
        std::uint64_t returnValue = 0;
        std::uint64_t function = 0; // → zend_function; 0: stands for no function
        std::uint64_t object = 0;
        std::uint32_t callKind = 0;
        std::uint32_t arguments = 0;
        std::uint64_t caller = 0;

        friend bool operator==(const Frame &, const Frame &) = default;
    };

    FrameEncoder::Walk walk(const StoppedThread &thread);
    bool takeFunctions(StopReader &reader);
    bool look(std::size_t row, StopReader &reader);
    FrameCopyCall takeFunction(const Frame &frame, std::span<const std::byte> function);
    void describe(std::uint64_t key, const FrameEncoder::Identity &identity);

    const PhpPlaces m_places;
    StopMemory m_memory;
    SteadyMemory m_steady; // functions, and instructions with their lines
    FrameEncoder m_encoder;
    PageReader m_pages; // reads what describes functions
    LastFrames<Frame> m_last;
    const SteadyWords m_functionWords;
    std::vector<Frame> m_walked; // frames of functions in the present copy, kept to reuse its
                                 // memory
};

// A LineOfPlace: returns `place`, as the copier gives lines as places; if it is 0, `firstLine`.
std::uint32_t phpLine(std::span<const std::byte> lines, std::uint32_t firstLine,
                      std::uint32_t place);

} // namespace ember::capture
