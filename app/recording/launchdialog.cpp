// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recording/launchdialog.h"

#include "app/recording/launchform.h"

#include <QEvent>
#include <QLayout>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::app {

namespace {

constexpr int leastWidth = 760; // two columns of switches, in any language
constexpr int leastHeight = 400; // over a window that is less high

} // namespace

LaunchDialog::LaunchDialog(QWidget &window)
    : QDialog(&window),
      m_form(new LaunchForm),
      m_scroll(new QScrollArea)
{
    setObjectName(QStringLiteral("launchDialog"));
    setWindowTitle(tr("Launch"));
    m_scroll->setWidget(m_form);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    (new QVBoxLayout(this))->addWidget(m_scroll);
    m_form->installEventFilter(this);
    resize(leastWidth, 0);
}

// A field was shown or hidden, or has another text.
bool LaunchDialog::eventFilter(QObject *watched, QEvent *event)
{
    const bool isHandled = QDialog::eventFilter(watched, event);
    if (event->type() == QEvent::LayoutRequest)
        QMetaObject::invokeMethod(this, &LaunchDialog::fit, Qt::QueuedConnection);
    return isHandled;
}

void LaunchDialog::showEvent(QShowEvent *event)
{
    fit();
    QDialog::showEvent(event);
}

void LaunchDialog::fit()
{
    const QMargins around = layout()->contentsMargins();
    const int beside =
        around.left() + around.right() + m_scroll->verticalScrollBar()->sizeHint().width();
    const int wide = std::max(width(), m_form->minimumSizeHint().width() + beside);
    QLayout &fields = *m_form->layout();
    fields.activate();
    const int form = fields.hasHeightForWidth() // texts that wrap are shown
        ? fields.totalHeightForWidth(wide - around.left() - around.right())
        : fields.totalSizeHint().height();
    const QRect window = parentWidget()->frameGeometry();
    resize(wide,
           std::min(form + around.top() + around.bottom(),
                    std::max(parentWidget()->height(), leastHeight)));
    if (isVisible() && frameGeometry().bottom() > window.bottom())
        move(pos().x(), std::max(window.top(), window.bottom() - frameGeometry().height() + 1));
}

} // namespace ember::app
