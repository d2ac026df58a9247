// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/endtoend/recording.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

// DISK RECORDER TARGET LOG DONE: records with half a megabyte and a little free, and takes the log
// away from there.
constexpr const char *onASmallDisk =
    "disk=$1 recorder=$2 target=$3 log=$4 done=$5\n"
    "mkdir \"$disk\" && mount -t tmpfs -o size=8m none \"$disk\" || exit 77\n"
    "head -c 7848000 /dev/zero > \"$disk/other\"\n"
    "\"$recorder\" -F 997 -o \"$disk/log.ember\" -- \"$target\" 8 \"$done\"\n"
    "status=$?\n"
    "cp \"$disk/log.ember\" \"$log\"\n"
    "df --output=avail -B1 \"$disk\" | tail -n 1\n"
    "exit $status\n";

// DISK DONE LOG RECORDER ARGUMENTS…: with TMPDIR on a disk of 20 MB; waits for the target, and for
// the disk to be nobody's.
constexpr const char *onASmallSpool =
    "disk=$1 done=$2 log=$3; shift 3\n"
    "mkdir \"$disk\" && mount -t tmpfs -o size=20m none \"$disk\" || exit 77\n"
    "TMPDIR=$disk \"$@\" > \"$log\"\n"
    "status=$?\n"
    "for i in $(seq 600); do [ -s \"$done\" ] && break; sleep 0.1; done\n"
    "for i in $(seq 600); do umount \"$disk\" 2>/dev/null && echo nobodys && break; sleep 0.1; "
    "done\n"
    "exit $status\n";

QString lastSampleTime(const Profile &profile)
{
    QString end = QStringLiteral("none");
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        if (event.kind == CaptureEventKind::Stopped)
            end = QString::fromStdString(std::string(profile.text(event.text)));
    });
    return end;
}

} // namespace

