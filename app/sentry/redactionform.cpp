// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/redactionform.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStringList>

#include <string>
#include <vector>

namespace ember::app {

namespace {

QString joinedPatterns(const std::vector<std::string> &patterns)
{
    QStringList list;
    for (const auto &pattern : patterns)
        list.append(QString::fromStdString(pattern));
    return list.join(QStringLiteral(", "));
}

// The patterns that a field shows: those that were set as long as it has not been changed.
std::vector<std::string> patternsOf(const QLineEdit &field, const std::vector<std::string> &set)
{
    if (field.text() == joinedPatterns(set))
        return set;
    std::vector<std::string> patterns;
    for (const QString &pattern : field.text().split(QLatin1Char(','))) {
        if (!pattern.trimmed().isEmpty())
            patterns.push_back(pattern.trimmed().toStdString());
    }
    return patterns;
}

} // namespace

RedactionForm::RedactionForm(QWidget *parent) : QWidget(parent), m_form(new QFormLayout(this))
{
    m_form->setContentsMargins(0, 0, 0, 0);
    m_homes = addBox(QStringLiteral("homes"), tr("&Home folders"),
                     tr("/home/ada/app becomes ~/app, wherever it stands"));
    m_users = addBox(QStringLiteral("users"), tr("Names of &users"),
                     tr("Yours, and those of all home folders, become “user”"));
    m_hosts = addBox(QStringLiteral("hosts"), tr("Names of &machines"),
                     tr("This one's, and the recorded one's, become “host”"));
    m_arguments = addBox(QStringLiteral("arguments"), tr("Ar&guments of programs"),
                         tr("Words of command lines become “<argument>”, but not in names of "
                            "code"));
    m_modules = addPatterns(QStringLiteral("hiddenModules"), tr("M&odules"),
                            tr("Their functions get numbers for names, and their files are not "
                               "named; several with commas; * and ? stand for other letters"));
    m_threads = addPatterns(QStringLiteral("hiddenThreads"), tr("&Threads"),
                            tr("Threads of these names or ids are not sent; several with commas; "
                               "* and ? stand for other letters"));
}

QCheckBox *RedactionForm::addBox(const QString &name, const QString &text, const QString &tip)
{
    auto *box = new QCheckBox(text);
    box->setObjectName(name);
    box->setToolTip(tip);
    m_form->addRow(box);
    connect(box, &QCheckBox::toggled, this, &RedactionForm::changed);
    return box;
}

QLineEdit *RedactionForm::addPatterns(const QString &name, const QString &label, const QString &tip)
{
    auto *field = new QLineEdit;
    field->setObjectName(name);
    field->setToolTip(tip);
    field->setPlaceholderText(tr("None"));
    m_form->addRow(label, field);
    connect(field, &QLineEdit::textChanged, this, &RedactionForm::changed);
    return field;
}

model::sentry::RedactionRules RedactionForm::rules() const
{
    model::sentry::RedactionRules rules;
    rules.homes = m_homes->isChecked();
    rules.users = m_users->isChecked();
    rules.hosts = m_hosts->isChecked();
    rules.arguments = m_arguments->isChecked();
    rules.modules = patternsOf(*m_modules, m_set.modules);
    rules.threads = patternsOf(*m_threads, m_set.threads);
    return rules;
}

void RedactionForm::setRules(const model::sentry::RedactionRules &rules)
{
    if (rules == this->rules())
        return;
    {
        const QSignalBlocker quiet(this);
        m_set = rules;
        m_homes->setChecked(rules.homes);
        m_users->setChecked(rules.users);
        m_hosts->setChecked(rules.hosts);
        m_arguments->setChecked(rules.arguments);
        m_modules->setText(joinedPatterns(rules.modules));
        m_threads->setText(joinedPatterns(rules.threads));
    }
    emit changed();
}

} // namespace ember::app
