// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/sums/sumspanel.h"

#include "model/query/weights.h"
#include "views/state/gaps.h"
#include "views/text/amounttext.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/widgets/elidedlabel.h"

#include <QHBoxLayout>

#include <utility>

namespace ember::views {

using namespace model;

SumsPanel::SumsPanel(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_profileSerial(state.profile().serial())
{
    connect(&state.profile(), &OpenProfile::changed, this, &SumsPanel::followProfile);
    connect(&state.threads(), &ThreadChoice::changed, this, &SumsPanel::askIfSeen);
    connect(&state.selection(), &ViewSelection::rangeChanged, this, &SumsPanel::askIfSeen);
    connect(&state.sums(), &SumsQuery::changed, this, &SumsPanel::askIfSeen);
}

void SumsPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    askAnew();
}

void SumsPanel::askIfSeen()
{
    if (isVisible())
        askAnew();
}

bool SumsPanel::noteQuestion()
{
    auto asked = m_state.sums().selection();
    asked.idleWaits = {}; // how idle waits are found is no part of the question
    auto ofKnown = asked;
    std::erase_if(ofKnown.threads,
                  [&](model::ThreadIndex thread) { return thread.row() >= m_askedThreads; });
    const bool isOther = ofKnown != m_asked;
    m_asked = std::move(asked);
    m_askedThreads = m_state.spans() ? m_state.spans()->profile()->threadCount() : 0;
    return isOther;
}

void SumsPanel::followProfile()
{
    if (m_profileSerial != m_state.profile().serial()) {
        m_profileSerial = m_state.profile().serial();
        forget();
        askIfSeen();
    }
    if (isVisible())
        refresh();
}

namespace {

QString scopeName(const ViewState &state)
{
    const bool isPart = state.threads().isNarrowed();
    if (state.selection().range())
        return isPart ? SelectionBar::tr("Of the chosen threads in the selected range")
                      : SelectionBar::tr("Of the selected range");
    return isPart ? SelectionBar::tr("Of the chosen threads")
                  : SelectionBar::tr("Of the whole profile");
}

QString filteredScopeName(const ViewState &state)
{
    const bool isPart = state.threads().isNarrowed();
    if (state.selection().range())
        return isPart ? SelectionBar::tr("What the filters leave of the chosen threads in the "
                                         "selected range")
                      : SelectionBar::tr("What the filters leave of the selected range");
    return isPart ? SelectionBar::tr("What the filters leave of the chosen threads")
                  : SelectionBar::tr("What the filters leave of the whole profile");
}

bool isFiltered(const ViewState &state)
{
    return !state.sums().filters().calls().empty();
}

// Returns the scope with its length, as in the status bar: from first to last sample. What filters
// leave has a sum instead of a length.
QString scopeText(const ViewState &state, const QString &left)
{
    if (isFiltered(state)) {
        const QString name = filteredScopeName(state);
        return left.isEmpty() ? name : QStringLiteral("%1, %2").arg(name, left);
    }
    const QString name = scopeName(state);
    const TimeRange range =
        state.selection().range().value_or(state.spans()->profile()->timeRange());
    if (state.profile().range().isEmpty() || !isTimed(*state.spans()->profile()))
        return name;
    return QStringLiteral("%1, %2").arg(name, durationText(range.duration()));
}

} // namespace

SelectionBar::SelectionBar(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_scope(new ElidedLabel(Qt::ElideRight, this)),
      m_tools(new QHBoxLayout),
      m_job(
          this, [this] { return question(); }, [this](const Calls &calls) { showLeft(calls); })
{
    m_scope->setObjectName(QStringLiteral("scope"));
    m_tools->setSpacing(4);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(6, 3, 6, 3);
    line->addWidget(m_scope, 1);
    line->addLayout(m_tools);
    line->addWidget(new WeightChoice(state, this));
    connect(&state.sums(), &SumsQuery::changed, this, &SelectionBar::showChange);
    connect(&state.profile(), &OpenProfile::changed, this, &SelectionBar::showGrowth);
    connect(&state.threads(), &ThreadChoice::changed, this, &SelectionBar::showChange);
    connect(&state.selection(), &ViewSelection::rangeChanged, this, &SelectionBar::showChange);
    showScope();
}

void SelectionBar::addTool(QWidget *tool)
{
    m_tools->addWidget(tool);
}

void SelectionBar::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    showChange();
}

void SelectionBar::showChange()
{
    if (!isFiltered(m_state)) {
        m_job.drop();
        m_left.clear();
    } else if (isVisible()) {
        m_job.askAnew();
    }
    showScope();
}

void SelectionBar::showGrowth()
{
    if (isVisible() && isFiltered(m_state))
        m_job.refresh();
    showScope();
}

PacedJob<SelectionBar::Calls>::Work SelectionBar::question()
{
    if (!m_state.spans())
        return {};
    return m_state.sums().workOn([](Calls calls) { return calls; });
}

void SelectionBar::showLeft(const Calls &calls)
{
    m_left = amountText(*calls, calls->whole());
    showScope();
}

void SelectionBar::showScope()
{
    m_scope->setText(m_state.spans() ? scopeText(m_state, m_left) : QString());
}

namespace {

constexpr int typeRole = Qt::UserRole; // row of the value type; absent for time

} // namespace

WeightChoice::WeightChoice(ViewState &state, QWidget *parent) : QComboBox(parent), m_state(state)
{
    setObjectName(QStringLiteral("weight"));
    setAccessibleName(tr("Weight"));
    setToolTip(tr("What functions are weighed by"));
    hide();
    connect(this, &QComboBox::currentIndexChanged, this, &WeightChoice::choose);
    connect(&state.profile(), &OpenProfile::changed, this, &WeightChoice::offer);
    connect(&state.sums(), &SumsQuery::changed, this, &WeightChoice::showWeight);
    offer();
}

void WeightChoice::offer()
{
    if (m_state.profile().serial() == m_profileSerial)
        return;
    m_profileSerial = m_state.profile().serial();
    const QSignalBlocker blocker(this);
    clear();
    if (m_state.spans()) {
        const Profile &profile = *m_state.spans()->profile();
        const auto &tables = profile.tables();
        if (isTimed(profile))
            addItem(tr("Time"));
        for (std::size_t row = 0; row < tables.valueTypes.size(); ++row) {
            if (!addsUp(profile, ValueTypeIndex(row)))
                continue;
            const auto &type = tables.valueTypes[ValueTypeIndex(row)];
            addItem(tr("%1 in %2", "a type of values in its unit")
                        .arg(shortened(fromUtf8(profile.text(type.type))),
                             shortened(fromUtf8(profile.text(type.unit)))));
            setItemData(count() - 1, static_cast<quint32>(row), typeRole);
        }
    }
    showWeight();
    setVisible(count() > 1);
}

void WeightChoice::showWeight()
{
    const auto weight = m_state.sums().weight();
    const QSignalBlocker blocker(this);
    for (int item = 0; item < count(); ++item) {
        const QVariant row = itemData(item, typeRole);
        if (row.isValid() ? weight == ValueTypeIndex(row.toUInt()) : !weight.isValid())
            setCurrentIndex(item);
    }
}

void WeightChoice::choose()
{
    const QVariant row = currentData(typeRole);
    m_state.sums().setWeight(row.isValid() ? ValueTypeIndex(row.toUInt()) : ValueTypeIndex());
}

TreeChoice::TreeChoice(const ViewState &state, QWidget *parent) : QToolButton(parent)
{
    setObjectName(QStringLiteral("inverted"));
    setText(tr("Callers"));
    setCheckable(true);
    const auto showKey = [this, &state] {
        const QKeySequence key = state.appearance().keyMap().keyFor(ChartAction::ToggleInverted);
        setToolTip(tr("Begin with the innermost functions and show who called them (%1)")
                       .arg(key.toString(QKeySequence::NativeText)));
    };
    connect(&state.appearance(), &ViewAppearance::keyMapChanged, this, showKey);
    showKey();
}

model::TowardsCalls TreeChoice::direction() const
{
    return isChecked() ? model::TowardsCalls::Callers : model::TowardsCalls::Callees;
}

} // namespace ember::views
