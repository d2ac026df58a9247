// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/sentryfields.h"

#include "app/errortext.h"
#include "app/upload/uploadplace.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStringList>
#include <QVBoxLayout>

#include <algorithm>
#include <string>
#include <vector>

namespace ember::app {

using model::sentry::Ids;

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

DestinationField::DestinationField(QWidget *parent)
    : QWidget(parent),
      m_choice(new QComboBox),
      m_state(new QLabel),
      m_keep(new QCheckBox(tr("&Keep this DSN with its key")))
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
    m_keep->setObjectName(QStringLiteral("keepDsn"));
    m_keep->setToolTip(tr("In the file of settings, which only you can read. Otherwise what waits "
                          "in the queue after a restart is sent only after the DSN is entered "
                          "again. A saved destination has its key in the keychain."));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_choice);
    column->addWidget(m_state);
    column->addWidget(m_keep);
    setFocusProxy(m_choice);
    connect(edit, &QLineEdit::textChanged, this, &DestinationField::check);
    connect(m_keep, &QCheckBox::clicked, this, [this] { m_isChosen = true; });
    check();
}

void DestinationField::offer(const QList<DsnProfile> &destinations, const Settings &settings,
                             const QString &otherDsn)
{
    const QString kept = settings.dsn();
    const QString lastDsn = kept.isEmpty() ? otherDsn : kept;
    if (kept != m_kept) // the settings have changed: the user's choice was carried out
        m_isChosen = false;
    m_kept = kept;
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

void DestinationField::keepIn(Settings &settings) const
{
    if (m_destination)
        return;
    if (m_keep->isChecked())
        settings.setDsn(text());
    else if (m_isChosen)
        settings.forgetDsn(text());
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
    if (!m_isChosen) // unasked, only the DSN of the settings is kept
        m_keep->setChecked(!m_kept.isEmpty() && text() == m_kept);
    m_keep->setVisible(m_target && !m_destination);
    emit changed();
}

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
