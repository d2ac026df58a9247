// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/comparisonpanel.h"

#include "model/answers/comparisonanswer.h"
#include "views/compare/changemarks.h"
#include "views/graph/graphwidget.h"
#include "views/state/baselinechoice.h"
#include "views/state/gaps.h"
#include "views/sums/sumspanel.h"
#include "views/sums/tablerows.h"
#include "views/text/amounttext.h"
#include "views/text/durationtext.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/tablelook.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

#include <utility>

namespace ember::views {

using namespace model;

namespace {

// Nodes with at least this share are found before the graph is shown: about what a wide window
// draws.
constexpr double expandedChangeShare = 1.0 / 2000;

QString reasonText(const Error &error)
{
    return error.code == ErrorCode::NothingToShow
        ? ComparisonPanel::tr("None of the chosen threads is in the baseline.")
        : ComparisonPanel::tr("The baseline is not measured by the same as this profile.");
}

QString lengthText(const Profile &profile, std::optional<TimeRange> range)
{
    return durationText(range.value_or(profile.timeRange()).duration());
}

// Returns "Before: old.ember, 4.98 s · After: new.ember, 5.68 s", with the words of the columns.
QString againstText(const ViewState &state, const QString &title)
{
    const Baseline &baseline = *state.baseline().baseline();
    const Profile &profile = *baseline.profile;
    QString before = baseline.title;
    if (isTimed(profile)) {
        before = baseline.range
            ? ComparisonPanel::tr("%1 from %2 on, %3")
                  .arg(baseline.title,
                       offsetText(baseline.range->start - profile.timeRange().start,
                                  state.profile().period()),
                       lengthText(profile, baseline.range))
            : QStringLiteral("%1, %2").arg(baseline.title, lengthText(profile, std::nullopt));
    }
    if (title.isEmpty() || !state.spans())
        return ComparisonPanel::tr("Before: %1", "a profile").arg(before);
    const Profile &open = *state.spans()->profile();
    const QString after = isTimed(open)
        ? QStringLiteral("%1, %2").arg(title, lengthText(open, state.selection().range()))
        : title;
    return ComparisonPanel::tr("Before: %1  ·  After: %2", "profiles").arg(before, after);
}

// Returns the sums of all calls as they are, however functions are normalised: so a longer run is
// seen.
QString totalsText(const Comparison &comparison)
{
    const CallWeights &before = *comparison.before.calls;
    const CallWeights &after = *comparison.after.calls;
    return ComparisonPanel::tr("all calls: %1 → %2", "amounts before and after")
        .arg(amountText(before, before.whole()), amountText(after, after.whole()));
}

// Returns how the amounts of functions are normalised; empty if they are not.
QString unitText(const Comparison &comparison)
{
    switch (comparison.by) {
    case Normalisation::PerSecond:
        return ComparisonPanel::tr(
            "below: per second of each; that one run lasts longer does not show");
    case Normalisation::Share:
        return ComparisonPanel::tr("below: shares of all calls of each, whatever these took");
    case Normalisation::Amount: break;
    }
    return {};
}

} // namespace

ComparisonPanel::ComparisonPanel(ViewState &state, QWidget *parent)
    : SumsPanel(state, parent),
      m_bar(new SelectionBar(state, this)),
      m_model(new ComparisonModel(state.selection(), state.appearance(), this)),
      m_view(new QTableView(this)),
      m_graph(new GraphWidget(state, this)),
      m_against(new ElidedLabel(Qt::ElideRight, this)),
      m_hint(new QLabel(this)),
      m_choose(new QPushButton(tr("Compare With…"), this)),
      m_pages(new QStackedWidget(this)),
      m_parts(new QSplitter(Qt::Vertical, this)),
      m_asGraph(new QToolButton(this)),
      m_before(new QToolButton(this)),
      m_part(new QComboBox(this)),
      m_by(new QComboBox(this)),
      m_job(
          this, [this] { return question(); }, [this](Answer answer) { show(std::move(answer)); })
{
    createTools();
    createTable();
    m_pages->addWidget(createHint());
    m_pages->addWidget(m_view);
    m_pages->addWidget(createGraph());
    for (QWidget *tool : {static_cast<QWidget *>(m_asGraph), static_cast<QWidget *>(m_before),
                          static_cast<QWidget *>(m_part), static_cast<QWidget *>(m_by)})
        m_bar->addTool(tool);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(m_against);
    m_parts->addWidget(m_pages);
    m_parts->setChildrenCollapsible(false);
    m_parts->setHandleWidth(3);
    column->addWidget(m_parts, 1);
    connect(&state.baseline(), &BaselineChoice::changed, this, [this] {
        chooseNormalisation();
        startOver();
    });
    connect(&state.profile(), &OpenProfile::opened, this, &ComparisonPanel::chooseNormalisation);
    connect(&state.selection(), &ViewSelection::rangeChanged, this, &ComparisonPanel::showAgainst);
    connect(&state.baseline(), &BaselineChoice::rangeChanged, this, [this] {
        showBaseline();
        askIfSeen();
    });
    showBaseline();
}

void ComparisonPanel::createTools()
{
    m_against->setObjectName(QStringLiteral("against"));
    m_against->setContentsMargins(6, 0, 6, 3);
    m_hint->setObjectName(QStringLiteral("hint"));
    styleHint(*m_hint);
    m_asGraph->setObjectName(QStringLiteral("asGraph"));
    m_asGraph->setText(tr("Graph"));
    m_asGraph->setToolTip(tr("Show calls as a flame graph, coloured by what has changed"));
    m_asGraph->setCheckable(true);
    m_before->setObjectName(QStringLiteral("before"));
    m_before->setText(tr("Before"));
    m_before->setToolTip(tr("Show the calls of the baseline: also those that are gone"));
    m_before->setCheckable(true);
    m_part->setObjectName(QStringLiteral("part"));
    m_part->setAccessibleName(tr("Part"));
    m_part->addItem(tr("Self"), int(ComparedPart::Self));
    m_part->addItem(tr("Total"), int(ComparedPart::Total));
    m_by->setObjectName(QStringLiteral("by"));
    m_by->setAccessibleName(tr("Normalised"));
    m_by->setToolTip(
        tr("What is compared of each function: what it took per second of its side's "
           "time, its share of all calls of its side, or the sum as it is. For work "
           "that is done once, such as two runs of a command, take the sum: per second "
           "and as shares a run that takes longer looks like the other one."));
    m_by->addItem(tr("Per second"), int(Normalisation::PerSecond));
    m_by->addItem(tr("Share"), int(Normalisation::Share));
    m_by->addItem(tr("As it is"), int(Normalisation::Amount));
    connect(m_by, &QComboBox::currentIndexChanged, this, &ComparisonPanel::askIfSeen);
    connect(m_by, &QComboBox::activated, this, [this] { m_isByChosen = true; });
    connect(m_part, &QComboBox::currentIndexChanged, this, [this] {
        m_model->setPart(ComparedPart(m_part->currentData().toInt()));
        showAgainst();
    });
    connect(m_asGraph, &QToolButton::toggled, this, &ComparisonPanel::showBaseline);
    connect(m_before, &QToolButton::toggled, this, &ComparisonPanel::startOver);
}

void ComparisonPanel::createTable()
{
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Comparison"));
    styleTable(*m_view);
    m_view->setItemDelegate(new SumCells(ComparisonModel::columns(), m_view));
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(ComparisonModel::Difference, Qt::DescendingOrder);
    new SumColumnWidths(*m_view->horizontalHeader(), ComparisonModel::columns(),
                        state().appearance(), QStringLiteral("comparison"));
    m_chosen = new ChosenRow(state().selection(), *m_view, [this](const QModelIndex &index) {
        return m_model->function(index.row()).after;
    });
    connect(m_chosen, &ChosenRow::contextMenuRequested, this, &SumsPanel::contextMenuRequested);
    connect(&state().selection(), &ViewSelection::functionChanged, this, [this] {
        m_chosen->followSelection();
        m_view->viewport()->update(); // a row may be marked without being current
    });
    connect(m_chosen, &ChosenRow::activated, this, &SumsPanel::functionActivated);
}

QWidget *ComparisonPanel::createHint()
{
    auto *page = new QWidget(this);
    m_choose->setObjectName(QStringLiteral("chooseBaseline"));
    m_choose->setToolTip(tr("Choose a profile to compare with"));
    connect(m_choose, &QPushButton::clicked, this, &ComparisonPanel::baselineWanted);
    auto *column = new QVBoxLayout(page);
    column->addStretch(1);
    column->addWidget(m_hint);
    column->addWidget(m_choose, 0, Qt::AlignHCenter);
    column->addStretch(1);
    return page;
}

QWidget *ComparisonPanel::createGraph()
{
    auto *page = new QWidget(this);
    auto *below = new QHBoxLayout;
    below->setSpacing(6);
    below->addWidget(new ChangeLegend(state().appearance(), page));
    below->addWidget(new GraphFooter(state(), *m_graph, page), 1);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_graph, 1);
    column->addLayout(below);
    connect(m_graph, &GraphWidget::contextMenuRequested, this, &SumsPanel::contextMenuRequested);
    return page;
}

