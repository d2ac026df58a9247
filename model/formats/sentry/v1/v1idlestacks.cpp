// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/v1/v1idlestacks.h"

#include "model/formats/sentry/normalisesteps.h"

#include <algorithm>

namespace ember::model::sentry::v1 {

namespace {

constexpr std::size_t budgetPerFrame = 16;
constexpr std::size_t leastBudget = 4'000'000;

} // namespace

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

// Invalid: the budget is used up.
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

} // namespace ember::model::sentry::v1
