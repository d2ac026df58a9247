// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/search/searchedtext.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace ember::views {

namespace {

// The same in each of eight bytes.
constexpr std::uint64_t inAll(unsigned byte)
{
    return byte * 0x0101'0101'0101'0101U;
}

constexpr std::size_t eight = sizeof(std::uint64_t);

// Writes the name in lower case, eight letters at a time; false, and nothing that means anything,
// if it has others than ASCII's.
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
    // Other scripts fold in ways that Qt knows; so do some of their letters to ours.
    return QString::fromUtf8(QByteArrayView(name)).contains(m_text, m_sensitivity);
}

} // namespace ember::views
