// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recording/launchform.h"

#include "app/look/appearance.h"
#include "app/recording/launchfields.h"
#include "app/session/launchcommand.h"
#include "capture/jitmaps/askedmaps.h"
#include "capture/launch/commandresolver.h"
#include "views/text/plaintexts.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/tablelook.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <string>
#include <vector>

namespace ember::app {

namespace {

constexpr int environmentLines = 3;
constexpr qsizetype longestCommand = 30'000; // a field cuts off what is longer
constexpr qsizetype shownOfLonger = 1000;
constexpr int leastDialogWidth = 760; // two columns of switches, in any language
constexpr int leastDialogHeight = 400; // holds even if the window is lower

QToolButton *createBrowseButton(const QString &toolTip)
{
    auto *button = new QToolButton;
    button->setIcon(symbolIcon(QStringLiteral("folder")));
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    return button;
}

// Whether a word of an argument list would have told a shell to do something.
bool isOfShell(const QString &word)
{
    static const QStringList words{
        QStringLiteral("|"),  QStringLiteral("||"), QStringLiteral("&&"),
        QStringLiteral("&"),  QStringLiteral(";"),  QStringLiteral(">"),
        QStringLiteral(">>"), QStringLiteral("<"),  QStringLiteral("2>&1")};
    return words.contains(word);
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

// Returns the variables, NAME=VALUE, that perf maps need beside these and those that are inherited.
QStringList mapVariablesWith(const QStringList &variables)
{
    std::vector<capture::EnvironmentChange> changes;
    for (const QString &variable : variables)
        changes.push_back({variable.section(QLatin1Char('='), 0, 0).toStdString(),
                           variable.section(QLatin1Char('='), 1).toStdString()});
    QStringList set;
    for (const auto &variable : capture::mapVariables(capture::changedEnvironment(changes)))
        set << QString::fromStdString(variable);
    return set;
}

} // namespace

LaunchForm::LaunchForm(QWidget *parent)
    : QWidget(parent),
      m_command(new QComboBox),
      m_problem(new QLabel),
      m_summary(new views::ElidedLabel(Qt::ElideRight)),
      m_more(new QToolButton),
      m_attach(new QPushButton),
      m_directory(new QLineEdit),
      m_environment(new QPlainTextEdit),
      m_stdin(new QLineEdit),
      m_machine(new MachineFields),
      m_ring(new RingFields),
      m_rate(new RateFields),
      m_options(new OptionsField),
      m_followChildren(new QCheckBox(tr("Record its child processes, too"))),
      m_reports(new QCheckBox(tr("Record measurements (emberchart.h)"))),
      m_frames(new QCheckBox(tr("Watch for slow and frozen frames"))),
      m_nameJit(new QCheckBox(tr("Let Node, .NET, Python and Java write perf maps"))),
      m_jitHint(new QLabel),
      m_sentryData(new QCheckBox(tr("Listen for its Sentry SDK data, too"))),
      m_launch(new QPushButton(tr("Launch and Record")))
{
    createCommandLine();
    m_rare = createOptions();
    m_rare->hide();
    auto *line = inARow({m_command, m_launch});
    qobject_cast<QHBoxLayout *>(line->layout())->setStretchFactor(m_command, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(line);
    column->addWidget(m_problem);
    column->addWidget(m_summary);
    column->addWidget(createFooter());
    column->addWidget(m_rare);
    column->addStretch(1); // height that is left over is under the fields, not in them

    // A ring needs a local log: a remote one cannot drop what it has already sent. The endpoint for
    // SDKs is on this machine's loopback.
    connect(m_machine, &MachineFields::changed, this, [this] {
        const bool isHere = m_machine->machine().host.isEmpty();
        m_ring->setEnabled(isHere);
        m_sentryData->setEnabled(isHere);
        showSummary();
    });
    connect(m_ring, &RingFields::frozenFramesWanted, m_frames,
            [this] { m_frames->setChecked(true); });
    connect(m_ring, &RingFields::changed, this, &LaunchForm::showSummary);
    connect(m_rate, &RateFields::changed, this, &LaunchForm::showSummary);
    connect(m_directory, &QLineEdit::textChanged, this, &LaunchForm::showSummary);
    connect(m_environment, &QPlainTextEdit::textChanged, this, &LaunchForm::showSummary);
    for (const QCheckBox *box : {m_followChildren, m_reports, m_frames, m_nameJit, m_sentryData})
        connect(box, &QCheckBox::toggled, this, &LaunchForm::showSummary);
    setCommand({});
    showCommand();
}

void LaunchForm::createCommandLine()
{
    m_launch->setObjectName(QStringLiteral("launchButton"));
    m_launch->setIcon(symbolIcon(QStringLiteral("record")));
    m_launch->setDefault(true);
    m_command->setObjectName(QStringLiteral("command"));
    m_command->setAccessibleName(tr("Command"));
    m_command->setEditable(true);
    m_command->setInsertPolicy(QComboBox::NoInsert);
    m_command->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_command->setMinimumContentsLength(12);
    m_command->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_command->setItemDelegate(new views::ShortTexts(views::mostLetters, m_command));
    m_command->lineEdit()->setPlaceholderText(
        tr("A command as in a shell: ./build/myapp --open \"big file.svg\""));
    m_problem->setObjectName(QStringLiteral("commandProblem"));
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    connect(m_command, &QComboBox::activated, this, &LaunchForm::takeRecent);
    connect(m_command, &QComboBox::editTextChanged, this, &LaunchForm::showCommand);
    connect(m_command->lineEdit(), &QLineEdit::returnPressed, this, &LaunchForm::request);
    connect(m_launch, &QPushButton::clicked, this, &LaunchForm::request);
}

QWidget *LaunchForm::createFooter()
{
    m_summary->setObjectName(QStringLiteral("launchSummary"));
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_summary->setTextFormat(Qt::PlainText);
    m_more->setObjectName(QStringLiteral("more"));
    m_more->setText(tr("More: folder, environment, rate, frames, another machine…"));
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_more->setArrowType(Qt::RightArrow);
    m_more->setAutoRaise(true);
    m_more->setCheckable(true);
    connect(m_more, &QToolButton::toggled, this, [this](bool isOn) {
        m_more->setArrowType(isOn ? Qt::DownArrow : Qt::RightArrow);
        m_rare->setVisible(isOn);
    });
    m_attach->setObjectName(QStringLiteral("attachButton"));
    connect(m_attach, &QPushButton::clicked, this, &LaunchForm::attachRequested);
    showAttachKey({});
    auto *browse = new QPushButton(tr("Choose a Program…"));
    browse->setObjectName(QStringLiteral("browseProgram"));
    connect(browse, &QPushButton::clicked, this, [this] {
        const QString path = QFileDialog::getOpenFileName(this, tr("Choose a program"));
        if (!path.isEmpty())
            m_command->setEditText(joinWords({path}));
    });
    auto *row = inARow({m_more, browse, m_attach});
    qobject_cast<QHBoxLayout *>(row->layout())->insertStretch(1, 1);
    return row;
}

void LaunchForm::showAttachKey(const QString &key)
{
    m_attach->setText(key.isEmpty() ? tr("Attach to a Process…")
                                    : tr("Attach to a Process…  %1").arg(key));
}

QWidget *LaunchForm::createDirectoryRow()
{
    m_directory->setObjectName(QStringLiteral("directory"));
    m_directory->setPlaceholderText(tr("Current folder"));
    auto *browse = createBrowseButton(tr("Choose the working directory"));
    connect(browse, &QToolButton::clicked, this, [this] {
        const QString path =
            QFileDialog::getExistingDirectory(this, tr("Choose the working directory"));
        if (!path.isEmpty())
            m_directory->setText(path);
    });
    return inARow({m_directory, browse});
}

QWidget *LaunchForm::createStdinRow()
{
    m_stdin->setObjectName(QStringLiteral("stdin"));
    m_stdin->setPlaceholderText(tr("Nothing (/dev/null)"));
    auto *browse = createBrowseButton(tr("Choose a file to read from"));
    connect(browse, &QToolButton::clicked, this, [this] {
        const QString path = QFileDialog::getOpenFileName(this, tr("Choose a file to read from"));
        if (!path.isEmpty())
            m_stdin->setText(path);
    });
    return inARow({m_stdin, browse});
}

void LaunchForm::describeSwitches()
{
    m_followChildren->setObjectName(QStringLiteral("followChildren"));
    m_nameJit->setObjectName(QStringLiteral("nameJit"));
    m_nameJit->setToolTip(tr("Their functions are named without it, too: this is for versions "
                             "that the recorder does not know."));
    m_jitHint->setObjectName(QStringLiteral("jitHint"));
    m_jitHint->setWordWrap(true);
    m_jitHint->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    connect(m_nameJit, &QCheckBox::toggled, this, &LaunchForm::showJitHint);
    connect(m_environment, &QPlainTextEdit::textChanged, this, &LaunchForm::showJitHint);
    showJitHint();
    m_reports->setObjectName(QStringLiteral("reports"));
    m_reports->setToolTip(tr("Numbers, spans and frames of programs that use emberchart.h. Sets "
                             "EMBERCHART_SOCKET in its environment."));
    m_frames->setObjectName(QStringLiteral("frames"));
    m_frames->setToolTip(tr("What it presents by Qt, GLX, EGL or Vulkan, and what it reports. Adds "
                            "a library to LD_PRELOAD in its environment."));
    m_sentryData->setObjectName(QStringLiteral("sentryData"));
    m_sentryData->setToolTip(tr("Sets SENTRY_DSN in its environment to an endpoint of this window, "
                                "which lists what arrives. Nothing of it leaves this machine until "
                                "you send it."));
}

// Puts the switches in two columns, as the fields under "More" are to fit a small screen.
QWidget *LaunchForm::createSwitches()
{
    describeSwitches();
    auto *switches = new QWidget;
    auto *grid = new QGridLayout(switches);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnStretch(1, 1);
    int place = 0;
    for (QCheckBox *box : {m_followChildren, m_reports, m_frames, m_sentryData, m_nameJit}) {
        grid->addWidget(box, place / 2, place % 2);
        ++place;
    }
    return switches;
}

QWidget *LaunchForm::createOptions()
{
    m_environment->setObjectName(QStringLiteral("environment"));
    m_environment->setPlaceholderText(
        tr("NAME=VALUE, one per line, added to the inherited variables"));
    m_environment->setMaximumHeight(m_environment->fontMetrics().lineSpacing() * environmentLines
                                    + 12);
    m_environment->setTabChangesFocus(true);
    auto *options = new QWidget;
    options->setObjectName(QStringLiteral("rareFields"));
    auto *form = new QFormLayout(options);
    form->setContentsMargins(0, 0, 0, 0);
    form->setLabelAlignment(Qt::AlignRight | Qt::AlignVCenter);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->addRow(tr("&Folder"), createDirectoryRow());
    form->addRow(tr("&Environment"), m_environment);
    form->addRow(tr("&Input from"), createStdinRow());
    form->addRow(tr("&Host"), m_machine);
    form->addRow(tr("Sampling &rate"), m_rate);
    form->addRow(tr("&Keep"), m_ring);
    form->addRow(tr("&Other options"), m_options);
    form->addRow(QString(), createSwitches());
    form->addRow(QString(), m_jitHint);
    return options;
}

bool LaunchForm::isShortened() const
{
    return !m_long.shown.isEmpty() && m_command->currentText() == m_long.shown;
}

CommandWords LaunchForm::words() const
{
    return isShortened() ? m_long.words : commandWords(m_command->currentText());
}

void LaunchForm::showCommand()
{
    const auto quote = isShortened() ? std::nullopt : openQuote(m_command->currentText());
    const CommandWords words = this->words();
    QString problem;
    if (quote)
        problem = tr("A quote (%1) is opened and not closed.").arg(*quote);
    else if (words.program.isEmpty() && !words.variables.isEmpty())
        problem = tr("The program is missing after the variables.");
    m_launch->setEnabled(problem.isEmpty() && !words.program.isEmpty());
    m_launch->setToolTip(!problem.isEmpty()            ? problem
                             : words.program.isEmpty() ? tr("Type the command to launch first.")
                                                       : QString());
    const auto ofShell = std::ranges::find_if(words.arguments, isOfShell);
    if (problem.isEmpty() && ofShell != words.arguments.end())
        problem = tr("No shell runs this line: the program is given “%1” as it is. For pipes and "
                     "redirections launch sh -c '…'.")
                      .arg(*ofShell);
    else if (isShortened())
        problem = tr("The field shows the start of a command of %n argument(s). It is launched "
                     "whole unless you edit it.",
                     nullptr, static_cast<int>(words.arguments.size()));
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

void LaunchForm::showSummary()
{
    const LaunchCommand shown = command();
    QString folder = shown.directory;
    if (folder.isEmpty())
        folder = shown.isRemote() ? tr("its home folder") : QDir::currentPath();
    const QString home = QDir::homePath();
    if (!shown.isRemote() && (folder == home || folder.startsWith(home % QLatin1Char('/'))))
        folder.replace(0, home.size(), QStringLiteral("~"));
    QStringList parts{tr("in %1").arg(folder), tr("%n sample(s)/s", nullptr, shown.rateHz)};
    if (shown.isRemote())
        parts.prepend(tr("on %1").arg(shown.machine.host));
    if (shown.followChildren == FollowChildren::Yes)
        parts << tr("also child processes");
    if (shown.ring.isOn())
        parts << tr("keeps the last %1").arg(shown.ring.limit);
    if (shown.measurements == Measurements::WithFrames)
        parts << tr("slow frames");
    else if (shown.measurements == Measurements::On)
        parts << tr("measurements");
    if (shown.sentryData == SentryData::Yes)
        parts << tr("Sentry SDK data");
    if (const auto count = nonEmptyLines(m_environment->toPlainText()).size(); count > 0)
        parts << tr("%n variable(s)", nullptr, static_cast<int>(count));
    m_summary->setText(parts.join(QStringLiteral(" · ")));
}

// Shows the exact variables that will be set, since they change the program's environment.
void LaunchForm::showJitHint()
{
    m_jitHint->setVisible(m_nameJit->isChecked());
    if (!m_nameJit->isChecked())
        return;
    m_jitHint->setText(
        tr("Sets in the program's environment:\n%1\nThese make node, .NET, Python 3.12 and Java 17 "
           "write the names to /tmp/perf-PID.map, Java at the end of the capture; node also leaves "
           "an isolate….log in its directory.")
            .arg(mapVariablesWith(nonEmptyLines(m_environment->toPlainText()))
                     .join(QLatin1Char('\n'))));
}

LaunchCommand LaunchForm::command() const
{
    LaunchCommand command;
    const CommandWords words = this->words();
    command.program = words.program;
    command.arguments = words.arguments;
    command.directory = m_directory->text().trimmed();
    command.environment = nonEmptyLines(m_environment->toPlainText()) + words.variables;
    command.stdinFile = m_stdin->text().trimmed();
    command.machine = m_machine->machine();
    command.rateHz = m_rate->rateHz();
    command.followChildren =
        m_followChildren->isChecked() ? FollowChildren::Yes : FollowChildren::No;
    command.measurements = m_frames->isChecked() ? Measurements::WithFrames
        : m_reports->isChecked()                 ? Measurements::On
                                                 : Measurements::Off;
    command.nameJit = m_nameJit->isChecked() ? NameJit::Yes : NameJit::No;
    if (m_sentryData->isChecked() && m_sentryData->isEnabledTo(this))
        command.sentryData = SentryData::Yes;
    command.ring = m_ring->ring();
    command.options = m_options->options();
    return command;
}

void LaunchForm::setCommand(const LaunchCommand &command)
{
    const QString line = command.program.isEmpty()
        ? QString()
        : joinWords(QStringList(command.program) + command.arguments);
    m_long = {};
    if (line.size() > longestCommand)
        m_long = {views::shortened(line, Qt::ElideRight, shownOfLonger),
                  {{}, command.program, command.arguments}};
    m_command->setEditText(m_long.shown.isEmpty() ? line : m_long.shown);
    showCommand();
    m_directory->setText(command.directory);
    m_environment->setPlainText(command.environment.join(QLatin1Char('\n')));
    m_stdin->setText(command.stdinFile);
    m_machine->setMachine(command.machine);
    m_rate->setRateHz(command.rateHz);
    m_followChildren->setChecked(command.followChildren == FollowChildren::Yes);
    m_reports->setChecked(command.measurements != Measurements::Off);
    m_frames->setChecked(command.measurements == Measurements::WithFrames);
    m_nameJit->setChecked(command.nameJit == NameJit::Yes);
    m_sentryData->setChecked(command.sentryData == SentryData::Yes);
    m_ring->setRing(command.ring);
    m_options->setOptions(command.options);
    showSummary();
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

void LaunchForm::focusMachine()
{
    m_more->setChecked(true);
    m_machine->setFocus();
}

void LaunchForm::focusCommand()
{
    m_command->setFocus();
    m_command->lineEdit()->selectAll();
}

void LaunchForm::request()
{
    if (!m_launch->isEnabled()) {
        focusCommand();
    } else if (!m_options->isAcceptable()) {
        m_more->setChecked(true);
        m_options->setFocus();
    } else {
        emit launchRequested(command());
    }
}

LaunchDialog::LaunchDialog(QWidget &window)
    : QDialog(&window),
      m_form(new LaunchForm),
      m_scroll(new QScrollArea)
{
    setObjectName(QStringLiteral("launchDialog"));
    setWindowTitle(tr("Launch"));
    m_scroll->setWidget(m_form);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    (new QVBoxLayout(this))->addWidget(m_scroll);
    m_form->installEventFilter(this);
    resize(leastDialogWidth, 0);
}

// Fits the height when a field was shown or hidden, or has another text.
bool LaunchDialog::eventFilter(QObject *watched, QEvent *event)
{
    const bool isHandled = QDialog::eventFilter(watched, event);
    if (event->type() == QEvent::LayoutRequest)
        QMetaObject::invokeMethod(this, &LaunchDialog::fit, Qt::QueuedConnection);
    return isHandled;
}

void LaunchDialog::showEvent(QShowEvent *event)
{
    fit();
    QDialog::showEvent(event);
}

void LaunchDialog::fit()
{
    const QMargins around = layout()->contentsMargins();
    const int beside =
        around.left() + around.right() + m_scroll->verticalScrollBar()->sizeHint().width();
    const int wide = std::max(width(), m_form->minimumSizeHint().width() + beside);
    QLayout &fields = *m_form->layout();
    fields.activate();
    const int form = fields.hasHeightForWidth() // respects wrapped texts
        ? fields.totalHeightForWidth(wide - around.left() - around.right())
        : fields.totalSizeHint().height();
    const QRect window = parentWidget()->frameGeometry();
    resize(wide,
           std::min(form + around.top() + around.bottom(),
                    std::max(parentWidget()->height(), leastDialogHeight)));
    if (isVisible() && frameGeometry().bottom() > window.bottom())
        move(pos().x(), std::max(window.top(), window.bottom() - frameGeometry().height() + 1));
}

} // namespace ember::app
