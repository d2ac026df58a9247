// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/killround.h"

#include "app/session/loader.h"
#include "tests/support/contentof.h"

#include <QDirIterator>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QProcessEnvironment>

#include <array>
#include <csignal>
#include <random>

namespace ember::tests {

namespace {

using namespace std::chrono_literals;

constexpr auto lookEvery = 10ms;
constexpr auto patience = 100s;
constexpr auto longestDelay = 700ms;
constexpr qint64 loggedBytes = 2000; // the log has its head and samples

// Works, sleeps and starts processes until there is one file, and some moments longer; then leaves
// another one. On a loaded machine a moment can take long: it must not be over before it is killed.
QStringList script(const QString &killed, const QString &finished)
{
    return {
        QStringLiteral("-c"),
        QStringLiteral("n=0; after=0; while [ $n -lt 2000 ] && [ $after -lt 5 ]; do n=$((n+1)); "
                       "if [ -e '%1' ]; then after=$((after+1)); fi; i=0; "
                       "while [ $i -lt 2000 ]; do i=$((i+1)); done; sleep 0.04; done; "
                       "echo ok > '%2'")
            .arg(killed, finished)};
}

// A number in /proc/PID/status; 0 if there is none.
qint64 statusNumber(qint64 pid, const QByteArray &field)
{
    const QByteArray status = contentOf(QStringLiteral("/proc/%1/status").arg(pid));
    const QByteArray before = '\n' + field + ':';
    const qsizetype at = status.indexOf(before);
    return at < 0 ? 0 : status.mid(at + before.size()).split('\n').first().trimmed().toLongLong();
}

// A zombie has ended, too: nobody may be there to take its status.
bool hasEnded(qint64 pid)
{
    const QByteArray stat = contentOf(QStringLiteral("/proc/%1/stat").arg(pid));
    return stat.isEmpty() || stat.mid(stat.lastIndexOf(')') + 2).startsWith('Z');
}

} // namespace

KillRound::KillRound(Victim victim, std::chrono::milliseconds delay,
                     std::function<void(const KillOutcome &)> ended)
    : m_victim(victim),
      m_delay(delay),
      m_ended(std::move(ended))
{
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_DATA_HOME"), m_folder.filePath(QStringLiteral("data")));
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"),
                       m_folder.filePath(QStringLiteral("config")));
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    m_window.setProcessEnvironment(environment);
    m_window.setStandardOutputFile(QProcess::nullDevice());
    m_window.setStandardErrorFile(QProcess::nullDevice());
    m_window.start(
        QStringLiteral(EMBER_BUILD_DIR "/emberchart"),
        QStringList{QStringLiteral("--launch"), QStringLiteral("--"), QStringLiteral("/bin/sh")}
            + script(m_folder.filePath(QStringLiteral("killed")),
                     m_folder.filePath(QStringLiteral("finished"))));
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { look(); });
    m_timer.start(lookEvery);
}

KillRound::~KillRound()
{
    m_window.kill();
    m_window.waitForFinished();
}

QString KillRound::logPath() const
{
    QDirIterator files(m_folder.filePath(QStringLiteral("data")), {QStringLiteral("*.ember")},
                       QDir::Files, QDirIterator::Subdirectories);
    return files.hasNext() ? files.next() : QString();
}

// The recorder is the tracer of what it says it has started. The tracer is one of its threads,
// which ends before the recorder does.
qint64 KillRound::recorderPid() const
{
    const QByteArray status = contentOf(QFileInfo(logPath()).path() + QStringLiteral("/status"));
    const QByteArray target = status.left(status.indexOf('\n')).split(' ').value(1);
    const qint64 tracer = statusNumber(target.trimmed().toLongLong(), "TracerPid");
    return tracer > 0 ? statusNumber(tracer, "Tgid") : 0;
}

void KillRound::look()
{
    if (Clock::now() - m_begun > patience) {
        end(m_killed ? QStringLiteral("the target did not come to its end")
                     : QStringLiteral("nothing was recorded"));
    } else if (m_killed) {
        const bool isOver = QFileInfo(m_folder.filePath(QStringLiteral("finished"))).size() > 0;
        if (isOver && hasEnded(m_recorder))
            end(judge());
    } else if (m_killAt) {
        if (Clock::now() >= *m_killAt)
            kill();
    } else if (QFileInfo(logPath()).size() > loggedBytes && recorderPid() > 0) {
        m_killAt = Clock::now() + m_delay;
    }
}

void KillRound::kill()
{
    m_recorder = recorderPid();
    if (m_recorder <= 0) {
        end(QStringLiteral("the target was not traced any more"));
        return;
    }
    m_killed = std::chrono::system_clock::now();
    if (m_victim != Victim::Recorder)
        ::kill(static_cast<pid_t>(m_window.processId()), SIGKILL);
    if (m_victim != Victim::Window)
        ::kill(static_cast<pid_t>(m_recorder), SIGKILL);
    QFile killed(m_folder.filePath(QStringLiteral("killed")));
    if (!killed.open(QIODevice::WriteOnly))
        end(QStringLiteral("no file for the target"));
}

QString KillRound::judge()
{
    const auto opened = app::loadFiles({{logPath()}, {}, {}}, {}, {[](app::LoadStage) {}});
    if (!opened)
        return QStringLiteral("the log does not open: ")
            + QString::fromStdString(opened.error().detail);
    const model::Profile &profile = *(*opened)->profiles.front().spans->profile();
    if (profile.sampleCount() == 0)
        return QStringLiteral("the log has no sample");
    if (m_victim == Victim::Window) {
        const auto &exit = profile.tables().processes.begin()->exit;
        return exit && exit->code == 0 ? QString()
                                       : QStringLiteral("the capture has not got the target's end");
    }
    m_outcome.missing = m_killed->time_since_epoch() - profile.timeRange().end.time_since_epoch();
    return {};
}

void KillRound::end(const QString &problem)
{
    m_timer.stop();
    m_outcome.problem = problem;
    m_ended(m_outcome);
}

std::vector<std::vector<KillOutcome>> killRounds(int roundsEach, int lanes)
{
    std::vector<std::vector<KillOutcome>> outcomes(3);
    std::mt19937 random(7);
    std::vector<std::unique_ptr<KillRound>> rounds;
    QEventLoop loop;
    int begun = 0;
    int ended = 0;
    const int all = 3 * roundsEach;
    std::function<void(std::size_t)> begin = [&](std::size_t lane) {
        const int number = begun++;
        const std::chrono::milliseconds delay(random() % longestDelay.count());
        // From the event loop: a round that reports cannot be replaced while it does.
        rounds[lane] = std::make_unique<KillRound>(
            static_cast<Victim>(number % 3), delay, [&, lane, number](const KillOutcome &outcome) {
                outcomes[std::size_t(number % 3)].push_back(outcome);
                ++ended;
                QTimer::singleShot(0, &loop, [&, lane] {
                    if (begun < all)
                        begin(lane);
                    else if (ended == all)
                        loop.quit();
                });
            });
    };
    rounds.resize(std::size_t(lanes));
    for (std::size_t lane = 0; lane < rounds.size() && begun < all; ++lane)
        begin(lane);
    loop.exec();
    return outcomes;
}

} // namespace ember::tests
