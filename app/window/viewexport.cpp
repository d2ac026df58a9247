// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/viewexport.h"

#include "app/session/filenames.h"
#include "app/window/actions.h"
#include "app/window/messagebar.h"
#include "app/window/panels.h"
#include "app/window/savedfile.h"
#include "views/graph/graphsvg.h"
#include "views/graph/graphwidget.h"
#include "views/graph/sandwichpanel.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QBuffer>
#include <QFileDialog>
#include <QPainter>
#include <QPdfWriter>
#include <QPixmap>
#include <QPrintDialog>
#include <QPrinter>
#include <QRegion>
#include <QSvgGenerator>

#include <algorithm>
#include <utility>
#include <vector>

namespace ember::app {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

// Returns the visible widget of a type in the view, which may also have a hidden one behind a hint.
template<typename Widget>
Widget *shownIn(QWidget &view)
{
    const auto found = view.findChildren<Widget *>();
    const auto shown = std::ranges::find_if(
        found, [&](const Widget *widget) { return widget->isVisibleTo(&view); });
    return shown == found.end() ? nullptr : *shown;
}

// Returns the graphs that have a tree, from the top down: a view may have several.
std::vector<const views::GraphViewport *> graphsIn(const QWidget &view)
{
    auto graphs = view.findChildren<views::GraphWidget *>();
    graphs.removeIf([&](const views::GraphWidget *graph) {
        return !graph->isVisibleTo(&view) || !graph->viewport().tree();
    });
    std::ranges::sort(graphs, {}, [&](const views::GraphWidget *graph) {
        return graph->mapTo(&view, QPoint(0, 0)).y();
    });
    std::vector<const views::GraphViewport *> viewports;
    for (const views::GraphWidget *graph : std::as_const(graphs))
        viewports.push_back(&graph->viewport());
    return viewports;
}

QString headingOf(const QWidget &view)
{
    const auto *sandwich = qobject_cast<const views::SandwichPanel *>(&view);
    return sandwich ? sandwich->heading() : QString();
}

QPageLayout::Orientation orientationOf(const QWidget &view)
{
    return view.width() > view.height() ? QPageLayout::Landscape : QPageLayout::Portrait;
}

// Whether the widget is a control, which is left out of pictures.
bool isControl(const QWidget &widget)
{
    for (const char *kind : {"QScrollBar", "QAbstractButton", "QComboBox", "QAbstractSpinBox"}) {
        if (widget.inherits(kind))
            return true;
    }
    return false;
}

QRegion withoutControls(const QWidget &view)
{
    QRegion region(view.rect());
    for (const auto *widget : view.findChildren<QWidget *>()) {
        if (isControl(*widget) && widget->isVisibleTo(&view))
            region -= QRect(widget->mapTo(&view, QPoint(0, 0)), widget->size());
    }
    return region;
}

void draw(QWidget &view, QPainter &painter)
{
    painter.fillRect(view.rect(), view.palette().window());
    view.render(&painter, {}, withoutControls(view));
}

QPixmap pictureOf(QWidget &view)
{
    QPixmap picture(view.size() * view.devicePixelRatioF());
    picture.setDevicePixelRatio(view.devicePixelRatioF());
    QPainter painter(&picture);
    draw(view, painter);
    return picture;
}

// Replaces control characters, which XML does not allow in any form: names from files may contain
// any.
QByteArray asXml(QByteArray text)
{
    for (char &letter : text) {
        const bool isSpace = letter == '\t' || letter == '\n' || letter == '\r';
        if (static_cast<unsigned char>(letter) < 0x20 && !isSpace)
            letter = '?';
    }
    for (const char *noLetter : {"\xef\xbf\xbe", "\xef\xbf\xbf"})
        text.replace(noLetter, "\xef\xbf\xbd");
    return text;
}

// Renders a view as SVG the way its widget draws it: pictures stay pictures.
QByteArray svgOf(QWidget &view)
{
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(view.logicalDpiX());
    generator.setSize(view.size());
    generator.setViewBox(view.rect());
    QPainter painter(&generator);
    draw(view, painter);
    painter.end();
    return asXml(buffer.data());
}

} // namespace

ViewExport::ViewExport(views::ViewState &state, Panels &panels,
                       std::function<QStringList()> shownFiles, QWidget &window)
    : QObject(&window),
      m_state(state),
      m_panels(panels),
      m_shownFiles(std::move(shownFiles)),
      m_window(window)
{
}

