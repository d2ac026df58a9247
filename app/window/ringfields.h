// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/launchcommand.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QSpinBox;

namespace ember::app {

// How much of a capture is kept, and what keeps its last part for good.
class RingFields : public QWidget {
    Q_OBJECT
public:
    explicit RingFields(QWidget *parent = nullptr);

    // None while these fields are disabled.
    RingChoice ring() const;
    // Limits in other units than ours are shown in the next whole one of ours.
    void setRing(const RingChoice &ring);

signals:
    void frozenFramesWanted(); // which somebody has to watch for

private:
    QWidget *createLimitRow();
    void layOutTriggers();
    void showLimit();

    QComboBox *m_limit;
    QSpinBox *m_amount;
    QWidget *m_triggers;
    QCheckBox *m_onFrozenFrame;
    QCheckBox *m_onCpu;
    QSpinBox *m_cpuPercent;
    QString m_keepLast; // passed through
    QStringList m_otherTriggers; // passed through
};

} // namespace ember::app
