// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/symbolicon.h"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

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

} // namespace ember::app
