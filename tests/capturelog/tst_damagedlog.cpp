// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/framing.h"
#include "tests/capturelog/logfixture.h"
#include "tests/fuzz/readlog.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace ember::model;
using namespace ember::model::capturelog;
using namespace ember::tests;

namespace {

std::size_t firstRecord()
{
    return fileHeaderBytes;
}

// Where each record of a good log ends.
std::vector<std::size_t> recordEnds(std::string_view bytes)
{
    std::vector<std::size_t> ends{firstRecord()};
    while (ends.back() < bytes.size())
        ends.push_back(ends.back() + scanRecord(bytes.substr(ends.back())).record.bytes);
    return ends;
}

const Finding *find(const ImportLog &log, std::string_view code)
{
    for (const auto &finding : log.findings()) {
        if (finding.code == code)
            return &finding;
    }
    return nullptr;
}

std::uint64_t damagedBytes(const Profile &profile)
{
    std::uint64_t bytes = 0;
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        bytes += event.kind == CaptureEventKind::Damaged ? event.count : 0;
    });
    return bytes;
}

// Three segments of ten samples each.
std::string threeSegments()
{
    SegmentLimits limits;
    limits.duration = std::chrono::milliseconds(100);
    LogFile log(limits);
    const auto small = beginSmallProcess(log);
    for (int tick = 0; tick < 29; ++tick) {
        const TickSample sample{small.thread,
                                SampleKind::Taken,
                                smallStack(log, small, 0x300 + std::uint64_t(tick)),
                                {0, 0, ThreadState::Running}};
        if (!log->tick(tickTime(tick), {&sample, 1}) || !log->flush())
            qFatal("no tick");
    }
    log.finish();
    return log.bytes();
}

} // namespace

class TstDamagedLog : public QObject {
    Q_OBJECT

private slots:
    void aLogCutAnywhereOpensUpToItsLastWholeRecord()
    {
        const auto whole = smallLog();
        const auto ends = recordEnds(whole);
        for (std::size_t size = 1; size < whole.size(); ++size) {
            const auto cut = whole.substr(0, size);
            const auto reading = readCaptureLog("cut.ember", cut, {});
            if (size < ends[1]) { // before the first segment is whole
                QVERIFY(!reading);
                QCOMPARE(reading.error().code, ErrorCode::NothingToShow);
                continue;
            }
            QVERIFY(reading.has_value());
            const auto end = *std::prev(std::ranges::upper_bound(ends, size));
            QCOMPARE(damagedBytes(*reading->profile), std::uint64_t(size - end));
            const auto *truncated = find(reading->log, "ember-truncated");
            QCOMPARE(truncated != nullptr, end != size);
            if (truncated != nullptr) {
                QVERIFY(truncated->subject.starts_with("byte " + std::to_string(end) + ", "));
                QVERIFY(truncated->detail.find(std::to_string(size - end) + " bytes")
                        != std::string::npos);
            }
        }
    }

    void theTimeOfTheEndIsSaid()
    {
        const auto whole = smallLog();
        const auto reading = read(whole.substr(0, whole.size() - 1));
        const auto *truncated = find(reading.log, "ember-truncated");
        QVERIFY(truncated != nullptr);
        QVERIFY(truncated->subject.ends_with("0.030 s after the start"));
        QVERIFY(find(reading.log, "ember-unfinished") != nullptr);
    }

    void aFlippedBitNeverCrashesAndIsNoticed()
    {
        const auto whole = smallLog();
        for (std::size_t bit = fileHeaderBytes * 8; bit < whole.size() * 8; ++bit) {
            auto damaged = whole;
            damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
            const auto reading = readCaptureLog("flipped.ember", damaged, {});
            if (reading)
                QVERIFY(damagedBytes(*reading->profile) > 0);
            else
                QCOMPARE(reading.error().code, ErrorCode::NothingToShow);
        }
    }

