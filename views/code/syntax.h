// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/code/sourcefile.h"
#include "views/state/theme.h"

#include <QColor>
#include <QString>

#include <cstdint>
#include <vector>

namespace ember::views {

enum class SyntaxKind : std::uint8_t { Comment, String, Keyword, Number };

// A part of a line: adjacent letters of one kind. Letters outside of all parts have no kind.
struct SyntaxPart {
    int start = 0;
    int length = 0;
    SyntaxKind kind = SyntaxKind::Comment;
};

// Finds comments, strings, numbers and keywords in the lines of a source file. It knows no grammar:
// what looks like one of these is taken for it, and keywords are those that languages share.
class Syntax {
public:
    enum class Language : std::uint8_t { CLike, Script, Python, Ruby, Unknown };
    // The text that a line leaves open at its end: a comment, or a string in backticks, '''
    // (Single) or """ (Double).
    enum class Unclosed : std::uint8_t { Nothing, Comment, Backtick, Single, Double };

    Syntax() = default;
    // Finds for each line, up to mostLines, what it leaves open.
    Syntax(Language language, const SourceText &text);

    // Returns the language that the ending of the file's name stands for.
    static Language languageOf(const QString &path);
    // Returns the parts of a line in their order. `open` is what the line before leaves open, and
    // is replaced by what this line leaves open.
    static std::vector<SyntaxPart> parts(QStringView line, Language language, Unclosed &open);

    std::vector<SyntaxPart> partsOf(const SourceText &text, std::size_t row) const;

    static constexpr std::size_t mostLines = 200'000;

private:
    Language m_language = Language::Unknown;
    std::vector<Unclosed> m_before; // what is open where a row begins
};

// The colour of a kind: as readable on the background as other text, 4.5:1 or more.
QColor syntaxColour(const Theme &theme, SyntaxKind kind);

} // namespace ember::views
