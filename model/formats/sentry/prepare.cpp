// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/prepare.h"

#include "model/formats/sentry/inapprules.h"

#include <algorithm>
#include <vector>

namespace ember::model::sentry {

namespace {

std::optional<std::string_view> optionalText(const Chunk &chunk, StringIndex index)
{
    return index.isValid() ? std::optional(chunk.text(index)) : std::nullopt;
}

void setInApp(const Chunk &chunk, ChunkFrame &frame, std::string_view platform)
{
    const InAppFrame seen{
        .function = optionalText(chunk, frame.function),
        .module = optionalText(chunk, frame.module),
        .package = optionalText(chunk, frame.package),
        .filename = optionalText(chunk, frame.filename),
        .absPath = optionalText(chunk, frame.absPath),
        .platform = optionalText(chunk, frame.platform),
        .inApp =
            frame.inApp == InApp::Unset ? std::nullopt : std::optional(frame.inApp == InApp::Yes),
    };
    const auto inApp = isInApp(seen, platform) ? InApp::Yes : InApp::No;
    if (frame.inApp != inApp)
        frame.inAppOfFile = frame.inApp;
    frame.inApp = inApp;
}

// Writes all stacks anew, each as what `keep` leaves of it.
template<typename Keep>
void rewriteStacks(Chunk &chunk, Keep keep)
{
    ChunkStacks kept;
    std::vector<ChunkFrameIndex> frames;
    for (std::size_t row = 0; row < chunk.stacks.size(); ++row) {
        const auto stack = chunk.stacks[ChunkStackIndex(row)];
        frames.assign(stack.begin(), stack.end());
        keep(frames);
        kept.append(frames);
    }
    chunk.stacks = std::move(kept);
}

bool isAndroidNoise(const Chunk &chunk, const ChunkFrame &frame)
{
    const auto package = chunk.text(frame.package);
    return package.ends_with("libart.so")
        || (package.starts_with("<anonymous") && chunk.text(frame.function).empty());
}

void removeAndroidNoise(Chunk &chunk)
{
    std::vector<bool> isNoise;
    isNoise.reserve(chunk.frames.size());
    for (const ChunkFrame &frame : chunk.frames)
        isNoise.push_back(isAndroidNoise(chunk, frame));
    if (std::ranges::find(isNoise, true) == isNoise.end())
        return;
    rewriteStacks(chunk, [&](std::vector<ChunkFrameIndex> &stack) {
        std::erase_if(stack, [&](ChunkFrameIndex frame) {
            return frame.row() < isNoise.size() && isNoise[frame.row()];
        });
    });
}

} // namespace

void setInApp(Chunk &chunk)
{
    const auto platform = chunk.text(chunk.metadata.platform);
    for (ChunkFrame &frame : chunk.frames)
        setInApp(chunk, frame, platform);
}

// Only the first such frame of the table counts, and only once per stack.
void cutPythonModuleFrame(Chunk &chunk)
{
    const auto found = std::ranges::find_if(chunk.frames, [&](const ChunkFrame &frame) {
        return chunk.text(frame.filename) == "<string>" && chunk.text(frame.function) == "<module>";
    });
    if (found == chunk.frames.end())
        return;
    const ChunkFrameIndex moduleFrame(
        static_cast<std::size_t>(std::distance(chunk.frames.begin(), found)));
    rewriteStacks(chunk, [&](std::vector<ChunkFrameIndex> &stack) {
        if (!stack.empty() && stack.back() == moduleFrame)
            stack.pop_back();
    });
}

void prepare(Chunk &chunk)
{
    const auto platform = chunk.text(chunk.metadata.platform);
    setInApp(chunk);
    if (platform == "python")
        cutPythonModuleFrame(chunk);
    else if (platform == "android")
        removeAndroidNoise(chunk);
}

} // namespace ember::model::sentry
