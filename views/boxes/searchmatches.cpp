// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/boxes/searchmatches.h"

#include "model/core/parallel.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

constexpr std::size_t framesAtOnce = 20'000;

// Whether the text is in the frame's name; without the copy that frameName() makes.
bool isNameOf(const Profile &profile, FrameIndex index, SearchedText &text)
{
    const Frame &frame = profile.frame(index);
    if (frame.function.isValid() && !frame.platform.isValid()) {
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

// Caches the result of the last module: consecutive frames often share it.
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

namespace {

// A word of eight bytes, each with this value.
constexpr std::uint64_t inAll(unsigned byte)
{
    return byte * 0x0101'0101'0101'0101U;
}

constexpr std::size_t eight = sizeof(std::uint64_t);

// Writes the name in lower case, eight letters at a time. Returns false, with undefined content of
// `folded`, if the name has non-ASCII letters.
bool fold(std::string_view name, std::string &folded)
{
    folded.resize((name.size() + eight - 1) / eight * eight);
    std::uint64_t seen = 0;
    for (std::size_t at = 0; at < name.size(); at += eight) {
        std::uint64_t letters = 0;
        std::memcpy(&letters, name.data() + at, std::min(eight, name.size() - at));
        seen |= letters;
        const auto sevenBits = letters & inAll(0x7f);
        const auto fromA = sevenBits + inAll(0x80 - 'A');
        const auto beyondZ = sevenBits + inAll(0x7f - 'Z');
        letters |= (fromA & ~beyondZ & inAll(0x80)) >> 2; // 0x20 makes a capital a small letter
        std::memcpy(folded.data() + at, &letters, eight);
    }
    folded.resize(name.size());
    return (seen & inAll(0x80)) == 0;
}

bool holds(std::string_view name, std::string_view text)
{
    return name.size() >= text.size()
        && ::memmem(name.data(), name.size(), text.data(), text.size()) != nullptr;
}

} // namespace

SearchedText::SearchedText(const QString &text)
    : m_text(text),
      m_sensitivity(text == text.toLower() ? Qt::CaseInsensitive : Qt::CaseSensitive),
      m_bytes(text.toStdString()),
      m_isAscii(fold(m_bytes, m_folded))
{
}

bool SearchedText::isIn(std::string_view name)
{
    if (m_sensitivity == Qt::CaseSensitive)
        return holds(name, m_bytes);
    if (name.size() < m_bytes.size() && m_isAscii)
        return false;
    if (m_isAscii && fold(name, m_folded))
        return holds(m_folded, m_bytes);
    // Only Qt knows how other scripts fold their case; some of their letters fold to ASCII.
    return QString::fromUtf8(QByteArrayView(name)).contains(m_text, m_sensitivity);
}

} // namespace ember::views
