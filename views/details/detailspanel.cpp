// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/details/detailspanel.h"

#include "views/boxes/boxreference.h"
#include "views/canvas/boxcolours.h"
#include "views/details/cpurows.h"
#include "views/flamechart/lanetext.h"
#include "views/flamechart/waitarrow.h"
#include "views/state/framechoice.h"
#include "views/state/sumsquery.h"
#include "views/text/blametext.h"
#include "views/text/durationtext.h"
#include "views/text/frametext.h"
#include "views/text/longestwaittext.h"
#include "views/text/plaintexts.h"
#include "views/text/threadtitle.h"
#include "views/widgets/tablelook.h"
#include "views/widgets/wrappedtext.h"

#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ember::views {

using namespace model;

// Shows what a thread did during a call as parts of a bar, in the colours of lanes; parts that are
// wide enough tell their percentage. Screen readers get the words beside it, which tell the same.
// Hidden while no state is known.
class StateBar : public QWidget {
public:
    // The appearance must outlive the bar.
    StateBar(const ViewAppearance &appearance, QWidget *parent)
        : QWidget(parent),
          m_appearance(appearance)
    {
        setObjectName(QStringLiteral("detailsStates"));
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        connect(&appearance, &ViewAppearance::changed, this, qOverload<>(&QWidget::update));
        hide();
    }

    void setTimes(const ActivityTimes &times)
    {
        m_times = times;
        setVisible(sum().count() > 0);
        update();
    }

    QSize sizeHint() const override
    {
        constexpr int least = 15;
        return {0, std::max(least, fontMetrics().height())};
    }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Nanoseconds sum() const
    {
        Nanoseconds sum{};
        for (const Activity activity : laneStates)
            sum += m_times.at(std::size_t(activity));
        return sum;
    }

    const ViewAppearance &m_appearance;
    ActivityTimes m_times{};
};

