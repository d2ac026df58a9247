// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/commandtext.h"

#include <QChar>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace ember::app {

namespace {

// Splits a line in one pass. A word exists as soon as one character or quote of it was read, so
// that '' is an empty word.
class WordSplitter {
public:
    explicit WordSplitter(const QString &text) : m_text(text) { }

    QStringList split()
    {
        for (; m_place < m_text.size(); ++m_place) {
            const QChar c = m_text.at(m_place);
            if (m_quote.isNull() && c.isSpace())
                endWord();
            else if (isQuote(c))
                toggle(c);
            else if (c == QLatin1Char('\\') && m_quote != QLatin1Char('\''))
                escape();
            else
                add(c);
        }
        endWord();
        return m_words;
    }

    // The quote that is still open after split().
    std::optional<QChar> open() const
    {
        return m_quote.isNull() ? std::nullopt : std::optional(m_quote);
    }

private:
    bool isQuote(QChar c) const
    {
        if (!m_quote.isNull())
            return c == m_quote;
        return c == QLatin1Char('\'') || c == QLatin1Char('"');
    }

    void toggle(QChar quote)
    {
        m_quote = m_quote.isNull() ? quote : QChar();
        m_inWord = true;
    }

    // Handles a backslash: the next character is literal. Inside double quotes the backslash itself
    // is literal unless a special character follows.
    void escape()
    {
        if (m_place + 1 >= m_text.size()) {
            add(QLatin1Char('\\'));
            return;
        }
        const QChar next = m_text.at(++m_place);
        const bool isSpecial = next == QLatin1Char('"') || next == QLatin1Char('\\')
            || next == QLatin1Char('$') || next == QLatin1Char('`');
        if (!m_quote.isNull() && !isSpecial)
            add(QLatin1Char('\\'));
        add(next);
    }

    void add(QChar c)
    {
        m_word += c;
        m_inWord = true;
    }

    void endWord()
    {
        if (m_inWord)
            m_words.append(m_word);
        m_word.clear();
        m_inWord = false;
    }

    const QString &m_text;
    qsizetype m_place = 0;
    QChar m_quote;
    QString m_word;
    bool m_inWord = false;
    QStringList m_words;
};

bool needsNoQuotes(QChar c)
{
    return c.isLetterOrNumber() || QStringView(u"_-./:=,+@%^").contains(c);
}

QString quoted(const QString &word)
{
    if (!word.isEmpty() && std::all_of(word.begin(), word.end(), needsNoQuotes))
        return word;
    QString text = word;
    text.replace(QLatin1Char('\''), QLatin1String("'\\''"));
    return QLatin1Char('\'') + text + QLatin1Char('\'');
}

} // namespace

QStringList splitWords(const QString &text)
{
    return WordSplitter(text).split();
}

std::optional<QChar> openQuote(const QString &text)
{
    WordSplitter words(text);
    words.split();
    return words.open();
}

CommandWords commandWords(const QString &line)
{
    static const QRegularExpression variable(QStringLiteral("^[A-Za-z_][A-Za-z0-9_]*="));
    const QFileInfo file(line.trimmed());
    if (file.isFile() && file.isExecutable())
        return {{}, line.trimmed(), {}};
    CommandWords command;
    QStringList words = splitWords(line);
    while (!words.isEmpty() && variable.match(words.first()).hasMatch())
        command.variables << words.takeFirst();
    if (words.isEmpty())
        return command;
    command.program = words.takeFirst();
    if (command.program.startsWith(QLatin1String("~/")))
        command.program = QDir::homePath() + command.program.mid(1);
    command.arguments = words;
    return command;
}

QString joinWords(const QStringList &words)
{
    QStringList parts;
    for (const QString &word : words)
        parts.append(quoted(word));
    return parts.join(QLatin1Char(' '));
}

} // namespace ember::app
