// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importlog.h"

#include <string>

namespace ember::model {

// Findings of one of several files: each says which it is, before what it says already.
ImportLog ofFile(const ImportLog &log, const std::string &file);

} // namespace ember::model
