// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/filters/textpattern.h"

#include "views/durationtext.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <string_view>

namespace ember::views {

using namespace model;

namespace {

constexpr std::string_view matchLimit = "(*LIMIT_MATCH=100000)"; // steps

struct TextPatternText {
    Q_DECLARE_TR_FUNCTIONS(TextPattern)
};

class Expression : public NamePattern {
public:
    explicit Expression(QRegularExpression expression) : m_expression(std::move(expression)) { }

    bool matches(std::string_view name) const override
    {
        return m_expression.match(fromUtf8(name)).hasMatch();
    }

private:
    QRegularExpression m_expression;
};

} // namespace

TextPattern textPattern(const QString &typed)
{
    const bool hasCapitals = typed != typed.toLower();
    // Patterns may come out of files, and one that tries all ways through a name takes longer than
    // anybody waits: that name does not match, then.
    const QRegularExpression expression(
        QLatin1String(matchLimit.data(), qsizetype(matchLimit.size())) + typed,
        hasCapitals ? QRegularExpression::NoPatternOption
                    : QRegularExpression::CaseInsensitiveOption);
    if (!expression.isValid())
        return {{},
                TextPatternText::tr("%1 (at %2)")
                    .arg(expression.errorString())
                    .arg(std::max<qsizetype>(
                        expression.patternErrorOffset() - qsizetype(matchLimit.size()) + 1, 1))};
    return {{CallTest::By::Pattern, typed.toStdString(), std::make_shared<Expression>(expression)},
            {}};
}

} // namespace ember::views
