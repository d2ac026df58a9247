// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inbackground.h"
#include "app/look/messagebar.h"
#include "app/look/workprogress.h"
#include "app/session/capturelibrary.h"
#include "app/window/actions.h"
#include "app/window/panels.h"
#include "tests/app/eventgap.h"
#include "tests/app/openandwait.h"
#include "tests/app/partof.h"
#include "tests/app/sandbox.h"
#include "tests/capturelog/logfixture.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/support/waitforend.h"
#include "views/compare/comparisonpanel.h"
#include "views/jobs/viewthreads.h"
#include "views/state/bookmarklist.h"
#include "views/tables/topfunctionspanel.h"
#include "views/text/plaintexts.h"

#include <QAbstractItemView>
#include <QAction>
#include <QDialog>
#include <QFile>
#include <QHash>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QTableView>
#include <QTest>
#include <QTextDocument>
#include <QThreadPool>
#include <QToolTip>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;

namespace {

const QByteArray hostileName = "<img src='file:///dev/zero'> <b>bold</b> &lt;";
const QByteArray templatedName = "parse<Table>(std::vector<Style> const&)";

QByteArray hostileChunk(const QByteArray &function, const QByteArray &other)
{
    const QByteArray measurements =
        R"("measurements":{"slow_frame_renders":{"unit":"nanosecond","values":[)"
        R"({"timestamp":1700000000.5,"value":100000000}]},")"
        + other + R"(":{"unit":")" + other
        + R"(","values":[{"timestamp":1700000000.5,"value":1}]}},"profile":)";
    return smallChunk()
        .replace("compute", function)
        .replace("app.work", other)
        .replace("work.py", other)
        .replace("MainThread", other)
        .replace("demo@1.0", other)
        .replace("\"profile\":", measurements);
}

// What a reader sees of a tip. Ours may be rich, but show no picture.
QString seenOf(const QString &tip)
{
    if (!Qt::mightBeRichText(tip))
        return tip;
    QTextDocument document;
    document.setHtml(tip);
    return document.toHtml().contains(QStringLiteral("<img")) ? QStringLiteral("a picture")
                                                              : document.toPlainText();
}

QString hover(QWidget &widget, const QPoint &position)
{
    QToolTip::hideText();
    QHelpEvent event(QEvent::ToolTip, position, widget.mapToGlobal(position));
    QCoreApplication::sendEvent(&widget, &event);
    return seenOf(QToolTip::text());
}

// Whoever walks a window counts what it has seen.
class TipWalk {
public:
    // Every row, header and widget that is seen there has the tip that its model has.
    void walk(QWidget &root)
    {
        QTest::qWait(1); // layouts
        for (auto *view : root.findChildren<QAbstractItemView *>())
            rows(*view);
        for (auto *label : root.findChildren<QLabel *>()) {
            if (label->isVisible() && label->textFormat() == Qt::AutoText
                && !label->inherits("QTipLabel"))
                wrong << QStringLiteral("label: ") + label->text();
        }
        for (auto *widget : root.findChildren<QWidget *>()) {
            if (widget->isVisible() && !widget->toolTip().isEmpty()
                && !qobject_cast<QAbstractItemView *>(widget->parentWidget()))
                check(*widget, {1, 1}, widget->toolTip());
        }
    }

    int hostile = 0; // tips with names out of the file
    QStringList wrong;

private:
    void rows(QAbstractItemView &view)
    {
        if (!view.isVisible() || !view.model())
            return;
        if (const auto *header = qobject_cast<QHeaderView *>(&view)) {
            for (int section = 0; section < header->count(); ++section) {
                if (header->isSectionHidden(section))
                    continue;
                check(*view.viewport(), {header->sectionViewportPosition(section) + 1, 1},
                      view.model()
                          ->headerData(section, header->orientation(), Qt::ToolTipRole)
                          .toString());
            }
            return;
        }
        const QRect room = view.viewport()->rect();
        for (int y = 1; y < room.height(); y += 9) {
            for (int x = 1; x < room.width(); x += 31) {
                if (const QModelIndex index = view.indexAt({x, y}); index.isValid())
                    check(*view.viewport(), {x, y}, index.data(Qt::ToolTipRole).toString());
            }
        }
    }