void StateBar::paintEvent(QPaintEvent *)
{
    constexpr int besideText = 4;
    QPainter painter(this);
    const double all = double(sum().count());
    double before = 0;
    for (const Activity activity : laneStates) {
        const double share = double(m_times.at(std::size_t(activity)).count()) / all;
        const int left = static_cast<int>(std::lround(before * width()));
        before += share;
        const QRect place(left, 0, static_cast<int>(std::lround(before * width())) - left,
                          height());
        const BoxColour colour = laneColour(m_appearance.theme(), activity);
        painter.fillRect(place, QColor(colour.fill));
        const QString text = wholePercentText(share);
        if (fontMetrics().horizontalAdvance(text) + 2 * besideText > place.width())
            continue;
        painter.setPen(QColor(colour.text));
        painter.drawText(place.adjusted(besideText, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                         text);
    }
}

namespace {

QTreeWidgetItem *addGroup(QTreeWidget &tree, const QString &name)
{
    auto *group = new QTreeWidgetItem(&tree, {name});
    QFont bold = tree.font();
    bold.setBold(true);
    group->setFont(0, bold);
    group->setFirstColumnSpanned(true);
    group->setExpanded(true);
    return group;
}

void setRow(QTreeWidgetItem &row, const QString &name, const QString &value)
{
    row.setText(0, name);
    row.setText(1, value);
    row.setToolTip(0, name);
    row.setToolTip(1, value);
}

void addRow(QTreeWidgetItem *group, const QString &name, const QString &value)
{
    setRow(*new QTreeWidgetItem(group), name, value);
}

// Updates the rows in place, so that the current row stays while a capture grows.
void setRows(QTreeWidgetItem *group, const std::vector<DetailRow> &rows)
{
    const int count = static_cast<int>(rows.size());
    while (group->childCount() > count)
        delete group->child(group->childCount() - 1);
    for (int row = 0; row < count; ++row) {
        const auto &[name, value] = rows[static_cast<std::size_t>(row)];
        if (row < group->childCount())
            setRow(*group->child(row), name, value);
        else
            addRow(group, name, value);
    }
}

// Returns the title above the function's figures, which says what calls these are of: the range,
// the threads or all.
QString titleOfFunction(const ViewState &state)
{
    const bool isRange = state.selection().range().has_value();
    if (!state.threads().isNarrowed())
        return isRange ? DetailsPanel::tr("Function, in the selected range")
                       : DetailsPanel::tr("Function, all calls");
    return isRange ? DetailsPanel::tr("Function, in the chosen threads and the selected range")
                   : DetailsPanel::tr("Function, in the chosen threads");
}

} // namespace

DetailsPanel::DetailsPanel(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_title(new WrappedText(this)),
      m_hint(new QLabel(tr("Click a call, or a row of a table, to see what it is."), this)),
      m_answer(new QLabel(this)),
      m_states(new StateBar(state.appearance(), this)),
      m_rows(new QTreeWidget(this)),
      m_holders(new CpuRows(state.profile(), state.frames(), state.appearance(), *m_rows)),
      m_job(
          this, [this] { return statisticsWork(); },
          [this](const Functions &functions) {
              showCall();
              showStatistics(functions);
          }),
      m_waitJob(
          this, [&state] { return longestWaitWork(state.profile(), state.selection()); },
          [this](std::optional<Wait> wait) {
              m_wait = std::move(wait);
              showCall();
          })
{
    m_title->setMargins({8, 6, 8, 6});
    m_title->setObjectName(QStringLiteral("detailsTitle"));
    m_title->setAccessibleName(tr("What is selected"));
    styleHint(*m_hint);
    m_answer->setWordWrap(true);
    m_answer->setContentsMargins(8, 0, 8, 6);
    m_answer->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_answer->setTextFormat(Qt::PlainText);
    m_answer->setObjectName(QStringLiteral("detailsAnswer"));
    styleTree(*m_rows);
    wrapValues(*m_rows);
    m_rows->setColumnCount(2);
    m_rows->setHeaderHidden(true);
    m_rows->setIndentation(12);
    m_rows->setRootIsDecorated(false);
    m_rows->setAccessibleName(tr("Details of the selected call"));
    m_rows->header()->resizeSection(0, 16 * fontMetrics().averageCharWidth());
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_title);
    column->addWidget(m_hint, 1);
    column->addWidget(m_answer);
    auto *states = new QVBoxLayout;
    states->setContentsMargins(8, 0, 8, 6);
    states->addWidget(m_states);
    column->addLayout(states);
    column->addWidget(m_rows, 1);
    connect(m_holders, &CpuRows::activated, this, &DetailsPanel::linkActivated);
    m_rows->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_rows, &QWidget::customContextMenuRequested, this, &DetailsPanel::requestMenu);
    connectState();
    showSelection();
}

void DetailsPanel::connectState()
{
    connect(&m_state.profile(), &OpenProfile::changed, this, &DetailsPanel::followCapture);
    connect(&m_state.selection(), &ViewSelection::boxChanged, this, &DetailsPanel::showSelection);
    connect(&m_state.selection(), &ViewSelection::rangeChanged, this, &DetailsPanel::showSelection);
    connect(&m_state.sums(), &SumsQuery::changed, this, &DetailsPanel::showSelection);
    connect(&m_state.threads(), &ThreadChoice::changed, this, &DetailsPanel::followThreads);
    connect(&m_state.selection(), &ViewSelection::functionChanged, this, [this] {
        m_isFunctionNewer = true;
        if (!m_state.selection().box())
            showSelection();
    });
    connect(&m_state.frames(), &FrameChoice::chosenChanged, this, [this] {
        m_isFunctionNewer = false;
        showSelection();
    });
}

void DetailsPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    followCapture();
}

// Updates the sums, which grow with the call; its callers and their names stay.
void DetailsPanel::followCapture()
{
    if (m_function && isVisible())
        m_job.refresh();
    if (m_call && isVisible())
        m_waitJob.refresh();
}

// Shows the figures of other threads; if threads were only folded or moved, nothing changes.
void DetailsPanel::followThreads()
{
    if (m_function && m_state.sums().selection().threads != m_counted)
        showSelection();
}

