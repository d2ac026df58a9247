// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/statistics/functioncallsview.h"

#include "views/canvas/accessibleboxes.h"
#include "views/state/openprofile.h"
#include "views/state/timezoom.h"
#include "views/state/viewselection.h"
#include "views/statistics/rangefigures.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/text/threadtitle.h"
#include "views/widgets/propertyview.h"
#include "views/widgets/tablelook.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QPainter>
#include <QSplitter>
#include <QTableView>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

constexpr double margin = 6;

} // namespace

Histogram::Histogram(const ViewAppearance &appearance, QWidget *parent)
    : QWidget(parent),
      m_appearance(appearance)
{
    tellAsChart(*this);
    setAccessibleName(tr("How long the calls are"));
    setMinimumHeight(4 * fontMetrics().height());
    connect(&appearance, &ViewAppearance::changed, this, qOverload<>(&QWidget::update));
}

QSize Histogram::sizeHint() const
{
    return {240, 7 * fontMetrics().height()};
}

void Histogram::setBuckets(std::vector<DurationBucket> buckets)
{
    m_buckets = std::move(buckets);
    m_most = 0;
    QStringList texts;
    for (const DurationBucket &bucket : m_buckets) {
        m_most = std::max(m_most, bucket.calls);
        if (bucket.calls > 0)
            texts << textOf(bucket);
    }
    setAccessibleDescription(texts.join(QStringLiteral("; ")));
    update();
}

QString Histogram::textOf(const DurationBucket &bucket) const
{
    return tr("%1 to %2: %n call(s)", nullptr, static_cast<int>(bucket.calls))
        .arg(durationText(bucket.from), durationText(bucket.below));
}

// The area of the bars; the edges are written below it.
QRectF Histogram::area() const
{
    return QRectF(rect()).adjusted(margin, margin + fontMetrics().height(), -margin,
                                   -margin - fontMetrics().height());
}

// The bar of a bucket; it is at least a pixel high if there are calls.
QRectF Histogram::barOf(std::size_t bucket) const
{
    const QRectF bars = area();
    const double width = bars.width() / static_cast<double>(m_buckets.size());
    const auto calls = static_cast<double>(m_buckets[bucket].calls);
    const double height =
        calls > 0 ? std::max(1.0, bars.height() * calls / static_cast<double>(m_most)) : 0;
    return {bars.left() + static_cast<double>(bucket) * width, bars.bottom() - height, width - 1,
            height};
}

void Histogram::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = m_appearance.theme();
    painter.fillRect(rect(), theme.background);
    if (m_buckets.empty())
        return;
    const QRectF bars = area();
    painter.fillRect(QRectF(bars.left(), bars.bottom(), bars.width(), 1), theme.grid);
    const double line = fontMetrics().height();
    double free = bars.left(); // end of the previous label
    double freeAbove = bars.left();
    for (std::size_t row = 0; row < m_buckets.size(); ++row) {
        const QRectF bar = barOf(row);
        painter.fillRect(bar, theme.accent);
        painter.setPen(theme.mutedText);
        const QString edge = durationText(m_buckets[row].from);
        const double width = fontMetrics().horizontalAdvance(edge) + margin;
        if (bar.left() >= free && bar.left() + width <= bars.right()) {
            painter.drawText(QRectF(bar.left(), bars.bottom() + 2, width, line), 0, edge);
            free = bar.left() + width;
        }
        const QString calls = countText(m_buckets[row].calls);
        const double callsWidth = fontMetrics().horizontalAdvance(calls);
        if (m_buckets[row].calls > 0 && bar.left() >= freeAbove) {
            painter.setPen(theme.text);
            painter.drawText(QRectF(bar.left(), bar.top() - line, callsWidth + 1, line), 0, calls);
            freeAbove = bar.left() + callsWidth + margin;
        }
    }
}

bool Histogram::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto &help = static_cast<const QHelpEvent &>(*event);
    for (std::size_t row = 0; row < m_buckets.size(); ++row) {
        const QRectF bar = barOf(row);
        if (help.x() >= bar.left() && help.x() <= bar.right()) {
            QToolTip::showText(help.globalPos(), textOf(m_buckets[row]), this);
            return true;
        }
    }
    QToolTip::hideText();
    return true;
}

using namespace model;

namespace {

BoxReference boxOf(const LongCall &call)
{
    return {call.thread, call.depth, call.box};
}

} // namespace

