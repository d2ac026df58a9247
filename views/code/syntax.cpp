// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/syntax.h"

#include <QFileInfo>
#include <QSet>

#include <algorithm>

namespace ember::views {

namespace {

using Language = Syntax::Language;
using Unclosed = Syntax::Unclosed;

QSet<QString> wordsOf(const QString &words)
{
    const QStringList all = words.split(u' ');
    return {all.begin(), all.end()};
}

bool isKeyword(QStringView word, Language language)
{
    static const auto braces = wordsOf(QStringLiteral(
        "abstract as async auto await bool boolean break byte case catch char class const "
        "constexpr continue def default defer delete do double else enum explicit export extends "
        "extern false final finally float fn for func function go goto if impl import in inline "
        "int interface let long loop match mod module mut namespace new nil noexcept null nullptr "
        "operator override package private protected pub public range return self short signed "
        "sizeof static struct super switch template this throw throws trait true try type typedef "
        "typename union unsafe unsigned use using val var virtual void volatile where while "
        "yield"));
    static const auto others = wordsOf(QStringLiteral(
        "False None True alias and as assert async await begin break case class continue def del "
        "do elif else elsif end ensure except false finally for from global if import in is lambda "
        "module next nil nonlocal not or pass raise redo require rescue retry return self super "
        "then true try undef unless until when while with yield"));
    const bool isOther = language == Language::Python || language == Language::Ruby;
    return (isOther ? others : braces).contains(word.toString());
}

bool isWordLetter(QChar letter)
{
    return letter.isLetterOrNumber() || letter == u'_';
}

// Finds the parts of a line from left to right.
class Reader {
public:
    Reader(QStringView line, Language language, Unclosed &open)
        : m_line(line),
          m_language(language),
          m_open(open)
    {
    }

    std::vector<SyntaxPart> read()
    {
        if (m_language == Language::Ruby && readBlock())
            return std::move(m_parts);
        if (m_open != Unclosed::Nothing)
            closeOpen(0);
        while (m_at < m_line.size())
            step();
        return std::move(m_parts);
    }

private:
    bool hasBraces() const
    {
        return m_language == Language::CLike || m_language == Language::Script;
    }

    bool isAt(QLatin1String text) const { return m_line.mid(m_at).startsWith(text); }

    void add(qsizetype start, qsizetype end, SyntaxKind kind)
    {
        m_parts.push_back({int(start), int(end - start), kind});
        m_at = end;
    }

    // Reads a line of a Ruby block comment, which begins with a line =begin and ends with a line
    // =end. Returns false if the line is outside of such a comment.
    bool readBlock()
    {
        const bool isIn = m_open == Unclosed::Comment || isAt(QLatin1String("=begin"));
        if (!isIn)
            return false;
        m_open = isAt(QLatin1String("=end")) ? Unclosed::Nothing : Unclosed::Comment;
        add(0, m_line.size(), SyntaxKind::Comment);
        return true;
    }

    // Ends the open comment or string, or leaves it open for the next line. `start` is where it
    // begins in this line.
    void closeOpen(qsizetype start)
    {
        const bool isComment = m_open == Unclosed::Comment;
        const QLatin1String end(isComment                          ? "*/"
                                    : m_open == Unclosed::Backtick ? "`"
                                    : m_open == Unclosed::Single   ? "'''"
                                                                   : "\"\"\"");
        const qsizetype found = m_line.indexOf(end, m_at);
        if (found >= 0)
            m_open = Unclosed::Nothing;
        add(start, found < 0 ? m_line.size() : found + end.size(),
            isComment ? SyntaxKind::Comment : SyntaxKind::String);
    }

    void begin(Unclosed open, int letters)
    {
        const qsizetype start = m_at;
        m_open = open;
        m_at += letters;
        closeOpen(start);
    }

    void readString(QChar quote)
    {
        qsizetype end = m_at + 1;
        while (end < m_line.size() && m_line[end] != quote)
            end += m_line[end] == u'\\' ? 2 : 1;
        end = std::min(end + 1, m_line.size());
        constexpr qsizetype longestLetter = 12; // '\U0010ffff'
        const bool isClosed = end - m_at > 1 && m_line[end - 1] == quote;
        const bool isLetter = isClosed && end - m_at <= longestLetter
            && (end - m_at <= 3 || m_line[m_at + 1] == u'\\');
        if (quote == u'\'' && m_language == Language::CLike && !isLetter)
            ++m_at; // a lifetime of Rust's
        else
            add(m_at, end, SyntaxKind::String);
    }

