// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QScrollArea;

namespace ember::app {

class LaunchForm;

// The form of a launch over a window that shows something. It is as high as what is unfolded, at
// most as the window; the rest is scrolled to.
class LaunchDialog : public QDialog {
    Q_OBJECT
public:
    explicit LaunchDialog(QWidget &window);

    LaunchForm &form() { return *m_form; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void fit();

    LaunchForm *m_form;
    QScrollArea *m_scroll;
};

} // namespace ember::app
