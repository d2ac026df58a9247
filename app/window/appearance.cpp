// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/appearance.h"

#include <QApplication>
#include <QPalette>

namespace ember::app {

views::Shade applyTheme(ThemeChoice choice)
{
    static const QPalette systemPalette = QApplication::palette();
    switch (choice) {
    case ThemeChoice::System: QApplication::setPalette(systemPalette); break;
    case ThemeChoice::Light:
        QApplication::setPalette(views::paletteFor(views::Shade::Light));
        break;
    case ThemeChoice::Dark: QApplication::setPalette(views::paletteFor(views::Shade::Dark)); break;
    }
    return views::shadeOf(QApplication::palette());
}

} // namespace ember::app
