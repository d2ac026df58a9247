// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/source/sourcetext.h"

#include <algorithm>
#include <utility>

namespace ember::views {

namespace {

QString withoutTabs(const QString &text)
{
    if (!text.contains(QLatin1Char('\t')))
        return text;
    QString wide;
    for (const QChar letter : text) {
        if (letter == QLatin1Char('\t'))
            wide += QString(SourceText::tabWidth - wide.size() % SourceText::tabWidth,
                            QLatin1Char(' '));
        else
            wide += letter;
    }
    return wide;
}

} // namespace

SourceText SourceText::ofFile(QByteArray bytes)
{
    SourceText text;
    text.m_bytes = std::move(bytes);
    text.m_isUtf8 = text.m_bytes.isValidUtf8();
    text.findLines();
    return text;
}

SourceText SourceText::ofLines(const std::map<std::uint32_t, QString> &lines)
{
    SourceText text;
    for (const auto &[number, line] : lines) {
        const auto start = static_cast<std::size_t>(text.m_bytes.size());
        text.m_bytes += line.toUtf8();
        text.addLine(start, static_cast<std::size_t>(text.m_bytes.size()));
        text.m_numbers.push_back(number);
    }
    return text;
}

void SourceText::findLines()
{
    const auto size = static_cast<std::size_t>(m_bytes.size());
    const char *const data = m_bytes.constData();
    for (std::size_t start = 0; start < size;) {
        if (m_starts.size() == mostLines) {
            m_isCut = true;
            return;
        }
        const char *const ends = "\r\n";
        const auto end = static_cast<std::size_t>(
            std::find_first_of(data + start, data + size, ends, ends + 2) - data);
        addLine(start, end);
        const bool isPair = end + 1 < size && data[end] == '\r' && data[end + 1] == '\n';
        start = end + (isPair ? 2 : 1);
    }
}

void SourceText::addLine(std::size_t start, std::size_t end)
{
    m_starts.push_back(static_cast<std::uint32_t>(start));
    m_ends.push_back(static_cast<std::uint32_t>(end));
    const auto tabs = std::count(m_bytes.constData() + start,
                                 m_bytes.constData() + std::min(end, start + longestText), '\t');
    const auto length = end - start + static_cast<std::size_t>(tabs) * (tabWidth - 1);
    m_longest = std::max(m_longest, static_cast<int>(std::min<std::size_t>(length, longestText)));
}

std::uint32_t SourceText::lineAt(std::size_t row) const
{
    return m_numbers.empty() ? static_cast<std::uint32_t>(row + 1) : m_numbers[row];
}

std::optional<std::size_t> SourceText::rowOf(std::uint32_t line) const
{
    if (m_numbers.empty())
        return line >= 1 && line <= m_starts.size() ? std::optional<std::size_t>(line - 1)
                                                    : std::nullopt;
    const auto found = std::ranges::lower_bound(m_numbers, line);
    return found != m_numbers.end() && *found == line
        ? std::optional(static_cast<std::size_t>(found - m_numbers.begin()))
        : std::nullopt;
}

QString SourceText::textAt(std::size_t row) const
{
    constexpr std::size_t longestBytes = 4 * longestText; // of so many letters
    const auto size = m_ends[row] - m_starts[row];
    const auto bytes = QByteArrayView(m_bytes).sliced(
        m_starts[row], qsizetype(std::min<std::size_t>(size, longestBytes)));
    const QString text =
        withoutTabs(m_isUtf8 ? QString::fromUtf8(bytes) : QString::fromLatin1(bytes));
    if (size <= longestBytes && text.size() <= longestText)
        return text;
    return text.left(longestText) + QChar(0x2026);
}

} // namespace ember::views
