// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/redaction.h"

#include <QString>
#include <QWidget>

class QCheckBox;
class QFormLayout;
class QLineEdit;

namespace ember::app {

// Form for what is taken out of what leaves the machine.
class RedactionForm : public QWidget {
    Q_OBJECT
public:
    explicit RedactionForm(QWidget *parent = nullptr);

    model::sentry::RedactionRules rules() const;
    void setRules(const model::sentry::RedactionRules &rules);

signals:
    void changed();

private:
    QCheckBox *addBox(const QString &name, const QString &text, const QString &tip);
    QLineEdit *addPatterns(const QString &name, const QString &label, const QString &tip);

    QFormLayout *m_form;
    QCheckBox *m_homes;
    QCheckBox *m_users;
    QCheckBox *m_hosts;
    QCheckBox *m_arguments;
    QLineEdit *m_modules;
    QLineEdit *m_threads;
    model::sentry::RedactionRules m_set; // a pattern may have a comma, as the text has between them
};

} // namespace ember::app
