// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/fetchreport.h"

#include <QString>
#include <QStringList>

namespace ember::app {

// What the progress row says while a debug file is being fetched.
QString fetchText(const FetchReport &report);

// That debug info did not come, for `failures`, which are not empty: the reason, if there is one.
QString fetchFailureText(const QStringList &failures);

} // namespace ember::app
