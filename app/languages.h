// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QStringList>

namespace ember::app {

// Installs the translations of the user's language, if available, including Qt's own dialogs. Call
// once, after constructing the QCoreApplication.
void installLanguage(const QLocale &locale = QLocale());

// Languages with a complete catalogue, besides English: "de".
QStringList languages();

} // namespace ember::app
