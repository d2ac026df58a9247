// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/filters/filterfield.h"

#include "views/filters/filtertext.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

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

} // namespace ember::views
