// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recording/launchfields.h"

#include "app/session/commandtext.h"
#include "app/session/launchcommand.h"
#include "app/session/recordcommandline.h"
#include "capture/control/commandline.h"
#include "capture/sampling/tickclock.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ember::app {

MachineFields::MachineFields(QWidget *parent)
    : QWidget(parent),
      m_host(new QLineEdit),
      m_recorder(new QLineEdit)
{
    setFocusProxy(m_host);
    m_host->setObjectName(QStringLiteral("host"));
    m_host->setAccessibleName(tr("Host"));
    m_host->setPlaceholderText(tr("This machine"));
    m_host->setToolTip(tr("HOST or USER@HOST, reached by ssh: with a key or ssh-agent, or with the "
                          "password that SSH_ASKPASS asks for. All paths are those of that "
                          "machine, and names come from there."));
    m_recorder->setObjectName(QStringLiteral("remoteRecorder"));
    m_recorder->setAccessibleName(tr("Recorder on that machine"));
    m_recorder->setPlaceholderText(tr("emberchart-record in its PATH"));
    m_recorder->setToolTip(tr("Path of emberchart-record on that machine"));
    m_recorder->setVisible(false);
    connect(m_host, &QLineEdit::textChanged, this, [this] {
        m_recorder->setVisible(!machine().host.isEmpty());
        emit changed();
    });

    setFocusProxy(m_host);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_host);
    row->addWidget(m_recorder);
}

RemoteMachine MachineFields::machine() const
{
    const QString host = m_host->text().trimmed();
    return {host, host.isEmpty() ? QString() : m_recorder->text().trimmed()};
}

void MachineFields::setMachine(const RemoteMachine &machine)
{
    m_host->setText(machine.host);
    m_recorder->setText(machine.recorder);
}