void DetailsPanel::showSelection()
{
    m_job.drop();
    m_waitJob.drop();
    m_wait.reset();
    m_call = nullptr;
    m_function = nullptr;
    m_holders->forget();
    m_rows->clear();
    m_answer->hide();
    m_states->setTimes({});
    const auto &selected = m_state.selection().box();
    const FrameIndex chosen = m_state.selection().function();
    const bool isFrame = m_state.frames().chosen() != nullptr;
    const bool isFunction =
        !m_state.selection().chosen().empty() && (!isFrame || m_isFunctionNewer);
    if (!m_state.spans() || (!selected && !isFrame && !isFunction)) {
        showHint();
        return;
    }
    showFrame();
    if (selected) {
        const FrameIndex frame = frameOf(*m_state.spans(), *selected);
        showTitle(fromUtf8(frameName(*m_state.spans()->profile(), frame)));
        m_call = addGroup(*m_rows, tr("This call"));
        showCall();
        m_waitJob.askAnew();
        showFunction(frame);
        showCallers(*selected);
    } else if (isFunction) {
        showTitle(fromUtf8(frameName(*m_state.spans()->profile(), chosen)));
        showFunction(chosen);
    }
}

// Shows what all calls of the function took, and where its code is.
void DetailsPanel::showFunction(FrameIndex frame)
{
    m_function = addGroup(*m_rows, titleOfFunction(m_state));
    m_counted = m_state.sums().selection().threads;
    addRow(m_function, tr("Total time"), QStringLiteral("…"));
    auto *code = addGroup(*m_rows, tr("Code"));
    for (const DetailRow &row : frameDetails(*m_state.spans()->profile(), frame))
        addRow(code, row.name, row.value);
    m_job.askAnew();
}

void DetailsPanel::showCall()
{
    if (!m_call || !m_state.selection().box() || !m_state.spans())
        return;
    const SpanTable &spans = *m_state.spans();
    const Profile &profile = *spans.profile();
    const BoxReference selected = *m_state.selection().box();
    auto rows =
        callDetails(spans, selected, m_state.profile().origin(), m_state.profile().period());
    const auto title = threadTitle(profile, selected.thread);
    rows.push_back({tr("Thread"), QStringLiteral("%1  ·  %2").arg(title.name, title.details)});
    if (const auto recording = m_state.profile().recordings().of(selected.thread);
        !recording.isEmpty())
        rows.push_back({tr("Recording"), recording});
    if (const auto names = formerNamesText(profile, formerNames(profile), selected.thread);
        !names.isEmpty())
        rows.push_back({tr("Earlier names"), names});
    if (m_wait && m_wait->thread == selected.thread)
        rows.push_back({tr("Longest wait for a lock or thread"),
                        longestWaitText(profile, *m_wait, m_state.profile().origin())});
    setRows(m_call, rows);
    const Box call = boxAt(spans, selected);
    const QString states = stateText(profile.samples(selected.thread), call.first, call.end);
    const QString took = durationText(rangeOf(spans, selected).duration());
    m_answer->setText(states.isEmpty() ? tr("This call took %1.").arg(took)
                                       : tr("This call took %1: %2.").arg(took, states));
    m_answer->show();
    m_states->setTimes(spans.thread(selected.thread)
                           .activity.within(rangeOf(spans, selected), m_state.profile().period()));
}

// Returns the described function's present frame: a profile that was read again has other frames.
FrameIndex DetailsPanel::describedFunction() const
{
    const ViewSelection &selection = m_state.selection();
    if (!m_function || !m_state.spans())
        return {};
    const FrameIndex frame =
        selection.box() ? frameOf(*m_state.spans(), *selection.box()) : selection.function();
    return m_state.spans()->profile()->tables().frames.contains(frame) ? frame : FrameIndex();
}

void DetailsPanel::requestMenu(const QPoint &position)
{
    const FrameIndex frame = describedFunction();
    if (!frame.isValid())
        return;
    m_state.selection().setFunction(frame);
    emit contextMenuRequested(m_rows->viewport()->mapToGlobal(position));
}

