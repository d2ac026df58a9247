// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "tests/views/picture.h"
#include "views/lists/bookmarkspanel.h"
#include "views/state/bookmarklist.h"
#include "views/tracks/minimapwidget.h"
#include "views/tracks/timeaxis.h"

#include <QSignalSpy>
#include <QTest>

using namespace ember::model;
using namespace ember::views;
using namespace ember::tests;

class TstViewBookmarks : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_state = std::make_unique<ViewState>();
        m_state->open(buildSpans(syntheticProfile({.threads = 3, .samplesPerThread = 400})));
    }

    void theyStandByTimeWithNumbersOfTheirOwn()
    {
        const auto late = list().add(at(3));
        const auto early = list().add(at(1));
        list().restore({numbered(7, at(2)), numbered(late, at(0))}); // a number that is there
        QCOMPARE(list().all().size(), std::size_t(3));
        QCOMPARE(list().all().front().number, early);
        QCOMPARE(list().all().back().number, late);
        QCOMPARE(list().add(at(2)), std::uint64_t(8));
    }

    void theNearestOneIsFoundOnBothSides()
    {
        list().add(at(1));
        list().add(at(3));
        const auto start = m_state->profile().origin();
        const auto ms = std::chrono::milliseconds(1);
        QCOMPARE(list().nearest(start + 2 * ms, Direction::Forward)->range.start, start + 3 * ms);
        QCOMPARE(list().nearest(start + 3 * ms, Direction::Backward)->range.start, start + 1 * ms);
        QCOMPARE(list().nearest(start + 3 * ms, Direction::Forward)->range.start, start + 1 * ms);
        QCOMPARE(list().nearest(start + 1 * ms, Direction::Backward)->range.start, start + 3 * ms);
    }

    void whereThereIsNoneNoneIsFound()
    {
        QVERIFY(!list().nearest(m_state->profile().origin(), Direction::Forward));
        QVERIFY(!list().nearest(m_state->profile().origin(), Direction::Backward));
    }

    void onlyTheReadersDoingIsToBeKept()
    {
        const QSignalSpy edited(&list(), &BookmarkList::edited);
        const QSignalSpy removed(&list(), &BookmarkList::removed);
        list().restore({numbered(4, at(1))});
        list().setNote(4, QString()); // as it is
        QVERIFY(edited.isEmpty());
        list().setNote(4, QStringLiteral("why"));
        QCOMPARE(edited.size(), 1);
        list().remove(4);
        list().remove(4);
        QCOMPARE(removed.size(), 1);
        list().add(at(2));
        m_state->open(m_state->spans()); // another profile
        QVERIFY(list().all().empty());
        QCOMPARE(removed.size(), 1);
    }

    void aThreadIsFoundByItsName()
    {
        const Profile &profile = *m_state->spans()->profile();
        Bookmark bookmark = at(1);
        QVERIFY(!threadOf(profile, bookmark).isValid());
        for (const ThreadIndex thread : m_state->threads().all()) {
            setThread(bookmark, profile, thread);
            QCOMPARE(threadOf(profile, bookmark), thread);
        }
        bookmark.threadId = "none";
        QVERIFY(!threadOf(profile, bookmark).isValid());
    }

    void notesAreEditedInTheirTable()
    {
        BookmarkModel table(m_state->profile(), m_state->bookmarks());
        list().add(at(1));
        QCOMPARE(table.rowCount(), 1);
        const QModelIndex note = table.index(0, BookmarkModel::Note);
        QVERIFY(table.flags(note) & Qt::ItemIsEditable);
        QVERIFY(!(table.flags(table.index(0, BookmarkModel::Start)) & Qt::ItemIsEditable));
        QVERIFY(table.setData(note, QStringLiteral("a\nb"), Qt::EditRole));
        QCOMPARE(list().all().front().note, QStringLiteral("a\nb"));
    }

    void axisAndOverviewShowThem()
    {
        TimeAxis axis(*m_state);
        MinimapWidget overview(*m_state);
        const QImage axisBefore = pictureOf(axis, {600, 34});
        const QImage overviewBefore = pictureOf(overview, {600, 48});
        const auto range = m_state->profile().range();
        Bookmark middle;
        middle.range.start = middle.range.end = range.start + range.duration() / 2;
        list().add(middle);
        QVERIFY(pictureOf(axis, {600, 34}) != axisBefore);
        const QImage overviewNow = pictureOf(overview, {600, 48});
        QVERIFY(overviewNow != overviewBefore);
        QCOMPARE(overviewNow.pixelColor(300, 24), m_state->theme().text);
    }

private:
    BookmarkList &list() { return m_state->bookmarks(); }

    Bookmark at(int milliseconds) const
    {
        const auto moment = m_state->profile().origin() + std::chrono::milliseconds(milliseconds);
        Bookmark bookmark;
        bookmark.range = {moment, moment};
        return bookmark;
    }

    static Bookmark numbered(std::uint64_t number, Bookmark bookmark)
    {
        bookmark.number = number;
        return bookmark;
    }

    std::unique_ptr<ViewState> m_state;
};

EMBER_TEST(TstViewBookmarks)
#include "tst_bookmarks.moc"
