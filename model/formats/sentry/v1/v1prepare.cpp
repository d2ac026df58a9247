// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/v1/v1prepare.h"

#include "model/formats/sentry/prepare.h"
#include "model/formats/sentry/v1/v1idlestacks.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <vector>

namespace ember::model::sentry::v1 {

namespace {

// By frame: what went through Sentry's symbolicator says so; payloads of SDKs do not.
std::vector<bool> symbolicatedFrames(const Chunk &chunk)
{
    std::vector<bool> symbolicated(chunk.frames.size());
    for (std::size_t row = 0; row < symbolicated.size(); ++row) {
        const auto rest = nlohmann::json::parse(chunk.text(chunk.frames[row].rest), nullptr, false);
        const auto data = rest.find("data");
        if (data == rest.end() || !data->is_object())
            continue;
        const auto status = data->find("symbolicator_status");
        symbolicated[row] = status != data->end() && *status == "symbolicated";
    }
    return symbolicated;
}

// The last frame of the table that has the name.
std::optional<ChunkFrameIndex> mainFrame(const Chunk &chunk)
{
    for (auto row = chunk.frames.size(); row-- > 0;) {
        if (chunk.text(chunk.frames[row].function) == "main")
            return ChunkFrameIndex(row);
    }
    return std::nullopt;
}

// Takes off what started main, which is sought among the outermost frames only.
void cutCocoaStarters(Chunk &chunk)
{
    constexpr std::ptrdiff_t sought = 10;
    const auto main = mainFrame(chunk);
    if (!main)
        return;
    const auto symbolicated = symbolicatedFrames(chunk);
    const auto isStarter = [&symbolicated](ChunkFrameIndex frame) {
        return frame.row() >= symbolicated.size() || !symbolicated[frame.row()];
    };
    ChunkStacks kept;
    std::vector<ChunkFrameIndex> frames;
    for (std::size_t row = 0; row < chunk.stacks.size(); ++row) {
        const auto stack = chunk.stacks[ChunkStackIndex(row)];
        frames.assign(stack.begin(), stack.end());
        const auto outermost = std::min<std::ptrdiff_t>(std::ssize(frames), sought);
        const auto found = std::find(frames.rbegin(), frames.rbegin() + outermost, *main);
        if (found != frames.rbegin() + outermost)
            frames.erase(std::remove_if(found.base(), frames.end(), isStarter), frames.end());
        kept.append(frames);
    }
    chunk.stacks = std::move(kept);
}

} // namespace

IdleFill prepare(Chunk &chunk)
{
    const auto platform = chunk.text(chunk.metadata.platform);
    setInApp(chunk);
    if (platform == "python")
        cutPythonModuleFrame(chunk);
    else if (platform == "cocoa")
        cutCocoaStarters(chunk);
    return IdleStacks(chunk).fill();
}

} // namespace ember::model::sentry::v1
