// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/baselinebar.h"

#include "views/compare/baselinechoice.h"
#include "views/durationtext.h"
#include "views/elidedlabel.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>

namespace ember::views {

using namespace model;

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

// In a narrow window the name of what is compared with has the room.
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
    m_shift->setMaximumWidth(fontMetrics().horizontalAdvance(usual) + 40); // with its arrows
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
    // Whoever leaves deletes the button.
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
                                  m_open.period()),
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
