// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/launchcommand.h"
#include "app/session/remotemachine.h"

#include <QStringList>
#include <QWidget>

class QLineEdit;
class QLabel;
class QPushButton;
class QSpinBox;
class QCheckBox;
class QComboBox;

// Parts of the launch form: machine, sampling rate, ring, other options.
namespace ember::app {

// Fields for the machine to run a command on; without a host, this machine.
class MachineFields : public QWidget {
    Q_OBJECT
public:
    explicit MachineFields(QWidget *parent = nullptr);

    RemoteMachine machine() const;
    void setMachine(const RemoteMachine &machine);

signals:
    void changed();

private:
    QLineEdit *m_host;
    QLineEdit *m_recorder; // shown only with a host
};

// Field for the sampling rate. Warns if the rate may fall into step with the program.
class RateFields : public QWidget {
    Q_OBJECT
public:
    explicit RateFields(QWidget *parent = nullptr);

    int rateHz() const;
    void setRateHz(int rateHz);

signals:
    void changed();

private:
    void showWarning();

    QSpinBox *m_rate;
    QPushButton *m_usePrime;
    QLabel *m_warning;
};

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
    void changed();
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
    QString m_keepLast; // as given to setRing(); no field shows it
    QStringList m_otherTriggers; // as given to setRing(); no field shows them
};

// Field for recording options without a field of their own, in command line syntax.
class OptionsField : public QWidget {
    Q_OBJECT
public:
    explicit OptionsField(QWidget *parent = nullptr);

    QStringList options() const;
    void setOptions(const QStringList &options);

    // Whether the recorder accepts the options, and none has a field of its own. If not, shows the
    // reason below the field.
    bool isAcceptable();

private:
    void showProblem(const QString &problem);

    QLineEdit *m_text;
    QLabel *m_problem;
};

} // namespace ember::app
