// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/launchform.h"

#include "app/session/commandtext.h"
#include "app/session/launchcommand.h"
#include "app/window/appearance.h"
#include "app/window/launchfields.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace ember::app {

namespace {

constexpr int environmentLines = 3;

QToolButton *createBrowseButton(const QString &toolTip)
{
    auto *button = new QToolButton;
    button->setIcon(symbolIcon(QStringLiteral("folder")));
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    return button;
}

QWidget *inARow(std::initializer_list<QWidget *> widgets)
{
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QWidget *widget : widgets)
        layout->addWidget(widget);
    return row;
}

QStringList nonEmptyLines(const QString &text)
{
    QStringList lines;
    for (const QString &line : text.split(QLatin1Char('\n'))) {
        if (!line.trimmed().isEmpty())
            lines.append(line.trimmed());
    }
    return lines;
}

} // namespace

LaunchForm::LaunchForm(QWidget *parent)
    : QWidget(parent),
      m_command(new QComboBox),
      m_arguments(new QLineEdit),
      m_directory(new QLineEdit),
      m_environment(new QPlainTextEdit),
      m_stdin(new QLineEdit),
      m_machine(new MachineFields),
      m_ring(new RingFields),
      m_rate(new RateFields),
      m_options(new OptionsField),
      m_followChildren(new QCheckBox(tr("Record its child processes, too"))),
      m_reports(new QCheckBox(tr("Record what it reports itself"))),
      m_frames(new QCheckBox(tr("Watch for slow and frozen frames"))),
      m_nameJitFrames(new QCheckBox(tr("Name frames of JavaScript, Python and Java"))),
      m_jitHint(new QLabel),
      m_sentryData(new QCheckBox(tr("Listen for its Sentry SDK data, too"))),
      m_launch(new QPushButton(tr("Launch and Record")))
{
    m_launch->setObjectName(QStringLiteral("launchButton"));
    m_launch->setIcon(symbolIcon(QStringLiteral("record")));
    m_launch->setDefault(true);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(createOptions());
    auto *buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_launch);
    column->addLayout(buttons);

    // A ring needs a local log: a remote one cannot drop what it has already sent.
    connect(m_machine, &MachineFields::changed, this,
            [this] { m_ring->setEnabled(m_machine->machine().host.isEmpty()); });
    // The endpoint is on this machine's loopback.
    connect(m_machine, &MachineFields::changed, this,
            [this] { m_sentryData->setEnabled(m_machine->machine().host.isEmpty()); });
    connect(m_ring, &RingFields::frozenFramesWanted, m_frames,
            [this] { m_frames->setChecked(true); });
    connect(m_launch, &QPushButton::clicked, this, &LaunchForm::request);
    connect(m_arguments, &QLineEdit::returnPressed, this, &LaunchForm::request);
    connect(m_command->lineEdit(), &QLineEdit::returnPressed, this, &LaunchForm::request);
    setCommand({});
}

QWidget *LaunchForm::createCommandRow()
{
    m_command->setObjectName(QStringLiteral("command"));
    m_command->setAccessibleName(tr("Command"));
    m_command->setEditable(true);
    m_command->setInsertPolicy(QComboBox::NoInsert);
    m_command->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_command->setMinimumContentsLength(12);
    m_command->lineEdit()->setPlaceholderText(tr("Program, or its path"));
    auto *browse = createBrowseButton(tr("Choose a program"));
    connect(m_command, &QComboBox::activated, this, &LaunchForm::takeRecent);
    connect(browse, &QToolButton::clicked, this, [this] {
        const QString path = QFileDialog::getOpenFileName(this, tr("Choose a program"));
        if (!path.isEmpty())
            m_command->setEditText(path);
    });
    return inARow({m_command, browse});
}

