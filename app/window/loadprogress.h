// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/loader.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QToolButton;

namespace ember::app {

// Long work in the status bar, with a button that cancels it.
class LoadProgress : public QWidget {
    Q_OBJECT
public:
    explicit LoadProgress(QWidget *parent = nullptr);

    void follow(Loader &loader);

private:
    QLabel *m_text;
    QProgressBar *m_bar;
    QToolButton *m_cancel;
};

} // namespace ember::app
