// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/selection.h"

#include <optional>

namespace ember::views {
class SumsQuery;
class ThreadChoice;
} // namespace ember::views

namespace ember::app {

// Returns the part of the open profile that the user has selected, for what writes or sends it: the
// selected range, and the shown threads unless they are the usual ones. Nothing if that is all.
// Filters only narrow views of sums: they are left out.
std::optional<model::Selection> selectedPart(const views::SumsQuery &sums,
                                             const views::ThreadChoice &threads);

} // namespace ember::app
