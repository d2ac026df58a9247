// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/appendrecords.h"
#include "model/formats/formatregistry.h"
#include "tests/capturelog/logfixture.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTest>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace ember::model;
using namespace ember::model::capturelog;
using namespace ember::tests;
using namespace std::chrono_literals;

namespace {

KeptView someView()
{
    return {.range = TimeRange{captureStart - 5ms, captureStart + 20ms},
            .filters = {"focus", "name", "späť", "running"},
            .order = KeptOrder::Listed,
            .others = OtherThreads::Hidden,
            .threads = {{"0123456789abcdef0123456789abcdef", "77", captureStart, false, true,
                         KeptFold::Unfolded, KeptFold::Folded},
                        {"", "", {}, true, false, KeptFold::Folded, KeptFold::Unfolded}},
            .isLanesOnly = true};
}

void writeLogWithViews(LogFile &log)
{
    beginSmallProcess(log);
    log.finish();
}

void keep(const LogFile &log, const KeptView &view)
{
    const auto outcome = keepView(log.path(), view);
    QVERIFY2(outcome, outcome ? "" : outcome.error().detail.c_str());
}

// A log of these bytes, opened as programs do.
Import opened(LogFile &log, const std::string &bytes)
{
    QFile file(QString::fromStdString(log.path()));
    if (file.open(QIODevice::WriteOnly))
        file.write(bytes.data(), qint64(bytes.size()));
    file.close();
    return builtinFormats().open({log.path()}, {}).value();
}

} // namespace

class TstKeptViews : public QObject {
    Q_OBJECT

private slots:
    void theLastOneHolds()
    {
        LogFile log;
        writeLogWithViews(log);
        QVERIFY(!viewIn(log.bytes()));
        keep(log, someView());
        QVERIFY(viewIn(log.bytes()) == someView());
        keep(log, {});
        QVERIFY(viewIn(log.bytes()) == KeptView());
        QVERIFY(viewOf(viewBytes(someView())) == someView());
    }

    void whoOpensTheLogFindsIt()
    {
        LogFile log;
        writeLogWithViews(log);
        keep(log, someView());
        const auto import = opened(log, log.bytes());
        QVERIFY(import.profiles.front().view == someView());
        QVERIFY(import.log.findings().empty());
    }

    void whatTheLogHasIsNotWrittenAgain()
    {
        LogFile log;
        writeLogWithViews(log);
        keep(log, someView());
        const auto bytes = log.bytes();
        keep(log, someView());
        QCOMPARE(log.bytes(), bytes);
    }

    // A reader that does not know the record reads it like this one.
    void recordsOfUnknownTypesArePassedOver()
    {
        LogFile log;
        writeLogWithViews(log);
        auto bytes = log.bytes();
        appendRecord(bytes, static_cast<RecordType>(250), viewBytes(someView()));
        QVERIFY(read(bytes).log.findings().empty());
        QVERIFY(!viewIn(bytes));
    }

    void membersOfNewerVersionsAreIgnored()
    {
        LogFile log;
        writeLogWithViews(log);
        auto bytes = log.bytes();
        appendRecord(bytes, RecordType::View, viewBytes(KeptView{}) + "more");
        QVERIFY(viewIn(bytes) == KeptView());
    }

    void oneThatCannotBeReadIsAFinding()
    {
        LogFile log;
        writeLogWithViews(log);
        keep(log, someView());
        auto bytes = log.bytes();
        const auto payload = viewBytes(someView());
        appendRecord(bytes, RecordType::View, payload.substr(0, payload.size() / 2));
        appendRecord(bytes, RecordType::View, std::string("\0\0\0\xff\xff\xff\xff\x7f", 8));
        const auto reading = read(bytes);
        QCOMPARE(reading.log.findings().size(), std::size_t(1));
        QCOMPARE(reading.log.findings().front().code, std::string("ember-view"));
        QCOMPARE(reading.log.findings().front().count, std::uint64_t(2));
        QVERIFY(reading.view == someView());
        QVERIFY(viewIn(bytes) == someView());
        for (std::size_t size = 0; size + 1 < payload.size(); ++size)
            QVERIFY(!viewOf(payload.substr(0, size)));
        // Logs from before folds were kept end before the last member.
        KeptView before = someView();
        before.isLanesOnly = false;
        QVERIFY(viewOf(payload.substr(0, payload.size() - 1)) == before);
    }

    void ofThousandsOfFiltersAHundredAreUsed()
    {
        LogFile log;
        writeLogWithViews(log);
        KeptView view = someView();
        view.filters.clear();
        for (int filter = 0; filter < 20'000; ++filter)
            view.filters.insert(view.filters.end(), {"leaveOut", "name", std::to_string(filter)});
        keep(log, view);
        const auto reading = read(log.bytes());
        QCOMPARE(reading.log.findings().size(), std::size_t(1));
        QCOMPARE(reading.log.findings().front().code, std::string("ember-view-filters"));
        QCOMPARE(reading.view->filters.size(), std::size_t(300));
        QCOMPARE(reading.view->filters.back(), std::string("99"));
        QVERIFY(reading.view->threads == view.threads);
    }

    void itStandsBehindATornRecordAndBesideBookmarks()
    {
        LogFile log;
        writeLogWithViews(log);
        keep(log, {});
        QVERIFY(QFile::resize(QString::fromStdString(log.path()), qint64(log.bytes().size() - 3)));
        keep(log, someView());
        const BookmarkRecord bookmark{.number = 1,
                                      .state = BookmarkState::Set,
                                      .start = captureStart,
                                      .end = captureStart,
                                      .profilerId = {},
                                      .threadId = {},
                                      .note = "note"};
        QVERIFY(appendBookmarks(log.path(), {{bookmark}}));
        QVERIFY(viewIn(log.bytes()) == someView());
        QVERIFY(bookmarksIn(log.bytes()) == std::vector{bookmark});
    }

    void aLogThatIsBeingWrittenIsLeftAlone()
    {
        LogFile log;
        writeLogWithViews(log);
        const auto bytes = log.bytes();
        const int other = ::open(log.path().c_str(), O_RDWR | O_CLOEXEC);
        QVERIFY(flock(other, LOCK_EX | LOCK_NB) == 0);
        QCOMPARE(keepView(log.path(), someView()).error().code, ErrorCode::FileInUse);
        ::close(other);
        QCOMPARE(log.bytes(), bytes);
    }
};

EMBER_TEST(TstKeptViews)
#include "tst_keptviews.moc"