void ComparisonPanel::startOver()
{
    forget();
    askIfSeen();
}

void ComparisonPanel::forget()
{
    m_job.drop();
    m_model->setComparison(nullptr);
    m_graph->setTree(nullptr, QStringLiteral(" "));
    showBaseline();
}

void ComparisonPanel::showHint(const QString &text)
{
    m_hint->setText(text);
    m_choose->setVisible(!state().baseline().baseline());
    m_pages->setCurrentWidget(m_hint->parentWidget());
    setFocusProxy(nullptr);
}

void ComparisonPanel::showBaseline()
{
    const auto &baseline = state().baseline().baseline();
    for (QWidget *tool : {static_cast<QWidget *>(m_asGraph), static_cast<QWidget *>(m_by)})
        tool->setEnabled(baseline.has_value());
    m_before->setVisible(m_asGraph->isChecked());
    m_part->setVisible(!m_asGraph->isChecked());
    m_against->setVisible(baseline.has_value());
    if (!baseline) {
        showHint(tr("Nothing to compare with. Use the selection as baseline and select another "
                    "range, or choose another profile: the commands are in the menu Compare."));
        return;
    }
    showAgainst();
    const bool isGraph = m_asGraph->isChecked();
    m_pages->setCurrentWidget(isGraph ? m_graph->parentWidget() : m_view);
    setFocusProxy(isGraph ? static_cast<QWidget *>(m_graph) : m_view);
}