QWidget *LaunchForm::createOptions()
{
    m_arguments->setObjectName(QStringLiteral("arguments"));
    m_arguments->setPlaceholderText(tr("Words in quotes stay together"));
    m_directory->setObjectName(QStringLiteral("directory"));
    m_directory->setPlaceholderText(tr("That of this window"));
    m_environment->setObjectName(QStringLiteral("environment"));
    m_environment->setPlaceholderText(tr("NAME=VALUE, one per line, on top of this window's"));
    m_environment->setMaximumHeight(m_environment->fontMetrics().lineSpacing() * environmentLines
                                    + 12);
    m_environment->setTabChangesFocus(true);
    m_stdin->setObjectName(QStringLiteral("stdin"));
    m_stdin->setPlaceholderText(tr("Empty input"));

    auto *browseDirectory = createBrowseButton(tr("Choose the working directory"));
    connect(browseDirectory, &QToolButton::clicked, this, [this] {
        const QString path =
            QFileDialog::getExistingDirectory(this, tr("Choose the working directory"));
        if (!path.isEmpty())
            m_directory->setText(path);
    });
    auto *browseStdin = createBrowseButton(tr("Choose a file to read from"));
    connect(browseStdin, &QToolButton::clicked, this, [this] {
        const QString path = QFileDialog::getOpenFileName(this, tr("Choose a file to read from"));
        if (!path.isEmpty())
            m_stdin->setText(path);
    });

    m_nameJitFrames->setObjectName(QStringLiteral("nameJitFrames"));
    m_jitHint->setObjectName(QStringLiteral("jitHint"));
    m_jitHint->setWordWrap(true);
    connect(m_nameJitFrames, &QCheckBox::toggled, this, &LaunchForm::showJitHint);
    connect(m_environment, &QPlainTextEdit::textChanged, this, &LaunchForm::showJitHint);
    showJitHint();
    auto *options = new QWidget;
    auto *form = new QFormLayout(options);
    form->setContentsMargins(0, 0, 0, 0);
    form->setLabelAlignment(Qt::AlignRight | Qt::AlignVCenter);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->addRow(tr("&Command"), createCommandRow());
    form->addRow(tr("&Arguments"), m_arguments);
    form->addRow(tr("&Directory"), inARow({m_directory, browseDirectory}));
    form->addRow(tr("&Environment"), m_environment);
    form->addRow(tr("&Input from"), inARow({m_stdin, browseStdin}));
    form->addRow(tr("&Host"), m_machine);
    form->addRow(tr("Sampling &rate"), m_rate);
    form->addRow(tr("&Keep"), m_ring);
    form->addRow(tr("&Other options"), m_options);
    form->addRow(QString(), m_followChildren);
    m_reports->setObjectName(QStringLiteral("reports"));
    m_reports->setToolTip(tr("Numbers, spans and frames of programs that use emberchart.h. Sets "
                             "EMBERCHART_SOCKET in its environment."));
    m_frames->setObjectName(QStringLiteral("frames"));
    m_frames->setToolTip(tr("What it presents by Qt, GLX, EGL or Vulkan, and what it reports. Adds "
                            "a library to LD_PRELOAD in its environment."));
    form->addRow(QString(), m_reports);
    form->addRow(QString(), m_frames);
    m_sentryData->setObjectName(QStringLiteral("sentryData"));
    m_sentryData->setToolTip(tr("Sets SENTRY_DSN in its environment to an endpoint of this window, "
                                "which lists what arrives. Nothing of it leaves this machine until "
                                "you send it."));
    form->addRow(QString(), m_sentryData);
    form->addRow(QString(), m_nameJitFrames);
    form->addRow(QString(), m_jitHint);
    return options;
}

// Shows the exact variables that will be set, since they change the program's environment.
void LaunchForm::showJitHint()
{
    m_jitHint->setVisible(m_nameJitFrames->isChecked());
    if (!m_nameJitFrames->isChecked())
        return;
    const QStringList variables = jitEnvironment(nonEmptyLines(m_environment->toPlainText()));
    m_jitHint->setText(tr("Sets in the program's environment:\n%1\nThese make node, Python 3.12 "
                          "and Java 17 write the names to /tmp/perf-PID.map, Java only when it "
                          "ends; node also leaves an isolate….log in its directory.")
                           .arg(variables.join(QLatin1Char('\n'))));
}

LaunchCommand LaunchForm::command() const
{
    LaunchCommand command;
    command.program = m_command->currentText().trimmed();
    command.arguments = splitWords(m_arguments->text());
    command.directory = m_directory->text().trimmed();
    command.environment = nonEmptyLines(m_environment->toPlainText());
    command.stdinFile = m_stdin->text().trimmed();
    command.machine = m_machine->machine();
    command.rateHz = m_rate->rateHz();
    command.followChildren =
        m_followChildren->isChecked() ? FollowChildren::Yes : FollowChildren::No;
    command.measurements = m_frames->isChecked() ? Measurements::WithFrames
        : m_reports->isChecked()                 ? Measurements::On
                                                 : Measurements::Off;
    command.nameJitFrames = m_nameJitFrames->isChecked() ? NameJitFrames::Yes : NameJitFrames::No;
    if (m_sentryData->isChecked() && m_sentryData->isEnabledTo(this))
        command.sentryData = SentryData::Yes;
    command.ring = m_ring->ring();
    command.options = m_options->options();
    return command;
}

void LaunchForm::setCommand(const LaunchCommand &command)
{
    m_command->setEditText(command.program);
    m_arguments->setText(joinWords(command.arguments));
    m_directory->setText(command.directory);
    m_environment->setPlainText(command.environment.join(QLatin1Char('\n')));
    m_stdin->setText(command.stdinFile);
    m_machine->setMachine(command.machine);
    m_rate->setRateHz(command.rateHz);
    m_followChildren->setChecked(command.followChildren == FollowChildren::Yes);
    m_reports->setChecked(command.measurements != Measurements::Off);
    m_frames->setChecked(command.measurements == Measurements::WithFrames);
    m_nameJitFrames->setChecked(command.nameJitFrames == NameJitFrames::Yes);
    m_sentryData->setChecked(command.sentryData == SentryData::Yes);
    m_ring->setRing(command.ring);
    m_options->setOptions(command.options);
}

void LaunchForm::setRecent(const QList<LaunchCommand> &commands)
{
    const QString edited = m_command->currentText();
    m_recent = commands;
    m_command->clear();
    for (const LaunchCommand &command : commands)
        m_command->addItem(command.commandLine());
    m_command->setEditText(edited);
    if (edited.isEmpty() && !commands.isEmpty())
        setCommand(commands.first());
}

void LaunchForm::takeRecent(int place)
{
    if (place >= 0 && place < m_recent.size())
        setCommand(m_recent.at(place));
}

void LaunchForm::focusCommand()
{
    m_command->setFocus();
    m_command->lineEdit()->selectAll();
}

void LaunchForm::request()
{
    const LaunchCommand wanted = command();
    if (wanted.isEmpty())
        focusCommand();
    else if (!m_options->isAcceptable())
        m_options->setFocus();
    else
        emit launchRequested(wanted);
}

} // namespace ember::app
