// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/dsnfield.h"

#include "app/errortext.h"
#include "app/upload/openway.h"

#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace ember::app {

DsnField::DsnField(QWidget *parent) : QWidget(parent), m_edit(new QLineEdit), m_state(new QLabel)
{
    m_edit->setObjectName(QStringLiteral("dsn"));
    m_edit->setAccessibleName(QStringLiteral("DSN"));
    m_edit->setPlaceholderText(QStringLiteral("https://KEY@HOST/PROJECT"));
    m_state->setObjectName(QStringLiteral("dsnState"));
    m_state->setWordWrap(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_edit);
    column->addWidget(m_state);
    setFocusProxy(m_edit);
    connect(m_edit, &QLineEdit::textChanged, this, &DsnField::check);
    check();
}

QString DsnField::text() const
{
    return m_edit->text().trimmed();
}

void DsnField::setText(const QString &text)
{
    m_edit->setText(text);
}

void DsnField::check()
{
    m_target.reset();
    const auto dsn = model::sentry::parseDsn(text().toStdString());
    if (dsn) {
        m_target = *dsn;
        const QString place =
            tr("Goes to project %1 on %2.")
                .arg(QString::fromStdString(dsn->projectId), QString::fromStdString(dsn->host));
        const QString warning = openWayWarning(*dsn);
        m_state->setText(warning.isEmpty() ? place : QString(place % QLatin1Char(' ') % warning));
    } else {
        m_state->setText(text().isEmpty()
                             ? tr("The DSN says where to send: copy it from Sentry under "
                                  "Settings › Projects › Client Keys.")
                             : errorLine(dsn.error()));
    }
    emit changed();
}

} // namespace ember::app