    void check(QWidget &widget, const QPoint &position, const QString &tip)
    {
        if (tip.isEmpty())
            return;
        if (tip.contains(QString::fromUtf8(hostileName))
            || tip.contains(QString::fromUtf8(templatedName)))
            ++hostile;
        const QString shown = hover(widget, position);
        if (shown != views::shortened(tip) && !wrong.contains(tip))
            wrong << QStringLiteral("%1 shows: %2 instead of: %3")
                         .arg(QString::fromUtf8(widget.metaObject()->className()), shown, tip);
    }
};

} // namespace

// Names that Qt would take for pictures, and names as long as a file.
class TstHostileTexts : public QObject {
    Q_OBJECT

private slots:
    void noTipAndNoLabelIsRichText()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.resize(1600, 1000);
        window.show();
        openAndWait(
            window,
            {sandbox.write(QStringLiteral("a.json"), hostileChunk(templatedName, hostileName))});
        fill(window);
        TipWalk walk;
        for (const QString &name : window.panels().names()) {
            QWidget *panel = window.panels().find(name);
            window.panels().raise(panel);
            settle();
            const int before = walk.hostile;
            walk.walk(*panel);
            seen[name] = walk.hostile - before;
        }
        walk.walk(window);
        QVERIFY2(walk.wrong.isEmpty(), qPrintable(walk.wrong.join(QLatin1Char('\n'))));
        QStringList without;
        for (const char *name : {"threads", "functions", "calltree", "bookmarks", "properties",
                                 "comparison", "details"}) {
            if (seen[QString::fromLatin1(name)] == 0)
                without << QString::fromLatin1(name);
        }
        QCOMPARE(without, QStringList());
    }

    void aCapturesTextsArePlainToo()
    {
        const Sandbox sandbox;
        const auto log = smallLog({"/" + hostileName.toStdString(), hostileName.toStdString()});
        MainWindow window;
        window.resize(1600, 1000);
        window.show();
        openAndWait(window,
                    {sandbox.write(QStringLiteral("a.ember"), QByteArray::fromStdString(log))});
        views::ViewState &state = window.viewState();
        for (const std::uint32_t depth : {0U, 1U, 2U, 3U}) { // the leaf has the hostile source
            const views::BoxReference box{state.threads().all().front(), depth, model::BoxIndex(0)};
            if (holds(*state.spans(), box))
                state.selection().select(box);
        }
        TipWalk walk;
        for (const QString &name : window.panels().names()) {
            window.panels().raise(window.panels().find(name));
            settle();
            walk.walk(*window.panels().find(name));
        }
        QVERIFY2(walk.wrong.isEmpty(), qPrintable(walk.wrong.join(QLatin1Char('\n'))));
        QVERIFY(walk.hostile > 0);
    }

    void dialogsShowNamesAsTheyAre()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        LaunchCommand command;
        command.program = QString::fromUtf8(hostileName);
        command.arguments = {QString::fromUtf8(templatedName)};
        const auto folder = library.create(command);
        QVERIFY(folder);
        QFile log(folder->logPath());
        QVERIFY(log.open(QIODevice::WriteOnly) && log.write("log") == 3);
        const QString sleeper = sandbox.path(QString::fromUtf8(templatedName));
        QVERIFY(QFile::link(QStringLiteral("/bin/sleep"), sleeper));
        QProcess process;
        process.start(sleeper, {QStringLiteral("1000")});
        QVERIFY(process.waitForStarted());

        MainWindow window;
        window.show();
        openAndWait(
            window,
            {sandbox.write(QStringLiteral("a.json"), hostileChunk(templatedName, hostileName))});
        for (QAction *action : {window.actions().at("upload"), window.actions().at("library"),
                                window.actions().at("attach")}) {
            QVERIFY(action);
            action->trigger();
            QDialog *dialog = nullptr;
            EMBER_TRY((dialog = window.findChild<QDialog *>()) != nullptr && dialog->isVisible());
            settle();
            if (auto *filter = dialog->findChild<QLineEdit *>(QStringLiteral("filter")))
                filter->setText(QStringLiteral("Table"));
            QTest::qWait(1);
            TipWalk walk;
            walk.walk(*dialog);
            QVERIFY2(walk.wrong.isEmpty(), qPrintable(walk.wrong.join(QLatin1Char('\n'))));
            // The others have such names in their rows and labels, not in tips.
            QVERIFY(walk.hostile > 0 || action != window.actions().at("attach"));
            dialog->close();
            EMBER_TRY(window.findChild<QDialog *>() == nullptr);
        }
        process.kill();
        QVERIFY(waitForEnd(process));
    }

    void messagesShowWhatOthersSay()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        partOf<MessageBar>(window).showMessage({.importance = Importance::Error,
                                                .text = QString::fromUtf8(hostileName),
                                                .advice = QString::fromUtf8(templatedName),
                                                .details = QString(2'000'000, QLatin1Char('x')),
                                                .actions = {}});
        QStringList texts;
        for (const auto *label : partOf<MessageBar>(window).findChildren<QLabel *>())
            texts << seenOf(label->text());
        QVERIFY2(texts.contains(QString::fromUtf8(hostileName) + QLatin1Char('\n')
                                + QString::fromUtf8(templatedName)),
                 qPrintable(texts.join(QLatin1Char('|'))));
    }

    // A command may have many lines.
    void aNameOfSeveralLinesMakesNothingHigher()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.resize(1280, 720);
        window.show();
        const auto heights = [&](const QString &name) {
            openAndWait(
                window,
                {sandbox.write(name, hostileChunk("work", name.toUtf8().replace('\n', ' ')))});
            fill(window);
            window.panels().raise(window.panels().comparison);
            settle();
            QList<int> found;
            for (const QString &part : {QStringLiteral("tools"), QStringLiteral("tabRow"),
                                        QStringLiteral("filterBar"), QStringLiteral("against")})
                found << window.findChild<QWidget *>(part)->height();
            auto &progress = partOf<WorkProgress>(window);
            progress.begin(name);
            found << progress.sizeHint().height();
            progress.end();
            return found;
        };
        const auto usual = heights(QStringLiteral("a b c d e.json"));
        QCOMPARE(heights(QStringLiteral("a\nb\nc\nd\ne.json")), usual);
        QVERIFY(!window.windowTitle().contains(QLatin1Char('\n')));
    }

    // It took 19 s to show the tip of one, and 28 to open the file.
    void longNamesAreNotLaidOut()
    {
        const Sandbox sandbox;
        const QByteArray longName = "f<Table> " + QByteArray(1 << 20, 'x');
        const auto file = sandbox.write(QStringLiteral("a.json"), hostileChunk(longName, longName));
        constexpr auto limit = gapLimit(std::chrono::milliseconds(500));
        const auto longest = leastGap(limit, [&](std::chrono::milliseconds &found) {
            MainWindow window;
            window.resize(1600, 1000);
            window.show();
            // settle() waits for the background threads itself.
            EventGap gap(EventGap::Counts::Work);
            openAndWait(window, {file});
            fill(window);
            for (const QString &name : window.panels().names()) {
                window.panels().raise(window.panels().find(name));
                settle();
                window.panels().find(name)->grab();
            }
            auto *table = window.panels().functions->findChild<QTableView *>();
            window.panels().raise(window.panels().functions);
            EMBER_TRY(table->model()->rowCount() > 0);
            QVERIFY(hover(*table->viewport(), {5, 5}).size() <= views::mostLetters);
            found = gap.longest();
        });
        if (QTest::currentTestFailed())
            return;
        QVERIFY2(longest < limit, qPrintable(QStringLiteral("%1 ms").arg(longest.count())));
    }

private:
    // A filter, a bookmark, a baseline and a call that is chosen.
    static void fill(MainWindow &window)
    {
        views::ViewState &state = window.viewState();
        const views::BoxReference box{state.threads().all().front(), 1, model::BoxIndex(0)};
        window.actions().at("useAsBaseline")->trigger();
        state.selection().selectRange(
            model::TimeRange{state.profile().range().start,
                             state.profile().range().start + std::chrono::seconds(1)});
        state.bookmarks().add({.number = 0,
                               .range = state.profile().range(),
                               .profilerId = {},
                               .threadId = {},
                               .note = fromModel(state, box)});
        state.selection().select(box);
    }

    static QString fromModel(const views::ViewState &state, const views::BoxReference &box)
    {
        const auto name = frameName(*state.spans()->profile(), frameOf(*state.spans(), box));
        return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    }

    // Views compute in the background, and some wait a little first.
    static void settle()
    {
        for (int round = 0; round < 3; ++round) {
            QTest::qWait(60);
            workPool().waitForDone();
            views::backgroundPool().waitForDone();
        }
        QCoreApplication::processEvents();
    }

    QHash<QString, int> seen;
};

EMBER_TEST(TstHostileTexts)
#include "tst_hostiletexts.moc"
