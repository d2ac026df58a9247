// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/destinationfield.h"

#include "app/sentry/sentryfields.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::app {

DestinationField::DestinationField(QWidget *parent)
    : QWidget(parent),
      m_choice(new QComboBox),
      m_state(new QLabel)
{
    m_choice->setObjectName(QStringLiteral("destination"));
    m_choice->setEditable(true);
    m_choice->setInsertPolicy(QComboBox::NoInsert);
    m_choice->setCompleter(nullptr); // it would put names in place of what is typed
    m_choice->setMinimumContentsLength(12);
    QLineEdit *edit = m_choice->lineEdit();
    edit->setObjectName(QStringLiteral("dsn"));
    edit->setAccessibleName(tr("Destination: a saved name, or a DSN"));
    edit->setPlaceholderText(QStringLiteral("https://KEY@HOST/PROJECT"));
    m_state->setObjectName(QStringLiteral("dsnState"));
    m_state->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_choice);
    column->addWidget(m_state);
    setFocusProxy(m_choice);
    connect(edit, &QLineEdit::textChanged, this, &DestinationField::check);
    check();
}

void DestinationField::offer(const QList<DsnProfile> &destinations, const QString &lastDsn)
{
    m_destinations = destinations;
    const QString shown = m_choice->currentText();
    {
        const QSignalBlocker quiet(m_choice->lineEdit());
        m_choice->clear();
        for (const DsnProfile &destination : destinations)
            m_choice->addItem(destination.name);
        if (!lastDsn.isEmpty())
            m_choice->addItem(lastDsn);
        m_choice->setEditText(shown);
    }
    check();
}

QString DestinationField::text() const
{
    return m_choice->currentText().trimmed();
}

void DestinationField::setText(const QString &text)
{
    m_choice->setEditText(text);
}

const DsnProfile *DestinationField::find(const QString &name) const
{
    const auto found = std::ranges::find(m_destinations, name, &DsnProfile::name);
    return found == m_destinations.end() ? nullptr : &*found;
}

void DestinationField::check()
{
    m_destination.reset();
    m_target.reset();
    if (const DsnProfile *const named = find(text()))
        m_destination = *named;
    const auto dsn = m_destination ? model::Result<model::sentry::Dsn>(m_destination->dsn)
                                   : model::sentry::parseDsn(text().toStdString());
    if (dsn)
        m_target = *dsn;
    const auto proxy = m_destination ? proxyOf(m_destination->proxy) : std::nullopt;
    m_state->setText(dsnState(text(), dsn, proxy.value_or(QNetworkProxy::DefaultProxy)));
    emit changed();
}

} // namespace ember::app
