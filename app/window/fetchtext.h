// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/fetchreport.h"

#include <QString>
#include <QStringList>

namespace ember::app {

// Text of the progress row while a debug file is fetched.
QString fetchText(const FetchReport &report);

// Message that debug info was not fetched, with the reason if all failures share one. `failures` is
// not empty.
QString fetchFailureText(const QStringList &failures);

} // namespace ember::app
