// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/baselinebar.h"

#include "model/answers/comparisonanswer.h"
#include "views/compare/comparisonmodel.h"
#include "views/state/baselinechoice.h"
#include "views/state/sumsquery.h"
#include "views/text/durationtext.h"
#include "views/widgets/elidedlabel.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

bool isOutlined(const ViewState &state, FrameIndex frame)
{
    const FrameMarks &marks = state.selection().outlined();
    return frame.isValid() && frame.row() < marks.size() && marks[frame.row()] != 0;
}

// Ranges whose lengths differ by less count as equally long.
constexpr double equalLength = 0.01;

Nanoseconds lengthOf(const Profile &profile, TimeRange asked)
{
    const TimeRange all = profile.timeRange();
    const TimeRange range{std::max(all.start, asked.start), std::min(all.end, asked.end)};
    return range.isEmpty() ? Nanoseconds(0) : range.duration();
}

// Compares ranges of different length per second, others by their amounts. The caller does not ask
// for two whole runs: these are compared by their amounts, as in the table of functions.
Normalisation normalisationOf(Nanoseconds before, Nanoseconds after)
{
    const auto difference = static_cast<double>(std::max(before, after).count())
        - static_cast<double>(std::min(before, after).count());
    const bool isEqual =
        difference <= equalLength * static_cast<double>(std::max(before, after).count());
    const bool hasLengths = std::min(before, after) > Nanoseconds(0);
    return isEqual || !hasLengths ? Normalisation::Amount : Normalisation::PerSecond;
}

} // namespace

ComparedTotals::ComparedTotals(ViewState &open, const AlignedBaseline &baseline)
    : m_open(open),
      m_baseline(baseline),
      m_job(
          this, [this] { return question(); },
          [this](ComparisonPointer comparison) {
              m_comparison = std::move(comparison);
              emit changed();
          })
{
    const auto askAnew = [this] { m_job.askAnew(); };
    connect(&open.sums(), &SumsQuery::changed, this, askAnew);
    connect(&open.threads(), &ThreadChoice::changed, this, askAnew);
    connect(&open.selection(), &ViewSelection::rangeChanged, this, askAnew);
    connect(&open.profile(), &OpenProfile::opened, this, askAnew);
    connect(&open.profile(), &OpenProfile::changed, this, [this] { m_job.refresh(); });
    connect(&open.baseline(), &BaselineChoice::changed, this, askAnew);
    connect(&open.baseline(), &BaselineChoice::rangeChanged, this, askAnew);
    connect(&baseline.function(), &OutlinedFunction::changed, this, &ComparedTotals::changed);
    m_job.askAnew();
}

PacedJob<ComparisonPointer>::Work ComparedTotals::question() const
{
    const auto &baseline = m_open.baseline().baseline();
    if (!m_open.spans() || !baseline)
        return {};
    const Selection selection = m_open.sums().selection();
    const auto same = m_open.baseline().selectionFor(selection);
    if (!same)
        return [] { return ComparisonPointer(); };
    return [weigher = m_open.sums().weigher(), profile = m_open.spans()->profile(), selection,
            baseline = *baseline, same = *same] {
        const bool areRuns = isWholeRun(*baseline.profile, same) && isWholeRun(*profile, selection);
        const auto by = areRuns ? Normalisation::Amount
                                : normalisationOf(lengthOf(*baseline.profile, same.range),
                                                  lengthOf(*profile, selection.range));
        auto compared = compare(baseline.weigher->weigh(baseline.profile, same),
                                weigher->weigh(profile, selection), by);
        return compared ? std::make_shared<const Comparison>(std::move(*compared))
                        : ComparisonPointer();
    };
}

std::optional<ComparedAmount> ComparedTotals::amount() const
{
    if (m_baseline.function().name().isEmpty())
        return m_comparison->ofPaths(emptyPath, emptyPath);
    const auto found =
        std::ranges::find_if(m_comparison->functions, [this](const ComparedFunction &function) {
            return isOutlined(m_open, function.after)
                || isOutlined(m_baseline.state(), function.before);
        });
    if (found == m_comparison->functions.end()
        || (found->total.before == 0 && found->total.after == 0))
        return std::nullopt;
    return found->total;
}

QString ComparedTotals::text() const
{
    if (!m_comparison)
        return {};
    const QString name = m_baseline.function().name();
    const auto known = amount();
    if (!known)
        return tr("%1: in neither range", "a function").arg(name);
    const ComparedAmount &total = *known;
    QStringList parts{tr("%1 → %2", "an amount before and after")
                          .arg(comparedText(*m_comparison, total.before),
                               comparedText(*m_comparison, total.after)),
                      differenceText(*m_comparison, total.difference())};
    if (const QString ratio = ratioText(total); !ratio.isEmpty())
        parts.append(ratio);
    if (!name.isEmpty()) // noise is not judged for the sum of all calls
        parts.append(noiseText(total.noise));
    return QStringLiteral("%1: %2").arg(name.isEmpty() ? tr("All calls") : name,
                                        parts.join(QStringLiteral(", ")));
}

namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr double maxShift = 1e9; // ms
constexpr int leastWidthWithAmounts = 480;

} // namespace

BaselineBar::BaselineBar(ViewState &open, AlignedBaseline &baseline, QWidget *parent)
    : QWidget(parent),
      m_open(open),
      m_baseline(baseline),
      m_totals(open, baseline),
      m_title(new ElidedLabel(Qt::ElideMiddle, this)),
      m_amounts(new ElidedLabel(Qt::ElideRight, this)),
      m_shift(new QDoubleSpinBox(this))
{
    m_title->setObjectName(QStringLiteral("baseline"));
    m_amounts->setObjectName(QStringLiteral("totals"));
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(6, 2, 6, 2);
    line->addWidget(m_title, 2);
    line->addWidget(m_amounts, 3);
    createTools(*line);
    connect(&open.baseline(), &BaselineChoice::changed, this, &BaselineBar::showBaseline);
    connect(&open.baseline(), &BaselineChoice::rangeChanged, this, &BaselineBar::showBaseline);
    connect(&m_totals, &ComparedTotals::changed, this, &BaselineBar::showTotals);
    connect(&baseline, &AlignedBaseline::shifted, this, &BaselineBar::showShift);
    showBaseline();
    showShift();
}

// Hides the amounts in a narrow window, so that the name of the baseline has room.
void BaselineBar::resizeEvent(QResizeEvent *event)
{
    m_amounts->setVisible(width() >= leastWidthWithAmounts);
    QWidget::resizeEvent(event);
}

void BaselineBar::createTools(QHBoxLayout &line)
{
    m_shift->setObjectName(QStringLiteral("shift"));
    m_shift->setAccessibleName(tr("Shift of the baseline"));
    m_shift->setToolTip(tr("How much later the baseline stands than with both starts above each "
                           "other. Its ruler can be dragged, too."));
    m_shift->setPrefix(tr("Shift ", "followed by a duration"));
    m_shift->setSuffix(QStringLiteral(" ms"));
    m_shift->setRange(-maxShift, maxShift);
    m_shift->setDecimals(3);
    m_shift->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    m_shift->setKeyboardTracking(false);
    const QString usual = m_shift->prefix() + QStringLiteral("−00000.000 ms");
    m_shift->setMaximumWidth(fontMetrics().horizontalAdvance(usual) + 40); // plus the arrows
    connect(m_shift, &QDoubleSpinBox::valueChanged, this, [this](double shift) {
        m_baseline.setShift(std::chrono::round<Nanoseconds>(Milliseconds(shift)));
    });
    line.addWidget(m_shift);
    line.addWidget(createAlign());
    auto *leave = new QToolButton(this);
    leave->setObjectName(QStringLiteral("leave"));
    leave->setText(QStringLiteral("✕"));
    leave->setToolTip(tr("Leave side by side"));
    leave->setAccessibleName(leave->toolTip());
    leave->setAutoRaise(true);
    // Queued: the receiver of closeRequested() deletes the button.
    connect(leave, &QToolButton::clicked, this, &BaselineBar::closeRequested, Qt::QueuedConnection);
    line.addWidget(leave);
}

QWidget *BaselineBar::createAlign()
{
    auto *menu = new QMenu(this);
    QAction *starts = menu->addAction(tr("&Starts"), &m_baseline, &AlignedBaseline::alignStarts);
    starts->setObjectName(QStringLiteral("alignStarts"));
    QAction *calls =
        menu->addAction(tr("Selected &Calls"), &m_baseline, &AlignedBaseline::alignCalls);
    calls->setObjectName(QStringLiteral("alignCalls"));
    auto *button = new QToolButton(this);
    button->setText(tr("Align"));
    button->setToolTip(tr("Put the starts, or the selected calls, above each other"));
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setAutoRaise(true);
    return button;
}

void BaselineBar::showBaseline()
{
    const auto &baseline = m_open.baseline().baseline();
    if (!baseline)
        return;
    const TimeRange range = baseline->range.value_or(baseline->profile->timeRange());
    m_title->setText(
        baseline->range
            ? tr("Baseline: %1 from %2 on, %3")
                  .arg(baseline->title,
                       offsetText(range.start - baseline->profile->timeRange().start,
                                  m_open.profile().period()),
                       durationText(range.duration()))
            : tr("Baseline: %1, %2").arg(baseline->title, durationText(range.duration())));
    m_title->setToolTip(m_title->text());
}

void BaselineBar::showTotals()
{
    m_amounts->setText(m_totals.text());
    m_amounts->setToolTip(m_amounts->text());
}

void BaselineBar::showShift()
{
    const QSignalBlocker quiet(m_shift);
    m_shift->setValue(Milliseconds(m_baseline.shift()).count());
}

} // namespace ember::views
