// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/filters/filterbar.h"

#include "views/filters/countedswitch.h"
#include "views/filters/filtertext.h"
#include "views/state/filterstack.h"
#include "views/state/sumsquery.h"
#include "views/text/durationtext.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

constexpr int shownLetters = 24;
constexpr QLatin1String labelWord("label:");

} // namespace

FilterField::FilterField(QWidget *parent)
    : QWidget(parent),
      m_text(new QLineEdit(this)),
      m_isPattern(new QToolButton(this)),
      m_error(new QLabel(this))
{
    m_text->setObjectName(QStringLiteral("filterText"));
    m_text->setPlaceholderText(tr("Only stacks with…"));
    m_text->setAccessibleName(tr("Filter by text"));
    m_text->setToolTip(tr("Enter: only stacks with this text; Shift+Enter: without them. "
                          "“label:goroutine=18”: samples with that label"));
    m_text->setClearButtonEnabled(true);
    m_text->setFixedWidth(shownLetters * fontMetrics().averageCharWidth());
    m_text->installEventFilter(this);
    m_isPattern->setObjectName(QStringLiteral("filterIsPattern"));
    m_isPattern->setText(QStringLiteral(".*"));
    m_isPattern->setCheckable(true);
    m_isPattern->setAutoRaise(true);
    m_isPattern->setToolTip(tr("The text is a regular expression"));
    m_isPattern->setAccessibleName(m_isPattern->toolTip());
    m_isPattern->installEventFilter(this);
    m_error->setObjectName(QStringLiteral("filterError"));
    m_error->hide();
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(2);
    line->addWidget(m_text);
    line->addWidget(m_isPattern);
    line->addWidget(m_error);
    connect(m_text, &QLineEdit::textChanged, this, &FilterField::check);
    connect(m_isPattern, &QToolButton::toggled, this, &FilterField::check);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *before, QWidget *now) {
        if (now && isAncestorOf(now) && before && !isAncestorOf(before))
            m_before = before;
    });
}

void FilterField::check()
{
    const QString error = m_isPattern->isChecked() ? textPattern(m_text->text()).error : QString();
    m_error->setText(QStringLiteral("⚠ %1").arg(error));
    m_error->setVisible(!error.isEmpty());
    m_text->setAccessibleDescription(error);
}

void FilterField::enter(CallAction action)
{
    const QString typed = m_text->text();
    if (typed.isEmpty())
        return;
    CallFilter filter{action, {CallTest::By::Name, typed.toStdString()}};
    if (typed.startsWith(labelWord) && typed.contains(QLatin1Char('='))) {
        filter.calls = {CallTest::By::Label, typed.mid(labelWord.size()).toStdString()};
    } else if (m_isPattern->isChecked()) {
        const TextPattern pattern = textPattern(typed);
        if (!pattern.error.isEmpty())
            return; // the error is shown already
        filter.calls = pattern.test;
    }
    m_text->clear();
    emit entered(filter);
    giveFocusBack();
}

void FilterField::giveFocusBack()
{
    QWidget *const before = m_before.data();
    if (before && before->isVisible())
        before->setFocus();
    else
        focusNextChild();
}

void FilterField::focusText()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

bool FilterField::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusOut) {
        const auto reason = static_cast<const QFocusEvent &>(*event).reason();
        const bool isForAWhile =
            reason == Qt::PopupFocusReason || reason == Qt::ActiveWindowFocusReason;
        if (!isForAWhile && !isAncestorOf(QApplication::focusWidget()))
            emit left();
    }
    if (event->type() != QEvent::KeyPress || watched != m_text)
        return QWidget::eventFilter(watched, event);
    const auto &key = static_cast<const QKeyEvent &>(*event);
    if (key.key() == Qt::Key_Escape) {
        giveFocusBack();
        return true;
    }
    if (key.key() != Qt::Key_Return && key.key() != Qt::Key_Enter)
        return QWidget::eventFilter(watched, event);
    enter(key.modifiers() & Qt::ShiftModifier ? CallAction::LeaveOut : CallAction::Only);
    return true;
}

namespace {

constexpr int leastWidthWithField = 420; // for showing the field; the switch's width is added
constexpr int leastWidthWithChips = 600; // for the field beside chips; the switch's width is added
constexpr int leastWidthWithSwitch = 560;
constexpr double leastIdle = 0.0005; // smaller shares would be shown as 0.0 %

} // namespace