void DetailsPanel::showFrame()
{
    const SlowFrame *frame = m_state.frames().chosen();
    if (!frame)
        return;
    showTitle(tr("Why was this frame late?"));
    auto *group = addGroup(*m_rows, tr("This frame"));
    for (const DetailRow &row :
         blameDetails(*m_state.spans(), *frame, m_state.frames().chosenBlame()))
        addRow(group, row.name, row.value);
    m_holders->addTo(*group);
}

void DetailsPanel::showTitle(const QString &name)
{
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setPlainText(shortened(name));
    m_title->show();
    m_hint->hide();
    m_rows->show();
}

void DetailsPanel::showHint()
{
    m_title->hide();
    m_hint->show();
    m_rows->hide();
}

void DetailsPanel::showCallers(const BoxReference &box)
{
    const SpanTable &spans = *m_state.spans();
    auto *callers = addGroup(*m_rows, tr("Called by"));
    const auto bridged = spans.bridgedCallers(box.thread, boxAt(spans, box).first);
    int number = 0;
    for (auto caller = callerOf(spans, box); caller; caller = callerOf(spans, *caller)) {
        if (caller->depth + 1 == bridged)
            addRow(callers, QStringLiteral("…"), bridgedCallersText());
        const FrameIndex frame = frameOf(spans, *caller);
        addRow(callers, QString::number(++number), fromUtf8(frameName(*spans.profile(), frame)));
    }
    if (number > 0)
        return;
    const QString unknown = unknownCallersText(spans, box);
    addRow(callers, QString(),
           unknown.isEmpty() ? tr("nobody: it is the thread's outermost call") : unknown);
}

PacedJob<DetailsPanel::Functions>::Work DetailsPanel::statisticsWork() const
{
    if (!m_function || !m_state.spans())
        return {};
    return {[weigher = m_state.sums().weigher(), profile = m_state.spans()->profile(),
             selection = m_state.sums().selection()] {
        return functionStatistics(*weigher->weigh(profile, selection));
    }};
}

void DetailsPanel::showStatistics(const Functions &functions)
{
    const FrameIndex frame = describedFunction();
    if (!frame.isValid())
        return;
    const Profile &profile = *m_state.spans()->profile();
    const std::string name = frameName(profile, frame);
    const auto found = std::ranges::find_if(functions, [&](const FunctionStatistics &function) {
        return function.name == name && function.module == moduleName(profile, frame);
    });
    Nanoseconds whole{};
    for (const FunctionStatistics &function : functions)
        whole += function.self;
    const bool isWhole = !m_state.selection().range() && !m_state.threads().isNarrowed();
    const bool isFiltered = !m_state.sums().filters().calls().empty();
    const QString shareText = isFiltered ? tr("%1  (%2 of what the filters leave), %3")
        : isWhole                        ? tr("%1  (%2 of all threads), %3")
                                         : tr("%1  (%2 of the selection), %3");
    const auto row = [&](const QString &label, Nanoseconds time, std::uint64_t samples) {
        const double share = timeShare(time, whole);
        return DetailRow{
            label, shareText.arg(durationText(time), percentText(share), samplesText(samples))};
    };
    if (found == functions.end())
        setRows(m_function, {{tr("Total time"), tr("not in what is selected")}});
    else
        setRows(m_function,
                {row(tr("Total time"), found->total, found->totalSamples),
                 row(tr("Self time"), found->self, found->selfSamples)});
    if (m_call || found == functions.end() || whole.count() <= 0)
        return;
    const auto share = [whole](Nanoseconds time) {
        return percentText(static_cast<double>(time.count()) / static_cast<double>(whole.count()));
    };
    const QString answer = isFiltered
        ? tr("%1 of what the filters leave was spent in it, %2 in its own code.")
        : isWhole ? tr("%1 of the time was spent in it, %2 in its own code.")
                  : tr("%1 of the selection was spent in it, %2 in its own code.");
    m_answer->setText(answer.arg(share(found->total), share(found->self)));
    m_answer->show();
}

} // namespace ember::views
