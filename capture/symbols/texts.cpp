// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/texts.h"

#include <limits>

namespace ember::capture {

std::string_view Texts::operator[](std::uint32_t number) const
{
    if (number == 0 || number >= m_ends.size())
        return {};
    const auto start = m_ends[number - 1];
    return {m_bytes.data() + start, m_ends[number] - start};
}

std::uint32_t TextsBuilder::number(const std::string &text)
{
    if (text.size() > std::numeric_limits<std::uint32_t>::max() - m_texts.m_bytes.size())
        return 0;
    const auto [entry, isNew] =
        m_known.try_emplace(text, static_cast<std::uint32_t>(m_texts.m_ends.size()));
    if (isNew) {
        m_texts.m_bytes.insert(m_texts.m_bytes.end(), text.begin(), text.end());
        m_texts.m_ends.push_back(static_cast<std::uint32_t>(m_texts.m_bytes.size()));
    }
    return entry->second;
}

} // namespace ember::capture
