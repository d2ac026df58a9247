// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/keymap.h"

namespace ember::views {

// A view that does what the keys of the charts say.
class ChartActionTarget {
public:
    virtual ~ChartActionTarget() = default;

    // False: it means nothing here.
    virtual bool perform(ChartAction action) = 0;
};

} // namespace ember::views
