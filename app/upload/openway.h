// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/dsn.h"

#include <QString>

namespace ember::app {

// A translated warning if others can read what is sent to this DSN, else "". An http address shows
// the key and the data to everybody on the way, also to a proxy that the system names (http_proxy).
QString openWayWarning(const model::sentry::Dsn &dsn);

} // namespace ember::app
