// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ember::capture {

// A version of CPython, as in its Py_Version: 3.11.2 is {3, 11}.
struct PythonVersion {
    unsigned major = 0;
    unsigned minor = 0;

    friend bool operator==(const PythonVersion &, const PythonVersion &) = default;
    friend std::strong_ordering operator<=>(const PythonVersion &one, const PythonVersion &other)
    {
        return one.major != other.major ? one.major <=> other.major : one.minor <=> other.minor;
    }
};

// Where a version keeps the frame that a thread runs.
enum class PythonFrames : std::uint8_t {
    Objects, // until 3.10: heap objects, one per call of the interpreter's function
    // 3.11, 3.12: a structure on the native stack points to it, one per call of the interpreter's
    // function
    CFrames,
    Current, // 3.13: in the thread's state
};

// Offsets of the members that are read, in bytes, on x86-64 (LANGUAGES.md §1.2).
struct PythonLayout {
    PythonVersion version;
    PythonFrames frames = PythonFrames::Objects;

    std::uint32_t runtimeInterpreters = 0; // _PyRuntime → first PyInterpreterState

    std::uint32_t interpreterNext = 0;
    std::uint32_t interpreterThreads = 0; // → first PyThreadState

    std::uint32_t threadNext = 0;
    std::uint32_t threadInterpreter = 0;
    std::uint32_t threadId = 0; // pthread_self()
    std::uint32_t threadNativeId = 0; // the kernel's id of the thread; 0: the version has none
    std::uint32_t threadFrame = 0; // in a thread's state: → frame, or → _PyCFrame
    std::uint32_t cframeFrame = 0; // in a _PyCFrame

    std::uint32_t frameBack = 0;
    std::uint32_t frameCode = 0;
    std::uint32_t frameInstruction = 0; // Objects: i32 index; other versions: address
    std::uint32_t frameGlobals = 0;
    // An i32 that is negative while the frame's own code runs. 0: not needed for the version.
    std::uint32_t frameStackTop = 0;
    std::uint32_t frameOwner = 0; // u8; 0: the version has none
    std::uint32_t frameIsEntry = 0; // u8, 3.11 only
    std::uint32_t frameSize = 0; // bytes of a frame that must be read

    std::uint32_t codeFirstLine = 0;
    std::uint32_t codeFile = 0;
    std::uint32_t codeName = 0;
    std::uint32_t codeQualifiedName = 0; // 0: the version has none
    std::uint32_t codeLines = 0;
    std::uint32_t codeInstructions = 0; // 0: they are an object of their own
    std::uint32_t codeSize = 0; // bytes of a code object that must be read

    std::uint32_t textOfAscii = 0; // in a str: where the characters of an ASCII one begin
    std::uint32_t textOfOthers = 0;

    std::uint32_t mostOfThread() const; // bytes of a thread's state that must be read

    friend bool operator==(const PythonLayout &, const PythonLayout &) = default;
};

// Offsets that are the same in all versions.
namespace python {

constexpr std::uint32_t objectType = 8;
constexpr std::uint32_t typeSize = 32; // tp_basicsize
constexpr std::uint32_t typeMembers = 240; // tp_members
constexpr std::uint32_t bytesSize = 16;
constexpr std::uint32_t bytesData = 32;
constexpr std::uint32_t textLength = 16;
constexpr std::uint32_t textState = 32; // bits 2–4: kind, 5: compact, 6: ASCII
constexpr std::uint32_t dictKeys = 32;

// Owners of frames, from 3.11 on.
constexpr std::uint8_t ownedByThread = 0;
constexpr std::uint8_t ownedByGenerator = 1;
constexpr std::uint8_t ownedByFrameObject = 2;
constexpr std::uint8_t ownedByNativeStack = 3; // marks where native code entered; no frame to show

} // namespace python

// The layout of a version; absent: not known.
std::optional<PythonLayout> pythonLayout(PythonVersion version);

// The first bytes of _PyRuntime from 3.13 on describe the layout of that very build
// (_Py_DebugOffsets).
constexpr std::size_t debugOffsetBytes = 44 * sizeof(std::uint64_t);

enum class DebugOffsets : std::uint8_t {
    None,
    Taken, // the layout is now the described one
    FreeThreaded, // a build whose objects have another head
};

DebugOffsets takeDebugOffsets(std::span<const std::byte, debugOffsetBytes> bytes,
                              PythonLayout &layout);

} // namespace ember::capture
