// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/keptview.h"
#include "views/state/selectionhistory.h"

#include <QStringList>

#include <vector>

namespace ember::views {

class OpenProfile;
class SumsQuery;
class ThreadChoice;
struct ThreadFolds;

// Returns the filters as words for settings, the same in every language: three per filter of calls,
// and one for what counts unless it is the standard, Busy.
QStringList filterWords(const Filters &filters);
// Returns the filters of which filterWords() made words; words that are not understood are left
// out.
Filters filtersOf(const QStringList &words);

// Returns the narrowing as words: range and threads with three words each, and the filters. Threads
// are identified as in the profile; hidden ones are left out if there are over two thousand. Second
// records (ThreadChoice::secondRecords()) are hidden unless words say otherwise; there are also
// words for "none is hidden".
QStringList narrowingWords(const model::Profile &profile, const Narrowing &narrowing,
                           const std::vector<model::ThreadIndex> &secondRecords);
// Returns the narrowing of which narrowingWords() made words; threads that the profile does not
// have are left out.
Narrowing narrowingOf(const model::Profile &profile, const QStringList &words,
                      const std::vector<model::ThreadIndex> &secondRecords);

// Return the folds as words, three each, with threads identified as in the profile, and the folds
// of such words. A list of over two thousand threads is left out.
QStringList foldWords(const model::Profile &profile, const ThreadFolds &folds);
ThreadFolds foldsOf(const model::Profile &profile, const QStringList &words);

// Returns what narrows the views, and the arrangement and folds of threads, as files keep it. At
// most ten thousand threads are listed. What was folded before everything became lanes is left
// out.
model::KeptView keptViewOf(const OpenProfile &profile, const ThreadChoice &threads,
                           const SumsQuery &sums);

// Restores a kept view, all but the folds as a step that can be undone. Words that are not
// understood and threads that the profile does not have are left out.
void restoreView(const OpenProfile &profile, ThreadChoice &threads, SumsQuery &sums,
                 const model::KeptView &view);

} // namespace ember::views