LongCallModel::LongCallModel(QObject *parent)
    : ColumnsModel(
        {{tr("Longest calls"),
          [this](const LongCall &call) {
              return durationText(rangeOf(*m_spans, boxOf(call)).duration());
          },
          Qt::AlignRight},
         {tr("Start"),
          [this](const LongCall &call) {
              return offsetText(rangeOf(*m_spans, boxOf(call)).start - m_origin,
                                Nanoseconds(1'000'000));
          },
          Qt::AlignRight},
         {tr("Thread"),
          [this](const LongCall &call) {
              return m_recordings.beside(threadName(*m_spans->profile(), call.thread), call.thread);
          }},
         {tr("Samples"),
          [this](const LongCall &call) { return countText(samplesOf(*m_spans, boxOf(call))); },
          Qt::AlignRight}},
        parent)
{
}

void LongCallModel::setCalls(SpanTablePointer spans, std::vector<LongCall> calls, Timestamp origin)
{
    m_spans = std::move(spans);
    m_recordings = m_spans ? RecordingNames(*m_spans->profile()) : RecordingNames();
    m_origin = origin;
    if (calls == m_calls)
        return;
    beginResetModel();
    m_calls = std::move(calls);
    endResetModel();
}

BoxReference LongCallModel::callAt(int row) const
{
    return boxOf(m_calls[static_cast<std::size_t>(row)]);
}

int LongCallModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_calls.size());
}

FunctionCallsView::FunctionCallsView(const OpenProfile &profile, TimeZoom &zoom,
                                     ViewSelection &selection, const ViewAppearance &appearance,
                                     QWidget *parent)
    : QWidget(parent),
      m_profile(profile),
      m_zoom(zoom),
      m_selection(selection),
      m_title(new QLabel(this)),
      m_figures(new PropertyView),
      m_histogram(new Histogram(appearance)),
      m_model(new LongCallModel(this)),
      m_table(new QTableView)
{
    m_title->setObjectName(QStringLiteral("statisticsFunction"));
    m_title->setContentsMargins(6, 2, 6, 2);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_title->setMinimumWidth(1);
    m_figures->setCompact();
    m_figures->setAccessibleName(tr("Figures of the function"));
    auto *parts = new QSplitter(Qt::Horizontal);
    parts->setChildrenCollapsible(false);
    parts->addWidget(m_figures);
    parts->addWidget(createTable());
    parts->setSizes({360, 340});
    m_content = parts;
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_title);
    column->addWidget(m_content, 1);
    showNone();
}

QWidget *FunctionCallsView::createTable()
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Longest calls"));
    styleTable(*m_table);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    for (const int section : {LongCallModel::Duration, LongCallModel::Start})
        m_table->setColumnWidth(section, 13 * fontMetrics().averageCharWidth());
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &current) {
                if (current.isValid())
                    goTo(current.row());
            });
    connect(m_table, &QTableView::clicked, this,
            [this](const QModelIndex &index) { goTo(index.row()); });
    auto *part = new QSplitter(Qt::Vertical);
    part->setChildrenCollapsible(false);
    part->addWidget(m_histogram);
    part->addWidget(m_table);
    part->setStretchFactor(1, 1);
    return part;
}

void FunctionCallsView::show(const SpanTablePointer &spans, const CallWeights &calls,
                             FunctionCalls function)
{
    m_title->setText(oneLine(shortened(fromUtf8(frameName(*calls.profile, function.frame)))));
    m_title->setForegroundRole(QPalette::WindowText);
    m_title->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_figures->setGroups(functionFigures(function, calls, m_profile.period()));
    m_histogram->setBuckets(std::move(function.histogram));
    m_model->setCalls(spans, std::move(function.longestCalls), m_profile.origin());
    m_content->show();
}

void FunctionCallsView::showNone()
{
    m_title->setText(tr("Click a call or a function in any view to see how long its calls take."));
    m_title->setForegroundRole(QPalette::PlaceholderText);
    m_title->setAlignment(Qt::AlignCenter);
    m_figures->setGroups({});
    m_histogram->setBuckets({});
    m_model->setCalls(nullptr, {}, {});
    m_content->hide();
}

void FunctionCallsView::goTo(int row)
{
    const BoxReference call = m_model->callAt(row);
    if (!m_profile.spans() || !holds(*m_profile.spans(), call) || m_selection.box() == call)
        return;
    const TimeRange range = rangeOf(*m_profile.spans(), call);
    const auto around = range.duration() / 4;
    m_zoom.remember();
    m_zoom.show({range.start - around, range.end + around});
    m_selection.select(call);
}

} // namespace ember::views
