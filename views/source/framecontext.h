// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <QString>

#include <cstdint>
#include <map>

namespace ember::views {

// The lines of the frame's source file that frames of the profile bring themselves: Sentry's
// pre_context, context_line and post_context.
std::map<std::uint32_t, QString> contextLines(const model::Profile &profile,
                                              model::FrameIndex frame);

} // namespace ember::views
