// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/cpython/pythonlayout.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace ember::capture {

namespace {

// The layout of 3.8 to 3.10, which differ in few members.
constexpr PythonLayout withFrameObjects(unsigned minor)
{
    PythonLayout layout;
    layout.version = {3, minor};
    layout.frames = PythonFrames::Objects;
    layout.runtimeInterpreters = 32;
    layout.interpreterNext = 0;
    layout.interpreterThreads = 8;
    layout.threadNext = 8;
    layout.threadInterpreter = 16;
    layout.threadId = 176;
    layout.threadFrame = 24;
    layout.frameBack = 24;
    layout.frameCode = 32;
    layout.frameGlobals = 48;
    layout.frameInstruction = minor < 10 ? 104 : 96;
    layout.frameSize = minor < 10 ? 120 : 112;
    layout.codeFirstLine = 40;
    layout.codeFile = 104;
    layout.codeName = 112;
    layout.codeLines = 120;
    layout.codeSize = 128;
    layout.textOfAscii = 48;
    layout.textOfOthers = 72;
    return layout;
}

constexpr PythonLayout python311()
{
    PythonLayout layout;
    layout.version = {3, 11};
    layout.frames = PythonFrames::CFrames;
    layout.runtimeInterpreters = 40;
    layout.interpreterNext = 0;
    layout.interpreterThreads = 16;
    layout.threadNext = 8;
    layout.threadInterpreter = 16;
    layout.threadId = 152;
    layout.threadNativeId = 160;
    layout.threadFrame = 56;
    layout.cframeFrame = 8;
    layout.frameBack = 48;
    layout.frameCode = 32;
    layout.frameGlobals = 8;
    layout.frameInstruction = 56;
    layout.frameIsEntry = 68;
    layout.frameStackTop = 64;
    layout.frameOwner = 69;
    layout.frameSize = 80;
    layout.codeFirstLine = 72;
    layout.codeFile = 112;
    layout.codeName = 120;
    layout.codeQualifiedName = 128;
    layout.codeLines = 136;
    layout.codeInstructions = 184;
    layout.codeSize = 144;
    layout.textOfAscii = 48;
    layout.textOfOthers = 72;
    return layout;
}

constexpr PythonLayout python312()
{
    PythonLayout layout = python311();
    layout.version = {3, 12};
    layout.interpreterThreads = 72;
    layout.threadId = 136;
    layout.threadNativeId = 144;
    layout.cframeFrame = 0;
    layout.frameBack = 8;
    layout.frameCode = 0;
    layout.frameGlobals = 24;
    layout.frameIsEntry = 0;
    layout.frameStackTop = 64;
    layout.frameOwner = 70;
    layout.codeFirstLine = 68;
    layout.codeInstructions = 192;
    layout.textOfAscii = 40;
    layout.textOfOthers = 56;
    return layout;
}

constexpr PythonLayout python313()
{
    PythonLayout layout = python312();
    layout.version = {3, 13};
    layout.frames = PythonFrames::Current;
    layout.runtimeInterpreters = 632;
    layout.interpreterNext = 7264;
    layout.interpreterThreads = 7344;
    layout.threadId = 152;
    layout.threadNativeId = 160;
    layout.threadFrame = 72;
    layout.codeInstructions = 200;
    return layout;
}

constexpr std::array layouts{withFrameObjects(8), withFrameObjects(9), withFrameObjects(10),
                             python311(),         python312(),         python313()};

} // namespace

std::uint32_t PythonLayout::mostOfThread() const
{
    constexpr std::uint32_t word = 8;
    return std::max({threadNext, threadInterpreter, threadId, threadNativeId, threadFrame}) + word;
}

std::optional<PythonLayout> pythonLayout(PythonVersion version)
{
    const auto found = std::ranges::find(layouts, version, &PythonLayout::version);
    return found == layouts.end() ? std::nullopt : std::optional(*found);
}

// Takes the layout from words: a cookie, the version, whether the build is free-threaded; then for
// each structure its size and offsets, in the order in which the indices below stand
// (Include/internal/pycore_runtime.h of 3.13).
DebugOffsets takeDebugOffsets(std::span<const std::byte, debugOffsetBytes> bytes,
                              PythonLayout &layout)
{
    constexpr std::string_view cookie = "xdebugpy";
    if (std::memcmp(bytes.data(), cookie.data(), cookie.size()) != 0)
        return DebugOffsets::None;
    const auto word = [&](std::size_t index) {
        std::uint64_t value = 0;
        std::memcpy(&value, bytes.data() + index * sizeof(value), sizeof(value));
        // No structure is larger. The limit keeps a larger offset from becoming a plausible one by
        // the cast.
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(value, std::uint64_t(1) << 24U));
    };
    if (word(2) != 0)
        return DebugOffsets::FreeThreaded;
    layout.runtimeInterpreters = word(5);
    layout.interpreterNext = word(8);
    layout.interpreterThreads = word(9);
    layout.threadNext = word(21);
    layout.threadInterpreter = word(22);
    layout.threadFrame = word(23);
    layout.threadId = word(24);
    layout.threadNativeId = word(25);
    layout.frameBack = word(29);
    layout.frameCode = word(30);
    layout.frameInstruction = word(31);
    layout.frameOwner = word(33);
    layout.codeFile = word(35);
    layout.codeName = word(36);
    layout.codeQualifiedName = word(37);
    layout.codeLines = word(38);
    layout.codeFirstLine = word(39);
    layout.codeInstructions = word(43);
    return DebugOffsets::Taken;
}

} // namespace ember::capture