// Shows which profiles are compared, and how many functions the table leaves out.
void ComparisonPanel::showAgainst()
{
    const auto &baseline = state().baseline().baseline();
    if (!baseline)
        return;
    QStringList parts{againstText(state(), m_title)};
    if (m_model->comparison())
        parts << totalsText(*m_model->comparison()) << unitText(*m_model->comparison());
    parts.removeAll(QString());
    if (const auto count = m_model->leftOut(); count > 0 && !m_asGraph->isChecked())
        parts << tr("%n function(s) that took nothing on either side are left out", nullptr,
                    static_cast<int>(count));
    m_against->setText(parts.join(QStringLiteral("  ·  ")));
}

// Chooses amounts for two whole runs: per second, a longer run would not be seen. Anything else,
// such as a range and a run, is compared per second. A choice of the user stays.
void ComparisonPanel::chooseNormalisation()
{
    const auto &baseline = state().baseline().baseline();
    if (!baseline || !state().spans() || m_isByChosen)
        return;
    const bool areRuns = !baseline->range && isWholeRun(*baseline->profile, {})
        && isWholeRun(*state().spans()->profile(), {});
    const auto by = areRuns ? Normalisation::Amount : Normalisation::PerSecond;
    m_by->setCurrentIndex(m_by->findData(int(by)));
}

void ComparisonPanel::addTool(QWidget *tool)
{
    m_bar->addTool(tool);
}

void ComparisonPanel::setCharts(QWidget *charts)
{
    constexpr int parts = 5; // of the height; the charts get three of these
    m_parts->insertWidget(0, charts);
    m_parts->setStretchFactor(0, 3);
    m_parts->setStretchFactor(1, parts - 3);
    m_parts->setSizes({3 * height(), (parts - 3) * height()});
}

void ComparisonPanel::setTitle(const QString &title)
{
    m_title = title;
    showAgainst();
}

PacedJob<ComparisonPanel::Answer>::Work ComparisonPanel::question()
{
    const auto &baseline = state().baseline().baseline();
    if (!state().spans() || !baseline)
        return {};
    const Selection selection = state().sums().selection();
    const auto same = state().baseline().selectionFor(selection);
    if (!same) {
        showHint(reasonText(same.error()));
        return {};
    }
    const auto side = m_before->isChecked() ? ShownSide::Before : ShownSide::After;
    return [weigher = state().sums().weigher(), profile = state().spans()->profile(), selection,
            baseline = *baseline, same = *same, by = Normalisation(m_by->currentData().toInt()),
            side] {
        auto compared = compare(baseline.weigher->weigh(baseline.profile, same),
                                weigher->weigh(profile, selection), by);
        if (!compared)
            return Answer{nullptr, nullptr, side, compared.error()};
        auto comparison = std::make_shared<const Comparison>(std::move(*compared));
        const ComparedSide &shown =
            side == ShownSide::Before ? comparison->before : comparison->after;
        auto tree =
            std::make_shared<MergedTree>(shown.calls, TowardsCalls::Callees, SiblingOrder::Weight);
        tree->findBelow();
        tree->expand(expandedChangeShare);
        return Answer{std::move(comparison), std::move(tree), side, std::nullopt};
    };
}

void ComparisonPanel::show(Answer answer)
{
    if (answer.error) {
        showHint(reasonText(*answer.error));
        return;
    }
    showBaseline();
    m_graph->setTree(answer.tree,
                     std::make_shared<ChangeMarks>(answer.comparison, answer.tree, answer.side));
    showComparison(std::move(answer.comparison));
}

// Replaces the rows, which change with every snapshot, and keeps scrolled place and selection.
void ComparisonPanel::showComparison(ComparisonPointer comparison)
{
    const QModelIndex current = m_view->currentIndex();
    const auto chosen =
        current.isValid() ? std::optional(m_model->function(current.row())) : std::nullopt;
    m_chosen->replaceRows([&] {
        m_model->setComparison(std::move(comparison));
        if (const auto row = chosen ? m_model->rowOf(*chosen) : std::nullopt)
            m_view->setCurrentIndex(m_model->index(*row, current.column()));
    });
    m_chosen->followSelection();
    showAgainst();
}

} // namespace ember::views
