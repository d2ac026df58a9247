// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "views/code/sourceplaces.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace ember::views {

// Lines of source with their numbers: all of a file, or only those that are known.
class SourceText {
public:
    // Lines end with \n, \r\n or \r. Text that is not UTF-8 is read as Latin-1.
    static SourceText ofFile(QByteArray bytes);
    static SourceText ofLines(const std::map<std::uint32_t, QString> &lines);

    std::size_t rowCount() const { return m_starts.size(); }
    std::uint32_t lineAt(std::size_t row) const;
    std::optional<std::size_t> rowOf(std::uint32_t line) const;
    // Returns a line with spaces for tabs. Very long lines are cut and end with "…".
    QString textAt(std::size_t row) const;

    // The length of the longest line in letters, approximately; cut like the result of textAt().
    int longestLine() const { return m_longest; }
    bool isUtf8() const { return m_isUtf8; }
    // Whether later lines are missing.
    bool isCut() const { return m_isCut; }

    static constexpr std::size_t mostLines = 5'000'000;
    static constexpr int longestText = 1'000;
    static constexpr int tabWidth = 8;

private:
    void addLine(std::size_t start, std::size_t end);
    void findLines();

    QByteArray m_bytes;
    std::vector<std::uint32_t> m_starts;
    std::vector<std::uint32_t> m_ends; // ends of lines, without their terminators
    std::vector<std::uint32_t> m_numbers; // line numbers; empty: counted from 1
    int m_longest = 0;
    bool m_isUtf8 = true;
    bool m_isCut = false;
};

class Syntax;

// Times to compare a source file with, to find out whether its lines are still those of the
// profile.
struct SourceAge {
    QDateTime recorded; // when the profile was recorded; invalid: not known
    QString binary; // the program compiled from the file; empty: none, or not known
};

SourceAge sourceAge(const model::Profile &profile, model::FrameIndex frame);

// The source file of a function, as far as it could be read.
struct SourceFile {
    enum class State : std::uint8_t {
        Unknown, // the profile names no file
        Missing, // it was found at none of the candidates
        Read,
        Binary, // the file is no text
        TooBig,
        Unreadable,
    };
    // Whether the source has changed since the profile was recorded or its binary was made, judged
    // by the times of the files.
    enum class Changed : std::uint8_t { NotKnown, SinceProfile, SinceBinary };

    State state = State::Unknown;
    Changed changed = Changed::NotKnown;
    QString recorded; // path in the profile
    QStringList candidates; // where it was looked for
    QString path; // where it is
    QString reason; // why it is unreadable, as the system reports it
    qint64 size = 0;
    QDateTime modified;
    SourceText text;
    std::shared_ptr<const Syntax> syntax; // of the text; null unless it was read

    static constexpr qint64 largestSize = 256LL << 20;
};

using SourceFilePointer = std::shared_ptr<const SourceFile>;

// Finds and reads a source file; returns `known` again if that is the same file, unchanged. Reads
// the disk: not for the UI thread.
SourceFilePointer readSource(const QString &recorded, const SourcePlaces &places,
                             const SourceAge &age, const SourceFilePointer &known);

// Returns the lines of the frame's source file that frames of the profile contain: Sentry's
// pre_context, context_line and post_context.
std::map<std::uint32_t, QString> contextLines(const model::Profile &profile,
                                              model::FrameIndex frame);

} // namespace ember::views
