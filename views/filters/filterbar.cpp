// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/filters/filterbar.h"

#include "views/filters/filterstack.h"
#include "views/filters/filtertext.h"
#include "views/sumsquestion.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace ember::views {

FilterBar::FilterBar(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_add(new QToolButton(this)),
      m_chips(new QHBoxLayout)
{
    // A tool bar gives the others what they ask for, when it is asked.
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_add->setObjectName(QStringLiteral("addFilter"));
    m_add->setText(tr("Filter"));
    m_add->setToolTip(tr("What the flame graph, the tables and the details count"));
    m_add->setPopupMode(QToolButton::InstantPopup);
    m_add->setAutoRaise(true);
    m_chips->setSpacing(4);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(4, 2, 4, 2);
    line->addWidget(m_add);
    line->addLayout(m_chips);
    line->addStretch(1);
    connect(&state, &ViewState::spansChanged, this, &FilterBar::showChips);
    connect(&state, &ViewState::threadsChanged, this, &FilterBar::showChips);
    connect(&state, &ViewState::selectedRangeChanged, this, &FilterBar::showChips);
    connect(&state.sums(), &SumsQuestion::changed, this, &FilterBar::showChips);
    showChips();
}

void FilterBar::setMenu(QMenu *menu)
{
    m_add->setMenu(menu);
}

// They are few, and change by somebody's hand.
void FilterBar::showChips()
{
    const auto chips = findChildren<FilterChip *>();
    const auto focused = std::ranges::find_if(chips, [](auto *chip) { return chip->hasFocus(); });
    const int place = m_focused >= 0 ? m_focused
        : focused != chips.end()     ? static_cast<int>(focused - chips.begin())
                                     : -1;
    for (FilterChip *chip : chips) {
        m_chips->removeWidget(chip);
        chip->setParent(nullptr);
        chip->deleteLater(); // it may be the one that asked
    }
    if (!m_state.spans())
        return;
    FilterStack &filters = m_state.sums().filters();
    if (m_state.selectedRange())
        addChip(rangeText(m_state), tr("Only the selected range counts."), FilterChip::Place::Fixed,
                [this] { m_state.selectRange(std::nullopt); });
    if (m_state.isAnyHidden())
        addChip(threadsText(m_state), tr("Only the checked threads count."),
                FilterChip::Place::Fixed, [this] { m_state.showAllThreads(); });
    if (filters.counted() == Counted::Running)
        addChip(tr("Running only"), tr("The time in which threads waited does not count."),
                FilterChip::Place::Fixed, [&filters] { filters.setCounted(Counted::Everything); });
    addCallChips();
    const auto now = findChildren<FilterChip *>();
    if (place < 0)
        return;
    QWidget *next = now.isEmpty() ? static_cast<QWidget *>(m_add)
                                  : now[std::min<qsizetype>(place, now.size() - 1)];
    next->show(); // only what is shown takes the keyboard
    next->setFocus();
}

FilterChip &FilterBar::addChip(const QString &text, const QString &toolTip, FilterChip::Place place,
                               std::function<void()> remove)
{
    auto *chip = new FilterChip(text, place, this);
    chip->setToolTip(toolTip);
    m_chips->addWidget(chip);
    connect(chip, &FilterChip::removeRequested, this, std::move(remove));
    return *chip;
}

void FilterBar::addCallChips()
{
    FilterStack &filters = m_state.sums().filters();
    for (std::size_t place = 0; place < filters.calls().size(); ++place) {
        const model::CallFilter &filter = filters.calls()[place];
        const FilterChip &chip =
            addChip(filterText(filter), filterToolTip(filter), FilterChip::Place::Movable,
                    [&filters, place] { filters.remove(place); });
        connect(&chip, &FilterChip::moveRequested, this,
                [this, place](int by) { moveFilter(place, by); });
    }
}

// The keyboard goes with the chip.
void FilterBar::moveFilter(std::size_t place, int by)
{
    FilterStack &filters = m_state.sums().filters();
    const auto to = static_cast<std::ptrdiff_t>(place) + by;
    if (to < 0 || to >= static_cast<std::ptrdiff_t>(filters.calls().size()))
        return;
    const auto before =
        findChildren<FilterChip *>().size() - static_cast<qsizetype>(filters.calls().size());
    m_focused = static_cast<int>(before + to);
    filters.move(place, static_cast<std::size_t>(to));
    m_focused = -1;
}

} // namespace ember::views
