// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/recorderrun.h"

#include "model/formats/capturelog/logreader.h"

#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdint>

namespace ember::tests {

namespace {

// A loaded machine with sanitizers is slow, a hang is longer.
constexpr int patienceMs = 240'000;

} // namespace

QStringList words(const char *line)
{
    return QString::fromLatin1(line).split(QLatin1Char(' '));
}

QString recorderProgram()
{
    return QStringLiteral(EMBER_BUILD_DIR "/emberchart-record");
}

QString targetProgram(const QString &name)
{
    return name.contains(QLatin1Char('/')) ? name
                                           : QStringLiteral(EMBER_BUILD_DIR "/targets/") + name;
}

ProgramRun runProgram(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.start(program, arguments);
    return endOf(process);
}

QStringList asNobody(const QStringList &command)
{
    return QStringList(QStringLiteral("/usr/bin/setpriv"))
        + words("--reuid 65534 --regid 65534 --clear-groups --inh-caps=-all") + command;
}

ProgramRun endOf(QProcess &process)
{
    ProgramRun run;
    if (!process.waitForFinished(patienceMs) && process.state() != QProcess::NotRunning) {
        process.kill();
        process.waitForFinished();
        run.errors = "did not end";
        return run;
    }
    run.status =
        process.exitStatus() == QProcess::CrashExit ? 128 + process.exitCode() : process.exitCode();
    run.output = process.readAllStandardOutput();
    run.errors = process.readAllStandardError();
    return run;
}

QString describe(const ProgramRun &run)
{
    return QString::number(run.status) + QLatin1String(": ") + QString::fromLocal8Bit(run.errors);
}

bool isOneError(const ProgramRun &run, const char *code)
{
    const QByteArray start = QByteArray("emberchart-record: error: ") + code + ' ';
    return run.errors.startsWith(start) && run.errors.count('\n') == 1;
}

RecorderRun record(const QStringList &options, const QStringList &command)
{
    const QTemporaryDir folder;
    const QString log = folder.filePath(QStringLiteral("capture.ember"));
    RecorderRun run;
    static_cast<ProgramRun &>(run) =
        runProgram(recorderProgram(),
                   options + QStringList{QStringLiteral("-o"), log, QStringLiteral("--")}
                       + QStringList(targetProgram(command.first())) + command.mid(1));
    run.profile = readLog(log);
    return run;
}

model::ProfilePointer readLog(const QString &path)
{
    const QByteArray bytes = contentOf(path);
    const auto reading = model::capturelog::readCaptureLog(
        path.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())}, {});
    return reading ? reading->profile : nullptr;
}

model::ThreadIndex threadNamed(const model::Profile &profile, std::string_view name)
{
    model::ThreadIndex best;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const model::ThreadIndex thread(row);
        if (profile.text(profile.thread(thread).name) != name)
            continue;
        if (!best.isValid() || profile.samples(thread).size() > profile.samples(best).size())
            best = thread;
    }
    return best;
}

std::vector<model::ProcessIndex> launchedProcesses(const model::Profile &profile)
{
    std::vector<model::ProcessIndex> found;
    for (std::size_t row = 0; row < profile.tables().processes.size(); ++row) {
        if (profile.process(model::ProcessIndex(row)).launched)
            found.emplace_back(row);
    }
    return found;
}

std::size_t samplesOf(const model::Profile &profile, model::ProcessIndex process)
{
    std::size_t count = 0;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        if (profile.thread(model::ThreadIndex(row)).process == process)
            count += profile.samples(model::ThreadIndex(row)).size();
    }
    return count;
}

std::size_t samplesIn(const model::Profile &profile, model::ThreadIndex thread,
                      model::ThreadState state)
{
    std::size_t count = 0;
    profile.samples(thread).details.forEach([&](std::size_t, const model::SampleDetail &detail) {
        count += detail.state == state ? 1U : 0U;
    });
    return count;
}

double shareIn(const model::Profile &profile, model::ThreadIndex thread, model::ThreadState state)
{
    return static_cast<double>(samplesIn(profile, thread, state))
        / static_cast<double>(profile.samples(thread).size());
}

std::size_t fewestSamples(const QString &log, const QStringList &threads)
{
    const auto profile = readLog(log);
    std::size_t fewest = SIZE_MAX;
    for (const QString &name : threads) {
        const auto thread =
            profile ? threadNamed(*profile, name.toStdString()) : model::ThreadIndex();
        fewest = std::min(fewest, thread.isValid() ? profile->samples(thread).size() : 0);
    }
    return fewest;
}

bool wasFinished(const model::Profile &profile)
{
    bool finished = false;
    profile.tables().events.forEach([&](std::size_t, const model::CaptureEvent &event) {
        finished = finished || event.kind == model::CaptureEventKind::Stopped;
    });
    return finished;
}

} // namespace ember::tests
