// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/threadchoice.h"

#include <QObject>

namespace ember::views {

// Holds the rows of charts while the pointer is over an area, such as a chart and the list of its
// threads: between its parts the pointer does not leave it. Lives as long as the area; the threads
// must outlive it.
class HeldRows : public QObject {
public:
    HeldRows(ThreadChoice &threads, QWidget &area);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    ThreadChoice &m_threads;
};

} // namespace ember::views
