// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>

namespace ember::app {

// Installs the translations of the user's language, if available, including Qt's own dialogs. Call
// once, after constructing the QCoreApplication.
void installLanguage(const QLocale &locale = QLocale());

} // namespace ember::app