RateFields::RateFields(QWidget *parent)
    : QWidget(parent),
      m_rate(new QSpinBox),
      m_usePrime(new QPushButton),
      m_warning(new QLabel)
{
    m_rate->setObjectName(QStringLiteral("rate"));
    m_rate->setRange(capture::slowestRate, capture::fastestRate);
    m_rate->setSuffix(tr(" Hz", "samples per second"));
    m_rate->setAccessibleName(tr("Sampling rate"));
    m_warning->setObjectName(QStringLiteral("rateWarning"));
    m_warning->setWordWrap(true);
    m_usePrime->setObjectName(QStringLiteral("usePrime"));
    connect(m_rate, &QSpinBox::valueChanged, this, &RateFields::showWarning);
    connect(m_usePrime, &QPushButton::clicked, this,
            [this] { m_rate->setValue(capture::nextPrime(m_rate->value())); });
    setFocusProxy(m_rate);
    auto *row = new QHBoxLayout;
    row->addWidget(m_rate);
    row->addWidget(m_usePrime);
    row->addStretch(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(row);
    column->addWidget(m_warning);
    setRateHz(capture::defaultRate);
}

int RateFields::rateHz() const
{
    return m_rate->value();
}

void RateFields::setRateHz(int rateHz)
{
    m_rate->setValue(rateHz);
    showWarning();
}

void RateFields::showWarning()
{
    const int prime = capture::nextPrime(m_rate->value());
    const bool isRisky = !capture::isPrime(m_rate->value()) && prime <= capture::fastestRate;
    emit changed();
    m_usePrime->setVisible(isRisky);
    m_warning->setVisible(isRisky);
    m_usePrime->setText(tr("Use %1 Hz").arg(prime));
    m_warning->setText(tr("Work that repeats in step with %1 Hz is seen always or never. A prime "
                          "rate such as %2 Hz does not fall into step.")
                           .arg(m_rate->value())
                           .arg(prime));
}

namespace {

enum Limit { All, Minutes, Gigabytes };

constexpr int defaultMinutes = 10;
constexpr int maxAmount = 10'000;
constexpr int defaultCpuPercent = 100;

constexpr QLatin1String frozenFrame("frozen-frame");
constexpr QLatin1String cpuAbove("cpu>");

// Parses a limit and rounds it up: "90s" is 2 min, "500MB" 1 GB. Invalid texts give no limit.
std::pair<Limit, int> limitFrom(const QString &text)
{
    static const std::pair<QLatin1String, std::pair<Limit, double>> units[] = {
        {QLatin1String("s"), {Minutes, 1.0 / 60}}, {QLatin1String("m"), {Minutes, 1}},
        {QLatin1String("min"), {Minutes, 1}},      {QLatin1String("h"), {Minutes, 60}},
        {QLatin1String("MB"), {Gigabytes, 1e-3}},  {QLatin1String("GB"), {Gigabytes, 1}},
        {QLatin1String("G"), {Gigabytes, 1}},      {QLatin1String("TB"), {Gigabytes, 1e3}}};
    const auto unitStart =
        std::find_if(text.begin(), text.end(), [](QChar c) { return c.isLetter(); });
    const auto digits = unitStart - text.begin();
    bool isNumber = false;
    const double number = text.left(digits).toDouble(&isNumber);
    for (const auto &[name, unit] : units) {
        if (!isNumber || text.mid(digits) != name)
            continue;
        const double amount = std::ceil(number * unit.second);
        return {unit.first, static_cast<int>(std::clamp<double>(amount, 1, maxAmount))};
    }
    return {All, defaultMinutes};
}

QHBoxLayout *createRow(QWidget *parent, std::initializer_list<QWidget *> widgets)
{
    auto *row = new QHBoxLayout(parent);
    row->setContentsMargins(0, 0, 0, 0);
    for (QWidget *widget : widgets)
        row->addWidget(widget);
    row->addStretch(1);
    return row;
}

} // namespace

RingFields::RingFields(QWidget *parent)
    : QWidget(parent),
      m_limit(new QComboBox),
      m_amount(new QSpinBox),
      m_triggers(new QWidget),
      m_onFrozenFrame(new QCheckBox(tr("Keep a minute when a frame freezes"))),
      m_onCpu(new QCheckBox(tr("Keep a minute when it takes more CPU than"))),
      m_cpuPercent(new QSpinBox)
{
    layOutTriggers();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(createLimitRow());
    column->addWidget(m_triggers);
    setFocusProxy(m_limit);
    setRing({});
}

QWidget *RingFields::createLimitRow()
{
    m_limit->setObjectName(QStringLiteral("ringLimit"));
    m_limit->addItems({tr("Everything"), tr("The last minutes"), tr("The last gigabytes")});
    m_limit->setToolTip(tr("A capture that keeps its newest part only can run for days. Its last "
                           "part is kept for good when you say so, or by itself."));
    m_amount->setObjectName(QStringLiteral("ringAmount"));
    m_amount->setAccessibleName(tr("How much of it"));
    m_amount->setRange(1, maxAmount);
    connect(m_limit, &QComboBox::currentIndexChanged, this, &RingFields::showLimit);
    connect(m_amount, &QSpinBox::valueChanged, this, &RingFields::changed);
    auto *row = new QWidget;
    createRow(row, {m_limit, m_amount});
    return row;
}

void RingFields::layOutTriggers()
{
    m_onFrozenFrame->setObjectName(QStringLiteral("keepOnFrozenFrame"));
    m_onCpu->setObjectName(QStringLiteral("keepOnCpu"));
    m_cpuPercent->setRange(1, static_cast<int>(capture::maxCpuPercent()));
    m_cpuPercent->setSuffix(tr(" % of a core"));
    m_cpuPercent->setAccessibleName(m_onCpu->text());
    m_cpuPercent->setEnabled(false);
    connect(m_onCpu, &QCheckBox::toggled, m_cpuPercent, &QWidget::setEnabled);
    connect(m_onFrozenFrame, &QCheckBox::clicked, this, [this](bool isOn) {
        if (isOn)
            emit frozenFramesWanted();
    });
    auto *column = new QVBoxLayout(m_triggers);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_onFrozenFrame);
    auto *cpu = new QWidget;
    createRow(cpu, {m_onCpu, m_cpuPercent});
    column->addWidget(cpu);
}

