// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/nothingseen.h"

#include "views/tables/tablelook.h"

#include <QAbstractScrollArea>
#include <QEvent>

namespace ember::views {

NothingSeen::NothingSeen(QAbstractScrollArea &view) : QLabel(view.viewport())
{
    setObjectName(QStringLiteral("nothingSeen"));
    setText(tr("Nothing was seen in this selection."));
    styleHint(*this);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setGeometry(view.viewport()->rect());
    view.viewport()->installEventFilter(this);
    hide();
}

bool NothingSeen::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    return QLabel::eventFilter(watched, event);
}

} // namespace ember::views
