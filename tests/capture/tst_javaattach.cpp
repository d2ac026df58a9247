// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/jitmaps/javaattach.h" // moc cannot parse <chrono> as the first standard header
#include "tests/capture/recorderrun.h"
#include "tests/capture/runningtarget.h"
#include "tests/support/testmain.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <unistd.h>
#include <utility>

using namespace ember;
using namespace ember::tests;
using namespace std::chrono_literals;
using capture::askForPerfMap;
using model::ErrorCode;

namespace {

// Looks like a Java machine, and answers as it is told; ends with its input.
constexpr const char *impostor = R"(
import mmap, os, signal, socket, sys, threading
folder, way = sys.argv[1:]
with open(folder + "/libjvm.so", "w+b") as library:
    library.write(bytes(4096))
    library.flush()
    mapped = mmap.mmap(library.fileno(), 4096)
signal.signal(signal.SIGQUIT, lambda number, frame: None)
with open("/proc/self/comm", "w") as name:
    name.write("Signal Dispatch")
path = "/tmp/.java_pid%d" % os.getpid()
try:
    os.unlink(path) # of a killed machine that had this number; HotSpot removes it, too
except OSError:
    pass
if way == "openj9":
    with open(folder + "/libj9vm29.so", "w+b") as library:
        library.write(bytes(4096))
        library.flush()
        other = mmap.mmap(library.fileno(), 4096)
listener = socket.socket(socket.AF_UNIX)
place = folder + "/other" if way == "link" else path
def answer():
    while True:
        peer = listener.accept()[0]
        try:
            while way == "endless":
                peer.send(b"0" * 65536)
            if way in ("refuse", "untrue"):
                peer.recv(64)
                peer.send(bytes((49 if way == "refuse" else 48, 10)))
                peer.close()
            sys.stdin.read()
        except OSError:
            pass
if way == "child":
    listener.bind(path)
    if os.fork() == 0:
        listener.listen()
        print("ready", flush=True)
        sys.stdin.read()
        os._exit(0)
elif way != "deaf":
    listener.bind(place)
    listener.listen()
    threading.Thread(target=answer, daemon=True).start()
if way == "link":
    os.symlink(place, path)
if way != "child":
    print("ready", flush=True)
sys.stdin.read()
if way != "deaf":
    os.unlink(path)
os._exit(0)
)";

bool hasAttachFile(int pid)
{
    return QFile::exists(QStringLiteral("/tmp/.attach_pid%1").arg(pid));
}

// Returns its process id; 0: it did not start.
int startImpostor(QProcess &process, const QString &folder, const char *way)
{
    process.start(
        QStringLiteral("python3"),
        {QStringLiteral("-c"), QString::fromLatin1(impostor), folder, QString::fromLatin1(way)});
    return process.waitForReadyRead(60'000) ? static_cast<int>(process.processId()) : 0;
}

QString mapOf(int pid)
{
    return QStringLiteral("/tmp/perf-%1.map").arg(pid);
}

} // namespace

// Java machines that are asked for the names of their compiled code: real ones, and processes that
// look like one.
class TstJavaAttach : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void aRunningJavaWritesItsMap();
    void aCaptureNamesTheCodeOfJava();
    void whoTakesNoSignalGetsNone();
    void othersAreLeftAlone();
    void impostorsAreNotWaitedFor_data();
    void impostorsAreNotWaitedFor();
    void aFileThatWasLeftBehindIsRemoved();

private:
    // A program that calls functions until it is ended; nothing happens if it cannot start.
    QStringList javaCommand(const QStringList &options = {}) const
    {
        return QStringList(m_java) + options
            + QStringList{QStringLiteral("-cp"), m_folder.path(), QStringLiteral("KnownShares"),
                          QStringLiteral("600")};
    }

    // Waits until it takes SIGQUIT.
    static bool isReady(const RunningTarget &target)
    {
        const QDir threads(QStringLiteral("/proc/%1/task").arg(target.pid()));
        const auto takesSignals = [&](const QString &thread) {
            return contentOf(threads.filePath(thread + QStringLiteral("/comm")))
                .startsWith("Signal Dispatch");
        };
        return QTest::qWaitFor(
            [&] {
                const auto caught = target.status("SigCgt").toULongLong(nullptr, 16);
                return (caught & 4U) != 0
                    && std::ranges::any_of(threads.entryList(QDir::Dirs | QDir::NoDotAndDotDot),
                                           takesSignals);
            },
            60'000);
    }

    QTemporaryDir m_folder;
    QString m_java;
};

