// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/search/matcher.h"

#include "model/core/parallel.h"

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

constexpr std::size_t framesAtOnce = 20'000;
constexpr std::size_t boxesWorthAThread = 200'000;

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

Matcher::Matcher(const QString &text, std::vector<ThreadIndex> threads)
    : m_threads(std::move(threads)),
      m_text(text),
      m_counted(m_threads.size())
{
    m_matches.text = text;
}

SearchMatches Matcher::update(const SpanTablePointer &spans)
{
    if (!m_matches.isActive())
        return m_matches;
    matchNewFrames(*spans->profile());
    matchNewPaths(*spans);
    for (std::size_t place = 0; place < m_threads.size(); ++place) {
        const ThreadIndex thread = m_threads[place];
        if (m_spans
            && !isContinued(*m_spans->thread(thread).samples, *spans->thread(thread).samples))
            m_counted[place] = {};
    }
    countNewBoxes(*spans);
    m_matches.boxes = 0;
    for (const Counted &counted : m_counted)
        m_matches.boxes += counted.boxes;
    m_spans = spans;
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

void Matcher::matchNewPaths(const SpanTable &spans)
{
    m_paths.reserve(spans.pathCount());
    while (m_paths.size() < spans.pathCount())
        m_paths.push_back(m_matches.contains(spans.path(PathIndex(m_paths.size())).frame) ? 1 : 0);
}

void Matcher::countNewBoxes(const SpanTable &spans)
{
    std::vector<Uncounted> rows;
    std::size_t boxes = 0;
    for (std::size_t place = 0; place < m_threads.size(); ++place) {
        const auto &thread = spans.thread(m_threads[place]);
        Counted &counted = m_counted[place];
        counted.rows.resize(thread.rows.size());
        for (std::size_t depth = 0; depth < thread.rows.size(); ++depth) {
            const auto &column = thread.rows[depth].boxes;
            if (counted.rows[depth] >= column.size())
                continue;
            boxes += column.size() - counted.rows[depth];
            rows.push_back({&counted, &column, depth});
        }
    }
    if (boxes < boxesWorthAThread)
        std::ranges::for_each(rows, [this](Uncounted &row) { count(row); });
    else
        forEachInParallel(rows.size(), [&](std::size_t row) { count(rows[row]); });
    for (const Uncounted &row : rows) {
        row.counted->rows[row.depth] = row.boxes->size();
        row.counted->boxes += row.matches;
    }
}

void Matcher::count(Uncounted &row) const
{
    std::uint64_t matches = 0;
    for (std::size_t next = row.counted->rows[row.depth]; next < row.boxes->size();) {
        const auto run = row.boxes->run(next);
        for (const Box &box : run)
            matches += m_paths[box.path.row()];
        next += run.size();
    }
    row.matches = matches;
}

} // namespace ember::views
