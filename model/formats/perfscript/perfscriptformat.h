// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileformat.h"

namespace ember::model::perfscript {

// The text that `perf script` prints for a recording with call graphs (FORMAT.md).
extern const FileFormat format;

} // namespace ember::model::perfscript
