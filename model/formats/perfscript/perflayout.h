// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/perfscript/perflines.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace ember::model::perfscript {

// What perf was asked to print: its first sample tells.
enum class Layout : std::uint8_t {
    Timed,
    Untimed, // no time
    FramesOnly, // stacks, with empty lines between them
};

// Empty, or a comment.
bool isPassedOver(std::string_view line);

// Begins as the lines of frames do.
bool isFrame(std::string_view line);

// As perf prints a frame of a stack, whether it was asked for the binary or not.
bool isPrintedFrame(std::string_view line);

// Of a sample that has no stack of its own lines.
std::optional<FrameLine> frameBehindEvent(const SampleLine &sample);

// Names of threads are padded with blanks in front; before frames stands a tab.
bool mayBePadded(std::string_view line);

// Nothing: it is other text. What has no time is only known by the frames behind it.
std::optional<Layout> layoutOf(std::string_view text);

} // namespace ember::model::perfscript
