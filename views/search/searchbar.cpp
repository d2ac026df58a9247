// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/search/searchbar.h"

#include "views/text/durationtext.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>

namespace ember::views {

namespace {

QToolButton *makeStep(Qt::ArrowType arrow, const QString &name, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setArrowType(arrow);
    button->setAutoRaise(true);
    button->setToolTip(name);
    button->setAccessibleName(name);
    return button;
}

} // namespace

SearchBar::SearchBar(ViewState &state, Searcher &searcher, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_searcher(searcher),
      m_text(new QLineEdit(this)),
      m_count(new QLabel(this)),
      m_previous(makeStep(Qt::UpArrow, tr("Previous match (Shift+Enter)"), this)),
      m_next(makeStep(Qt::DownArrow, tr("Next match (Enter)"), this)),
      m_job(this, [this](std::uint64_t number) {
          m_number = number;
          showCount();
      })
{
    m_text->setPlaceholderText(tr("Search functions and modules"));
    m_text->setAccessibleName(tr("Search functions and modules"));
    m_text->setClearButtonEnabled(true);
    m_text->setMinimumWidth(180);
    m_text->installEventFilter(this);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(m_text, 1);
    row->addWidget(m_count);
    row->addWidget(m_previous);
    row->addWidget(m_next);
    setFocusProxy(m_text);
    connect(m_text, &QLineEdit::textChanged, &state.selection(), &ViewSelection::setSearchText);
    connect(&state.selection(), &ViewSelection::searchTextChanged, this,
            [this](const QString &text) {
                if (m_text->text() != text)
                    m_text->setText(text);
                showCount();
            });
    connect(&state.selection(), &ViewSelection::matchesChanged, this, &SearchBar::askNumber);
    connect(&state.selection(), &ViewSelection::boxChanged, this, &SearchBar::askNumber);
    connect(m_previous, &QToolButton::clicked, this, [this] { step(Direction::Backward); });
    connect(m_next, &QToolButton::clicked, this, [this] { step(Direction::Forward); });
    showCount();
}

void SearchBar::setView(SumsPanel *view)
{
    if (view == m_view)
        return;
    if (m_view)
        disconnect(m_view, &SumsPanel::matchPlaceChanged, this, nullptr);
    m_view = view;
    if (view)
        connect(view, &SumsPanel::matchPlaceChanged, this, &SearchBar::showCount);
    showCount();
}

void SearchBar::step(Direction direction)
{
    SumsPanel *const view = m_view.data();
    if (!view || !view->goToMatch(direction))
        m_searcher.goToMatch(direction);
}

void SearchBar::focusText()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

bool SearchBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_text && event->type() == QEvent::FocusIn)
        m_searcher.prepare();
    if (watched != m_text || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto &key = static_cast<const QKeyEvent &>(*event);
    if (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter) {
        const bool back = key.modifiers().testFlag(Qt::ShiftModifier);
        step(back ? Direction::Backward : Direction::Forward);
        return true;
    }
    if (key.key() == Qt::Key_Escape) {
        m_text->clear();
        emit left();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void SearchBar::showCount()
{
    const SearchMatches &matches = m_state.selection().matches();
    SumsPanel *const view = matches.isActive() ? m_view.data() : nullptr;
    const auto place = view ? view->matchPlace() : std::nullopt;
    const std::uint64_t all = place ? place->count : matches.boxes;
    const bool any = matches.isActive() && all > 0;
    m_previous->setEnabled(any);
    m_next->setEnabled(any);
    if (m_state.selection().searchText().isEmpty())
        m_count->clear();
    else if (!matches.isActive() || matches.text != m_state.selection().searchText())
        m_count->setText(QStringLiteral("…"));
    else if (!any)
        m_count->setText(tr("no matches"));
    else
        m_count->setText(countOfMatches(place ? place->number : m_number, all));
}

QString SearchBar::countOfMatches(std::uint64_t number, std::uint64_t all)
{
    if (number > 0)
        return tr("%1 of %2").arg(countText(number), countText(all));
    return all == 1 ? tr("1 match") : tr("%1 matches").arg(countText(all));
}

void SearchBar::askNumber()
{
    const SearchMatches &matches = m_state.selection().matches();
    if (matches.boxes == 0 || !m_state.selection().box()) {
        m_job.cancel();
        m_number = 0;
    } else {
        m_job.refresh([spans = m_state.spans(), threads = m_state.threads().shown(),
                       box = *m_state.selection().box(), matches] {
            return std::min(matchNumber(*spans, threads, box, matches), matches.boxes);
        });
    }
    showCount();
}

} // namespace ember::views
