// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/selectedpart.h"

#include "views/state/sumsquery.h"
#include "views/state/threadchoice.h"

namespace ember::app {

std::optional<model::Selection> selectedPart(const views::SumsQuery &sums,
                                             const views::ThreadChoice &threads)
{
    model::Selection selection = sums.selection();
    if (threads.isUsual())
        selection.threads.clear();
    if (selection.threads.empty() && selection.range == model::TimeRange::everything())
        return std::nullopt;
    selection.filters.clear();
    selection.counted = model::Counted::All;
    return selection;
}

} // namespace ember::app
