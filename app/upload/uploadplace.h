// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/dsn.h"

#include <QNetworkProxy>
#include <QString>

namespace ember::app {

// Removes the port if it is the default of the scheme (443 for https, 80 for http), so that both
// spellings of an address are equal.
model::sentry::Dsn withoutUsualPort(model::sentry::Dsn dsn);

// Host, path and project, without key: "sentry.io/42".
QString placeOf(const model::sentry::Dsn &dsn);

// Returns a digest of a DSN's address and key, which stands for both in the queue and in kept rate
// limits, as neither stores the key.
QString targetOf(const model::sentry::Dsn &dsn);

// The translated name of a project for users: "project 42 on sentry.io".
QString placeText(const model::sentry::Dsn &dsn);
// Returns the translated name of the project at a place as placeOf() spells it.
QString placeText(const QString &place);

// Whether what is sent to this DSN stays on this machine: its server has an address of the
// loopback, and no proxy is on the way. (It may be a tunnel: nobody can tell.)
bool staysOnThisMachine(const model::sentry::Dsn &dsn, const QNetworkProxy &proxy);

// A translated warning if others can read what is sent to this DSN, else "": over http everybody on
// the way can read key and data, including the proxy that was chosen, or one of the system
// (http_proxy).
QString openWayWarning(const model::sentry::Dsn &dsn,
                       const QNetworkProxy &proxy = QNetworkProxy::DefaultProxy);

} // namespace ember::app
