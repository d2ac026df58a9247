// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ember::views {

// Lines of source, with their numbers: all of a file, or some of which something is known.
class SourceText {
public:
    // Lines end with \n, \r\n or \r. Text that is not UTF-8 is taken for Latin-1.
    static SourceText ofFile(QByteArray bytes);
    static SourceText ofLines(const std::map<std::uint32_t, QString> &lines);

    std::size_t rowCount() const { return m_starts.size(); }
    std::uint32_t lineAt(std::size_t row) const;
    std::optional<std::size_t> rowOf(std::uint32_t line) const;
    // With spaces for tabs. What is longer than anyone reads is cut off and ends with "…".
    QString textAt(std::size_t row) const;

    // In letters, cut as textAt() cuts, about.
    int longestLine() const { return m_longest; }
    bool isUtf8() const { return m_isUtf8; }
    // Lines behind those are not here.
    bool isCut() const { return m_isCut; }

    static constexpr std::size_t mostLines = 5'000'000;
    static constexpr int longestText = 1'000;
    static constexpr int tabWidth = 8;

private:
    void addLine(std::size_t start, std::size_t end);
    void findLines();

    QByteArray m_bytes;
    std::vector<std::uint32_t> m_starts;
    std::vector<std::uint32_t> m_ends; // without what ends the line
    std::vector<std::uint32_t> m_numbers; // empty: counted from 1
    int m_longest = 0;
    bool m_isUtf8 = true;
    bool m_isCut = false;
};

} // namespace ember::views