// Captures whose log may not grow any more end whole, and their targets run on.
class TstLogLimits : public QObject {
    Q_OBJECT

private slots:
    void theLogEndsAtItsSize()
    {
        Recording recording;
        const auto done = recording.file(QStringLiteral("done"));
        recording.start({QStringLiteral("-F"), QStringLiteral("997"), QStringLiteral("--max-size"),
                         QStringLiteral("15kB")},
                        {QStringLiteral("knownshares"), QStringLiteral("6"), done});
        const auto said = recording.finish();
        QVERIFY2(said.contains("note: the capture ended at the size limit"), said.constData());
        QVERIFY(recording.logSize() <= 15'000);
        QVERIFY(recording.logSize() > 10'000);
        const auto reading = recording.read();
        QVERIFY(reading.log.findings().empty());
        QVERIFY(reading.profile->sampleCount() > 0);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(done), 60'000);
    }

    // A disk of its own, in which only what the test leaves is free.
    void aDiskIsNeverFilledUp()
    {
        const Recording recording; // for its folder
        const auto script = recording.file(QStringLiteral("script"));
        QFile file(script);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(onASmallDisk);
        file.close();
        const auto done = recording.file(QStringLiteral("done"));
        QProcess process;
        process.start(QStringLiteral("unshare"),
                      {QStringLiteral("-m"), QStringLiteral("sh"), script,
                       recording.file(QStringLiteral("disk")),
                       QStringLiteral(EMBER_BUILD_DIR "/emberchart-record"),
                       Recording::targetPath(QStringLiteral("knownshares")), recording.logPath(),
                       done});
        QVERIFY(process.waitForFinished(200'000));
        const auto said = process.readAllStandardError();
        if (process.exitCode() == 77 || said.contains("unshare"))
            QSKIP("no file system can be mounted here");
        QVERIFY2(process.exitCode() == 125, said.constData());
        QVERIFY2(said.contains("error: DiskFull"), said.constData());
        QVERIFY2(said.contains("runs on"), said.constData());
        // A sixteenth of it, less what was written until it was noticed.
        QVERIFY(process.readAllStandardOutput().trimmed().toLongLong() > 400'000);
        const auto reading = recording.read();
        QCOMPARE(reading.log.findings().size(), std::size_t(1));
        const auto &finding = reading.log.findings().front();
        QCOMPARE(finding.code, std::string("ember-cut-short"));
        QVERIFY2(finding.detail.find(" KiB are free on its disk") != std::string::npos,
                 finding.detail.c_str());
        QVERIFY(reading.profile->sampleCount() > 0);
        QVERIFY2(lastSampleTime(*reading.profile).contains(QStringLiteral("free on its disk")),
                 qPrintable(lastSampleTime(*reading.profile)));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(done), 60'000);
    }

    // What a target prints for a log on standard output waits in a file, which must not fill its
    // disk: the target would be refused what it may print without a recorder.
    void outputThatWaitsFillsNoDisk_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("script");
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("isWhole");
        QTest::newRow("60 MB that can be read meanwhile")
            << QString()
            << QStringLiteral("for i in $(seq 60); do head -c 1000000 /dev/zero || exit 9; "
                              "until [ $(df --output=used -BM \"$TMPDIR\" | tail -n 1 | "
                              "tr -dc 0-9) -lt 8 ]; do sleep 0.05; done; done")
            << 0 << true;
        QTest::newRow("faster than anybody reads")
            << QString() << QStringLiteral("dd if=/dev/zero bs=64k count=6000 2>/dev/null") << 125
            << false;
        QTest::newRow("behind the end of the capture")
            << QStringLiteral("-d 0.3 ")
            << QStringLiteral(
                   "until grep -q 'TracerPid:.0$' /proc/$$/status; do sleep 0.1; done; sleep 3; "
                   "for i in $(seq 80); do head -c 1000000 /dev/zero || exit 9; done")
            << 0 << false;
    }

    void outputThatWaitsFillsNoDisk()
    {
        QFETCH(QString, options);
        QFETCH(QString, script);
        QFETCH(int, status);
        QFETCH(bool, isWhole);
        const Recording recording; // for its folder
        const auto done = recording.file(QStringLiteral("done"));
        const auto log = recording.file(QStringLiteral("log.ember"));
        const auto recorder = QStringList(QStringLiteral(EMBER_BUILD_DIR "/emberchart-record"))
            + QString(options + QStringLiteral("-o - --")).split(QLatin1Char(' '));
        const QString told = QStringLiteral("(%1); echo $? > \"$0.new\"; mv \"$0.new\" \"$0\"");
        QProcess process;
        process.start(
            QStringLiteral("unshare"),
            QStringList{QStringLiteral("-m"), QStringLiteral("sh"), QStringLiteral("-c"),
                        QString::fromLatin1(onASmallSpool), QStringLiteral("sh"),
                        recording.file(QStringLiteral("disk")), done, log}
                + recorder
                + QStringList{QStringLiteral("sh"), QStringLiteral("-c"), told.arg(script), done});
        QVERIFY(process.waitForFinished(200'000));
        const auto said = process.readAllStandardError();
        if (process.exitCode() == 77 || said.contains("unshare"))
            QSKIP("no file system can be mounted here");
        QFile end(done);
        QVERIFY2(end.open(QIODevice::ReadOnly), said.constData());
        QCOMPARE(end.readAll(), QByteArray("0\n")); // nothing was refused
        QVERIFY2(process.exitCode() == status, said.constData());
        if (status != 0)
            QVERIFY2(said.contains("prints more than there is room for"), said.constData());
        QCOMPARE(process.readAllStandardOutput(), QByteArray("nobodys\n"));
        std::size_t printed = 0;
        const auto reading = Recording::read(log);
        reading.profile->tables().output.forEach([&](std::size_t, const OutputLine &line) {
            printed += reading.profile->text(line.text).size();
        });
        if (isWhole)
            QVERIFY2(printed >= 60'000'000, qPrintable(QString::number(printed)));
    }
};

EMBER_TEST(TstLogLimits)
#include "tst_loglimits.moc"
