// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/appearance.h"

#include <QApplication>
#include <QPainter>
#include <QPalette>
#include <QProxyStyle>
#include <QStyleOption>

namespace ember::app {

namespace {

// Fusion draws the box of a check mark in a darker shade of the window: on a dark one nobody sees
// that there is something to check.
class VisibleBoxes : public QProxyStyle {
public:
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override
    {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (element != PE_IndicatorCheckBox
            || views::shadeOf(option->palette) == views::Shade::Light)
            return;
        painter->setPen(views::theme(views::Shade::Dark).mutedText);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
    }
};

} // namespace

views::Shade applyTheme(ThemeChoice choice)
{
    static const QPalette systemPalette = QApplication::palette();
    if (!dynamic_cast<VisibleBoxes *>(QApplication::style()))
        QApplication::setStyle(new VisibleBoxes);
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