    void damageCostsItsSegmentOnly()
    {
        const auto whole = threeSegments();
        const auto segments = findSegments(whole);
        QCOMPARE(segments.size(), std::size_t(3));
        const auto ends = recordEnds(whole);
        // One byte in the middle of the second segment: a payload, then a length.
        const auto second = static_cast<std::size_t>(segments[1].offset);
        const auto record = *std::ranges::upper_bound(ends, second + 150);
        for (const std::size_t offset : {std::size_t(3), std::size_t(1)}) {
            auto damaged = whole;
            damaged[record + offset] = static_cast<char>(damaged[record + offset] ^ 0x7f);
            const auto reading = read(damaged);
            QVERIFY(find(reading.log, "ember-damaged") != nullptr);
            const auto samples = reading.profile->sampleCount();
            QCOMPARE_GE(samples, std::size_t(19)); // those of the other two segments
            QCOMPARE_LT(samples, std::size_t(29));
            const auto &times = reading.profile->samples(ThreadIndex(0)).times;
            QVERIFY(times.back() == tickTime(28));
        }
    }

    void aDamagedRecordOfNoConsequenceCostsNothingElse()
    {
        auto damaged = smallLog();
        damaged[damaged.find("hello")] = 'j';
        const auto reading = read(damaged);
        QVERIFY(find(reading.log, "ember-damaged") != nullptr);
        QCOMPARE(reading.profile->sampleCount(), std::size_t(3));
        QVERIFY(reading.profile->tables().output.isEmpty());
        QVERIFY(find(reading.log, "ember-unfinished") == nullptr);
    }

    void whatFollowsATornRecordIsFoundAgain()
    {
        // A recorder that died within a record, and a log appended to it.
        const auto whole = threeSegments();
        const auto segments = findSegments(whole);
        const auto third = static_cast<std::size_t>(segments[2].offset);
        const auto joined = whole.substr(0, third - 5) + whole.substr(third);
        const auto reading = read(joined);
        QCOMPARE(reading.profile->sampleCount(), std::size_t(29));
        QVERIFY(damagedBytes(*reading.profile) > 0);
    }

    void otherFilesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<ErrorCode>("code");
        QTest::newRow("empty") << QByteArray() << ErrorCode::FileEmpty;
        QTest::newRow("text") << QByteArray("hello, world") << ErrorCode::UnknownFormat;
        QTest::newRow("zeros") << QByteArray(100, '\0') << ErrorCode::UnknownFormat;
        QTest::newRow("magic only") << QByteArray("EMBERLOG") << ErrorCode::NothingToShow;
        auto newer = QByteArray::fromStdString(fileHeader());
        newer[8] = 2;
        QTest::newRow("newer") << newer << ErrorCode::UnsupportedVersion;
        QTest::newRow("header only")
            << QByteArray::fromStdString(fileHeader()) << ErrorCode::NothingToShow;
        QTest::newRow("zeros behind the header") << QByteArray::fromStdString(fileHeader())
                + QByteArray(5000, '\0') << ErrorCode::NothingToShow;
    }

    void otherFilesAreRefused()
    {
        QFETCH(const QByteArray, bytes);
        QFETCH(const ErrorCode, code);
        const auto reading = readCaptureLog("other", bytes.toStdString(), {});
        QVERIFY(!reading);
        QCOMPARE(reading.error().code, code);
        QCOMPARE(reading.error().subject, std::string("other"));
        QVERIFY(reading.error().detail.starts_with("byte "));
    }

    void randomBytesBehindRightChecksumsNeverCrash()
    {
        std::mt19937 random(7);
        const auto whole = smallLog();
        for (int round = 0; round < 3000; ++round) {
            auto damaged = whole;
            const auto changes = 1 + random() % 8;
            for (unsigned change = 0; change < changes; ++change) {
                const auto place = fileHeaderBytes + random() % (damaged.size() - fileHeaderBytes);
                damaged[place] = static_cast<char>(random());
            }
            readAnyLog(damaged);
        }
        QVERIFY(true);
    }
};

EMBER_TEST(TstDamagedLog)
#include "tst_damagedlog.moc"
