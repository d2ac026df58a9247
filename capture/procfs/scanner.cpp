// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/scanner.h"

#include <algorithm>

namespace ember::capture {

bool Scanner::skip(char expected)
{
    if (m_rest.empty() || m_rest.front() != expected)
        return false;
    m_rest.remove_prefix(1);
    return true;
}

void Scanner::skipBlanks()
{
    m_rest.remove_prefix(std::min(m_rest.find_first_not_of(" \t"), m_rest.size()));
}

std::string_view Scanner::nextWord()
{
    skipBlanks();
    const auto word = m_rest.substr(0, m_rest.find_first_of(" \t\n"));
    m_rest.remove_prefix(word.size());
    return word;
}

std::string_view Scanner::until(char end)
{
    const auto part = m_rest.substr(0, m_rest.find(end));
    m_rest.remove_prefix(std::min(part.size() + 1, m_rest.size()));
    return part;
}

} // namespace ember::capture
