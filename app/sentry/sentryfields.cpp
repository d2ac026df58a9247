// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/sentryfields.h"

#include "app/errortext.h"
#include "app/upload/uploadplace.h"

#include <QCheckBox>
#include <QFormLayout>
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
    if (dsn)
        m_target = *dsn;
    m_state->setText(dsnState(text(), dsn));
    emit changed();
}

QString dsnState(const QString &text, const model::Result<model::sentry::Dsn> &dsn,
                 const QNetworkProxy &proxy)
{
    if (!dsn)
        return text.isEmpty()
            ? DsnField::tr("The DSN says where to send: copy it from Sentry under "
                           "Settings › Projects › Client Keys.")
            : errorLine(dsn.error());
    const QString place =
        DsnField::tr("Goes to project %1 on %2.")
            .arg(QString::fromStdString(dsn->projectId), QString::fromStdString(dsn->host));
    const QString warning = openWayWarning(*dsn, proxy);
    return warning.isEmpty() ? place : QString(place % QLatin1Char(' ') % warning);
}

using model::sentry::Ids;

ChunkOptionsForm::ChunkOptionsForm(QWidget *parent)
    : QWidget(parent),
      m_freshIds(new QCheckBox(tr("Give it new ids, as another session")))
{
    auto *form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    m_release = addField(*form, QStringLiteral("release"), tr("&Release"),
                         tr("As in the profile, else program@build-id"));
    m_environment = addField(*form, QStringLiteral("environmentName"), tr("&Environment"),
                             tr("As in the profile, else production"));
    m_dist = addField(*form, QStringLiteral("dist"), tr("D&istribution"), tr("As in the profile"));
    m_platform = addField(*form, QStringLiteral("platform"), tr("&Platform"),
                          tr("As in the profile, else native"));
    m_freshIds->setObjectName(QStringLiteral("freshIds"));
    m_freshIds->setToolTip(tr("New random profiler and chunk ids: the same samples can be sent "
                              "again without being taken for those sent before"));
    form->addRow(QString(), m_freshIds);
    connect(m_freshIds, &QCheckBox::toggled, this, &ChunkOptionsForm::changed);
}

QLineEdit *ChunkOptionsForm::addField(QFormLayout &form, const QString &name, const QString &label,
                                      const QString &placeholder)
{
    auto *field = new QLineEdit;
    field->setObjectName(name);
    field->setPlaceholderText(placeholder);
    form.addRow(label, field);
    connect(field, &QLineEdit::textChanged, this, &ChunkOptionsForm::changed);
    return field;
}

ChunkSettings ChunkOptionsForm::settings() const
{
    return {.release = m_release->text().trimmed(),
            .environment = m_environment->text().trimmed(),
            .dist = m_dist->text().trimmed(),
            .platform = m_platform->text().trimmed(),
            .ids = m_freshIds->isChecked() ? Ids::Fresh : Ids::Keep};
}

void ChunkOptionsForm::setSettings(const ChunkSettings &settings)
{
    m_release->setText(settings.release);
    m_environment->setText(settings.environment);
    m_dist->setText(settings.dist);
    m_platform->setText(settings.platform);
    m_freshIds->setChecked(settings.ids == Ids::Fresh);
}

} // namespace ember::app
