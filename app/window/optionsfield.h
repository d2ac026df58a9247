// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QLineEdit;

namespace ember::app {

// Options of a recording that have no field of their own, as they are typed on the command line.
class OptionsField : public QWidget {
    Q_OBJECT
public:
    explicit OptionsField(QWidget *parent = nullptr);

    QStringList options() const;
    void setOptions(const QStringList &options);

    // Whether the recorder takes them. Who is told that it does not sees why, below the field.
    bool isAcceptable();

private:
    void say(const QString &problem);

    QLineEdit *m_text;
    QLabel *m_problem;
};

} // namespace ember::app
