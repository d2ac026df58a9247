// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/filters/filterwords.h"

#include "views/durationtext.h"
#include "views/filters/textpattern.h"

#include <QSet>

#include <algorithm>
#include <array>
#include <optional>

namespace ember::views {

using namespace model;

namespace {

constexpr QLatin1String runningWord("running");
constexpr QLatin1String rangeWord("range");
constexpr QLatin1String hiddenWord("hidden");
constexpr std::size_t mostHidden = 2000; // that settings are kept for

template<typename Code>
struct Spelling {
    Code code;
    QLatin1String word;
};

constexpr std::array actions{
    Spelling<CallAction>{CallAction::Focus, QLatin1String("focus")},
    Spelling<CallAction>{CallAction::Only, QLatin1String("only")},
    Spelling<CallAction>{CallAction::LeaveOut, QLatin1String("leaveOut")},
    Spelling<CallAction>{CallAction::Merge, QLatin1String("merge")},
    Spelling<CallAction>{CallAction::CollapseCallees, QLatin1String("collapseCallees")},
    Spelling<CallAction>{CallAction::CollapseNested, QLatin1String("collapseNested")},
    Spelling<CallAction>{CallAction::CollapseRecursion, QLatin1String("collapseRecursion")},
};

constexpr std::array tests{
    Spelling<CallTest::By>{CallTest::By::Function, QLatin1String("function")},
    Spelling<CallTest::By>{CallTest::By::Module, QLatin1String("module")},
    Spelling<CallTest::By>{CallTest::By::Name, QLatin1String("name")},
    Spelling<CallTest::By>{CallTest::By::Pattern, QLatin1String("pattern")},
    Spelling<CallTest::By>{CallTest::By::SystemCode, QLatin1String("systemCode")},
    Spelling<CallTest::By>{CallTest::By::Everything, QLatin1String("everything")},
};

template<typename Spellings, typename Code>
QString wordOf(const Spellings &spellings, Code code)
{
    return std::ranges::find(spellings, code, &Spelling<Code>::code)->word;
}

template<typename Code, std::size_t size>
std::optional<Code> codeOf(const std::array<Spelling<Code>, size> &spellings, const QString &word)
{
    for (const auto &spelling : spellings) {
        if (spelling.word == word)
            return spelling.code;
    }
    return std::nullopt;
}

std::optional<CallFilter> filterOf(const QString &actionWord, const QString &testWord,
                                   const QString &text)
{
    const auto action = codeOf(actions, actionWord);
    const auto by = codeOf(tests, testWord);
    if (!action || !by)
        return std::nullopt;
    if (by != CallTest::By::Pattern)
        return CallFilter{*action, {*by, text.toStdString()}};
    const TextPattern pattern = textPattern(text);
    return pattern.error.isEmpty() ? std::optional(CallFilter{*action, pattern.test})
                                   : std::nullopt;
}

QStringList threadWords(const Profile &profile, ThreadIndex index)
{
    const Thread &thread = profile.thread(index);
    const auto pid = thread.process.isValid() ? profile.process(thread.process).pid : 0U;
    const QString ids = QString::number(pid) + QLatin1Char(' ') + fromUtf8(profile.text(thread.id));
    return {hiddenWord, ids, fromUtf8(profile.text(thread.name))};
}

} // namespace

QStringList filterWords(const Filters &filters)
{
    QStringList words;
    for (const CallFilter &filter : filters.calls)
        words << wordOf(actions, filter.action) << wordOf(tests, filter.calls.by)
              << QString::fromStdString(filter.calls.text);
    if (filters.counted == Counted::Running)
        words << runningWord;
    return words;
}

Filters filtersOf(const QStringList &words)
{
    Filters filters;
    for (qsizetype place = 0; place + 2 < words.size(); place += 3) {
        if (const auto filter = filterOf(words[place], words[place + 1], words[place + 2]))
            filters.calls.push_back(*filter);
    }
    if (words.size() % 3 == 1 && words.constLast() == runningWord)
        filters.counted = Counted::Running;
    return filters;
}

QStringList narrowingWords(const Profile &profile, const Narrowing &narrowing)
{
    QStringList words;
    if (narrowing.range)
        words << rangeWord << QString::number(toNs(narrowing.range->start))
              << QString::number(toNs(narrowing.range->end));
    if (narrowing.hidden.size() <= mostHidden) {
        for (const ThreadIndex thread : narrowing.hidden)
            words << threadWords(profile, thread);
    }
    return words + filterWords(narrowing.filters);
}

Narrowing narrowingOf(const Profile &profile, const QStringList &words)
{
    Narrowing narrowing{filtersOf(words), {}, {}};
    QSet<QStringList> hidden;
    for (qsizetype place = 0; place + 2 < words.size(); place += 3) {
        if (words[place] == rangeWord)
            narrowing.range = TimeRange{timestampFromNs(words[place + 1].toLongLong()),
                                        timestampFromNs(words[place + 2].toLongLong())};
        else if (words[place] == hiddenWord)
            hidden.insert(words.mid(place, 3));
    }
    for (std::size_t row = 0; !hidden.isEmpty() && row < profile.threadCount(); ++row) {
        if (hidden.contains(threadWords(profile, ThreadIndex(row))))
            narrowing.hidden.push_back(ThreadIndex(row));
    }
    return narrowing;
}

} // namespace ember::views
