// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/log/logreceiver.h"
#include "model/formats/capturelog/framing.h"
#include "tests/capture/runningtarget.h"
#include "tests/capturelog/logfixture.h"
#include "tests/support/contentof.h"
#include "tests/support/testmain.h"

#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace ember::capture;
using namespace ember::model;
using namespace ember::model::capturelog;
using namespace ember::tests;

namespace {

// A log into a folder of its own, and what came of it.
class Arrival {
public:
    Result<void> append(std::string_view bytes) { return m_log.append(bytes); }
    Result<void> finish() { return m_log.finish(); }
    const ArrivingLog &log() const { return m_log; }

    std::string written() const { return contentOf(QString::fromStdString(m_path)).toStdString(); }

private:
    QTemporaryDir m_folder;
    std::string m_path = m_folder.filePath(QStringLiteral("a.ember")).toStdString();
    ArrivingLog m_log{std::move(NewLog::open(m_path)).value(), m_path, {}};
};

// As a resolver appends it behind the end.
std::string nameRecord()
{
    std::string record;
    appendRecord(record, RecordType::Symbols, std::string(300, 'n'));
    return record;
}

} // namespace

class TstArrivingLog : public QObject {
    Q_OBJECT

private slots:
    void textAroundTheLogIsLeftOut_data()
    {
        QTest::addColumn<int>("piece");
        for (const int piece : {1, 2, 7, 64, 1 << 20})
            QTest::addRow("%d bytes at a time", piece) << piece;
    }

    void textAroundTheLogIsLeftOut()
    {
        QFETCH(int, piece);
        const std::string greeting = "EMBERLOG and EMBERLOG\n";
        const std::string farewell = "\nlogged out of there\n";
        const auto log = smallLog() + nameRecord();
        const auto sent = greeting + log + farewell;
        Arrival arrival;
        for (std::size_t place = 0; place < sent.size(); place += std::size_t(piece))
            QVERIFY(arrival.append(std::string_view(sent).substr(place, std::size_t(piece))));
        QVERIFY(arrival.finish());
        QVERIFY(arrival.written() == log);
        QCOMPARE(arrival.log().textBefore().words(), std::string("EMBERLOG and EMBERLOG"));
        QCOMPARE(arrival.log().textBehind().bytes(), std::uint64_t(farewell.size()));
        QCOMPARE(arrival.log().textBehind().words(), std::string("logged out of there"));
    }

    void aLogThatIsCutOffIsKeptAsItCame()
    {
        const auto log = smallLog();
        const auto names = nameRecord().substr(0, 100);
        for (const auto &sent :
             {log.substr(0, log.size() / 2), log.substr(0, log.size() - 1), log + names}) {
            Arrival arrival;
            QVERIFY(arrival.append(sent));
            QVERIFY(arrival.finish());
            QVERIFY(arrival.written() == sent);
            QCOMPARE(arrival.log().textBehind().bytes(), std::uint64_t(0));
        }
    }

    void anEndWithAWrongChecksumIsNone()
    {
        auto log = smallLog();
        log.back() = static_cast<char>(log.back() ^ 1);
        const auto sent = log + "more";
        Arrival arrival;
        QVERIFY(arrival.append(sent));
        QVERIFY(arrival.finish());
        QVERIFY(arrival.written() == sent);
    }

    // A record's head is a byte and a number of at most ten bytes; this one never ends.
    void aHeadThatNeverEndsIsNotKept()
    {
        LogEndFinder finder;
        std::string head(31, '\xff');
        head.front() = '\x12';
        QCOMPARE(finder.take(head), head.size());
        const auto before = statusField(int(getpid()), "RssAnon").trimmed().split(' ').first();
        const std::string piece(1'000'000, '\xff');
        for (int turn = 0; turn < 64; ++turn)
            QCOMPARE(finder.take(piece), piece.size());
        const auto after = statusField(int(getpid()), "RssAnon").trimmed().split(' ').first();
        QVERIFY(before.toInt() > 0);
        QVERIFY2(after.toInt() - before.toInt() < 16'000, after.constData()); // kB
    }

    void aFloodBehindTheEndIsAnError()
    {
        const auto log = smallLog();
        Arrival arrival;
        QVERIFY(arrival.append(log));
        const std::string flood(100'000, '\n');
        auto outcome = arrival.append(flood);
        for (int turn = 0; outcome && turn < 20; ++turn)
            outcome = arrival.append(flood);
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::CaptureFailed);
        QVERIFY(arrival.written() == log);
    }
};

EMBER_TEST(TstArrivingLog)
#include "tst_arrivinglog.moc"
