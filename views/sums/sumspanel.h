// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/sumsquery.h"
#include "views/state/viewstate.h"

#include <QWidget>

#include <cstdint>

namespace ember::views {

// What the views of sums have in common: they ask anew when the selection they are of changes, as
// long as they are seen. Calls of another profile, or of the same read again, are not even there
// any more.
class SumsPanel : public QWidget {
    Q_OBJECT
public:
    explicit SumsPanel(ViewState &state, QWidget *parent = nullptr);

signals:
    // With the right button, of the function that has become ViewSelection::function().
    void contextMenuRequested(const QPoint &globalPosition);

protected:
    ViewState &state() const { return m_state; }
    void showEvent(QShowEvent *event) override;
    void askIfSeen();

    virtual void askAnew() = 0; // another question
    virtual void refresh() = 0; // the same one, about newer data
    virtual void forget() = 0; // nothing that is shown means anything any more

private:
    void followProfile();

    ViewState &m_state;
    std::uint64_t m_profileSerial; // whose calls are shown
};

} // namespace ember::views
