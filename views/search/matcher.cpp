// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/search/matcher.h"

#include "model/core/parallel.h"

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

constexpr std::size_t framesAtOnce = 20'000;

// As frameName(), which is a copy.
bool isNameOf(const Profile &profile, FrameIndex index, SearchedText &text)
{
    const Frame &frame = profile.frame(index);
    if (frame.function.isValid()) {
        const auto name = profile.text(profile.function(frame.function).name);
        if (!name.empty())
            return text.isIn(name);
    }
    return text.isIn(frameName(profile, index));
}

} // namespace

Matcher::Matcher(const QString &text, std::shared_ptr<BoxCounts> counts)
    : m_counts(std::move(counts)),
      m_text(text)
{
    m_matches.text = text;
}

SearchMatches Matcher::update(const SpanTablePointer &spans)
{
    if (!m_matches.isActive())
        return m_matches;
    matchNewFrames(*spans->profile());
    m_counts->update(spans);
    m_matches.boxes = countBoxes();
    return m_matches;
}

void Matcher::matchNewFrames(const Profile &profile)
{
    const std::size_t known = m_matches.frames.size();
    const std::size_t count = profile.tables().frames.size();
    m_matches.frames.resize(std::max(known, count));
    const std::size_t pieces = (m_matches.frames.size() - known + framesAtOnce - 1) / framesAtOnce;
    forEachInParallel(pieces, [&](std::size_t piece) {
        const std::size_t first = known + piece * framesAtOnce;
        matchFrames(profile, first, std::min(first + framesAtOnce, count));
    });
}

// Neighbours are often of one module.
void Matcher::matchFrames(const Profile &profile, std::size_t first, std::size_t end)
{
    SearchedText text = m_text;
    std::string_view module;
    bool moduleMatches = text.isIn(module);
    for (std::size_t row = first; row < end; ++row) {
        const FrameIndex frame(row);
        if (const auto own = moduleName(profile, frame);
            own.data() != module.data() || own.size() != module.size()) {
            module = own;
            moduleMatches = text.isIn(module);
        }
        m_matches.frames[row] = moduleMatches || isNameOf(profile, frame, text) ? 1 : 0;
    }
}

std::uint64_t Matcher::countBoxes() const
{
    const auto &counts = m_counts->ofFrames();
    std::uint64_t boxes = 0;
    for (std::size_t row = 0; row < std::min(counts.size(), m_matches.frames.size()); ++row)
        boxes += m_matches.frames[row] * counts[row];
    return boxes;
}

} // namespace ember::views
