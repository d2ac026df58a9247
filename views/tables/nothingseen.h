// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

class QAbstractScrollArea;

namespace ember::views {

// Says so where a table has no rows because nothing is selected, or filters leave nothing. Hidden
// at first, for a table that waits for its rows is empty, too. Belongs to the view it covers, which
// keeps mouse and keyboard.
class NothingSeen : public QLabel {
    Q_OBJECT
public:
    explicit NothingSeen(QAbstractScrollArea &view);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace ember::views
