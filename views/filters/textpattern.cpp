// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/filters/textpattern.h"

#include "views/durationtext.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace ember::views {

using namespace model;

namespace {

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
    const QRegularExpression expression(typed,
                                        hasCapitals ? QRegularExpression::NoPatternOption
                                                    : QRegularExpression::CaseInsensitiveOption);
    if (!expression.isValid())
        return {{},
                TextPatternText::tr("%1 (at %2)")
                    .arg(expression.errorString())
                    .arg(expression.patternErrorOffset() + 1)};
    return {{CallTest::By::Pattern, typed.toStdString(), std::make_shared<Expression>(expression)},
            {}};
}

} // namespace ember::views
