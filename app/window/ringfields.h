// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/launchcommand.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QSpinBox;

namespace ember::app {

// Fields for the ring and its triggers.
class RingFields : public QWidget {
    Q_OBJECT
public:
    explicit RingFields(QWidget *parent = nullptr);

    // No ring while the fields are disabled.
    RingChoice ring() const;
    // Limits in finer units are rounded up to the fields' units.
    void setRing(const RingChoice &ring);

signals:
    void frozenFramesWanted(); // frames must be recorded for this trigger

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