void TstJavaAttach::initTestCase()
{
    m_java = QStandardPaths::findExecutable(QStringLiteral("java"));
    const auto javac = QStandardPaths::findExecutable(QStringLiteral("javac"));
    const auto source = QStringLiteral(EMBER_SOURCE_DIR "/tests/runtimes/KnownShares.java");
    if (javac.isEmpty()
        || QProcess::execute(javac, {QStringLiteral("-d"), m_folder.path(), source}) != 0)
        m_java.clear();
}

void TstJavaAttach::aRunningJavaWritesItsMap()
{
    if (m_java.isEmpty())
        QSKIP("java and javac are not here");
    RunningTarget target(javaCommand());
    QVERIFY(isReady(target));
    for (int time = 0; time < 2; ++time) { // the second time it listens already
        const auto map = askForPerfMap(target.pid(), 60s);
        QVERIFY2(map.has_value(), map ? "" : map.error().detail.c_str());
        qInfo("in %d ms", static_cast<int>(map->took.count()));
        const auto path = QString::fromStdString(map->path);
        QCOMPARE(path, mapOf(target.pid()));
        QVERIFY(contentOf(path).contains("Interpreter"));
        QVERIFY(QFile::remove(path));
        QVERIFY(!hasAttachFile(target.pid()));
    }
    QCOMPARE(target.process().state(), QProcess::Running);
    QVERIFY(!target.process().readAllStandardOutput().contains("thread dump"));
}

void TstJavaAttach::aCaptureNamesTheCodeOfJava()
{
    if (m_java.isEmpty())
        QSKIP("java and javac are not here");
    RunningTarget target(javaCommand());
    QVERIFY(isReady(target));
    const QTemporaryDir folder;
    const auto run =
        runProgram(recorderProgram(),
                   {QStringLiteral("--name-jit"), QStringLiteral("-d"), QStringLiteral("3"),
                    QStringLiteral("-o"), folder.filePath(QStringLiteral("a.ember")),
                    QStringLiteral("--pid"), QString::number(target.pid())});
    QCOMPARE(run.status, 0);
    QVERIFY2(run.errors.count("has written the names of its compiled code") == 2,
             run.errors.constData()); // before, and when it was over
    QVERIFY(contentOf(mapOf(target.pid())).contains("KnownShares"));
    QVERIFY(QFile::remove(mapOf(target.pid())));
    QCOMPARE(target.process().state(), QProcess::Running);
}

