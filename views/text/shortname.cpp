// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/shortname.h"

#include <algorithm>
#include <vector>

namespace ember::views {

namespace {

constexpr QLatin1String scope("::");
constexpr QLatin1String operatorWord("operator");
constexpr QStringView opening = u"<([{";
constexpr QStringView closing = u">)]}";

bool isWordLetter(QChar letter)
{
    return letter.isLetterOrNumber() || letter == QLatin1Char('_') || letter == QLatin1Char('~')
        || letter == QLatin1Char('$');
}

// Reads a demangled name from left to right, scope by scope.
class NameReader {
public:
    explicit NameReader(QStringView name) : m_name(name) { }

    // Returns the last part of the name; empty if it is no C++ or Rust name.
    QStringView lastPart()
    {
        const auto all = parts();
        return all.empty() || all.back().startsWith(QLatin1Char('(')) ? QStringView() : all.back();
    }

    // Returns the scopes and the name; empty if it is no C++ or Rust name.
    std::vector<QStringView> parts()
    {
        std::vector<QStringView> parts;
        while (m_at < m_name.size()) {
            const QStringView part = readPart();
            const bool hasParameters = skipGroups();
            if (part.isEmpty())
                return {};
            parts.push_back(part);
            if (m_name.mid(m_at).startsWith(scope))
                m_at += scope.size();
            else if (hasParameters || m_at == m_name.size())
                break; // only qualifiers follow
            else if (QStringView(u" &*").contains(m_name[m_at])) {
                skipToNextWord(); // the text up to here is part of the return type
                parts.clear();
            } else {
                return {};
            }
        }
        return parts;
    }

private:
    QStringView readPart()
    {
        const auto begin = m_at;
        if (m_name.mid(m_at).startsWith(operatorWord)
            && (m_at + operatorWord.size() == m_name.size()
                || !isWordLetter(m_name[m_at + operatorWord.size()])))
            skipOperator();
        else if (m_at < m_name.size() && opening.contains(m_name[m_at]))
            skipGroup(); // "(anonymous namespace)", "{lambda()#1}", "<lambda()>"
        else
            skipWord();
        return m_name.mid(begin, m_at - begin);
    }

    void skipWord()
    {
        while (m_at < m_name.size() && isWordLetter(m_name[m_at]))
            ++m_at;
    }

    // Skips everything up to the parameters; those of "operator()" are the second pair.
    void skipOperator()
    {
        m_at += operatorWord.size();
        if (m_name.mid(m_at).startsWith(QLatin1String("()")))
            m_at += 2;
        while (m_at < m_name.size() && m_name[m_at] != QLatin1Char('('))
            ++m_at;
    }

    // Skips template arguments, parameters and ABI tags. Returns whether there were parameters.
    bool skipGroups()
    {
        bool hasParameters = false;
        while (m_at < m_name.size() && QStringView(u"<([").contains(m_name[m_at])) {
            hasParameters = hasParameters || m_name[m_at] == QLatin1Char('(');
            if (!skipGroup())
                break;
        }
        return hasParameters;
    }

    // Skips a group, with the groups inside. False if none begins here, or it does not end.
    bool skipGroup()
    {
        int depth = 0;
        for (auto at = m_at; at < m_name.size(); ++at) {
            if (opening.contains(m_name[at]))
                ++depth;
            else if (closing.contains(m_name[at]))
                --depth;
            if (depth == 0) {
                m_at = std::max(at + 1, m_at);
                return true;
            }
        }
        m_at = m_name.size();
        return false;
    }

    void skipToNextWord()
    {
        while (m_at < m_name.size() && m_name[m_at] != QLatin1Char(' '))
            ++m_at;
        while (m_at < m_name.size() && m_name[m_at] == QLatin1Char(' '))
            ++m_at;
    }

    QStringView m_name;
    qsizetype m_at = 0;
};

bool isName(const QString &name)
{
    return name.contains(scope) || name.contains(QLatin1Char('('));
}

} // namespace

QString shortName(const QString &name)
{
    if (!isName(name))
        return name;
    const QStringView part = NameReader(name).lastPart();
    return part.isEmpty() ? name : part.toString();
}

QString scopedName(const QString &name)
{
    if (!isName(name))
        return name;
    const auto parts = NameReader(name).parts();
    if (parts.empty() || parts.back().startsWith(QLatin1Char('(')))
        return name;
    QString scoped;
    for (const QStringView part : parts) {
        if (part.startsWith(QLatin1Char('('))) // "(anonymous namespace)"
            continue;
        if (!scoped.isEmpty())
            scoped += scope;
        scoped += part;
    }
    return scoped;
}

} // namespace ember::views
