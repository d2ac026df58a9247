// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/look/appearance.h"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QProxyStyle>
#include <QStyleOption>
#include <QSvgRenderer>
#include <QTabBar>

#include <algorithm>

// References the resources of a static library, which the linker would drop. Not in a namespace: Qt
// declares a global function.
static void initResources()
{
    Q_INIT_RESOURCE(emberchart);
}

namespace ember::app {

namespace {

class SymbolIconEngine : public QIconEngine {
public:
    explicit SymbolIconEngine(QString name) : m_name(std::move(name))
    {
        QFile file(QLatin1String(":/icons/") % m_name % QLatin1String(".svg"));
        if (file.open(QIODevice::ReadOnly))
            m_drawing = file.readAll();
    }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const QColor colour = QApplication::palette().color(group, QPalette::WindowText);
        QByteArray drawing = m_drawing;
        drawing.replace("#000000", colour.name().toLatin1());
        QSvgRenderer renderer(drawing);
        painter->save();
        if (mode == QIcon::Disabled)
            painter->setOpacity(0.45);
        renderer.render(painter, rect);
        painter->restore();
    }

    // Not cached: a cached pixmap would keep the colours of an old palette.
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap image(size);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return image;
    }

    QIconEngine *clone() const override { return new SymbolIconEngine(m_name); }

private:
    QString m_name;
    QByteArray m_drawing;
};

// Returns the horizontal padding of tab titles (both sides together): the usual one, reduced as far
// as needed for all tabs to fit.
int tabSpace(const QTabBar &tabs, int usual)
{
    constexpr int least = 4;
    int titles = 0;
    for (int tab = 0; tab < tabs.count(); ++tab)
        titles += tabs.fontMetrics().size(Qt::TextShowMnemonic, tabs.tabText(tab)).width();
    const int room = (tabs.width() - titles) / std::max(1, tabs.count());
    return std::clamp(room, least, std::max(least, usual));
}

// Whether the widget is the pane beside the views, or its tabs.
bool isOfPages(const QWidget *widget)
{
    return widget && widget->objectName() == QLatin1String("pages");
}

class OurStyle : public QProxyStyle {
public:
    // Reduces the padding of tabs in the pane beside the views, so that all of them fit.
    int pixelMetric(PixelMetric metric, const QStyleOption *option,
                    const QWidget *widget) const override
    {
        const int usual = QProxyStyle::pixelMetric(metric, option, widget);
        const auto *tabs =
            metric == PM_TabBarTabHSpace ? qobject_cast<const QTabBar *>(widget) : nullptr;
        return tabs && isOfPages(tabs) ? tabSpace(*tabs, usual) : usual;
    }

    // Hides the icons of OK, Cancel and Close: the desktop's have another style, and are black on
    // dark windows.
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *more) const override
    {
        return hint == SH_DialogButtonBox_ButtonsHaveIcons
            ? 0
            : QProxyStyle::styleHint(hint, option, widget, more);
    }

    // Draws check boxes and fields with a visible frame, as Fusion's is hardly darker than the
    // window. The frame of a field with the keyboard focus is bright.
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override
    {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        const bool isField = element == PE_FrameLineEdit && !(option->state & State_HasFocus);
        if (element != PE_IndicatorCheckBox && !isField)
            return;
        painter->setPen(views::edgeOf(option->palette));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
    }

    // Marks the tab of the current page in the pane beside the views, like the views' own tabs: the
    // tabs' backgrounds hardly differ.
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget) const override
    {
        QProxyStyle::drawControl(element, option, painter, widget);
        constexpr int thick = 3;
        const bool isMarked =
            element == CE_TabBarTabShape && (option->state & State_Selected) && isOfPages(widget);
        if (isMarked)
            painter->fillRect(QRect(option->rect.topLeft(), QSize(option->rect.width(), thick)),
                              views::theme(views::shadeOf(option->palette)).accent);
    }
};

} // namespace

QIcon symbolIcon(const QString &name)
{
    initResources();
    return QIcon(new SymbolIconEngine(name));
}

QIcon applicationIcon()
{
    initResources();
    return QIcon(QStringLiteral(":/emberchart.svg"));
}

views::Shade applyTheme(ThemeChoice choice)
{
    static const QPalette systemPalette = views::legible(QApplication::palette());
    if (!dynamic_cast<OurStyle *>(QApplication::style()))
        QApplication::setStyle(new OurStyle);
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
