// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/viewexport.h"

#include "app/export/savedfile.h"
#include "app/inbackground.h"
#include "app/look/messagebar.h"
#include "app/session/filenames.h"
#include "app/window/panels.h"
#include "model/query/threadstatistics.h"
#include "views/boxes/boxreference.h"
#include "views/canvas/boxcolours.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/flamechart/lanetext.h"
#include "views/graph/graphsvg.h"
#include "views/graph/graphwidget.h"
#include "views/graph/sandwichpanel.h"
#include "views/state/gaps.h"
#include "views/state/viewstate.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QPainter>
#include <QPdfWriter>
#include <QPixmap>
#include <QPrintDialog>
#include <QPrinter>
#include <QRegion>
#include <QScrollBar>
#include <QSplitter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ember::app {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

constexpr int mostSteps = 8; // a split view gives each half only a part of the added height

int highest(const QWidget &view)
{
    const double scale = view.devicePixelRatioF();
    const double most =
        std::min<double>(WholeView::mostHeight, WholeView::mostPixels / (view.width() * scale + 1));
    return std::max(view.height(), static_cast<int>(most / scale));
}

} // namespace

WholeView::WholeView(QWidget &view) : m_view(view), m_size(view.size())
{
    if (!view.isVisible()) // a hidden view is not laid out
        return;
    for (auto *bar : view.findChildren<QScrollBar *>()) {
        if (bar->orientation() == Qt::Vertical && bar->isVisibleTo(&view))
            m_bars.append({bar, bar->value()});
    }
    for (auto *splitter : view.findChildren<QSplitter *>())
        m_splits.append({splitter, splitter->saveState()});
    for (auto *list : view.findChildren<QAbstractItemView *>()) {
        if (list->verticalScrollMode() == QAbstractItemView::ScrollPerItem) {
            list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
            m_lists.append(list);
        }
    }
    m_charts = view.findChildren<views::FlameChartWidget *>();
    for (auto *chart : std::as_const(m_charts))
        chart->showWhole(views::Whole::Yes);
    const int most = highest(view);
    for (int step = 0; step < mostSteps && hidden() > 0 && view.height() < most; ++step)
        view.resize(view.width(), std::min(most, view.height() + hidden()));
}

WholeView::~WholeView()
{
    m_view.resize(m_size);
    for (const Split &split : std::as_const(m_splits))
        split.splitter->restoreState(split.state);
    // After the resize: a chart that is still high would unfold threads.
    for (auto *chart : std::as_const(m_charts))
        chart->showWhole(views::Whole::No);
    for (auto *list : std::as_const(m_lists))
        list->setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    for (const Scrolled &scrolled : std::as_const(m_bars))
        scrolled.bar->setValue(scrolled.value);
}

int WholeView::hidden() const
{
    int hidden = 0;
    for (const Scrolled &scrolled : m_bars)
        hidden += scrolled.bar->maximum() - scrolled.bar->minimum();
    return hidden;
}

namespace {

// Returns the visible widget of a type in the view. The view may also have one that is hidden while
// a hint is shown in its place.
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

bool isPdf(const QString &path)
{
    return path.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive);
}

