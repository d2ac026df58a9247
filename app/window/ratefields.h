// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QSpinBox;

namespace ember::app {

// Field for the sampling rate. Warns if the rate may fall into step with the program.
class RateFields : public QWidget {
    Q_OBJECT
public:
    explicit RateFields(QWidget *parent = nullptr);

    int rateHz() const;
    void setRateHz(int rateHz);

private:
    void showWarning();

    QSpinBox *m_rate;
    QPushButton *m_usePrime;
    QLabel *m_warning;
};

} // namespace ember::app
