// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/dsn.h"

#include <QString>

namespace ember::app {

// The DSN without its port if that is the one its scheme has anyway (443 of https, 80 of http):
// both spellings are one place.
model::sentry::Dsn withoutUsualPort(model::sentry::Dsn dsn);

// "project 42 on sentry.io": as users are told where. Translated.
QString placeText(const model::sentry::Dsn &dsn);
QString placeText(const QString &project, const QString &server);

// A translated warning if others can read what is sent to this DSN, else "". An http address shows
// the key and the data to everybody on the way, also to a proxy that the system names (http_proxy).
QString openWayWarning(const model::sentry::Dsn &dsn);

} // namespace ember::app