// Whether the path's extension is that of a document (SVG, PDF), not of a bitmap.
bool isDocument(const QString &path)
{
    return isPdf(path) || path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive);
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
    for (const char *kind : {"QScrollBar", "QAbstractButton", "QComboBox", "QAbstractSpinBox",
                             "QSplitterHandle", "ember::views::GutterHead"}) {
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

// The texts below a picture.
struct Caption {
    QString title;
    QStringList lines;
    std::vector<views::ColourMeaning> meanings; // of boxes
    std::vector<views::ColourMeaning> lanes; // of lanes and strips
};

constexpr int captionMargin = 8;

int heightOf(const Caption &caption, const QFontMetrics &metrics)
{
    const int lines = 1 + static_cast<int>(caption.lines.size())
        + (caption.meanings.empty() ? 0 : 1) + (caption.lanes.empty() ? 0 : 1);
    return 2 * captionMargin + lines * (metrics.lineSpacing() + 2);
}

QSize sizeWith(const QWidget &view, const Caption &caption)
{
    return view.size() + QSize(0, heightOf(caption, view.fontMetrics()));
}

void drawMeanings(const std::vector<views::ColourMeaning> &meanings, QPoint at, QPainter &painter)
{
    const QFontMetrics metrics = painter.fontMetrics();
    for (const views::ColourMeaning &meaning : meanings) {
        const QRect box(at, QSize(metrics.height(), metrics.height()));
        painter.fillRect(box, QColor(meaning.colour.fill));
        painter.drawText(box.right() + captionMargin, at.y() + metrics.ascent(), meaning.text);
        at.rx() += box.width() + metrics.horizontalAdvance(meaning.text) + 3 * captionMargin;
    }
}

// Draws the part of the view between two heights, and the caption below the view.
void draw(QWidget &view, const Caption &caption, QPainter &painter, int top, int bottom)
{
    painter.fillRect(QRect(QPoint(0, 0), sizeWith(view, caption)), view.palette().window());
    const QRegion part = withoutControls(view) & QRect(0, top, view.width(), bottom - top);
    if (!part.isEmpty())
        view.render(&painter, part.boundingRect().topLeft(), part);
    if (bottom <= view.height())
        return;
    QFont font = view.font();
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(view.palette().windowText().color());
    const int step = view.fontMetrics().lineSpacing() + 2;
    QPoint at(captionMargin, view.height() + captionMargin);
    const auto write = [&](const QString &text) {
        painter.drawText(at + QPoint(0, view.fontMetrics().ascent()),
                         painter.fontMetrics().elidedText(text, Qt::ElideRight,
                                                          view.width() - 2 * captionMargin));
        at.ry() += step;
    };
    write(caption.title);
    painter.setFont(view.font());
    for (const QString &line : caption.lines)
        write(line);
    for (const auto &meanings : {caption.meanings, caption.lanes}) {
        drawMeanings(meanings, at, painter);
        at.ry() += meanings.empty() ? 0 : step;
    }
}

void draw(QWidget &view, const Caption &caption, QPainter &painter)
{
    draw(view, caption, painter, 0, sizeWith(view, caption).height());
}

QPixmap pictureOf(QWidget &view, const Caption &caption)
{
    QPixmap picture(sizeWith(view, caption) * view.devicePixelRatioF());
    picture.setDevicePixelRatio(view.devicePixelRatioF());
    QPainter painter(&picture);
    draw(view, caption, painter);
    return picture;
}

// Shows a view in light colours while it lives: pictures end up on paper and white pages.
class InLightColours {
public:
    InLightColours(views::ViewAppearance &appearance, QWidget &view)
        : m_appearance(appearance),
          m_view(view),
          m_before(views::shadeOf(view.palette()))
    {
        if (m_before == views::Shade::Light)
            return;
        m_appearance.setShade(views::Shade::Light);
        m_view.setPalette(views::paletteFor(views::Shade::Light));
    }

    ~InLightColours()
    {
        if (m_before == views::Shade::Light)
            return;
        m_view.setPalette({});
        m_appearance.setShade(m_before);
    }

    InLightColours(const InLightColours &) = delete;
    InLightColours &operator=(const InLightColours &) = delete;

private:
    views::ViewAppearance &m_appearance;
    QWidget &m_view;
    views::Shade m_before;
};

// Draws on one page, as large as possible. What would be less than half as wide as the page is
// drawn on several, each with a part of the view. Returns false on failure.
bool draw(QWidget &view, const Caption &caption, QPagedPaintDevice &paper)
{
    QPainter painter;
    if (view.size().isEmpty() || !painter.begin(&paper))
        return false;
    painter.setRenderHint(QPainter::LosslessImageRendering);
    const QRectF page = painter.viewport();
    const QSize whole = sizeWith(view, caption);
    const double widest = page.width() / whole.width();
    const double scale = std::min(widest, page.height() / whole.height());
    if (scale >= widest / 2) {
        painter.scale(scale, scale);
        draw(view, caption, painter);
        return painter.end();
    }
    // Height of the part of the view that fits on a page.
    const double height = page.height() / widest;
    for (double top = 0; top < whole.height(); top += height) {
        if (top > 0 && !paper.newPage())
            return false;
        painter.save();
        painter.scale(widest, widest);
        painter.setClipRect(QRectF(0, 0, whole.width(), height));
        painter.translate(0, -top);
        draw(view, caption, painter, static_cast<int>(std::floor(top)),
             static_cast<int>(std::ceil(std::min(top + height, double(whole.height())))));
        painter.restore();
    }
    return painter.end();
}

QString commandOf(const model::Profile &profile)
{
    for (const model::Process &process : profile.tables().processes) {
        const auto command = profile.text(process.command);
        if (process.launched && !command.empty())
            return views::shortened(views::fromUtf8(command));
    }
    return {};
}

// Replaces the characters that XML does not allow in any form, such as most control characters:
// names from files may contain any.
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
QByteArray svgOf(QWidget &view, const Caption &caption)
{
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setTitle(caption.title);
    generator.setDescription(caption.lines.join(QLatin1Char('\n')));
    generator.setResolution(view.logicalDpiX());
    generator.setSize(sizeWith(view, caption));
    generator.setViewBox(QRect(QPoint(0, 0), sizeWith(view, caption)));
    QPainter painter(&generator);
    draw(view, caption, painter);
    painter.end();
    return asXml(buffer.data());
}

Result<void> savePdf(QWidget &view, const Caption &caption, const QString &path)
{
    QBuffer pdf;
    pdf.open(QIODevice::WriteOnly);
    QPdfWriter writer(&pdf);
    writer.setPageOrientation(orientationOf(view));
    if (!draw(view, caption, writer))
        return Error{ErrorCode::FileNotWritable, path.toStdString(), {}};
    return saveWhole(pdf.data(), path);
}

QByteArray svgOf(QWidget &view, const Caption &caption, const views::ViewState &state)
{
    const auto graphs = graphsIn(view);
    const bool isDrawn = !graphs.empty() && state.spans();
    return isDrawn ? graphsSvg(state, headingOf(view), graphs) : svgOf(view, caption);
}

QString nameAndModule(const model::Profile &profile, model::FrameIndex frame)
{
    const QString name = views::fromUtf8(frameName(profile, frame));
    const QString module = views::fromUtf8(moduleName(profile, frame));
    return module.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, module);
}

} // namespace

