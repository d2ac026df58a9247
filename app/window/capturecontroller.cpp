// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/capturecontroller.h"

#include "app/errortext.h"
#include "app/inbackground.h"
#include "app/look/messagebar.h"
#include "app/look/workprogress.h"
#include "app/recording/capturestatus.h"
#include "app/start/demotour.h"
#include "views/jobs/viewthreads.h"
#include "views/text/plaintexts.h"

#include <QAction>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

#include <chrono>

namespace ember::app {

namespace {

using model::Error;
using model::ErrorCode;

constexpr qsizetype titleLetters = 80;

QString shortText(const QString &text)
{
    return views::shortened(text, Qt::ElideRight, titleLetters);
}

// Returns a command for a message, shortened: its start identifies it.
QString shortLine(const LaunchCommand &command)
{
    return shortText(command.commandLine());
}

} // namespace

CaptureController::CaptureController(Document &document, const CaptureLibrary &library,
                                     Settings &settings, CaptureStatus &status,
                                     MessageBar &messages, WorkProgress &progress, QWidget &window)
    : QObject(&window),
      m_document(document),
      m_library(library),
      m_settings(settings),
      m_window(window),
      m_saver(document, library, settings, messages, progress, window),
      m_status(status),
      m_messages(messages),
      m_progress(progress)
{
    connect(&progress, &WorkProgress::cancelled, this, [this] {
        if (m_capture)
            m_capture->skipFetching();
    });
    connect(&m_document, &Document::stateChanged, this, &CaptureController::showState);
    connect(&m_document, &Document::opened, this, &CaptureController::showState);
    if (const QList<LaunchCommand> recent = m_commands.recent(); !recent.isEmpty())
        m_lastCommand = recent.first();
}

bool CaptureController::isRecording() const
{
    return m_capture && m_capture->isActive();
}

bool CaptureController::isControllable() const
{
    return m_capture && m_capture->recorder().isActive();
}

bool CaptureController::isPaused() const
{
    return isControllable() && m_capture->recorder().state() == RecorderProcess::State::Paused;
}

bool CaptureController::canKeepPart() const
{
    return isControllable() && m_capture->command().ring.isOn();
}

bool CaptureController::canSaveLog() const
{
    return !m_document.folder().isEmpty() && !isRecording();
}

bool CaptureController::endsProgram() const
{
    return m_capture && m_capture->command().endsWithCapture();
}

void CaptureController::stop()
{
    if (m_capture)
        m_capture->recorder().stop();
}

void CaptureController::setPaused(bool isPaused)
{
    if (!m_capture)
        return;
    if (isPaused)
        m_capture->recorder().pause();
    else
        m_capture->recorder().resume();
    showState();
}

void CaptureController::keepPart()
{
    if (m_capture)
        m_capture->recorder().keep();
}

void CaptureController::setStackChoice(model::StackChoice stacks)
{
    if (m_capture)
        m_capture->setStackChoice(stacks);
}

void CaptureController::launch(const LaunchCommand &command)
{
    m_messages.dismiss();
    detach();
    // The demo that the guide launches is no command of the user's, so it is not proposed next
    // time.
    if (command != demoCommand())
        m_commands.remember(command);
    m_lastCommand = command;
    LaunchCommand launched = command;
    if (m_variables)
        launched.environment += m_variables(command);
    auto capture = LiveCapture::launch(launched, m_library, m_settings.symbols());
    if (!capture) {
        m_messages.showError(capture.error());
        return;
    }
    follow(std::move(*capture));
    enforceLimit();
}

void CaptureController::runAgain(const std::function<void()> &launched)
{
    const auto command = m_lastCommand;
    if (!command) {
        emit commandWanted();
        return;
    }
    launch(*command);
    launched();
}

void CaptureController::takeOver(const CaptureFolder &folder)
{
    detach();
    follow(LiveCapture::takeOver(m_library.info(folder), m_settings.symbols()));
}

void CaptureController::follow(std::unique_ptr<LiveCapture> capture)
{
    views::keepPicturesPrompt();
    m_capture = std::move(capture);
    m_capture->setStackChoice(m_settings.stackChoice());
    RecorderProcess &recorder = m_capture->recorder();
    hold(m_capture->command().pid);
    connect(&recorder, &RecorderProcess::started, this, &CaptureController::hold);
    connect(&recorder, &RecorderProcess::stateChanged, this, &CaptureController::showState);
    connect(&recorder, &RecorderProcess::messageArrived, this, &CaptureController::showMessage);
    connect(&recorder, &RecorderProcess::lacked, this, &CaptureController::showLack);
    connect(&recorder, &RecorderProcess::failed, &m_messages, &MessageBar::showError);
    connect(&recorder, &RecorderProcess::kept, this,
            [this](const QString &path) { m_saver.adopt(path, m_capture->command()); });
    connect(m_capture.get(), &LiveCapture::updated, this, &CaptureController::takeUpdate);
    connect(m_capture.get(), &LiveCapture::fetching, this, &CaptureController::showFetching);
    connect(m_capture.get(), &LiveCapture::completed, this, &CaptureController::complete);
    m_document.beginCapture(m_capture->command(), m_capture->folder());
    m_status.clear();
    showState();
    emit begun();
}

void CaptureController::addEnvelope(const ArrivedEnvelope &envelope, const QDateTime &arrived)
{
    if (m_capture)
        m_capture->addEnvelope(envelope, arrived);
}

void CaptureController::takeUpdate()
{
    if (m_document.kind() != Document::Kind::Capture) // the capture was empty and has been closed
        return;
    const LiveUpdatePointer update = m_capture->newest();
    m_document.update(*update);
    if (update->spans)
        m_status.setProfile(update->spans->profile());
}

// Finishes a capture. One without samples, of a command that could not be started, is discarded;
// its error is on the message bar.
void CaptureController::complete()
{
    const LiveUpdatePointer update = m_capture->newest();
    const auto &spans = update->capture();
    const bool isEmpty = !spans || spans->profile()->sampleCount() == 0;
    if (isEmpty) {
        const CaptureFolder folder = m_capture->folder();
        m_document.close();
        discard(folder);
        if (m_messages.message().text.isEmpty())
            reportWhyEmpty(*update);
        m_status.clear();
    }
    showState();
    if (!isEmpty) {
        reportEnd(*spans->profile());
        reportFetchFailures(update->fetchFailures);
        if (const QString &output = m_capture->command().output; !output.isEmpty())
            m_saver.saveTo(output, [] {});
        if (m_messages.message().text.isEmpty())
            offerProgram(m_capture->command());
    }
    emit ended();
    if (m_afterCompletion)
        std::exchange(m_afterCompletion, {})();
}

void CaptureController::reportWhyEmpty(const LiveUpdate &update)
{
    const QString command = shortLine(m_capture->command());
    const auto end = update.spans ? model::launchedExit(*update.spans->profile()) : std::nullopt;
    if (update.error || !end) {
        m_messages.showError(
            update.error.value_or(Error{ErrorCode::NothingToShow, command.toStdString(), {}}));
        return;
    }
    m_messages.showMessage(
        {.importance = Importance::Error,
         .text = tr("“%1” ended before a sample was taken: it %2.").arg(command, endText(*end))});
}

// Reports an abnormal end of the program on the message bar, unless a more urgent message is shown.
void CaptureController::reportEnd(const model::Profile &profile)
{
    const auto end = model::launchedExit(profile);
    if (!end)
        return;
    m_status.setEnd(*end);
    if ((!end->bySignal && end->code == 0) || !m_messages.message().text.isEmpty())
        return;
    QList<QAction *> actions;
    if (profile.tables().output.size() > 0) {
        auto *output = new QAction(tr("Show Output"), this);
        connect(output, &QAction::triggered, this, &CaptureController::outputWanted);
        actions << output;
    }
    m_messages.showMessage(
        {.importance = Importance::Warning,
         .text = tr("“%1” %2.").arg(shortLine(m_capture->command()), endText(*end)),
         .actions = actions});
}

void CaptureController::reportFetchFailures(const QStringList &failures)
{
    if (!failures.isEmpty() && m_messages.message().text.isEmpty())
        m_messages.showMessage(
            {.importance = Importance::Note,
             .text = QStringLiteral("%1: %2").arg(m_document.title(), fetchFailureText(failures)),
             .details = failures.join(QLatin1Char('\n'))});
}

void CaptureController::showState()
{
    if (m_capture && !m_document.isEmpty())
        m_status.setState(m_capture->recorder().state());
    emit stateChanged();
}

void CaptureController::showFetching(const FetchReport &report)
{
    if (report.binary.isEmpty()) {
        endFetching();
        return;
    }
    if (m_isFetching)
        m_progress.setText(fetchText(report));
    else
        m_progress.begin(fetchText(report));
    m_isFetching = true;
}

void CaptureController::endFetching()
{
    if (std::exchange(m_isFetching, false))
        m_progress.end();
}

void CaptureController::showMessage(const RecorderMessage &message)
{
    if (message.kind == MessageKind::Warning)
        m_messages.showMessage({.importance = Importance::Warning, .text = message.text});
}

void CaptureController::showLack(const model::Error &what)
{
    const ErrorText text = errorText(what);
    m_messages.showMessage({.importance = Importance::Warning,
                            .text = text.sentence,
                            .advice = text.advice,
                            .details = text.detail});
}

void CaptureController::offerRunningCaptures()
{
    inBackground(
        this, [library = m_library] { return library.list(); },
        [this](const QList<CaptureInfo> &captures) { offerFirstOf(captures); });
}

void CaptureController::offerFirstOf(const QList<CaptureInfo> &captures)
{
    for (const CaptureInfo &capture : captures) {
        // A capture of this window may have started meanwhile.
        if (!capture.isRecording || capture.isOpen || capture.folder == m_document.folder())
            continue;
        auto *show = new QAction(tr("Show It"), this);
        connect(show, &QAction::triggered, this,
                [this, folder = capture.folder] { takeOver(folder); });
        m_messages.showMessage({.importance = Importance::Note,
                                .text = tr("“%1” is still being recorded by a window that is "
                                           "gone.")
                                            .arg(shortText(capture.title())),
                                .actions = {show}});
        return;
    }
}

void CaptureController::detach()
{
    if (!m_capture)
        return;
    emit leaving();
    m_afterCompletion = {};
    const bool isStopped = isRecording();
    const LaunchCommand stopped = m_capture->command();
    m_capture->recorder().stop();
    m_capture.reset();
    endFetching();
    m_status.clear();
    showState();
    if (isStopped)
        offerProgram(stopped);
}

void CaptureController::hold(qint64 pid)
{
    if (pid == 0 || m_capture->command().isRemote())
        return;
    m_program = HeldProcess::hold(pid);
    m_programCommand = m_capture->command();
    if (m_program)
        connect(m_program.get(), &HeldProcess::ended, this, [this, pid] {
            if (m_saidOf == pid && m_messages.message().text == m_saidOfProgram)
                say(pid, Importance::Note, tr("Process %1 has ended.").arg(pid), {});
        });
}

// Shows a message about a process. If it is still shown when the process ends, the message says
// that.
void CaptureController::say(qint64 pid, Importance importance, const QString &text,
                            const QList<QAction *> &actions)
{
    m_saidOf = pid;
    m_saidOfProgram = text;
    m_messages.showMessage({.importance = importance, .text = text, .actions = actions});
}

// The actions hold their program: m_program may be another one by the time they are chosen.
void CaptureController::offerProgram(const LaunchCommand &stopped)
{
    if (stopped.isRemote()) // m_program is of an earlier capture
        return;
    if (!m_program || !m_program->isRunning() || m_programCommand.endsWithCapture())
        return;
    QList<QAction *> actions;
    if (m_programCommand.pid == 0) {
        auto *end = new QAction(tr("End It"), this);
        connect(end, &QAction::triggered, this,
                [this, program = m_program] { endProgram(program); });
        actions << end;
    }
    auto *again = new QAction(tr("Record Again"), this);
    LaunchCommand command = attachCommand(m_program->pid(), m_programCommand.program);
    command.rateHz = m_programCommand.rateHz;
    command.followChildren = m_programCommand.followChildren;
    connect(again, &QAction::triggered, this, [this, command] { launch(command); });
    const QString line = shortLine(m_programCommand); // has the pid of an attached process
    say(m_program->pid(), Importance::Note,
        m_programCommand.pid == 0
            ? tr("Recording has stopped. Process %1 (%2) runs on.").arg(m_program->pid()).arg(line)
            : tr("Recording has stopped. %1 runs on.", "a process").arg(line),
        actions << again);
}

void CaptureController::endProgram(const std::shared_ptr<HeldProcess> &program)
{
    constexpr std::chrono::seconds patience(3);
    program->askToEnd();
    say(program->pid(), Importance::Note, tr("Process %1 was asked to end.").arg(program->pid()),
        {});
    QTimer::singleShot(patience, this, [this, program] {
        if (!program->isRunning())
            return;
        auto *kill = new QAction(tr("Kill It"), this);
        connect(kill, &QAction::triggered, this, [program] { program->kill(); });
        say(program->pid(), Importance::Warning,
            tr("Process %1 was asked to end and still runs.").arg(program->pid()), {kill});
    });
}

bool CaptureController::leavesProgram() const
{
    return m_program && m_programCommand.pid == 0 && !m_programCommand.endsWithCapture()
        && m_program->isRunning();
}

bool CaptureController::isLeftUnfinished() const
{
    if (leavesProgram())
        return true;
    if (!isControllable())
        return false;
    const auto state = m_capture->recorder().state();
    return state == RecorderProcess::State::Recording || state == RecorderProcess::State::Paused;
}

void CaptureController::askBeforeClosing(const std::function<void()> &proceed)
{
    if (leavesProgram())
        askAboutProgram(proceed);
    else if (isLeftUnfinished())
        askAboutRecording(proceed);
    else
        proceed();
}

void CaptureController::askAboutRecording(const std::function<void()> &proceed)
{
    auto *box =
        new QMessageBox(QMessageBox::Question, tr("Still recording"),
                        tr("“%1” is still being recorded.").arg(shortLine(m_capture->command())),
                        QMessageBox::Cancel, &m_window);
    box->setObjectName(QStringLiteral("stillRecording"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText); // commands are data
    const QString kept = tr("Recording stops; what was recorded is in the library.");
    box->setInformativeText(
        endsProgram() ? kept % QLatin1Char(' ') % tr("The program is ended with it.") : kept);
    auto *stop = box->addButton(tr("&Stop and Close"), QMessageBox::AcceptRole);
    stop->setObjectName(QStringLiteral("stopAndClose"));
    box->setDefaultButton(qobject_cast<QPushButton *>(stop));
    connect(stop, &QAbstractButton::clicked, this, proceed);
    box->open();
}

void CaptureController::askAboutProgram(const std::function<void()> &proceed)
{
    auto *box = new QMessageBox(
        QMessageBox::Question, tr("A program runs on"),
        tr("Process %1 (%2) was launched here and runs on when this window is closed.")
            .arg(m_program->pid())
            .arg(shortLine(m_programCommand)),
        QMessageBox::Cancel, &m_window);
    box->setObjectName(QStringLiteral("programRunsOn"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText); // commands are data
    if (isRecording())
        box->setInformativeText(tr("Recording stops; what was recorded is in the library."));
    auto *end = box->addButton(tr("&End It"), QMessageBox::DestructiveRole);
    auto *leave = box->addButton(tr("&Let It Run"), QMessageBox::AcceptRole);
    end->setObjectName(QStringLiteral("endProgram"));
    leave->setObjectName(QStringLiteral("leaveProgram"));
    box->setDefaultButton(qobject_cast<QPushButton *>(leave));
    connect(end, &QAbstractButton::clicked, this, [this, proceed] {
        m_program->askToEnd();
        proceed();
    });
    connect(leave, &QAbstractButton::clicked, this, proceed);
    box->open();
}

void CaptureController::saveLog(const std::function<void()> &proceed)
{
    if (!isRecording()) {
        m_saver.save(proceed);
        return;
    }
    m_afterCompletion = [=, this] { m_saver.save(proceed); };
    m_capture->recorder().stop();
}

void CaptureController::discard(const CaptureFolder &folder)
{
    inBackground(
        this,
        [library = m_library, folder] {
            library.discard(folder);
            return folder;
        },
        [this](const CaptureFolder &) { emit discarded(); });
}

void CaptureController::enforceLimit()
{
    runDetached([library = m_library, limit = m_settings.libraryLimitBytes()] {
        library.enforceLimit(limit);
    });
}

} // namespace ember::app
