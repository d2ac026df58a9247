// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/system/filedescriptor.h"
#include "tests/capture/recorderrun.h"
#include "tests/capture/runningtarget.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace ember::tests;
using ember::model::CaptureEvent;
using ember::model::CaptureEventKind;
using ember::model::Profile;

// A recorder whose log nobody reads for a while, of a program that starts more than can be kept.
class TstStalledReader : public QObject {
    Q_OBJECT

private slots:
    void memoryIsBoundedAndWhatIsLostIsSaid();
};

namespace {

constexpr int stalledTimeoutMs = 240'000;

// Reads into a file until the writer has ended and nothing is left.
void drain(int pipe, const QString &path, QProcess &writer)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    std::array<char, 1 << 16> bytes{};
    for (;;) {
        const bool isOver = writer.waitForFinished(0) || writer.state() == QProcess::NotRunning;
        pollfd one{pipe, POLLIN, 0};
        if (poll(&one, 1, 100) <= 0) {
            if (isOver)
                return;
            continue;
        }
        const auto count = read(pipe, bytes.data(), bytes.size());
        QVERIFY(count > 0);
        file.write(bytes.data(), count);
    }
}

// Of processes that came and went, as the log's notes have it.
int lostProcesses(const Profile &profile)
{
    static const QRegularExpression count(QStringLiteral("processes: (\\d+)"));
    int lost = 0;
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        if (event.kind != CaptureEventKind::Note || !event.text.isValid())
            return;
        const auto text = QString::fromStdString(std::string(profile.text(event.text)));
        lost += count.match(text).captured(1).toInt();
    });
    return lost;
}

} // namespace

void TstStalledReader::memoryIsBoundedAndWhatIsLostIsSaid()
{
    // Each child has a long command line: what would have to be kept of all of them is more than
    // the recorder may take.
    constexpr int children = 2500;
    constexpr int argumentBytes = 120'000;
    const QTemporaryDir folder;
    const auto pipe = folder.filePath(QStringLiteral("pipe"));
    const auto done = folder.filePath(QStringLiteral("done"));
    QCOMPARE(mkfifo(qPrintable(pipe), 0600), 0);
    const ember::capture::FileDescriptor end(open(qPrintable(pipe), O_RDWR | O_CLOEXEC));
    QVERIFY(end.isOpen());
    QProcess recorder;
    recorder.start(QStringLiteral("/bin/bash"),
                   {QStringLiteral("-c"),
                    QStringLiteral("exec \"$0\" -F 101 -o - -- /bin/bash -c '"
                                   "printf -v long \"%*s\" %1; "
                                   "for ((i = 0; i < %2; ++i)); do /bin/true \"$long\"; done; "
                                   "touch \"$0\"' \"$1\" >\"$2\"")
                        .arg(argumentBytes)
                        .arg(children),
                    recorderProgram(), done, pipe});
    const auto killed = qScopeGuard([&recorder] {
        recorder.kill();
        recorder.waitForFinished();
    });
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(done), stalledTimeoutMs);
    const auto peak = statusField(static_cast<int>(recorder.processId()), "VmHWM")
                          .trimmed()
                          .split(' ')
                          .first()
                          .toInt();
    QVERIFY(peak > 0);
#if !defined(EMBER_SANITIZED)
    QVERIFY2(peak < 200'000, qPrintable(QStringLiteral("%1 kB").arg(peak)));
#endif
    const auto log = folder.filePath(QStringLiteral("log.ember"));
    drain(end.number(), log, recorder);
    const auto run = endOf(recorder);
    QVERIFY2(run.status == 0, qPrintable(describe(run)));
    const auto profile = readLog(log);
    QVERIFY(profile && wasFinished(*profile));
    const int lost = lostProcesses(*profile);
    QVERIFY(lost > 0);
    // The shell, its children as they were forked and as they became another program; and touch,
    // which it becomes itself.
    const auto told = profile->tables().processes.size();
    QCOMPARE(int(told) + lost, 2 + 2 * children);
    for (std::size_t row = 0; row < told; ++row)
        QVERIFY(profile->process(ember::model::ProcessIndex(row)).end);
}

EMBER_TEST(TstStalledReader)
#include "tst_stalledreader.moc"
