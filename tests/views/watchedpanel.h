// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/search/searcher.h"
#include "views/state/viewstate.h"

namespace ember::tests {

// A panel and what it looks at; a test makes itself a new one.
template<typename Panel>
struct WatchedPanel {
    views::ViewState state;
    views::Searcher searcher{state};
    Panel panel{state};
};

} // namespace ember::tests