// SIGQUIT would end it.
void TstJavaAttach::whoTakesNoSignalGetsNone()
{
    if (m_java.isEmpty())
        QSKIP("java and javac are not here");
    const std::array<std::pair<const char *, const char *>, 2> options{
        {{"-Xrs", "it takes no signals yet, or never (-Xrs): launch it with --name-jit"},
         {"-XX:+DisableAttachMechanism", "it was started with -XX:+DisableAttachMechanism"}}};
    for (const auto &[option, reason] : options) {
        RunningTarget target(javaCommand({QString::fromLatin1(option)}));
        const bool neverReady = option == options.front().first;
        QVERIFY(neverReady ? QTest::qWaitFor([&] { return target.threadCount() > 8; }, 60'000)
                           : isReady(target));
        const auto map = askForPerfMap(target.pid());
        QVERIFY(!map.has_value());
        QCOMPARE(map.error().code, ErrorCode::TraceNotPermitted);
        QCOMPARE(map.error().detail, std::string(reason));
        QVERIFY(!target.process().waitForFinished(100));
        QVERIFY(!target.process().readAllStandardOutput().contains("thread dump"));
    }
}

void TstJavaAttach::othersAreLeftAlone()
{
    QCOMPARE(askForPerfMap(getpid()).error().detail, std::string("it is no Java machine"));
    QVERIFY(!capture::hasJavaMachine(getpid()));
    if (m_java.isEmpty() || geteuid() != 0)
        QSKIP("no Java machine of another user");
    QVERIFY(QFile::setPermissions(
        m_folder.path(), QFile::permissions(m_folder.path()) | QFile::ReadOther | QFile::ExeOther));
    RunningTarget target(asNobody(javaCommand()));
    QVERIFY(isReady(target));
    const auto map = askForPerfMap(target.pid());
    QVERIFY(!map.has_value());
    QVERIFY2(map.error().detail.starts_with("it belongs to another user"),
             map.error().detail.c_str());
    QVERIFY(!hasAttachFile(target.pid()));
}

void TstJavaAttach::impostorsAreNotWaitedFor_data()
{
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<QByteArray>("reason");
    const QByteArray late("it did not answer in time");
    const QByteArray unable("it cannot write them; Java 17 and later can");
    QTest::newRow("deaf") << ErrorCode::TimedOut << late;
    QTest::newRow("link") << ErrorCode::TimedOut << late; // a socket in its place would be taken
    QTest::newRow("silent") << ErrorCode::TimedOut << late;
    QTest::newRow("endless") << ErrorCode::UnsupportedVersion << unable;
    QTest::newRow("refuse") << ErrorCode::UnsupportedVersion << unable;
    QTest::newRow("untrue") << ErrorCode::FileNotWritable
                            << QByteArray("it says that it has, but there is no new file /tmp/");
    QTest::newRow("openj9") << ErrorCode::TraceNotPermitted
                            << QByteArray("it is OpenJ9, which is asked in another way");
    QTest::newRow("child") << ErrorCode::TraceNotPermitted
                           << QByteArray("another process listens in its place");
}

void TstJavaAttach::impostorsAreNotWaitedFor()
{
    QFETCH(ErrorCode, code);
    QFETCH(QByteArray, reason);
    if (QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty())
        QSKIP("python3 is not here");
    const QTemporaryDir folder;
    QProcess process;
    const int pid = startImpostor(process, folder.path(), QTest::currentDataTag());
    QVERIFY(pid != 0);
    const auto map = askForPerfMap(pid, code == ErrorCode::TimedOut ? 300ms : 60s);
    QVERIFY(!map.has_value());
    QCOMPARE(map.error().code, code);
    QVERIFY2(map.error().detail.starts_with(reason.toStdString()), map.error().detail.c_str());
    QVERIFY(!hasAttachFile(pid));
    QCOMPARE(process.state(), QProcess::Running);
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(60'000));
}

// By a program that was killed while it asked; one that may still be asking is let alone.
void TstJavaAttach::aFileThatWasLeftBehindIsRemoved()
{
    if (QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty())
        QSKIP("python3 is not here");
    const QTemporaryDir folder;
    QProcess process;
    const int pid = startImpostor(process, folder.path(), "deaf");
    QVERIFY(pid != 0);
    QFile left(QStringLiteral("/tmp/.attach_pid%1").arg(pid));
    QVERIFY(left.open(QIODevice::WriteOnly));
    QCOMPARE(askForPerfMap(pid, 300ms).error().detail, std::string("another program is asking it"));
    QVERIFY(hasAttachFile(pid));
    QVERIFY(left.setFileTime(QDateTime::currentDateTime().addSecs(-60),
                             QFileDevice::FileModificationTime));
    left.close();
    QCOMPARE(askForPerfMap(pid, 300ms).error().code, ErrorCode::TimedOut);
    QVERIFY(!hasAttachFile(pid));
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(60'000));
}

EMBER_TEST(TstJavaAttach)
#include "tst_javaattach.moc"