    void readWord()
    {
        const qsizetype start = m_at;
        const bool isNumber = m_line[start].isDigit();
        const auto isInWord = [&](qsizetype at) {
            const bool isInNumber = isNumber && (m_line[at] == u'.' || m_line[at] == u'\'')
                && at + 1 < m_line.size() && m_line[at + 1].isLetterOrNumber();
            return isWordLetter(m_line[at]) || isInNumber;
        };
        qsizetype end = start + 1;
        while (end < m_line.size() && isInWord(end))
            ++end;
        if (isNumber)
            add(start, end, SyntaxKind::Number);
        else if (isKeyword(m_line.mid(start, end - start), m_language))
            add(start, end, SyntaxKind::Keyword);
        m_at = end;
    }

    void step()
    {
        const QChar letter = m_line[m_at];
        if (hasBraces() && isAt(QLatin1String("/*")))
            begin(Unclosed::Comment, 2);
        else if ((hasBraces() && isAt(QLatin1String("//"))) || (!hasBraces() && letter == u'#'))
            add(m_at, m_line.size(), SyntaxKind::Comment);
        else if (m_language == Language::Script && letter == u'`')
            begin(Unclosed::Backtick, 1);
        else if (m_language == Language::Python && isAt(QLatin1String("'''")))
            begin(Unclosed::Single, 3);
        else if (m_language == Language::Python && isAt(QLatin1String("\"\"\"")))
            begin(Unclosed::Double, 3);
        else if (letter == u'"' || letter == u'\'')
            readString(letter);
        else if (isWordLetter(letter))
            readWord();
        else
            ++m_at;
    }

    QStringView m_line;
    Language m_language;
    Unclosed &m_open;
    qsizetype m_at = 0;
    std::vector<SyntaxPart> m_parts;
};

} // namespace

Syntax::Syntax(Language language, const SourceText &text) : m_language(language)
{
    if (language == Language::Unknown)
        return;
    Unclosed open = Unclosed::Nothing;
    for (std::size_t row = 0; row < std::min(text.rowCount(), mostLines); ++row) {
        if (row > 0 && text.lineAt(row) != text.lineAt(row - 1) + 1)
            open = Unclosed::Nothing; // lines between are not known
        m_before.push_back(open);
        parts(text.textAt(row), language, open);
    }
}

Syntax::Language Syntax::languageOf(const QString &path)
{
    static const auto braces = wordsOf(
        QStringLiteral("c cc cpp cxx h hh hpp hxx ipp m mm cu java kt rs go cs swift scala zig"));
    static const auto scripts = wordsOf(QStringLiteral("js mjs cjs jsx ts tsx php dart groovy"));
    const QString ending = QFileInfo(path).suffix().toLower();
    return braces.contains(ending)      ? Language::CLike
        : scripts.contains(ending)      ? Language::Script
        : ending == QLatin1String("py") ? Language::Python
        : ending == QLatin1String("rb") ? Language::Ruby
                                        : Language::Unknown;
}

std::vector<SyntaxPart> Syntax::parts(QStringView line, Language language, Unclosed &open)
{
    return language == Language::Unknown ? std::vector<SyntaxPart>()
                                         : Reader(line, language, open).read();
}

std::vector<SyntaxPart> Syntax::partsOf(const SourceText &text, std::size_t row) const
{
    if (row >= m_before.size())
        return {};
    Unclosed open = m_before[row];
    return parts(text.textAt(row), m_language, open);
}

QColor syntaxColour(const Theme &theme, SyntaxKind kind)
{
    const bool isLight = theme.shade == Shade::Light;
    switch (kind) {
    case SyntaxKind::Comment: return theme.mutedText;
    case SyntaxKind::String: return isLight ? QColor(0x0a, 0x6b, 0x3d) : QColor(0x8f, 0xd0, 0xa0);
    case SyntaxKind::Keyword: return isLight ? QColor(0x7a, 0x2f, 0xb8) : QColor(0xcf, 0xa6, 0xf5);
    case SyntaxKind::Number: return isLight ? QColor(0x0b, 0x55, 0xa8) : QColor(0x82, 0xbd, 0xf5);
    }
    return theme.text;
}

} // namespace ember::views
