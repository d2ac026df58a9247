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
};

EMBER_TEST(TstLogLimits)
#include "tst_loglimits.moc"
