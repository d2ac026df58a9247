// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/filters/keptview.h"

#include "views/filters/filtertext.h"
#include "views/state/openprofile.h"
#include "views/state/sumsquery.h"
#include "views/state/threadchoice.h"
#include "views/text/durationtext.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>

namespace ember::views {

using namespace model;

namespace {

constexpr QLatin1String rangeWord("range");
constexpr QLatin1String hiddenWord("hidden");
constexpr QLatin1String noneHiddenWord("noneHidden");
constexpr QLatin1String lanesWord("lanes");
constexpr std::size_t mostHidden = 2000; // most hidden threads that settings store

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
    Spelling<CallTest::By>{CallTest::By::Label, QLatin1String("label")},
};

// The words for what counts in settings; the standard, Busy, has none.
constexpr std::array countedWords{
    Spelling<Counted>{Counted::Running, QLatin1String("running")},
    Spelling<Counted>{Counted::Waiting, QLatin1String("waiting")},
    Spelling<Counted>{Counted::All, QLatin1String("all")},
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

QStringList threadWords(QLatin1String first, const Profile &profile, ThreadIndex index)
{
    const Thread &thread = profile.thread(index);
    const auto pid = thread.process.isValid() ? profile.process(thread.process).pid : 0U;
    const QString ids = QString::number(pid) + QLatin1Char(' ') + fromUtf8(profile.text(thread.id));
    return {first, ids, fromUtf8(profile.text(thread.name))};
}

} // namespace

QStringList filterWords(const Filters &filters)
{
    QStringList words;
    for (const CallFilter &filter : filters.calls)
        words << wordOf(actions, filter.action) << wordOf(tests, filter.calls.by)
              << QString::fromStdString(filter.calls.text);
    if (filters.counted != Counted::Busy)
        words << wordOf(countedWords, filters.counted);
    return words;
}

Filters filtersOf(const QStringList &words)
{
    Filters filters;
    for (qsizetype place = 0; place + 2 < words.size(); place += 3) {
        if (const auto filter = filterOf(words[place], words[place + 1], words[place + 2]))
            filters.calls.push_back(*filter);
    }
    if (words.size() % 3 == 1)
        filters.counted = codeOf(countedWords, words.constLast()).value_or(Counted::Busy);
    return filters;
}

namespace {

// Returns the words for "no thread is hidden, although there are second records"; empty if that is
// not so. They are three, as every entry before the filters has three.
QStringList noneHiddenWords(const Narrowing &narrowing, const std::vector<ThreadIndex> &second)
{
    return narrowing.hidden.empty() && !second.empty()
        ? QStringList{noneHiddenWord, QString(), QString()}
        : QStringList();
}

bool saysNoneHidden(const QStringList &words)
{
    for (qsizetype place = 0; place + 2 < words.size(); place += 3) {
        if (words[place] == noneHiddenWord)
            return true;
    }
    return false;
}

} // namespace

QStringList narrowingWords(const Profile &profile, const Narrowing &narrowing,
                           const std::vector<ThreadIndex> &secondRecords)
{
    QStringList words = noneHiddenWords(narrowing, secondRecords);
    if (narrowing.range)
        words << rangeWord << QString::number(toNs(narrowing.range->start))
              << QString::number(toNs(narrowing.range->end));
    if (narrowing.hidden.size() <= mostHidden) {
        for (const ThreadIndex thread : narrowing.hidden)
            words << threadWords(hiddenWord, profile, thread);
    }
    return words + filterWords(narrowing.filters);
}

Narrowing narrowingOf(const Profile &profile, const QStringList &words,
                      const std::vector<ThreadIndex> &secondRecords)
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
        if (hidden.contains(threadWords(hiddenWord, profile, ThreadIndex(row))))
            narrowing.hidden.push_back(ThreadIndex(row));
    }
    if (narrowing.hidden.empty() && !saysNoneHidden(words))
        narrowing.hidden = secondRecords;
    return narrowing;
}

