// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/keptview.h"

namespace ember::views {

class ViewState;

// What narrows the views, and how threads are arranged, as files keep it. Of very many threads only
// the first ten thousand it would have to name.
model::KeptView keptViewOf(const ViewState &state);

// Puts it back, as a step that can be taken back. What is not understood, and threads that the
// profile does not have, are left out.
void restoreView(ViewState &state, const model::KeptView &view);

} // namespace ember::views
