// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/dsn.h"

#include <QString>

namespace ember::app {

// Who else can read what goes there, for people; translated. "": nobody. An http address shows the
// key and the data to all on the way; a proxy that the system names (http_proxy) is one of them.
QString openWayWarning(const model::sentry::Dsn &dsn);

} // namespace ember::app
