// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/sumsquery.h"
#include "views/state/viewstate.h"

#include <QWidget>

#include <cstdint>

namespace ember::views {

// Base of the views of sums: asks again when the selection changes, while it is visible. Clears
// calls of another profile, or of the same read again, at once.
class SumsPanel : public QWidget {
    Q_OBJECT
public:
    explicit SumsPanel(ViewState &state, QWidget *parent = nullptr);

signals:
    // The right button was pressed on a function, which is now ViewSelection::function().
    void contextMenuRequested(const QPoint &globalPosition);

protected:
    ViewState &state() const { return m_state; }
    void showEvent(QShowEvent *event) override;
    void askIfSeen();

    virtual void askAnew() = 0; // asks another question
    virtual void refresh() = 0; // asks the same question about newer data
    virtual void forget() = 0; // clears what is shown, which is of another profile

private:
    void followProfile();

    ViewState &m_state;
    std::uint64_t m_profileSerial; // of the profile whose calls are shown
};

} // namespace ember::views
