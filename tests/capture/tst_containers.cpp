// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/jitmaps/javaattach.h" // moc cannot parse <chrono> as the first standard header
#include "capture/procfs/processimages.h"
#include "capture/procfs/procreader.h"
#include "capture/symbols/jitcode.h"
#include "tests/capture/recorderrun.h"
#include "tests/runtimes/scriptcalls.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <memory>
#include <unistd.h>

using namespace ember;
using namespace ember::tests;
using namespace std::chrono_literals;

namespace {

const QString systemPython = QStringLiteral("/usr/bin/python3");

// $1 becomes the root of $2 $3 …, the first process of its own.
constexpr const char *enter = R"(
root=$1; shift
mkdir -p "$root/usr" "$root/proc" "$root/old" || exit 77
for folder in bin lib lib64; do ln -sfn "usr/$folder" "$root/$folder"; done
mount --bind "$root" "$root" && cd "$root" && mount --bind /usr usr && mount -t proc proc proc || exit 77
/usr/sbin/pivot_root . old && cd / && umount -l /old || exit 77
exec "$@"
)";

// A program that has other files and another process id than what is outside. Ends with the object.
class Container {
public:
    // The program says "ready"; false: there can be no container here.
    bool start(const QString &root, const QStringList &command)
    {
        m_process.start(QStringLiteral("unshare"),
                        QStringList{QStringLiteral("-m"), QStringLiteral("-p"),
                                    QStringLiteral("--fork"), QStringLiteral("--kill-child"),
                                    QStringLiteral("sh"), QStringLiteral("-c"),
                                    QString::fromLatin1(enter), QStringLiteral("sh"), root}
                            + command);
        return m_process.waitForStarted() && m_process.waitForReadyRead(60'000);
    }

    ~Container()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    // As it is outside; 0: it does not run.
    int pid() const
    {
        const auto parent = QString::number(m_process.processId());
        return contentOf(QStringLiteral("/proc/%1/task/%1/children").arg(parent)).trimmed().toInt();
    }

private:
    QProcess m_process;
};

QStringList pythonCode(const char *code)
{
    return {systemPython, QStringLiteral("-c"), QString::fromLatin1(code)};
}

// The process's perf map; "": none can be read.
QByteArray perfMapOf(int pid)
{
    model::CodeMaker maker;
    maker.pid = static_cast<std::uint32_t>(pid);
    const auto map = capture::openPerfMap(maker);
    std::array<char, 64> text{};
    const auto size = map.isOpen() ? ::read(map.number(), text.data(), text.size()) : 0;
    return QByteArray(text.data(), qsizetype(size));
}

void writeFile(const QString &path, const QByteArray &text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

constexpr const char *writesItsMap = R"(
import sys
with open("/tmp/perf-1.map", "w") as map:
    map.write("1000 10 inside\n")
print("ready", flush=True)
sys.stdin.read()
)";

constexpr const char *waits = R"(
import sys
print("ready", flush=True)
sys.stdin.read()
)";

// Looks like a Java machine.
constexpr const char *looksLikeJava = R"(
import mmap, signal, sys
with open("/libjvm.so", "w+b") as library:
    library.write(bytes(4096))
    library.flush()
    mapped = mmap.mmap(library.fileno(), 4096)
signal.signal(signal.SIGQUIT, lambda number, frame: None)
with open("/proc/self/comm", "w") as name:
    name.write("Signal Dispatch")
print("ready", flush=True)
sys.stdin.read()
)";

constexpr const char *works = R"(
def inner():
    for number in range(1000000):
        pass
def outer():
    while True:
        inner()
print("ready", flush=True)
outer()
)";

} // namespace

// Programs whose root directory and process ids are others than the recorder's.
class TstContainers : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void mapsAreReadInTheTargetsRoot_data();
    void mapsAreReadInTheTargetsRoot();
    void linksOfTheTargetDoNotLeadOutOfItsRoot();
    void theTargetsFileIsReadNotOursOfTheSamePath();
};

void TstContainers::initTestCase()
{
    if (!QFile::exists(systemPython))
        QSKIP("python3 is not here");
    const QTemporaryDir folder;
    Container container;
    if (!container.start(folder.path(), pythonCode(waits)))
        QSKIP("there can be no container here");
}

