// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/source/sourcemodel.h"

#include <QString>

namespace ember::views {

// What the reader should know of the lines that are shown: why there are none, or none of a file;
// that they may be those of another version; what is missing. Empty: nothing. Plain text.
QString sourceNotice(const SourceModel &model);

} // namespace ember::views
