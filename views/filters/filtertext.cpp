// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/filters/filtertext.h"

#include "views/state/openprofile.h"
#include "views/state/recordings.h"
#include "views/state/selectionhistory.h"
#include "views/state/threadchoice.h"
#include "views/text/durationtext.h"
#include "views/text/threadtitle.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <string_view>

namespace ember::views {

using namespace model;

namespace {

struct FilterText {
    Q_DECLARE_TR_FUNCTIONS(FilterText)
};

// Returns the name of what the filter tests for.
QString subject(const CallTest &test)
{
    switch (test.by) {
    case CallTest::By::Function:
        return fromUtf8(std::string_view(test.text).substr(0, test.text.find('\0')));
    case CallTest::By::Module: return fromUtf8(test.text);
    case CallTest::By::Name: return FilterText::tr("“%1”").arg(fromUtf8(test.text));
    case CallTest::By::Pattern: return QStringLiteral("/%1/").arg(fromUtf8(test.text));
    case CallTest::By::SystemCode: return FilterText::tr("system code");
    case CallTest::By::Everything: return FilterText::tr("all functions");
    case CallTest::By::Label: return fromUtf8(test.text);
    }
    return {};
}

QString toolTipOf(CallAction action)
{
    switch (action) {
    case CallAction::Focus:
        return FilterText::tr("Stacks begin with the outermost call of %1; others do not count.");
    case CallAction::Only: return FilterText::tr("Only stacks with %1 count.");
    case CallAction::LeaveOut: return FilterText::tr("Stacks with %1 do not count.");
    case CallAction::Merge: return FilterText::tr("What %1 spent is its callers'.");
    case CallAction::CollapseCallees: return FilterText::tr("What %1 called is its own.");
    case CallAction::CollapseNested:
        return FilterText::tr("Calls within %1 are one: the outermost.");
    case CallAction::CollapseRecursion:
        return FilterText::tr(
            "From a call to an inner one of the same function all is one call: %1.");
    }
    return {};
}

} // namespace

QString filterText(const CallFilter &filter)
{
    const QString name = subject(filter.calls);
    switch (filter.action) {
    case CallAction::Focus: return FilterText::tr("Focus: %1").arg(name);
    case CallAction::Only: return FilterText::tr("Only with %1").arg(name);
    case CallAction::LeaveOut: return FilterText::tr("Without %1").arg(name);
    case CallAction::Merge:
        return filter.calls.by == CallTest::By::SystemCode ? FilterText::tr("Own code only")
                                                           : FilterText::tr("Merged: %1").arg(name);
    case CallAction::CollapseCallees:
    case CallAction::CollapseNested: return FilterText::tr("Collapsed: %1").arg(name);
    case CallAction::CollapseRecursion:
        return filter.calls.by == CallTest::By::Everything
            ? FilterText::tr("No recursion")
            : FilterText::tr("No recursion: %1").arg(name);
    }
    return {};
}

QString filterToolTip(const CallFilter &filter)
{
    if (filter.isOfSamples())
        return (filter.action == CallAction::LeaveOut
                    ? FilterText::tr("Samples with the label %1 do not count.")
                    : FilterText::tr("Only samples with the label %1 count."))
            .arg(subject(filter.calls));
    return toolTipOf(filter.action).arg(subject(filter.calls));
}

QString countedText(Counted counted)
{
    switch (counted) {
    case Counted::All: return FilterText::tr("All", "of the time");
    case Counted::Busy: return FilterText::tr("Busy");
    case Counted::Running: return FilterText::tr("Running");
    case Counted::Waiting: return FilterText::tr("Waiting");
    }
    return {};
}

QString threadsText(const Profile &profile, const ThreadChoice &threads)
{
    const auto shown = threads.shown();
    if (shown.size() == 1)
        return RecordingNames(profile).beside(threadName(profile, shown.front()), shown.front());
    const auto processOf = [&](ThreadIndex thread) { return profile.thread(thread).process; };
    const auto isOfFirst = [&](ThreadIndex thread) {
        return processOf(thread) == processOf(shown.front());
    };
    if (!shown.empty() && std::ranges::all_of(shown, isOfFirst)
        && processOf(shown.front()).isValid()
        && std::ranges::count_if(threads.all(), isOfFirst)
            == static_cast<std::ptrdiff_t>(shown.size()))
        return FilterText::tr("Process %1")
            .arg(fromUtf8(profile.text(profile.process(processOf(shown.front())).name)));
    return FilterText::tr("%1 of %2", "of threads, 3 of 12 threads")
        .arg(countText(shown.size()), threadsText(threads.all().size()));
}

QString rangeText(TimeRange range, Timestamp origin)
{
    return QStringLiteral("%1 – %2").arg(durationText(range.start - origin),
                                         durationText(range.end - origin));
}

QStringList newlyNarrowed(const OpenProfile &profile, const ThreadChoice &threads,
                          const Narrowing &before, const Narrowing &now)
{
    QStringList texts;
    if (now.range != before.range)
        texts << (now.range ? rangeText(*now.range, profile.origin())
                            : FilterText::tr("the whole time"));
    if (now.hidden != before.hidden)
        texts << (threads.isNarrowed() ? threadsText(*profile.spans()->profile(), threads)
                                       : FilterText::tr("all threads"));
    if (now.filters.counted != before.filters.counted)
        texts << countedText(now.filters.counted);
    for (const CallFilter &filter : now.filters.calls) {
        if (std::ranges::find(before.filters.calls, filter) == before.filters.calls.end())
            texts << filterText(filter);
    }
    if (now.filters.calls.empty() && !before.filters.calls.empty())
        texts << FilterText::tr("no filters");
    return texts;
}

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
    // Limited: patterns may come from files, and one that tries all ways through a name can take
    // unacceptably long. Such a name does not match.
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
