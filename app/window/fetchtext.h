// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/fetchreport.h"

#include <QString>

namespace ember::app {

// What the progress row says while a debug file is being fetched.
QString fetchText(const FetchReport &report);

} // namespace ember::app
