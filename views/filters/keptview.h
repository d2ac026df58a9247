// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/keptview.h"
#include "views/state/selectionhistory.h"

#include <QStringList>

namespace ember::views {

class ViewState;

// Filters as words for settings, the same in every language: three per filter of calls, and
// "running" where only running threads count.
QStringList filterWords(const Filters &filters);
// And back; what is not understood is left out.
Filters filtersOf(const QStringList &words);

// The same with range and threads, three words each; threads by what the profile calls them, very
// many not at all.
QStringList narrowingWords(const model::Profile &profile, const Narrowing &narrowing);
// And back; threads that the profile does not have are left out.
Narrowing narrowingOf(const model::Profile &profile, const QStringList &words);

// What narrows the views, and how threads are arranged, as files keep it. Of very many threads only
// the first ten thousand it would have to name.
model::KeptView keptViewOf(const ViewState &state);

// Puts it back, as a step that can be taken back. What is not understood, and threads that the
// profile does not have, are left out.
void restoreView(ViewState &state, const model::KeptView &view);

} // namespace ember::views
