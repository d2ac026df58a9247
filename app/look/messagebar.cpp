// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/look/messagebar.h"

#include "app/look/appearance.h"
#include "views/state/theme.h"
#include "views/text/plaintexts.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::app {

namespace {

constexpr int iconSize = 20;
constexpr int detailLines = 7;
constexpr int stripeWidth = 4;
constexpr qsizetype mostOfText = 300; // letters

QColor stripeColour(Importance importance, const views::Theme &theme)
{
    switch (importance) {
    case Importance::Note: return theme.accent;
    case Importance::Warning: return theme.warning;
    case Importance::Error: return theme.error;
    }
    return theme.accent;
}

Message messageFor(const model::Error &error)
{
    const ErrorText text = errorText(error);
    return {.importance = Importance::Error,
            .text = text.sentence,
            .advice = text.advice,
            .details = text.detail};
}

} // namespace

MessageBar::MessageBar(QWidget *parent)
    : QFrame(parent),
      m_icon(new QLabel),
      m_text(new QLabel),
      m_buttons(new QHBoxLayout),
      m_detailsButton(new QPushButton(tr("Details"))),
      m_details(new QPlainTextEdit)
{
    setObjectName(QStringLiteral("messageBar"));
    setAccessibleName(tr("Message"));
    m_text->setTextFormat(Qt::RichText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_detailsButton->setCheckable(true);
    m_details->setReadOnly(true);
    m_details->setAccessibleName(tr("Details"));

    auto *close = new QToolButton;
    close->setIcon(symbolIcon(QStringLiteral("close")));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close this message"));
    close->setAccessibleName(close->toolTip());

    auto *line = new QHBoxLayout;
    line->addWidget(m_icon);
    line->addWidget(m_text, 1);
    line->addLayout(m_buttons);
    line->addWidget(m_detailsButton);
    line->addWidget(close);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12 + stripeWidth, 6, 8, 6);
    column->addLayout(line);
    column->addWidget(m_details);

    connect(m_detailsButton, &QPushButton::toggled, m_details, &QWidget::setVisible);
    connect(close, &QToolButton::clicked, this, &MessageBar::dismiss);
    hide();
}

void MessageBar::showMessage(const Message &message)
{
    m_message = message;
    // Cut in the middle: the end of a message tells what happened; the details have the whole text.
    const QString shown = views::shortened(message.text, Qt::ElideMiddle, mostOfText);
    if (shown != message.text)
        m_message.details = message.text % QLatin1Char('\n') % message.details;
    QString text = views::escaped(shown);
    if (!message.advice.isEmpty())
        text += QLatin1String("<br><small>") % views::escaped(message.advice)
            % QLatin1String("</small>");
    m_text->setText(text);
    m_details->setPlainText(views::shortenedLines(m_message.details));
    const auto lines =
        std::min<qsizetype>(m_message.details.count(QLatin1Char('\n')) + 2, detailLines);
    m_details->setFixedHeight(m_details->fontMetrics().lineSpacing() * static_cast<int>(lines));
    m_details->hide();
    m_detailsButton->setChecked(false);
    m_detailsButton->setVisible(!m_message.details.isEmpty());
    createButtons(message.actions);
    showIcon();
    update();
    show();
}

void MessageBar::showError(const model::Error &error)
{
    showMessage(messageFor(error));
}

void MessageBar::dismiss()
{
    m_message = {};
    hide();
}

void MessageBar::createButtons(const QList<QAction *> &actions)
{
    while (QLayoutItem *item = m_buttons->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    for (QAction *action : actions) {
        auto *button = new QPushButton(action->text());
        connect(button, &QPushButton::clicked, this, [this, action] {
            dismiss();
            action->trigger();
        });
        m_buttons->addWidget(button);
    }
}

void MessageBar::showIcon()
{
    const bool isNote = m_message.importance == Importance::Note;
    m_icon->setPixmap(symbolIcon(isNote ? QStringLiteral("info") : QStringLiteral("warning"))
                          .pixmap(QSize(iconSize, iconSize), devicePixelRatioF()));
}

void MessageBar::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && isVisible())
        showIcon();
}

// Painted here and not by a style sheet, with which the text would keep the colours of an old
// palette.
void MessageBar::paintEvent(QPaintEvent *)
{
    const auto &theme = views::theme(views::shadeOf(QApplication::palette()));
    const QColor stripe = stripeColour(m_message.importance, theme);
    QColor fill = stripe;
    fill.setAlphaF(0.12F);
    QPainter painter(this);
    painter.fillRect(rect(), fill);
    painter.fillRect(QRect(0, 0, stripeWidth, height()), stripe);
}

} // namespace ember::app
