// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/filters/keptview.h"

#include "views/filters/filterwords.h"
#include "views/sumsquestion.h"
#include "views/viewstate.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string_view>
#include <tuple>

namespace ember::views {

using namespace model;

namespace {

constexpr std::size_t mostListed = 10'000; // half a megabyte

// The order of the threads, and what the reader may choose.
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

KeptThread keptThread(const ViewState &state, ThreadIndex index)
{
    const auto [profilerId, threadId, start] = savedKeyOf(*state.spans()->profile(), index);
    return {std::string(profilerId), std::string(threadId), start, !state.isShown(index),
            state.threadOrder().isPinned(index)};
}

// Who is to be listed: as few as possible, so that one of thousands is one.
void listThreads(KeptView &view, const ViewState &state)
{
    const auto &threads = state.threads();
    const bool mostAreHidden = state.shownThreads().size() * 2 < threads.size();
    view.others = mostAreHidden ? OtherThreads::Hidden : OtherThreads::Shown;
    for (const ThreadIndex thread : threads) {
        if (view.threads.size() >= mostListed)
            return;
        if (view.order == KeptOrder::Listed || state.threadOrder().isPinned(thread)
            || state.isShown(thread) == mostAreHidden)
            view.threads.push_back(keptThread(state, thread));
    }
}

// What a view says of the threads there are.
struct FoundThreads {
    std::vector<ThreadIndex> listed;
    std::vector<ThreadIndex> pinned;
    std::vector<ThreadIndex> hidden; // sorted
};

FoundThreads findThreads(const ViewState &state, const KeptView &view)
{
    FoundThreads found;
    std::map<SavedThreadKey, ThreadIndex> unlisted;
    if (view.threads.empty() && view.others == OtherThreads::Shown)
        return found;
    for (const ThreadIndex thread : state.threads())
        unlisted.emplace(savedKeyOf(*state.spans()->profile(), thread), thread);
    for (const KeptThread &kept : view.threads) {
        const auto place = unlisted.find(savedKeyOf(kept));
        if (place == unlisted.end())
            continue;
        found.listed.push_back(place->second);
        if (kept.isPinned)
            found.pinned.push_back(place->second);
        if (kept.isHidden)
            found.hidden.push_back(place->second);
        unlisted.erase(place);
    }
    if (view.others == OtherThreads::Hidden)
        std::ranges::transform(unlisted, std::back_inserter(found.hidden),
                               [](const auto &thread) { return thread.second; });
    std::ranges::sort(found.hidden);
    return found;
}

} // namespace

KeptView keptViewOf(const ViewState &state)
{
    const Narrowing &now = state.sums().history().now();
    KeptView view;
    view.range = now.range;
    for (const QString &word : filterWords(now.filters))
        view.filters.push_back(word.toStdString());
    const auto sort = state.threadOrder().sortedBy();
    // Who ran longest in a range is nothing to be kept: the next best.
    view.order = sort == ThreadSort::Running
        ? KeptOrder::Activity
        : std::ranges::find(orders, sort, &OrderName::sort)->order;
    if (state.spans())
        listThreads(view, state);
    return view;
}

void restoreView(ViewState &state, const KeptView &view)
{
    if (!state.spans())
        return;
    QStringList words;
    for (const std::string &word : view.filters)
        words << QString::fromStdString(word);
    const FoundThreads threads = findThreads(state, view);
    const auto sort = std::ranges::find(orders, view.order, &OrderName::order)->sort;
    ThreadArrangement arrangement{sort, {}, threads.pinned};
    if (sort == ThreadSort::Own)
        arrangement.order = threads.listed;
    state.sums().history().restore({filtersOf(words), view.range, threads.hidden}, arrangement);
}

} // namespace ember::views