void ViewExport::connectTo(Actions &actions, MessageBar &messages)
{
    m_messages = &messages;
    connect(actions.copyText, &QAction::triggered, this,
            [this] { copy(current(), views::TextKind::Plain); });
    connect(actions.copyMarkdown, &QAction::triggered, this,
            [this] { copy(current(), views::TextKind::Markdown); });
    connect(actions.savePicture, &QAction::triggered, this, &ViewExport::choosePath);
    connect(actions.print, &QAction::triggered, this, &ViewExport::choosePrinter);
}

QWidget &ViewExport::current() const
{
    for (QWidget *at = QApplication::focusWidget(); at; at = at->parentWidget()) {
        if (m_panels.contains(at))
            return *at;
    }
    return m_panels.currentView();
}

bool ViewExport::copy(QWidget &view, views::TextKind kind)
{
    auto *table = qobject_cast<QAbstractItemView *>(QApplication::focusWidget());
    if (!table || !view.isAncestorOf(table))
        table = shownIn<QAbstractItemView>(view);
    if (!table || table->model()->rowCount() == 0)
        return false;
    delete m_copy;
    m_copy = new views::TableCopy(*table, kind);
    return true;
}

void ViewExport::choosePath()
{
    // Chosen before the dialog takes the focus.
    QWidget *view = &current();
    const bool isGraph = shownIn<views::GraphWidget>(*view) != nullptr;
    auto *dialog = new QFileDialog(&m_window, tr("Save Picture"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(isGraph ? QStringLiteral("svg") : QStringLiteral("png"));
    QStringList kinds{tr("PNG picture (*.png)"), tr("SVG picture (*.svg)"),
                      tr("PDF document (*.pdf)")};
    if (isGraph)
        kinds.swapItemsAt(0, 1);
    dialog->setNameFilters(kinds);
    dialog->selectFile(view->objectName());
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString &kind) {
        for (const char *suffix : {"png", "svg", "pdf"}) {
            if (kind.contains(QLatin1String("*.") + QLatin1String(suffix)))
                dialog->setDefaultSuffix(QLatin1String(suffix));
        }
    });
    connect(dialog, &QFileDialog::fileSelected, view, [this, view](const QString &path) {
        if (const auto saved = save(*view, path); !saved)
            m_messages->showError(saved.error());
    });
    dialog->open();
}

Result<void> ViewExport::checkPath(const QString &path) const
{
    if (sameFileAmong(m_shownFiles(), path).isEmpty())
        return {};
    return Error{ErrorCode::FileNotWritable, toPath(path),
                 tr("it is the file that is open, and the picture would replace it").toStdString()};
}

Result<void> ViewExport::save(QWidget &view, const QString &path) const
{
    EMBER_RETURN_IF_ERROR(checkPath(path));
    if (path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive))
        return saveSvg(view, path);
    if (!path.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive))
        return savePicture(pictureOf(view).toImage(), path);
    QBuffer pdf;
    pdf.open(QIODevice::WriteOnly);
    QPdfWriter writer(&pdf);
    writer.setPageOrientation(orientationOf(view));
    if (!print(view, writer))
        return Error{ErrorCode::FileNotWritable, path.toStdString(), {}};
    return saveWhole(pdf.data(), path);
}

Result<void> ViewExport::saveSvg(QWidget &view, const QString &path) const
{
    const auto graphs = graphsIn(view);
    const bool isDrawn = !graphs.empty() && m_state.spans();
    const QByteArray svg = isDrawn ? graphsSvg(m_state, headingOf(view), graphs) : svgOf(view);
    return saveWhole(svg, path);
}

void ViewExport::choosePrinter()
{
    QWidget *view = &current(); // chosen before the dialog takes the focus
    auto *dialog = new QPrintDialog(&m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->printer()->setPageOrientation(orientationOf(*view));
    connect(dialog, qOverload<QPrinter *>(&QPrintDialog::accepted), view,
            [this, view](QPrinter *printer) {
                if (const auto allowed = checkPath(printer->outputFileName()); !allowed)
                    m_messages->showError(allowed.error());
                else if (!print(*view, *printer))
                    m_messages->showError(Error{ErrorCode::FileNotWritable,
                                                printer->outputFileName().isEmpty()
                                                    ? printer->printerName().toStdString()
                                                    : printer->outputFileName().toStdString(),
                                                {}});
            });
    dialog->open();
}

bool ViewExport::print(QWidget &view, QPagedPaintDevice &paper)
{
    QPainter painter;
    if (view.size().isEmpty() || !painter.begin(&paper))
        return false;
    painter.setRenderHint(QPainter::LosslessImageRendering);
    const QRectF page = painter.viewport();
    const double scale = std::min(page.width() / view.width(), page.height() / view.height());
    painter.scale(scale, scale);
    draw(view, painter);
    return painter.end();
}

} // namespace ember::app
