// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/naming/logrelay.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/recordcodec.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

using namespace ember::model::capturelog;
using ember::capture::LogRelay;

namespace {

struct LogRecord {
    RecordType type;
    std::string payload;
    std::size_t place = 0;
};

std::vector<LogRecord> recordsOf(const QByteArray &bytes)
{
    std::vector<LogRecord> records;
    std::size_t place = fileHeaderBytes;
    const std::string_view all(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    while (place < all.size()) {
        const auto scan = scanRecord(all.substr(place));
        if (scan.state != ScanState::Record)
            break;
        records.push_back({scan.record.type, std::string(scan.record.payload), place});
        place += scan.record.bytes;
    }
    return records;
}

bool isNamed(const QByteArray &log, std::string_view function)
{
    return std::ranges::any_of(recordsOf(log), [&](const LogRecord &record) {
        return record.type == RecordType::Symbols
            && record.payload.find(function) != std::string::npos;
    });
}

// As the relay hands on a log that is there already.
QByteArray relayed(const QByteArray &bytes)
{
    const QTemporaryDir folder;
    QFile in(folder.filePath(QStringLiteral("in")));
    QFile out(folder.filePath(QStringLiteral("out")));
    if (!in.open(QIODevice::ReadWrite) || !out.open(QIODevice::ReadWrite))
        qFatal("no files");
    in.write(bytes);
    in.flush();
    ::lseek(in.handle(), 0, SEEK_SET);
    LogRelay relay(in.handle(), out.handle(), {});
    if (!relay.run())
        qFatal("not passed on");
    QFile written(out.fileName());
    return written.open(QIODevice::ReadOnly) ? written.readAll() : QByteArray();
}

} // namespace

// The names that join a log on its way.
class TstLogNaming : public QObject {
    Q_OBJECT

    QByteArray m_log; // without names

private slots:
    void initTestCase()
    {
        QProcess recorder;
        recorder.start(QStringLiteral(EMBER_BUILD_DIR "/emberchart-record"),
                       {QStringLiteral("-F"), QStringLiteral("499"), QStringLiteral("-o"),
                        QStringLiteral("-"), QStringLiteral("--"),
                        QStringLiteral(EMBER_BUILD_DIR "/targets/knownshares"),
                        QStringLiteral("2")});
        QVERIFY(recorder.waitForFinished(200'000));
        m_log = recorder.readAllStandardOutput();
        QVERIFY(recordsOf(m_log).size() > 10);
    }

    void namesJoinAndNothingElseChanges()
    {
        const auto before = recordsOf(m_log);
        std::vector<LogRecord> after;
        std::size_t names = 0;
        for (const LogRecord &record : recordsOf(relayed(m_log))) {
            if (record.type == RecordType::Symbols)
                ++names;
            else
                after.push_back(record);
        }
        QVERIFY(names > 0);
        QCOMPARE(after.size(), before.size());
        for (std::size_t i = 0; i < before.size(); ++i) {
            QCOMPARE(after[i].type, before[i].type);
            if (before[i].type != RecordType::SegmentEnd)
                QVERIFY(after[i].payload == before[i].payload);
        }
    }

    void theEndOfASegmentCountsTheNamesInIt()
    {
        std::size_t start = 0;
        bool hasEnd = false;
        for (const LogRecord &record : recordsOf(relayed(m_log))) {
            if (record.type == RecordType::Segment)
                start = record.place;
            if (record.type != RecordType::SegmentEnd)
                continue;
            hasEnd = true;
            ByteReader from(record.payload);
            const auto end = decode<SegmentEndRecord>(from, {});
            QCOMPARE(end.bytes, record.place - start);
        }
        QVERIFY(hasEnd);
    }

    // As soon as it runs: whatever is read of it, the recorder finds it through the process.
    void aProgramThatIsDeletedWhileItRunsIsNamed()
    {
        const QTemporaryDir folder;
        const QString program = folder.filePath(QStringLiteral("program"));
        QVERIFY(QFile::copy(QStringLiteral(EMBER_BUILD_DIR "/targets/knownshares"), program));
        QProcess recorder;
        recorder.start(QStringLiteral(EMBER_BUILD_DIR "/emberchart-record"),
                       {QStringLiteral("--symbols"), QStringLiteral("-o"), QStringLiteral("-"),
                        QStringLiteral("--"), QStringLiteral("sh"), QStringLiteral("-c"),
                        QStringLiteral("\"$0\" 60 & until [ /proc/$!/exe -ef \"$0\" ]; do :; done; "
                                       "rm \"$0\"; read line; kill $!; wait"),
                        program});
        QByteArray log;
        // Callers of what burns: their names need the program's unwind table as well.
        while (!isNamed(log, "shareAlpha")) {
            QVERIFY(recorder.waitForReadyRead(100'000));
            log += recorder.readAllStandardOutput();
        }
        QVERIFY(!QFile::exists(program));
        recorder.write("end\n");
        QVERIFY(recorder.waitForFinished(200'000));
    }

    void aTornLogArrivesAsItIs()
    {
        const QByteArray torn = m_log.left(m_log.size() - 3);
        const QByteArray arrived = relayed(torn);
        QVERIFY(arrived.endsWith(torn.right(8)));
        QCOMPARE(recordsOf(arrived).size(), recordsOf(torn).size());
    }

    void whatIsNoLogArrivesAsItIs_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("text") << QByteArray("usage: something else, and more than a header\n");
        QTest::newRow("half a header") << m_log.left(7);
        QByteArray damaged = m_log;
        damaged[200] = static_cast<char>(damaged[200] ^ 0x55);
        QTest::newRow("damaged") << damaged;
    }

    void whatIsNoLogArrivesAsItIs()
    {
        QFETCH(QByteArray, bytes);
        QVERIFY(relayed(bytes) == bytes);
    }
};

EMBER_TEST(TstLogNaming)
#include "tst_lognaming.moc"