namespace {

// The lists of folds, and the words for their threads.
struct FoldWord {
    QLatin1String word;
    FoldLists ThreadFolds::*lists;
    std::vector<ThreadIndex> FoldLists::*threads;
};

constexpr std::array foldWordsOf{
    FoldWord{QLatin1String("folded"), &ThreadFolds::now, &FoldLists::folded},
    FoldWord{QLatin1String("unfolded"), &ThreadFolds::now, &FoldLists::unfolded},
    FoldWord{QLatin1String("closed"), &ThreadFolds::now, &FoldLists::closed},
    FoldWord{QLatin1String("open"), &ThreadFolds::now, &FoldLists::open},
    FoldWord{QLatin1String("foldedBefore"), &ThreadFolds::beforeLanes, &FoldLists::folded},
    FoldWord{QLatin1String("unfoldedBefore"), &ThreadFolds::beforeLanes, &FoldLists::unfolded},
    FoldWord{QLatin1String("closedBefore"), &ThreadFolds::beforeLanes, &FoldLists::closed},
    FoldWord{QLatin1String("openBefore"), &ThreadFolds::beforeLanes, &FoldLists::open},
};

} // namespace

QStringList foldWords(const Profile &profile, const ThreadFolds &folds)
{
    QStringList words;
    if (folds.lanesOnly == LanesOnly::Yes)
        words << lanesWord << QString() << QString();
    for (const FoldWord &each : foldWordsOf) {
        const auto &threads = folds.*each.lists.*each.threads;
        if (threads.size() > mostHidden)
            continue;
        for (const ThreadIndex thread : threads)
            words << threadWords(each.word, profile, thread);
    }
    return words;
}

ThreadFolds foldsOf(const Profile &profile, const QStringList &words)
{
    ThreadFolds folds;
    QHash<QStringList, QStringList> wanted; // fold words by the two words of a thread
    for (qsizetype place = 0; place + 2 < words.size(); place += 3) {
        if (words[place] == lanesWord)
            folds.lanesOnly = LanesOnly::Yes;
        if (std::ranges::find(foldWordsOf, words[place], &FoldWord::word) != foldWordsOf.end())
            wanted[words.mid(place + 1, 2)] << words[place];
    }
    for (std::size_t row = 0; !wanted.isEmpty() && row < profile.threadCount(); ++row) {
        const auto found =
            wanted.constFind(threadWords(QLatin1String(), profile, ThreadIndex(row)).mid(1));
        for (const FoldWord &each : foldWordsOf) {
            if (found != wanted.cend() && found->contains(each.word))
                (folds.*each.lists.*each.threads).push_back(ThreadIndex(row));
        }
    }
    return folds;
}

