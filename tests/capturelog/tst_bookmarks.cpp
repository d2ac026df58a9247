// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/appendrecords.h"
#include "tests/capturelog/logfixture.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTest>

using namespace ember::model;
using namespace ember::model::capturelog;
using namespace ember::tests;
using namespace std::chrono_literals;

namespace {

BookmarkRecord bookmark(std::uint64_t number, Nanoseconds at, const std::string &note)
{
    return {.number = number,
            .state = BookmarkState::Set,
            .start = captureStart + at,
            .end = captureStart + at + 5ms,
            .profilerId = "0123456789abcdef0123456789abcdef",
            .threadId = "77",
            .note = note};
}

void writeSmallLog(LogFile &log)
{
    beginSmallProcess(log);
    log.finish();
}

void append(LogFile &log, const std::vector<BookmarkRecord> &bookmarks)
{
    const auto outcome = appendBookmarks(log.path(), bookmarks);
    QVERIFY2(outcome, outcome ? "" : outcome.error().detail.c_str());
}

} // namespace

class TstBookmarks : public QObject {
    Q_OBJECT

private slots:
    void aLogKeepsThemByTime()
    {
        LogFile log;
        writeSmallLog(log);
        QVERIFY(readBookmarks(log.path()).value().empty());
        const std::vector all{bookmark(2, 30ms, "späť"), bookmark(1, 40ms, "")};
        append(log, all);
        QVERIFY(readBookmarks(log.path()).value() == all);
        append(log, {bookmark(3, -10ms, "before the log")});
        QCOMPARE(readBookmarks(log.path()).value().front().number, std::uint64_t(3));
    }

    void theLastRecordOfANumberHolds()
    {
        LogFile log;
        writeSmallLog(log);
        append(log, {bookmark(1, 30ms, "first"), bookmark(2, 40ms, "stays")});
        auto removed = bookmark(2, 0ms, "");
        append(log, {bookmark(1, 50ms, "second"), removed});
        append(log, {bookmark(2, 60ms, "again")});
        removed.number = 1;
        removed.state = BookmarkState::Removed;
        append(log, {removed});
        const auto left = readBookmarks(log.path()).value();
        QCOMPARE(left.size(), std::size_t(1));
        QCOMPARE(left.front(), bookmark(2, 60ms, "again"));
    }

    // A reader that does not know the record passes it over, and so does ours of profiles.
    void theProfileIsTheSame()
    {
        LogFile log;
        writeSmallLog(log);
        append(log, {bookmark(1, 30ms, "note")});
        const auto reading = read(log.bytes());
        QVERIFY(reading.log.findings().empty());
        QCOMPARE(reading.profile->threadCount(), std::size_t(1));
    }

    void theyAreFoundBehindATornRecord()
    {
        LogFile log;
        writeSmallLog(log);
        append(log, {bookmark(1, 30ms, "whole")});
        const auto whole = log.bytes().size();
        append(log, {bookmark(2, 40ms, "torn")});
        QVERIFY(QFile::resize(QString::fromStdString(log.path()), qint64(whole + 7)));
        append(log, {bookmark(3, 50ms, "behind")});
        const auto left = readBookmarks(log.path()).value();
        QCOMPARE(left.size(), std::size_t(2));
        QCOMPARE(left.back(), bookmark(3, 50ms, "behind"));
    }

    void aDamagedOneIsPassedOverAndTheOthersAreRead()
    {
        LogFile log;
        writeSmallLog(log);
        append(log, {bookmark(1, 30ms, "DAMAGED"), bookmark(2, 40ms, "whole")});
        auto bytes = log.bytes();
        bytes[bytes.find("DAMAGED")] = 'X';
        const auto left = bookmarksIn(bytes);
        QCOMPARE(left.size(), std::size_t(1));
        QCOMPARE(left.front().note, std::string("whole"));
        for (std::size_t size = 0; size < bytes.size(); ++size)
            QVERIFY(bookmarksIn(std::string_view(bytes).substr(0, size)).size() <= 1);
    }

    void whatIsNoLogIsRefused()
    {
        const std::string text = EMBER_SOURCE_DIR "/README.md";
        QCOMPARE(readBookmarks(text).error().code, ErrorCode::UnknownFormat);
        QCOMPARE(readBookmarks("/none").error().code, ErrorCode::FileNotFound);
        QCOMPARE(appendBookmarks("/none", {}).error().code, ErrorCode::FileNotFound);
    }
};

EMBER_TEST(TstBookmarks)
#include "tst_bookmarks.moc"
