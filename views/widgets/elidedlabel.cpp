// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/elidedlabel.h"

#include "views/text/plaintexts.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

namespace ember::views {

ElidedLabel::ElidedLabel(Qt::TextElideMode mode, QWidget *parent) : QLabel(parent), m_mode(mode)
{
    setTextFormat(Qt::PlainText);
    setMinimumWidth(1);
}

QString ElidedLabel::shownText() const
{
    return fontMetrics().elidedText(oneLine(shortened(text(), m_mode)), m_mode,
                                    contentsRect().width());
}

// QLabel's would have the height of all lines of the text.
QSize ElidedLabel::sizeHint() const
{
    const QMargins around = contentsMargins() + margin();
    const QFontMetrics metrics = fontMetrics();
    // Elided text needs a pixel more than its advance.
    return QSize(metrics.horizontalAdvance(oneLine(shortened(text(), m_mode))) + 1,
                 metrics.height())
        .grownBy(around);
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {minimumWidth(), sizeHint().height()};
}

bool ElidedLabel::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty() && shownText() != text()) {
        QToolTip::showText(static_cast<const QHelpEvent &>(*event).globalPos(), tipText(text()),
                           this);
        return true;
    }
    return QLabel::event(event);
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const auto where = QStyle::visualAlignment(layoutDirection(), alignment());
    style()->drawItemText(&painter, contentsRect(), int(where) | Qt::TextSingleLine, palette(),
                          isEnabled(), shownText(), foregroundRole());
}

} // namespace ember::views