void copyName(const views::ViewState &state)
{
    const auto function = state.selection().function();
    if (state.spans() && function.isValid())
        QGuiApplication::clipboard()->setText(
            views::fromUtf8(frameName(*state.spans()->profile(), function)));
}

void copyStack(const views::ViewState &state)
{
    const auto &spans = state.spans();
    QStringList lines;
    for (auto box = state.selection().box(); spans && box; box = callerOf(*spans, *box))
        lines << nameAndModule(*spans->profile(), frameOf(*spans, *box));
    if (!lines.isEmpty())
        QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

namespace {

// Returns a sentence about what is missing in a picture; "" if it is whole.
QString cutText(const WholeView &whole)
{
    return whole.hidden() == 0
        ? QString()
        : ViewExport::tr("Cut off: another %L1 pixels do not fit into a picture.")
              .arg(whole.hidden());
}

Caption captionFor(const views::ViewState &state, const QStringList &files, const WholeView &whole,
                   QWidget &view)
{
    Caption caption;
    const QString file = files.isEmpty() ? QString() : QFileInfo(files.first()).fileName();
    caption.title = file;
    if (const QString cut = cutText(whole); !cut.isEmpty())
        caption.lines << cut;
    if (!state.spans())
        return caption;
    const model::Profile &profile = *state.spans()->profile();
    const QString command = commandOf(profile);
    if (!command.isEmpty())
        caption.title = command;
    QStringList facts;
    if (profile.tables().origin == model::TimeOrigin::UnixEpoch)
        facts << views::clockText(profile.timeRange().start);
    if (views::isTimed(profile))
        facts << views::durationText(profile.timeRange().duration());
    facts << views::threadsText(model::sampledThreadCount(profile));
    if (!command.isEmpty() && !file.isEmpty())
        facts << file;
    facts << QStringLiteral("Emberchart");
    caption.lines << facts.join(QStringLiteral(" · "));
    caption.meanings =
        views::meaningsOf(state.appearance().colourMode(), state.appearance().theme());
    if (const auto *chart = shownIn<views::FlameChartWidget>(view);
        chart && state.profile().hasStates())
        caption.lanes = views::laneMeanings(state.appearance().theme(),
                                            chart->laneHits().runs().empty() ? views::AreHits::No
                                                                             : views::AreHits::Yes);
    return caption;
}

} // namespace

ViewExport::ViewExport(views::ViewState &state, Panels &panels,
                       std::function<QStringList()> shownFiles, MessageBar &messages,
                       QWidget &window)
    : QObject(&window),
      m_state(state),
      m_panels(panels),
      m_shownFiles(std::move(shownFiles)),
      m_window(window),
      m_messages(messages)
{
}

void ViewExport::copyCurrent()
{
    const bool isTable = qobject_cast<QAbstractItemView *>(QApplication::focusWidget());
    if (!isTable && m_state.selection().function().isValid())
        copyName(m_state);
    else
        copy(current(), views::TextKind::Plain);
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
    // Determined before the dialog takes the focus.
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
    connect(dialog, &QFileDialog::fileSelected, view,
            [this, view](const QString &path) { saveChosen(*view, path); });
    dialog->open();
}

void ViewExport::saveChosen(QWidget &view, const QString &path)
{
    QString cut;
    if (isDocument(path)) {
        const auto saved = save(view, path, &cut);
        say(saved, path, cut);
        return;
    }
    const auto picture = paint(view, path, &cut);
    if (!picture) {
        m_messages.showError(picture.error());
        return;
    }
    // Packing a whole view takes seconds.
    inBackground(
        this, [picture = *picture, path] { return savePicture(picture, path); },
        [this, path, cut](const Result<void> &saved) { say(saved, path, cut); });
}

void ViewExport::say(const Result<void> &saved, const QString &path, const QString &cut)
{
    if (!saved)
        m_messages.showError(saved.error());
    else
        m_messages.showMessage(
            {.importance = Importance::Note, .text = tr("Saved to %1.").arg(path), .advice = cut});
}

Result<void> ViewExport::checkPath(const QString &path) const
{
    if (sameFileAmong(m_shownFiles(), path).isEmpty())
        return {};
    return Error{ErrorCode::FileNotWritable, toPath(path),
                 tr("it is the file that is open, and the picture would replace it").toStdString()};
}

Result<QImage> ViewExport::paint(QWidget &view, const QString &path, QString *cut) const
{
    EMBER_RETURN_IF_ERROR(checkPath(path));
    const InLightColours light(m_state.appearance(), view);
    const WholeView whole(view);
    if (cut)
        *cut = cutText(whole);
    return pictureOf(view, captionFor(m_state, m_shownFiles(), whole, view)).toImage();
}

Result<void> ViewExport::save(QWidget &view, const QString &path, QString *cut) const
{
    if (!isDocument(path)) {
        EMBER_ASSIGN_OR_RETURN(const auto picture, paint(view, path, cut));
        return savePicture(picture, path);
    }
    EMBER_RETURN_IF_ERROR(checkPath(path));
    const InLightColours light(m_state.appearance(), view);
    const WholeView whole(view);
    const Caption caption = captionFor(m_state, m_shownFiles(), whole, view);
    if (cut)
        *cut = cutText(whole);
    if (isPdf(path))
        return savePdf(view, caption, path);
    return saveWhole(svgOf(view, caption, m_state), path);
}

void ViewExport::choosePrinter()
{
    QWidget *view = &current(); // determined before the dialog takes the focus
    auto *dialog = new QPrintDialog(&m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->printer()->setPageOrientation(orientationOf(*view));
    connect(dialog, qOverload<QPrinter *>(&QPrintDialog::accepted), view,
            [this, view](QPrinter *printer) {
                if (const auto allowed = checkPath(printer->outputFileName()); !allowed)
                    m_messages.showError(allowed.error());
                else if (!print(*view, *printer))
                    m_messages.showError(Error{ErrorCode::FileNotWritable,
                                               printer->outputFileName().isEmpty()
                                                   ? printer->printerName().toStdString()
                                                   : printer->outputFileName().toStdString(),
                                               {}});
            });
    dialog->open();
}

bool ViewExport::print(QWidget &view, QPagedPaintDevice &paper) const
{
    const InLightColours light(m_state.appearance(), view);
    const WholeView whole(view);
    return draw(view, captionFor(m_state, m_shownFiles(), whole, view), paper);
}

} // namespace ember::app
