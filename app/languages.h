// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QStringList>

namespace ember::app {

// Makes tr() speak the user's language, as far as we know it, Qt's own dialogs included. Call once
// per language, after the QCoreApplication was made.
void installLanguage(const QLocale &locale = QLocale());

// Languages with a finished catalogue, besides English: "de".
QStringList languages();

} // namespace ember::app
