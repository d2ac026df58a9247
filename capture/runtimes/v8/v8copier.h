// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/scriptruntime.h"
#include "capture/runtimes/steadymemory.h"
#include "capture/runtimes/v8/v8copy.h"
#include "capture/runtimes/v8/v8heap.h"
#include "capture/runtimes/v8/v8layout.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ember::capture {

// Where a V8 lies in a process.
struct V8Places {
    V8Layout layout;
    // First address of the image that the V8 is in. The code that it compiles lies outside of all
    // images.
    std::uint64_t imageStart = 0;
    std::uint64_t imageEnd = 0;

    bool isInImage(std::uint64_t pc) const { return pc >= imageStart && pc < imageEnd; }
};

// Copies the JavaScript stack of a stopped thread: looks through the copy of its stack for what can
// be a frame of a function, and through the memory before its return addresses for the code that
// they are in. Describes each function and each code once. Old frames in unused stack are copied,
// too: the decoder tells them apart.
class V8Copier : public ScriptCopier {
public:
    explicit V8Copier(const V8Places &places);

    void copy(const StoppedThread &thread, StopReader &reader, std::vector<std::byte> &to) override;
    bool confirm(StopReader &reader) override { return m_objects.confirm(reader); }

    void discardLast() override;
    void startOver() override;
    void forget(pid_t) override { }

private:
    // A definition that the decoder has, and the words by which its object is recognised: objects
    // move, and their memory is used again.
    struct Given {
        std::array<std::uint64_t, 2> words{};
        std::uint32_t number = 0;
    };

    using GivenObjects = std::unordered_map<std::uint64_t, Given>; // by tagged pointer

    enum class CodeKind : std::uint8_t { Optimized, Baseline, Unknown };

    struct Code {
        std::uint64_t end = 0;
        std::uint64_t stream = 0; // tagged pointer to the InstructionStream, or to the Code if that
                                  // holds its instructions
        std::uint64_t code = 0; // tagged pointer to the Code
        std::array<std::uint64_t, 4> words{}; // the stream's map; the Code's data, positions and
                                              // size
        CodeKind kind = CodeKind::Unknown;
        std::uint32_t number = 0;
    };

    using Codes = std::map<std::uint64_t, Code>; // by the start of their instructions

    // What one copy works with.
    struct Stop {
        StopReader &reader;
        v8::HeapReader heap;
        std::size_t failures = 0;
        // The function of the frame that was scanned before, so that a function that calls
        // itself is looked at once.
        std::uint64_t lastFunction = 0; // tagged pointer
        std::uint32_t lastNumber = 0;
    };

    void scan(const StackCopy &stack, Stop &stop);
    void takeFrame(const StackCopy &stack, std::size_t offset, Stop &stop);
    std::uint32_t calledFunction(std::uint64_t tagged, Stop &stop);
    void takeBytecode(std::uint64_t array, std::uint64_t offset, v8::CopiedFrame &frame,
                      Stop &stop);
    bool typeIs(std::uint64_t map, std::uint16_t first, std::uint16_t last, Stop &stop);

    void placePcs(const StoppedThread &thread, Stop &stop);
    void placePc(std::uint64_t pc, Stop &stop);
    Codes::iterator codeAt(std::uint64_t pc);
    bool isStill(const Codes::value_type &code, Stop &stop);
    Codes::iterator searchCode(std::uint64_t pc, Stop &stop);
    std::optional<std::uint64_t> searchStream(std::uint64_t pc, Stop &stop);
    bool isStreamMap(std::uint64_t map, Stop &stop);
    Codes::iterator takeStream(std::uint64_t stream, std::uint64_t pc, Stop &stop);
    std::optional<std::array<std::uint64_t, 4>> identity(std::uint64_t stream, std::uint64_t code,
                                                         Stop &stop);

    std::uint32_t function(std::uint64_t shared, std::uint64_t name, std::uint64_t script,
                           Stop &stop);
    std::uint32_t functionOf(std::uint64_t shared, Stop &stop);
    std::uint32_t script(std::uint64_t script, Stop &stop);
    void describeCode(Code &code, std::uint64_t start, Stop &stop);
    std::uint32_t define(v8::DefinitionKind kind, std::uint32_t &last,
                         std::span<const std::byte> content, Stop &stop);
    std::uint32_t give(GivenObjects &objects, std::uint64_t tagged,
                       std::array<std::uint64_t, 2> words, std::uint32_t number);
    void write(std::vector<std::byte> &to);

    const V8Places m_places;
    // Functions, code, and the types of both, as they were when last read.
    SteadyMemory m_objects;
    SteadyWords m_functionWords, m_sharedWords, m_bytecodeWords, m_codeWords;
    GivenObjects m_functions;
    GivenObjects m_scripts;
    GivenObjects m_tables;
    Codes m_codes;
    std::uint64_t m_streamMap = 0; // the map of all InstructionStreams, once one was found; 0: none
                                   // yet
    std::unordered_map<std::uint64_t, std::size_t> m_futile; // pcs for which no code was found,
                                                             // with the number of the stop
    std::size_t m_stops = 0;
    std::size_t m_givenBytes = 0;
    bool m_startsOver = false;
    // Whether the last copy told the decoder to forget all definitions.
    bool m_lastStartedOver = false;
    std::uint32_t m_lastFunction = 0;
    std::uint32_t m_lastScript = 0;
    std::uint32_t m_lastTable = 0;
    std::uint32_t m_lastCode = 0;
    // Buffers of the present copy, kept to reuse their memory.
    std::vector<std::byte> m_definitions;
    std::uint32_t m_definitionCount = 0;
    std::vector<v8::CopiedFrame> m_frames;
    std::vector<v8::CopiedPlace> m_pcs;
};

} // namespace ember::capture
