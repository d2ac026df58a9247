// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/prepare.h"

#include "model/formats/sentry/inapprules.h"
#include "model/formats/sentry/relay.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
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

// Rewrites all stacks; `keep` changes the frames of each.
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

void setInApp(Chunk &chunk)
{
    const auto platform = chunk.text(chunk.metadata.platform);
    for (ChunkFrame &frame : chunk.frames)
        setInApp(chunk, frame, platform);
}

// Removes the "<module>" frame of "<string>" at the root end. Only the first such frame of the
// table counts, and only once per stack.
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

// Whether each frame has the mark of Sentry's symbolicator, which payloads of SDKs do not have.
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

// The last frame of the table that is named main.
std::optional<ChunkFrameIndex> mainFrame(const Chunk &chunk)
{
    for (auto row = chunk.frames.size(); row-- > 0;) {
        if (chunk.text(chunk.frames[row].function) == "main")
            return ChunkFrameIndex(row);
    }
    return std::nullopt;
}

// Removes the frames that started main. Looks for main only among the outermost frames of a stack.
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
    rewriteStacks(chunk, [&](std::vector<ChunkFrameIndex> &stack) {
        const auto outermost = std::min<std::ptrdiff_t>(std::ssize(stack), sought);
        const auto found = std::find(stack.rbegin(), stack.rbegin() + outermost, *main);
        if (found != stack.rbegin() + outermost)
            stack.erase(std::remove_if(found.base(), stack.end(), isStarter), stack.end());
    });
}

constexpr std::size_t budgetPerFrame = 16;
constexpr std::size_t leastBudget = 4'000'000;

// Gives idle samples between two others of their thread the root part that the stacks before and
// after have in common, by frame numbers (SENTRY.md §6.1). Samples are taken in the order of the
// file. The common parts are new rows of stacks.
class IdleStacks {
public:
    explicit IdleStacks(Chunk &chunk);

    IdleFill fill();

private:
    // The state of one thread while the samples are gone through.
    struct Walk {
        ChunkStackIndex before; // the last stack that was not empty; invalid: none yet
        std::vector<std::size_t> idle; // samples since `before`
    };

    void visit(std::size_t row);
    void fillRun(Walk &walk, ChunkStackIndex after);
    ChunkStackIndex commonStack(ChunkStackIndex before, ChunkStackIndex after);

    Chunk &m_chunk;
    IdleFill m_result;
    std::vector<Walk> m_walks; // by thread
    std::map<std::pair<ChunkStackIndex, ChunkStackIndex>, ChunkStackIndex> m_known;
    // How many frames may still be compared and written: a small file can require very many.
    std::size_t m_budget;
};

IdleStacks::IdleStacks(Chunk &chunk)
    : m_chunk(chunk),
      m_walks(chunk.strings.size() + 1), // the last for samples without a thread
      m_budget(leastBudget + budgetPerFrame * chunk.stacks.frameCount())
{
}

IdleFill IdleStacks::fill()
{
    for (std::size_t row = 0; row < m_chunk.samples.size(); ++row)
        visit(row);
    return m_result;
}

void IdleStacks::visit(std::size_t row)
{
    const ChunkSample &sample = m_chunk.samples[row];
    auto &walk = m_walks[sample.thread.isValid() ? sample.thread.row() : m_walks.size() - 1];
    if (isActive(m_chunk, sample)) {
        if (!walk.idle.empty())
            fillRun(walk, sample.stack);
        walk.before = sample.stack;
    } else if (walk.before.isValid()) {
        walk.idle.push_back(row);
    }
}

void IdleStacks::fillRun(Walk &walk, ChunkStackIndex after)
{
    const auto common = commonStack(walk.before, after);
    (common.isValid() ? m_result.filled : m_result.left) += walk.idle.size();
    for (const auto row : walk.idle) {
        if (common.isValid())
            m_chunk.samples[row].stack = common;
    }
    walk.idle.clear();
}

// The common root part of two stacks; invalid if the budget is used up.
ChunkStackIndex IdleStacks::commonStack(ChunkStackIndex before, ChunkStackIndex after)
{
    const auto [place, isNew] = m_known.try_emplace({before, after});
    if (!isNew || m_budget == 0)
        return place->second;
    const auto a = m_chunk.stacks[before];
    const auto b = m_chunk.stacks[after];
    const auto [endOfA, endOfB] = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend());
    const std::vector<ChunkFrameIndex> common(endOfA.base(), a.end());
    m_budget -= std::min(m_budget, common.size() + 1);
    if (m_budget == 0)
        return {};
    m_chunk.stacks.append(common);
    place->second = ChunkStackIndex(m_chunk.stacks.size() - 1);
    return place->second;
}

} // namespace

IdleFill prepare(Chunk &chunk)
{
    const bool isV1 = chunk.format == SampleFormat::V1;
    const auto platform = chunk.text(chunk.metadata.platform);
    setInApp(chunk);
    if (platform == "python")
        cutPythonModuleFrame(chunk);
    else if (platform == "cocoa" && isV1)
        cutCocoaStarters(chunk);
    else if (platform == "android" && !isV1)
        removeAndroidNoise(chunk);
    return isV1 ? IdleStacks(chunk).fill() : IdleFill();
}

} // namespace ember::model::sentry
