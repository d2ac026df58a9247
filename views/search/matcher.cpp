// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/search/matcher.h"

#include "views/durationtext.h"

namespace ember::views {

using namespace model;

Matcher::Matcher(const QString &text, std::vector<ThreadIndex> threads)
    : m_threads(std::move(threads)),
      m_sensitivity(text == text.toLower() ? Qt::CaseInsensitive : Qt::CaseSensitive),
      m_counted(m_threads.size())
{
    m_matches.text = text;
}

SearchMatches Matcher::update(const SpanTablePointer &spans)
{
    if (!m_matches.isActive())
        return m_matches;
    matchNewFrames(*spans->profile());
    m_matches.boxes = 0;
    for (std::size_t place = 0; place < m_threads.size(); ++place) {
        const ThreadIndex thread = m_threads[place];
        Counted &counted = m_counted[place];
        if (m_spans
            && !isContinued(*m_spans->thread(thread).samples, *spans->thread(thread).samples))
            counted = {};
        countNewBoxes(*spans, thread, counted);
        m_matches.boxes += counted.boxes;
    }
    m_spans = spans;
    return m_matches;
}

void Matcher::matchNewFrames(const Profile &profile)
{
    const auto holds = [this](const QString &text) {
        return text.contains(m_matches.text, m_sensitivity);
    };
    const std::size_t count = profile.tables().frames.size();
    m_matches.frames.reserve(count);
    while (m_matches.frames.size() < count) {
        const FrameIndex frame(m_matches.frames.size());
        const bool matches = holds(fromUtf8(frameName(profile, frame)))
            || holds(fromUtf8(moduleName(profile, frame)));
        m_matches.frames.push_back(matches ? 1 : 0);
    }
}

void Matcher::countNewBoxes(const SpanTable &spans, ThreadIndex thread, Counted &counted)
{
    const auto &rows = spans.thread(thread).rows;
    counted.rows.resize(rows.size());
    for (std::size_t depth = 0; depth < rows.size(); ++depth) {
        const auto &boxes = rows[depth].boxes;
        for (std::size_t &next = counted.rows[depth]; next < boxes.size();) {
            const auto run = boxes.run(next);
            for (const Box &box : run)
                counted.boxes += m_matches.contains(spans.frame(box)) ? 1U : 0U;
            next += run.size();
        }
    }
}

} // namespace ember::views
