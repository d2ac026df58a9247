// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QLineEdit;

namespace ember::app {

// Field for recording options without a field of their own, in command line syntax.
class OptionsField : public QWidget {
    Q_OBJECT
public:
    explicit OptionsField(QWidget *parent = nullptr);

    QStringList options() const;
    void setOptions(const QStringList &options);

    // Whether the recorder accepts the options. If not, shows the reason below the field.
    bool isAcceptable();

private:
    void showProblem(const QString &problem);

    QLineEdit *m_text;
    QLabel *m_problem;
};

} // namespace ember::app
