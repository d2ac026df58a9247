// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

namespace ember::capture {

// The error with which a capture ends when memory runs out (std::bad_alloc); the target runs on.
// Allocates nothing: both texts fit into std::string's own buffer.
inline model::Error outOfMemory()
{
    return {model::ErrorCode::CaptureFailed, "the recorder", "out of memory"};
}

} // namespace ember::capture
