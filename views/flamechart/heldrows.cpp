// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/heldrows.h"

#include <QEvent>
#include <QWidget>

namespace ember::views {

HeldRows::HeldRows(ThreadChoice &threads, QWidget &area) : QObject(&area), m_threads(threads)
{
    area.installEventFilter(this);
}

bool HeldRows::eventFilter(QObject *, QEvent *event)
{
    if (event->type() == QEvent::Enter)
        m_threads.setHeld(Held::Yes);
    else if (event->type() == QEvent::Leave || event->type() == QEvent::Hide)
        m_threads.setHeld(Held::No);
    return false;
}

} // namespace ember::views