FilterBar::FilterBar(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_add(new QToolButton(this)),
      m_field(new FilterField(this)),
      m_counted(new CountedSwitch(state.profile(), state.sums(), this)),
      m_waited(new QToolButton(this)),
      m_line(new QHBoxLayout(this)),
      m_chips(new QHBoxLayout),
      m_idleJob(
          this, [this] { return question(); },
          [this](const model::IdleShare &idle) {
              m_idle = idle.share();
              m_runnable = idle.runnableShare();
              showWaited();
              showChips();
          })
{
    // With other policies a tool bar would give the widget only the size that its hint asks for.
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_add->setObjectName(QStringLiteral("addFilter"));
    m_add->setText(tr("Filter"));
    m_add->setToolTip(tr("What the flame graph, the tables and the details count"));
    m_add->setPopupMode(QToolButton::InstantPopup);
    m_add->setAutoRaise(true);
    m_waited->setObjectName(QStringLiteral("runningOnly"));
    m_waited->setToolTip(tr("Sums of Busy rank functions by where threads were when others had "
                            "the CPUs. Running counts the time in which they ran"));
    m_waited->hide();
    m_chips->setSpacing(4);
    m_line->setContentsMargins(4, 2, 4, 2);
    // Lets the bar become narrower than its content, and hides then what does not fit.
    m_line->setSizeConstraint(QLayout::SetNoConstraint);
    setMinimumWidth(1);
    m_line->addWidget(m_counted);
    m_line->addWidget(m_waited);
    m_line->addWidget(m_add);
    m_line->addWidget(m_field);
    m_line->addLayout(m_chips);
    m_line->addStretch(1);
    connect(m_waited, &QAbstractButton::clicked, this,
            [this] { m_state.sums().filters().setCounted(Counted::Running); });
    connect(m_field, &FilterField::entered, this,
            [this](const model::CallFilter &filter) { m_state.sums().filters().add(filter); });
    connect(m_field, &FilterField::left, this, &FilterBar::showField);
    connect(&state.profile(), &OpenProfile::changed, this, &FilterBar::followProfile);
    connect(&state.threads(), &ThreadChoice::changed, this, &FilterBar::followSelection);
    connect(&state.selection(), &ViewSelection::rangeChanged, this, &FilterBar::followSelection);
    connect(&state.sums(), &SumsQuery::changed, this, &FilterBar::followSelection);
    followProfile();
}

PacedJob<model::IdleShare>::Work FilterBar::question() const
{
    if (!m_state.spans() || m_state.sums().countedNow() != Counted::Busy)
        return {};
    return [profile = m_state.spans()->profile(), asked = m_state.sums().selection()] {
        return model::idleShare(*profile, asked);
    };
}

void FilterBar::followSelection()
{
    if (m_state.sums().countedNow() == Counted::Busy) {
        m_idleJob.askAnew();
    } else {
        m_idleJob.drop();
        forgetShares();
    }
    showWaited();
    showChips();
}

void FilterBar::followProfile()
{
    if (m_serial == m_state.profile().serial()) {
        m_idleJob.refresh();
        return showChips();
    }
    m_serial = m_state.profile().serial();
    m_idleJob.drop();
    forgetShares();
    followSelection();
}

void FilterBar::forgetShares()
{
    m_idle = 0;
    m_runnable = 0;
}

// Shows the button that leaves out waits for a CPU, if these are much of the busy time; not with
// call filters, as m_runnable does not regard them. The slack keeps the button from flickering
// while a capture grows.
void FilterBar::showWaited()
{
    constexpr double slack = 0.05;
    m_isMuchWaited = m_runnable > (m_isMuchWaited ? model::muchWaiting - slack : model::muchWaiting)
        && m_state.sums().filters().calls().empty();
    m_waited->setText(tr("%1 waited for a CPU: Running only").arg(wholePercentText(m_runnable)));
    showField();
}

void FilterBar::resizeEvent(QResizeEvent *event)
{
    showField();
    QWidget::resizeEvent(event);
}

// Hides the field in a narrow window, so that there is width for the chips.
void FilterBar::showField()
{
    const bool isUsed = m_field->isAncestorOf(QApplication::focusWidget());
    int least = m_shown.empty() ? leastWidthWithField : leastWidthWithChips;
    const bool hasRoom = width() >= leastWidthWithSwitch;
    m_counted->setRoom(hasRoom ? CountedSwitch::Room::Enough : CountedSwitch::Room::Little);
    m_waited->setVisible(m_isMuchWaited && hasRoom);
    least += m_counted->sizeHint().width() + (m_isMuchWaited ? m_waited->sizeHint().width() : 0);
    m_field->setVisible(isUsed || width() >= least);
}

void FilterBar::focusField()
{
    m_field->show(); // only visible widgets take the keyboard focus
    m_field->focusText();
}

void FilterBar::setMenu(QMenu *menu)
{
    m_add->setMenu(menu);
}

std::vector<FilterBar::Chip> FilterBar::chips() const
{
    if (!m_state.spans())
        return {};
    std::vector<Chip> chips;
    if (m_state.selection().range())
        chips.push_back({Chip::About::Range,
                         rangeText(*m_state.selection().range(), m_state.profile().origin()),
                         tr("Only the selected range counts.")});
    const ThreadChoice &threads = m_state.threads();
    if (threads.isNarrowed())
        chips.push_back({Chip::About::Threads, threadsText(*m_state.spans()->profile(), threads),
                         tr("Only the chosen threads count.")});
    else if (threads.isAnyHidden())
        chips.push_back(
            {Chip::About::Twice,
             tr("recorded twice, left out: %1")
                 .arg(threadsText(threads.all().size() - threads.shown().size())),
             tr("Threads of a process that the capture has, too, by another profiler, "
                "such as a Sentry SDK. They do not count, so that its time counts once; "
                "without this chip they do.")});
    const FilterStack &filters = m_state.sums().filters();
    if (m_idle >= leastIdle)
        chips.push_back({Chip::About::Idle, tr("idle left out: %1").arg(wholePercentText(m_idle)),
                         tr("In %1 of the selected time, threads only waited for something to do: "
                            "for events, time or other threads, at the base of all they do. It "
                            "does not count; without this chip it does.")
                             .arg(percentText(m_idle))});
    for (std::size_t place = 0; place < filters.calls().size(); ++place) {
        const model::CallFilter &filter = filters.calls()[place];
        chips.push_back({Chip::About::Calls, filterText(filter), filterToolTip(filter), place});
    }
    return chips;
}

// Replaces the chips only if their texts change: a live capture updates many times a second, while
// the user may be clicking a chip.
void FilterBar::showChips()
{
    std::vector<Chip> chips = this->chips();
    if (chips == m_shown && m_focused < 0)
        return;
    const bool isSame = std::ranges::equal(chips, m_shown, {}, &Chip::about, &Chip::about)
        && std::ranges::equal(chips, m_shown, {}, &Chip::filter, &Chip::filter);
    m_shown = std::move(chips);
    if (isSame && m_focused < 0)
        return renameChips();
    const auto before = findChildren<FilterChip *>();
    const auto focused = std::ranges::find_if(before, [](auto *chip) { return chip->hasFocus(); });
    const int place = m_focused >= 0 ? m_focused
        : focused != before.end()    ? static_cast<int>(focused - before.begin())
                                     : -1;
    for (FilterChip *chip : before) {
        m_chips->removeWidget(chip);
        chip->setParent(nullptr);
        chip->deleteLater(); // it may be the sender of the signal
    }
    for (const Chip &chip : m_shown)
        addChip(chip);
    showField();
    if (place < 0)
        return;
    const auto now = findChildren<FilterChip *>();
    QWidget *next = now.isEmpty() ? static_cast<QWidget *>(m_add)
                                  : now[std::min<qsizetype>(place, now.size() - 1)];
    next->show(); // only visible widgets take the keyboard focus
    next->setFocus();
}

// Gives chips new texts in place, if only figures in them have changed.
void FilterBar::renameChips()
{
    const auto widgets = findChildren<FilterChip *>();
    for (std::size_t place = 0; place < m_shown.size(); ++place) {
        widgets[static_cast<qsizetype>(place)]->setLabel(m_shown[place].text);
        widgets[static_cast<qsizetype>(place)]->setToolTip(m_shown[place].toolTip);
    }
}

void FilterBar::addChip(const Chip &chip)
{
    const bool isMovable = chip.about == Chip::About::Calls;
    auto *widget = new FilterChip(
        chip.text, isMovable ? FilterChip::Place::Movable : FilterChip::Place::Fixed, this);
    widget->setToolTip(chip.toolTip);
    m_chips->addWidget(widget);
    connect(widget, &FilterChip::removeRequested, this, [this, chip] { remove(chip); });
    connect(widget, &FilterChip::moveRequested, this,
            [this, place = chip.filter](int by) { moveFilter(place, by); });
    connect(widget, &FilterChip::dropped, this,
            [this, place = chip.filter](int x) { drop(place, x); });
}

void FilterBar::remove(const Chip &chip)
{
    switch (chip.about) {
    case Chip::About::Range: m_state.selection().selectRange(std::nullopt); break;
    case Chip::About::Threads: m_state.threads().showUsual(); break;
    case Chip::About::Twice: m_state.threads().showOnly(m_state.threads().all()); break;
    case Chip::About::Idle: m_state.sums().filters().setCounted(Counted::All); break;
    case Chip::About::Calls: m_state.sums().filters().remove(chip.filter); break;
    }
}

// Moves the filter between the chips whose middles are left and right of `x`.
void FilterBar::drop(std::size_t place, int x)
{
    const auto all = findChildren<FilterChip *>();
    const auto count = m_state.sums().filters().calls().size();
    const auto first = static_cast<std::size_t>(all.size()) - count;
    int by = 0;
    for (std::size_t other = 0; other < count; ++other) {
        const int middle = all[static_cast<qsizetype>(first + other)]->geometry().center().x();
        if (other < place && x < middle)
            --by;
        else if (other > place && x > middle)
            ++by;
    }
    if (by != 0)
        return moveFilter(place, by);
    layout()->invalidate(); // moves the chip back to its place
    layout()->activate();
}

// Moves the filter; the keyboard focus moves with its chip.
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