namespace {

constexpr std::size_t mostListed = 10'000; // half a megabyte

// A sort order of the threads, and its name in files.
struct OrderName {
    ThreadSort sort;
    KeptOrder order;
};

constexpr std::array orders{OrderName{ThreadSort::Activity, KeptOrder::Activity},
                            OrderName{ThreadSort::Name, KeptOrder::Name},
                            OrderName{ThreadSort::Start, KeptOrder::Start},
                            OrderName{ThreadSort::Own, KeptOrder::Listed}};

using SavedThreadKey = std::tuple<std::string_view, std::string_view, Timestamp>;

SavedThreadKey savedKeyOf(const Profile &profile, ThreadIndex index)
{
    const Thread &thread = profile.thread(index);
    const auto id =
        thread.process.isValid() ? profile.process(thread.process).profilerId : StringIndex();
    return {id.isValid() ? profile.text(id) : std::string_view(), profile.text(thread.id),
            thread.start.value_or(Timestamp())};
}

SavedThreadKey savedKeyOf(const KeptThread &thread)
{
    return {thread.profilerId, thread.threadId, thread.start};
}

using FoldsByThread = std::map<ThreadIndex, std::pair<KeptFold, KeptFold>>;

FoldsByThread byThread(const FoldLists &folds)
{
    FoldsByThread found;
    for (const ThreadIndex thread : folds.folded)
        found[thread].first = KeptFold::Folded;
    for (const ThreadIndex thread : folds.unfolded)
        found[thread].first = KeptFold::Unfolded;
    for (const ThreadIndex thread : folds.closed)
        found[thread].second = KeptFold::Folded;
    for (const ThreadIndex thread : folds.open)
        found[thread].second = KeptFold::Unfolded;
    return found;
}

KeptThread keptThread(const Profile &profile, const ThreadChoice &threads, ThreadIndex index)
{
    const auto [profilerId, threadId, start] = savedKeyOf(profile, index);
    return {std::string(profilerId), std::string(threadId), start, !threads.isShown(index),
            threads.order().isPinned(index)};
}

// Lists the threads that differ from the rest: the hidden ones, or the shown ones if these are
// fewer. Threads that are only folded come last, as the list may get full.
void listThreads(KeptView &view, const Profile &profile, const ThreadChoice &threads)
{
    const bool mostAreHidden = threads.shown().size() * 2 < threads.all().size();
    view.others = mostAreHidden ? OtherThreads::Hidden : OtherThreads::Shown;
    const ThreadFolds folds = threads.foldsByHand();
    view.isLanesOnly = folds.lanesOnly == LanesOnly::Yes;
    const FoldsByThread folded = byThread(folds.now);
    const auto isOnlyFolded = [&](ThreadIndex thread) {
        return view.order != KeptOrder::Listed && !threads.order().isPinned(thread)
            && threads.isShown(thread) != mostAreHidden;
    };
    for (const bool areOnlyFolded : {false, true}) {
        for (const ThreadIndex thread : threads.all()) {
            if (view.threads.size() >= mostListed)
                return;
            const auto fold = folded.find(thread);
            if (isOnlyFolded(thread) != areOnlyFolded || (areOnlyFolded && fold == folded.end()))
                continue;
            view.threads.push_back(keptThread(profile, threads, thread));
            if (fold != folded.end())
                std::tie(view.threads.back().fold, view.threads.back().groupFold) = fold->second;
        }
    }
}

// Threads of the profile that a kept view names.
struct FoundThreads {
    std::vector<ThreadIndex> listed;
    std::vector<ThreadIndex> pinned;
    std::vector<ThreadIndex> hidden; // sorted
    ThreadFolds folds;
};

void addFolds(const KeptThread &kept, ThreadIndex thread, FoldLists &folds)
{
    if (kept.fold != KeptFold::ByItself)
        (kept.fold == KeptFold::Folded ? folds.folded : folds.unfolded).push_back(thread);
    if (kept.groupFold != KeptFold::ByItself)
        (kept.groupFold == KeptFold::Folded ? folds.closed : folds.open).push_back(thread);
}

FoundThreads findThreads(const Profile &profile, const ThreadChoice &threads, const KeptView &view)
{
    FoundThreads found;
    found.folds.lanesOnly = view.isLanesOnly ? LanesOnly::Yes : LanesOnly::No;
    std::map<SavedThreadKey, ThreadIndex> unlisted;
    if (view.threads.empty() && view.others == OtherThreads::Shown)
        return found;
    for (const ThreadIndex thread : threads.all())
        unlisted.emplace(savedKeyOf(profile, thread), thread);
    for (const KeptThread &kept : view.threads) {
        const auto place = unlisted.find(savedKeyOf(kept));
        if (place == unlisted.end())
            continue;
        found.listed.push_back(place->second);
        if (kept.isPinned)
            found.pinned.push_back(place->second);
        if (kept.isHidden)
            found.hidden.push_back(place->second);
        addFolds(kept, place->second, found.folds.now);
        unlisted.erase(place);
    }
    if (view.others == OtherThreads::Hidden)
        std::ranges::transform(unlisted, std::back_inserter(found.hidden),
                               [](const auto &thread) { return thread.second; });
    std::ranges::sort(found.hidden);
    return found;
}

} // namespace

KeptView keptViewOf(const OpenProfile &profile, const ThreadChoice &threads, const SumsQuery &sums)
{
    const Narrowing &now = sums.history().now();
    KeptView view;
    view.range = now.range;
    const auto second = threads.secondRecords();
    for (const QString &word : noneHiddenWords(now, second) + filterWords(now.filters))
        view.filters.push_back(word.toStdString());
    const auto sort = threads.order().sortedBy();
    // The order by running time in a range is not kept; activity is the closest one.
    view.order = sort == ThreadSort::Running
        ? KeptOrder::Activity
        : std::ranges::find(orders, sort, &OrderName::sort)->order;
    if (profile.spans())
        listThreads(view, *profile.spans()->profile(), threads);
    return view;
}

void restoreView(const OpenProfile &profile, ThreadChoice &threads, SumsQuery &sums,
                 const KeptView &view)
{
    if (!profile.spans())
        return;
    QStringList words;
    for (const std::string &word : view.filters)
        words << QString::fromStdString(word);
    FoundThreads found = findThreads(*profile.spans()->profile(), threads, view);
    if (found.hidden.empty() && !saysNoneHidden(words))
        found.hidden = threads.secondRecords();
    const auto sort = std::ranges::find(orders, view.order, &OrderName::order)->sort;
    ThreadArrangement arrangement{sort, {}, found.pinned};
    if (sort == ThreadSort::Own)
        arrangement.order = found.listed;
    sums.history().restore({filtersOf(words), view.range, found.hidden}, arrangement);
    threads.fold(found.folds);
}

} // namespace ember::views
