// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileformat.h"

namespace ember::model::callgrind {

// Reads callgrind.out files of valgrind, and of other tools that write the format (FORMAT.md).
extern const FileFormat format;

} // namespace ember::model::callgrind