void TstContainers::mapsAreReadInTheTargetsRoot_data()
{
    QTest::addColumn<QString>("folder"); // that its /tmp is
    QTest::newRow("folder") << QStringLiteral("tmp");
    QTest::newRow("link") << QStringLiteral("scratch");
}

void TstContainers::mapsAreReadInTheTargetsRoot()
{
    QFETCH(QString, folder);
    const QTemporaryDir root;
    QVERIFY(QDir(root.path()).mkdir(folder));
    if (folder != QStringLiteral("tmp"))
        QVERIFY(QFile::link(u'/' + folder, root.filePath(QStringLiteral("tmp"))));
    Container container;
    QVERIFY(container.start(root.path(), pythonCode(writesItsMap)));
    QCOMPARE(perfMapOf(container.pid()), QByteArray("1000 10 inside\n"));
}

// A link that leads to a folder of the recorder's, which the target cannot reach itself.
void TstContainers::linksOfTheTargetDoNotLeadOutOfItsRoot()
{
    const QTemporaryDir outside;
    writeFile(outside.filePath(QStringLiteral("perf-1.map")), "1000 10 outside\n");
    const QTemporaryDir root;
    QVERIFY(QFile::link(outside.path(), root.filePath(QStringLiteral("tmp"))));
    Container container;
    QVERIFY(container.start(root.path(), pythonCode(looksLikeJava)));
    QVERIFY(QFile::exists(QStringLiteral("/proc/%1/root/tmp/perf-1.map").arg(container.pid())));
    QCOMPARE(perfMapOf(container.pid()), QByteArray());
    const auto map = capture::askForPerfMap(container.pid(), 300ms);
    QVERIFY(!map.has_value());
    QCOMPARE(map.error().subject, std::string("open its /tmp"));
}

void TstContainers::theTargetsFileIsReadNotOursOfTheSamePath()
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("program"));
    QVERIFY(QFile::copy(QStringLiteral("/bin/true"), path));
    const QTemporaryDir root;
    const QString inRoot = root.path() + path;
    QVERIFY(QDir(root.path()).mkpath(root.path() + folder.path()));
    QVERIFY(QFile::copy(systemPython, inRoot));
    Container container;
    QVERIFY(container.start(root.path(), {path, QStringLiteral("-c"), QString::fromLatin1(works)}));
    const auto maps = capture::readMaps(container.pid());
    QVERIFY(maps.has_value());
    capture::ImageReader reader;
    const auto images = reader.imagesFromMaps(container.pid(), *maps);
    const auto image =
        std::ranges::find(images, path.toStdString(), &capture::MappedImage::displayPath);
    QVERIFY(image != images.end());
    QCOMPARE(image->identity.inode, capture::readFileIdentity(inRoot.toStdString())->inode);

    const QTemporaryDir logs;
    const auto log = logs.filePath(QStringLiteral("a.ember"));
    const auto run = runProgram(recorderProgram(),
                                {QStringLiteral("-F"), QStringLiteral("499"), QStringLiteral("-d"),
                                 QStringLiteral("4"), QStringLiteral("-o"), log,
                                 QStringLiteral("--pid"), QString::number(container.pid())});
    QVERIFY2(run.status == 0, run.errors.constData());
    const auto profile = readLog(log);
    QVERIFY(profile);
    // ns, without the first stop: the interpreter's layout is read after it. On a busy machine the
    // stop stands for a large part of what the program could run.
    std::size_t busy = 0;
    std::size_t named = 0;
    forEachRun(*profile, model::ThreadIndex(0), [&](const Calls &calls, std::size_t ns) {
        const bool isNamed = has(calls, "inner") || has(calls, "outer");
        busy += isNamed || named > 0 ? ns : 0U;
        named += isNamed ? ns : 0U;
    });
    QVERIFY(busy > 0);
    QVERIFY2(named * 100 >= busy * 98,
             qPrintable(QString::number(100.0 * double(named) / double(busy))));
}

EMBER_TEST(TstContainers)
#include "tst_containers.moc"
