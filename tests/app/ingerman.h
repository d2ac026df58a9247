// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/languages.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTranslator>

namespace ember::tests {

// The program speaks German while this lives: most of its texts are longer then.
class InGerman {
public:
    InGerman() { app::installLanguage(QLocale(QLocale::German)); }
    ~InGerman()
    {
        for (QTranslator *one : QCoreApplication::instance()->findChildren<QTranslator *>())
            delete one;
    }
    InGerman(const InGerman &) = delete;
    InGerman &operator=(const InGerman &) = delete;
};

} // namespace ember::tests