void RingFields::showLimit()
{
    const auto limit = static_cast<Limit>(m_limit->currentIndex());
    m_amount->setVisible(limit != All);
    m_amount->setSuffix(limit == Minutes ? tr(" min") : tr(" GB"));
    m_triggers->setVisible(limit != All);
    emit changed();
}

RingChoice RingFields::ring() const
{
    const auto limit = static_cast<Limit>(m_limit->currentIndex());
    if (limit == All || !isEnabledTo(parentWidget()))
        return {};
    RingChoice ring;
    ring.limit = QString::number(m_amount->value())
        + (limit == Minutes ? QLatin1String("min") : QLatin1String("GB"));
    ring.keepLast = m_keepLast;
    ring.triggers = m_otherTriggers;
    if (m_onFrozenFrame->isChecked())
        ring.triggers << frozenFrame;
    if (m_onCpu->isChecked())
        ring.triggers << cpuAbove + QString::number(m_cpuPercent->value());
    return ring;
}

void RingFields::setRing(const RingChoice &ring)
{
    const auto [limit, amount] = limitFrom(ring.limit);
    m_amount->setValue(amount);
    m_limit->setCurrentIndex(limit);
    m_keepLast = ring.keepLast;
    m_otherTriggers.clear();
    m_onFrozenFrame->setChecked(false);
    m_onCpu->setChecked(false);
    m_cpuPercent->setValue(defaultCpuPercent);
    for (const QString &trigger : ring.triggers) {
        if (trigger == frozenFrame) {
            m_onFrozenFrame->setChecked(true);
        } else if (trigger.startsWith(cpuAbove)) {
            m_onCpu->setChecked(true);
            m_cpuPercent->setValue(static_cast<int>(trigger.mid(cpuAbove.size()).toDouble()));
        } else {
            m_otherTriggers << trigger;
        }
    }
    showLimit();
}

OptionsField::OptionsField(QWidget *parent)
    : QWidget(parent),
      m_text(new QLineEdit),
      m_problem(new QLabel)
{
    m_text->setObjectName(QStringLiteral("options"));
    m_text->setAccessibleName(tr("Other options"));
    m_text->setPlaceholderText(tr("As on the command line: -d 60 --kill --max-size 2GB"));
    m_text->setToolTip(otherLaunchOptions());
    m_problem->setObjectName(QStringLiteral("optionsProblem"));
    m_problem->setWordWrap(true);
    connect(m_text, &QLineEdit::textEdited, this, [this] { showProblem({}); });
    setFocusProxy(m_text);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_text);
    column->addWidget(m_problem);
    showProblem({});
}

QStringList OptionsField::options() const
{
    return splitWords(m_text->text());
}

void OptionsField::setOptions(const QStringList &options)
{
    m_text->setText(joinWords(options));
    showProblem({});
}

bool OptionsField::isAcceptable()
{
    const QString command = QStringLiteral("command");
    const ParsedLaunch parsed =
        parseLaunchArguments(options() + QStringList{QStringLiteral("--"), command});
    LaunchCommand expected;
    expected.program = command;
    expected.options = parsed.command.options;
    const bool isOnlyOptions = parsed.command == expected && !parsed.asksForHelp;
    showProblem(!parsed.error.isEmpty() ? parsed.error
                    : isOnlyOptions     ? QString()
                                        : tr("What has a field of its own is to be set there."));
    return parsed.error.isEmpty() && isOnlyOptions;
}

void OptionsField::showProblem(const QString &problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

} // namespace ember::app
