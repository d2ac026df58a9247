// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

namespace ember::views {

// The call of the same function as `call`, which is one of `state`, that begins nearest to it in
// `thread` of `other`, whose clock is ahead by `offset`. None: the thread is invalid, or never
// calls it.
std::optional<BoxReference> nearestCall(const ViewState &state, const BoxReference &call,
                                        const ViewState &other, model::ThreadIndex thread,
                                        model::Nanoseconds offset);

} // namespace ember::views
