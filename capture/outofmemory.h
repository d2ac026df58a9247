// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/error.h"

namespace ember::capture {

// Said where std::bad_alloc ends the capture; the target runs on. Takes no memory itself: the texts
// are short enough to lie within their strings.
inline model::Error outOfMemory()
{
    return {model::ErrorCode::CaptureFailed, "the recorder", "out of memory"};
}

} // namespace ember::capture
