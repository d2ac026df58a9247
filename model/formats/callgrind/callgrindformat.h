// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileformat.h"

namespace ember::model::callgrind {

// callgrind.out files of valgrind, and what other tools write in that format (FORMAT.md).
extern const FileFormat format;

} // namespace ember::model::callgrind
