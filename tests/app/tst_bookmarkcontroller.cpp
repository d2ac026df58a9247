// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inbackground.h"
#include "app/look/messagebar.h"
#include "app/stores/bookmarkstore.h"
#include "app/window/actions.h"
#include "app/window/bookmarkcontroller.h"
#include "app/window/panels.h"
#include "tests/app/openandwait.h"
#include "tests/app/partof.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"
#include "views/lists/bookmarkspanel.h"
#include "views/state/bookmarklist.h"

#include <QAction>
#include <QFile>
#include <QLineEdit>
#include <QScopeGuard>
#include <QTableView>
#include <QTest>
#include <QThreadPool>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;

// Bookmarks in the window, and in the file they are of.
class TstBookmarkController : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_sandbox = std::make_unique<Sandbox>();
        QFile log(QStringLiteral(EMBER_SOURCE_DIR "/tests/fuzz/corpus/capturelog/segments.ember"));
        QVERIFY(log.open(QIODevice::ReadOnly));
        m_log = m_sandbox->write(QStringLiteral("a.ember"), log.readAll());
        open(m_log);
    }

    void cleanup()
    {
        m_window.reset();
        m_sandbox.reset();
    }

    void aBookmarkAndItsNoteAreThereWhenTheFileIsOpenedAgain()
    {
        views::ViewState &state = m_window->viewState();
        const auto thread = state.threads().all().front();
        state.selection().select(views::BoxReference{thread, 0, model::BoxIndex(0)});
        const auto range = state.profile().range();
        state.selection().selectRange(range);
        m_window->actions().at("addBookmark")->trigger();
        write(QStringLiteral("späť: why?"));
        const std::vector before = bookmarks().all();
        QCOMPARE(before.size(), std::size_t(1));
        QCOMPARE(before.front().range, range);
        QCOMPARE(before.front().note, QStringLiteral("späť: why?"));
        QCOMPARE(threadOf(*state.spans()->profile(), before.front()), thread);
        EMBER_TRY(!partOf<BookmarkController>(*m_window).store().isBusy());
        open(m_log);
        EMBER_TRY(bookmarks().all() == before);
    }

    void whatIsRemovedStaysAway()
    {
        addAt(0);
        addAt(1);
        bookmarks().remove(bookmarks().all().front().number);
        const std::vector left = bookmarks().all();
        EMBER_TRY(!partOf<BookmarkController>(*m_window).store().isBusy());
        open(m_log);
        EMBER_TRY(bookmarks().all() == left);
        QCOMPARE(left.size(), std::size_t(1));
    }

    void aLogThatIsInUseGetsThemLater()
    {
        const int other = ::open(QFile::encodeName(m_log).constData(), O_RDWR | O_CLOEXEC);
        QVERIFY(flock(other, LOCK_EX | LOCK_NB) == 0);
        addAt(0);
        addAt(1);
        const auto size = QFile(m_log).size();
        EMBER_TRY(partOf<BookmarkController>(*m_window).store().isBusy());
        QCOMPARE(QFile(m_log).size(), size);
        ::close(other);
        EMBER_TRY(!partOf<BookmarkController>(*m_window).store().isBusy());
        const std::vector before = bookmarks().all();
        open(m_log);
        EMBER_TRY(bookmarks().all() == before);
    }

    void aLogThatIsInUseGetsThemFromTheNextProgram()
    {
        const int other = ::open(QFile::encodeName(m_log).constData(), O_RDWR | O_CLOEXEC);
        QVERIFY(flock(other, LOCK_EX | LOCK_NB) == 0);
        addAt(0);
        addAt(1);
        bookmarks().remove(bookmarks().all().front().number);
        const std::vector left = bookmarks().all();
        EMBER_TRY(rememberedPending().size() == 3);
        open(m_log);
        EMBER_TRY(bookmarks().all() == left); // not in the log yet, but shown
        ::close(other);
        EMBER_TRY(!partOf<BookmarkController>(*m_window).store().isBusy());
        QVERIFY(rememberedPending().empty());
        const auto kept = model::capturelog::readBookmarks(m_log.toStdString());
        QVERIFY(kept);
        QCOMPARE(kept->size(), std::size_t(1));
        QCOMPARE(kept->front().number, left.front().number);
    }

    // They are not in the log yet when it is read.
    void whatIsBeingWrittenIsRestored()
    {
        BookmarkStore store;
        std::vector<views::Bookmark> restored;
        connect(&store, &BookmarkStore::restored, this,
                [&](const auto &bookmarks) { restored = bookmarks; });
        const auto threadsAsBefore = qScopeGuard(
            [threads = workPool().maxThreadCount()] { workPool().setMaxThreadCount(threads); });
        workPool().setMaxThreadCount(1); // reads before it writes
        const views::Bookmark bookmark{.number = 1,
                                       .range = m_window->viewState().profile().range(),
                                       .profilerId = {},
                                       .threadId = {},
                                       .note = {}};
        store.restore(m_log);
        store.keep(m_log, bookmark, model::capturelog::BookmarkState::Set);
        EMBER_TRY(!store.isBusy() && !restored.empty());
        QCOMPARE(restored, std::vector{bookmark});
    }

    void otherFilesAreSaidNotToKeepThem()
    {
        open(m_sandbox->write(QStringLiteral("a.json"), smallChunk()));
        addAt(0);
        EMBER_TRY(partOf<MessageBar>(*m_window).message().text.contains(QLatin1String(".ember")));
        QCOMPARE(bookmarks().all().size(), std::size_t(1));
    }

    void keysGoFromOneToTheNext()
    {
        const auto range = m_window->viewState().profile().range();
        addAt(0);
        const auto middle = range.start + range.duration() / 2;
        bookmarks().add({.number = 0,
                         .range = {middle, range.end},
                         .profilerId = {},
                         .threadId = {},
                         .note = {}});
        views::ViewState &state = m_window->viewState();
        m_window->actions().at("previousBookmark")->trigger();
        QCOMPARE(state.selection().cursor(), std::optional(range.start));
        m_window->actions().at("nextBookmark")->trigger();
        QCOMPARE(state.selection().range(), std::optional(model::TimeRange{middle, range.end}));
        QCOMPARE(state.selection().cursor(), std::optional(middle));
        m_window->actions().at("nextBookmark")->trigger(); // behind the last one comes the first
        QCOMPARE(state.selection().cursor(), std::optional(range.start));
        m_window->actions().at("previousBookmark")->trigger();
        QCOMPARE(state.selection().cursor(), std::optional(middle));
        state.zoom().goBack();
        QVERIFY(state.zoom().canGoForward());
    }

    void theHighlightedRowIsTheOneGoneTo()
    {
        addAt(0);
        addAt(1);
        addAt(2);
        m_window->viewState().zoom().show(m_window->viewState().profile().range());
        m_window->actions().at("nextBookmark")->trigger();
        QCOMPARE(list()->currentIndex().row(), 2);
        m_window->actions().at("previousBookmark")->trigger();
        QCOMPARE(list()->currentIndex().row(), 1);
        QVERIFY(list()->selectionModel()->isRowSelected(1, {}));
        m_window->actions().at("previousBookmark")->trigger();
        QCOMPARE(list()->currentIndex().row(), 0);
    }

    void enterAtTheEndOfANoteGoesNowhere()
    {
        views::ViewState &state = m_window->viewState();
        const auto range = state.profile().range();
        state.selection().selectRange(range);
        m_window->actions().at("addBookmark")->trigger();
        state.selection().setCursor(std::nullopt);
        const model::TimeRange half{range.start, range.start + range.duration() / 2};
        state.zoom().show(half);
        write(QStringLiteral("here"));
        QVERIFY(!state.selection().cursor());
        QVERIFY(state.zoom().visible() == half);
    }

    void enterInTheListGoesThereAndDeleteRemoves()
    {
        addAt(1);
        auto *view = list();
        m_window->viewState().selection().setCursor(std::nullopt);
        view->setCurrentIndex(view->model()->index(0, 0));
        QTest::keyClick(view, Qt::Key_Return);
        QVERIFY(m_window->viewState().selection().cursor().has_value());
        QTest::keyClick(view, Qt::Key_Delete);
        QVERIFY(bookmarks().all().empty());
    }

private:
    void open(const QString &path)
    {
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        openAndWait(*m_window, {path});
    }

    views::BookmarkList &bookmarks() { return m_window->viewState().bookmarks(); }

    QTableView *list() { return m_window->panels().bookmarks->findChild<QTableView *>(); }

    // At so many thirds of the profile.
    void addAt(int third)
    {
        const auto range = m_window->viewState().profile().range();
        const auto moment = range.start + third * range.duration() / 3;
        bookmarks().add({.number = 0,
                         .range = {moment, moment},
                         .profilerId = {},
                         .threadId = {},
                         .note = QString::number(third)});
    }

    // Into the cell that is open.
    void write(const QString &note)
    {
        auto *editor = list()->findChild<QLineEdit *>();
        QVERIFY(editor);
        editor->setText(note);
        QTest::keyClick(editor, Qt::Key_Return);
        EMBER_TRY(bookmarks().all().front().note == note);
    }

    std::unique_ptr<Sandbox> m_sandbox;
    QString m_log;
    std::unique_ptr<MainWindow> m_window;
};

EMBER_TEST(TstBookmarkController)
#include "tst_bookmarkcontroller.moc"
