// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/actions.h"
#include "app/window/panels.h"
#include "app/window/viewexport.h"
#include "model/spans/spanbuilder.h"
#include "tests/app/openandwait.h"
#include "tests/app/partof.h"
#include "tests/app/sandbox.h"
#include "tests/support/contentof.h"
#include "tests/support/program.h"
#include "tests/support/testmain.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/graph/flamegraphpanel.h"
#include "views/graph/sandwichpanel.h"
#include "views/state/baselinechoice.h"
#include "views/state/threadchoice.h"
#include "views/tables/calltreepanel.h"
#include "views/tables/topfunctionspanel.h"
#include "views/timeline/timelineview.h"

#include <QAction>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImageReader>
#include <QPaintEvent>
#include <QScrollBar>
#include <QSet>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTreeView>
#include <QXmlStreamReader>

#include <algorithm>
#include <csignal>
#include <functional>
#include <sys/resource.h>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;

namespace {

// While no file of this process may have more than a few bytes.
auto withSmallFiles(const std::function<model::Result<void>()> &work)
{
    constexpr rlim_t few = 64;
    struct rlimit before { };
    ::getrlimit(RLIMIT_FSIZE, &before);
    const struct rlimit small {
        few, before.rlim_max
    };
    auto *const handler = std::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &small);
    auto result = work();
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    return result;
}

} // namespace

// Views out of the window: as text and as pictures.
class TstViewExport : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void init()
    {
        m_sandbox = std::make_unique<Sandbox>();
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1400, 900);
        m_window->show();
        m_window->activateWindow();
        openAndWait(*m_window, {m_sandbox->write(QStringLiteral("a.json"), smallChunk())});
        QGuiApplication::clipboard()->clear();
    }

    void cleanup()
    {
        m_window.reset();
        m_sandbox.reset();
    }

    // As on a full disk: the old picture is better than none.
    void whatCannotBeWrittenKeepsTheOldFileAndSaysWhy_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"a.png", "a.pdf", "a.svg"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void whatCannotBeWrittenKeepsTheOldFileAndSaysWhy()
    {
        QFETCH(QString, name);
        const QString path = m_sandbox->write(name, "old");
        const auto saved = withSmallFiles(
            [&] { return partOf<ViewExport>(*m_window).save(m_window->timeline(), path); });
        QVERIFY(!saved);
        QCOMPARE(saved.error().code, model::ErrorCode::FileSizeLimited);
        QVERIFY(!saved.error().detail.empty());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("old"));
        QVERIFY(partOf<ViewExport>(*m_window).save(m_window->timeline(), path));
        const QFileInfo fresh(m_sandbox->path(QStringLiteral("new-") + name));
        QVERIFY(partOf<ViewExport>(*m_window).save(m_window->timeline(), fresh.filePath()));
        QVERIFY(!(fresh.permissions() & (QFile::ReadGroup | QFile::ReadOther)));
    }

    void aPictureDoesNotReplaceTheOpenFile()
    {
        const QString open = m_sandbox->write(QStringLiteral("open.svg"), smallChunk());
        const QString before = m_sandbox->write(QStringLiteral("before.svg"), smallChunk());
        const QString link = m_sandbox->path(QStringLiteral("link.svg"));
        QVERIFY(QFile::link(open, link));
        m_window->openFilesAndCompare({open}, before);
        EMBER_TRY(m_window->viewState().baseline().baseline());
        for (const QString &path : {open, link, before}) {
            const auto saved = partOf<ViewExport>(*m_window).save(m_window->timeline(), path);
            QVERIFY(!saved);
            QCOMPARE(saved.error().subject, path.toStdString());
            QCOMPARE(contentOf(path), smallChunk());
        }
        openAndWait(*m_window, {before});
        m_window->viewState().baseline().clear();
        QVERIFY(partOf<ViewExport>(*m_window).save(m_window->timeline(), open)); // no longer shown
    }

    void aTableIsCopiedAsItIsShown()
    {
        auto *panel = m_window->panels().functions;
        m_window->panels().raise(panel);
        auto *view = panel->findChild<QTableView *>();
        EMBER_TRY(view->model()->rowCount() == 3);
        const QStringList lines = copied(*panel, views::TextKind::Plain).split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 5); // the head, three functions, and the last line's end
        QVERIFY(lines[0].startsWith(QStringLiteral("Function\tSelf\t")));
        QCOMPARE(lines[1].section(QLatin1Char('\t'), 0, 0),
                 view->model()->index(0, 0).data().toString());
        const auto columns = lines[0].count(QLatin1Char('\t'));
        view->hideColumn(1);
        const QString head =
            copied(*panel, views::TextKind::Plain).section(QLatin1Char('\n'), 0, 0);
        QCOMPARE(head.count(QLatin1Char('\t')), columns - 1);
    }

    void openRowsOfATreeAreIndentedInMarkdown()
    {
        auto *panel = m_window->panels().callTree;
        m_window->panels().raise(panel);
        auto *view = panel->findChild<QTreeView *>();
        EMBER_TRY(view->model()->rowCount() > 0);
        view->expandAll();
        const QString text = copied(*panel, views::TextKind::Markdown);
        QVERIFY2(text.startsWith(QStringLiteral("| Function | Total |")), qPrintable(text));
        QCOMPARE(text.section(QLatin1Char('\n'), 1, 1).left(11), QStringLiteral("|---|---:|-"));
        QVERIFY2(text.contains(QStringLiteral("| \u00a0\u00a0compute |")), qPrintable(text));
        view->collapseAll();
        const QString collapsed = copied(*panel, views::TextKind::Markdown);
        QVERIFY(!collapsed.isEmpty() && !collapsed.contains(QStringLiteral("compute")));
    }

    void theChartIsNoTable()
    {
        QVERIFY(!partOf<ViewExport>(*m_window).copy(m_window->timeline(), views::TextKind::Plain));
        QVERIFY(clipboard().isEmpty());
    }

    void anyViewIsSavedAsAPicture()
    {
        const QString path = m_sandbox->path(QStringLiteral("chart.png"));
        QVERIFY(partOf<ViewExport>(*m_window).save(m_window->timeline(), path));
        const QSize size = QImage(path).size();
        QCOMPARE(size.width(), m_window->timeline().width());
        QVERIFY(size.height() > m_window->timeline().height()); // with a caption
        const QString svg = m_sandbox->path(QStringLiteral("chart.svg"));
        QVERIFY(partOf<ViewExport>(*m_window).save(m_window->timeline(), svg));
        QImageReader reader(svg);
        QVERIFY(colours(reader.read()) > 10);
        QVERIFY(!partOf<ViewExport>(*m_window).save(
            m_window->timeline(), m_sandbox->path(QStringLiteral("no/such/chart.svg"))));
        QVERIFY(!partOf<ViewExport>(*m_window).save(
            m_window->timeline(), m_sandbox->path(QStringLiteral("no/such/folder.png"))));
    }

    void aPictureHasAllThatCanBeScrolledTo()
    {
        openAndWait(*m_window, {m_sandbox->write(QStringLiteral("l.json"), largeChunk(60, 200))});
        auto &view = m_window->timeline();
        auto *const bar = view.chart().findChild<QScrollBar *>();
        m_window->viewState().threads().setAllCollapsed(views::Collapsed::No);
        EMBER_TRY(bar->maximum() > 500);
        bar->setValue(300);
        const QSize size = view.size();
        const int hidden = bar->maximum();
        const QString path = m_sandbox->path(QStringLiteral("chart.png"));
        QString cut;
        QVERIFY(partOf<ViewExport>(*m_window).save(view, path, &cut));
        QCOMPARE(cut, QString());
        QCOMPARE_GE(QImage(path).height(), size.height() + hidden);
        QCOMPARE(view.size(), size); // all as before
        QCOMPARE(bar->maximum(), hidden);
        QCOMPARE(bar->value(), 300);
        auto *panel = m_window->panels().functions;
        m_window->panels().raise(panel);
        auto *table = panel->findChild<QTableView *>();
        EMBER_TRY(table->model()->rowCount() == 60);
        const auto scrolled = table->verticalScrollMode();
        m_window->resize(1000, 500);
        EMBER_TRY(table->verticalScrollBar()->maximum() > 0);
        QVERIFY(partOf<ViewExport>(*m_window).save(*panel, path));
        QCOMPARE_GE(QImage(path).height(), 60 * table->rowHeight(0));
        QCOMPARE(table->verticalScrollMode(), scrolled);
    }

    // Which threads are unfolded does not depend on the height of the picture.
    void aPictureUnfoldsNoOtherThreads()
    {
        openAndWait(*m_window, {m_sandbox->write(QStringLiteral("l.json"), largeChunk(60, 200))});
        const auto &threads = m_window->viewState().threads();
        const auto unfolded = [&] {
            return std::ranges::count_if(threads.all(),
                                         [&](auto thread) { return !threads.isCollapsed(thread); });
        };
        const auto before = unfolded();
        QVERIFY(before > 0 && before < 60);
        QSignalSpy folds(&threads, &views::ThreadChoice::foldsChanged);
        const QString path = m_sandbox->path(QStringLiteral("chart.png"));
        QVERIFY(partOf<ViewExport>(*m_window).save(m_window->timeline(), path));
        QCOMPARE(folds.size(), 0);
        QCOMPARE(unfolded(), before);
    }

    void whatIsTooHighIsCutOffAndSaysSo()
    {
        openAndWait(*m_window, {m_sandbox->write(QStringLiteral("l.json"), largeChunk(200, 100))});
        m_window->viewState().threads().setAllCollapsed(views::Collapsed::No);
        auto &view = m_window->timeline();
        EMBER_TRY(view.chart().findChild<QScrollBar *>()->maximum() > WholeView::mostHeight);
        const QString path = m_sandbox->path(QStringLiteral("chart.png"));
        QString cut;
        QVERIFY(partOf<ViewExport>(*m_window).save(view, path, &cut));
        QVERIFY2(cut.startsWith(QStringLiteral("Cut off: ")), qPrintable(cut));
        QCOMPARE_LE(QImage(path).height(), WholeView::mostHeight + 200); // and what stands below
        const QString pdf = m_sandbox->path(QStringLiteral("chart.pdf"));
        QVERIFY(partOf<ViewExport>(*m_window).save(view, pdf));
        QCOMPARE_GT(contentOf(pdf).count("/Type /Page\n"), 1);
    }

    // What is printed on several pages is painted once, in parts.
    void eachPageHasItsPartOfTheViewOnly()
    {
        openAndWait(*m_window, {m_sandbox->write(QStringLiteral("l.json"), largeChunk(200, 100))});
        m_window->viewState().threads().setAllCollapsed(views::Collapsed::No);
        auto &view = m_window->timeline();
        EMBER_TRY(view.chart().findChild<QScrollBar *>()->maximum() > WholeView::mostHeight);
        struct PaintedHeight : QObject {
            int height = 0;
            bool eventFilter(QObject *, QEvent *event) override
            {
                if (event->type() == QEvent::Paint)
                    height += static_cast<const QPaintEvent *>(event)->rect().height();
                return false;
            }
        } painted;
        view.chart().installEventFilter(&painted);
        const QString pdf = m_sandbox->path(QStringLiteral("chart.pdf"));
        QVERIFY(partOf<ViewExport>(*m_window).save(view, pdf));
        view.chart().removeEventFilter(&painted);
        QCOMPARE_GT(contentOf(pdf).count("/Type /Page\n"), 3);
        QCOMPARE_GT(painted.height, WholeView::mostHeight / 2);
        QCOMPARE_LE(painted.height, WholeView::mostHeight * 11 / 10);
    }

    void aPictureIsLightAndSaysWhatItShows()
    {
        m_window->setTheme(ThemeChoice::Dark);
        const QString path = m_sandbox->path(QStringLiteral("chart.png"));
        QVERIFY(partOf<ViewExport>(*m_window).save(m_window->timeline(), path));
        const QImage picture(path);
        QVERIFY(picture.pixelColor(2, picture.height() - 2).lightness() > 200);
        QVERIFY(m_window->viewState().appearance().theme().shade
                == views::Shade::Dark); // as before
        const QString svg = m_sandbox->path(QStringLiteral("chart.svg"));
        QVERIFY(partOf<ViewExport>(*m_window).save(m_window->timeline(), svg));
        const QString texts = textsIn(svg).join(QLatin1Char('|'));
        QVERIFY2(texts.contains(QStringLiteral("a.json")), qPrintable(texts));
        QVERIFY2(texts.contains(QStringLiteral("2 threads")), qPrintable(texts));
        m_window->setTheme(ThemeChoice::System);
    }

    void aPictureOfTheChartSaysWhatTheColoursOfItsLanesMean()
    {
        const auto textsOf = [&](QWidget &view, const char *name) {
            const QString path = m_sandbox->path(QLatin1String(name));
            [&] { QVERIFY(partOf<ViewExport>(*m_window).save(view, path)); }();
            return textsIn(path);
        };
        const QString state = QStringLiteral("waits for a CPU");
        QVERIFY(!textsOf(m_window->timeline(), "none.svg").contains(state)); // no states are known
        Program program(1);
        program.add(program.thread("main"), 50, {"Main"}, Program::Doing::running());
        m_window->viewState().open(model::buildSpans(program.builder.snapshot()));
        QVERIFY(textsOf(m_window->timeline(), "chart.svg").contains(state));
        auto *functions = m_window->panels().functions;
        m_window->panels().raise(functions);
        QVERIFY(!textsOf(*functions, "functions.svg").contains(state));
    }

    void nameAndStackOfTheSelectedCallAreCopied()
    {
        auto &chart = m_window->timeline().chart();
        chart.setFocus();
        const auto &spans = *m_window->viewState().spans();
        for (std::size_t thread = 0; thread < spans.threadCount(); ++thread) {
            if (spans.thread(model::ThreadIndex(thread)).depth() > 1)
                m_window->viewState().selection().select(
                    views::BoxReference{model::ThreadIndex(thread), 1, model::BoxIndex(0)});
        }
        QVERIFY(m_window->viewState().selection().box());
        m_window->actions().at("copyText")->trigger();
        const QString name = clipboard();
        QVERIFY(!name.isEmpty() && !name.contains(QLatin1Char('\n')));
        copyStack(m_window->viewState());
        const QStringList lines = clipboard().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines[0].startsWith(name));
        QVERIFY2(lines[1].startsWith(QStringLiteral("main")), qPrintable(lines[1]));
    }

    void onlySelectedRowsAreCopied()
    {
        auto *panel = m_window->panels().functions;
        m_window->panels().raise(panel);
        auto *view = panel->findChild<QTableView *>();
        EMBER_TRY(view->model()->rowCount() == 3);
        view->selectRow(1);
        const QStringList lines = copied(*panel, views::TextKind::Plain).split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 3); // the head, the row, and the last line's end
        QVERIFY(lines[1].startsWith(view->model()->index(1, 0).data().toString()));
    }

    void namesAndTimesOfTheChartAreTextsInItsSvg()
    {
        const QString path = m_sandbox->path(QStringLiteral("chart.svg"));
        QVERIFY(partOf<ViewExport>(*m_window).save(m_window->timeline(), path));
        const QStringList texts = textsIn(path);
        for (const char *name : {"main", "compute"})
            QVERIFY2(texts.contains(QLatin1String(name)), qPrintable(texts.join(u'|')));
        QVERIFY2(texts.filter(QStringLiteral(" s")).size() >= 3, qPrintable(texts.join(u'|')));
    }

    void picturesHaveNeitherScrollBarsNorButtons()
    {
        auto *graph = m_window->panels().flameGraph;
        m_window->panels().raise(graph);
        EMBER_TRY(!graph->graph().viewport().layout().rows().empty());
        for (QWidget *view :
             {static_cast<QWidget *>(&m_window->timeline()), static_cast<QWidget *>(graph)}) {
            int controls = 0;
            for (const char *kind : {"png", "svg"}) {
                const QString path = m_sandbox->path(QLatin1String("view.") + QLatin1String(kind));
                QVERIFY(partOf<ViewExport>(*m_window).save(*view, path));
                if (view == graph && path.endsWith(QLatin1String("svg")))
                    continue; // has boxes only
                const QImage picture = QImageReader(path).read();
                QVERIFY(colours(picture) > 3);
                for (const auto *widget : view->findChildren<QWidget *>()) {
                    if (!widget->isVisibleTo(view)
                        || !(widget->inherits("QScrollBar") || widget->inherits("QAbstractButton")))
                        continue;
                    ++controls;
                    const double scale = double(picture.width()) / view->width(); // SVG: 90 dpi
                    const QRectF place(QPointF(widget->mapTo(view, QPoint(0, 0))) * scale,
                                       QSizeF(widget->size()) * scale);
                    const QRect within = place.toAlignedRect().adjusted(2, 2, -2, -2);
                    QVERIFY2(colours(picture.copy(within)) == 1,
                             widget->parentWidget()->metaObject()->className());
                }
            }
            QVERIFY(controls > 0);
        }
    }

    void aPictureHasTheNameOfItsView()
    {
        const auto proposed = [&] {
            m_window->actions().at("savePicture")->trigger();
            auto *dialog = m_window->findChild<QFileDialog *>();
            const QString name = QFileInfo(dialog->selectedFiles().value(0)).fileName();
            const QString kind = dialog->nameFilters().value(2);
            dialog->selectNameFilter(kind);
            emit dialog->filterSelected(kind);
            const QString other = QFileInfo(dialog->selectedFiles().value(0)).fileName();
            delete dialog;
            return QStringList{name, other};
        };
        EMBER_TRY(m_window->isActiveWindow());
        m_window->timeline().chart().setFocus();
        QCOMPARE(proposed(),
                 (QStringList{QStringLiteral("chart.png"), QStringLiteral("chart.pdf")}));
        m_window->panels().raise(m_window->panels().flameGraph);
        QCOMPARE(proposed(),
                 (QStringList{QStringLiteral("flamegraph.svg"), QStringLiteral("flamegraph.pdf")}));
    }

    void aViewIsPrintedOnOnePage()
    {
        for (QWidget *view : {static_cast<QWidget *>(&m_window->timeline()),
                              static_cast<QWidget *>(m_window->panels().functions)}) {
            const QString path = m_sandbox->path(QStringLiteral("view.pdf"));
            QVERIFY(partOf<ViewExport>(*m_window).save(*view, path));
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray pdf = file.readAll();
            QVERIFY(pdf.startsWith("%PDF"));
            QCOMPARE(pdf.count("/Type /Page\n"), 1);
            QCOMPARE_GT(pdf.size(), 5000); // a blank page has 1 kB
        }
        QVERIFY(!partOf<ViewExport>(*m_window).save(
            m_window->timeline(), m_sandbox->path(QStringLiteral("no/such/chart.pdf"))));
    }

    void aGraphIsSavedWithItsTexts()
    {
        auto *panel = m_window->panels().flameGraph;
        m_window->panels().raise(panel);
        EMBER_TRY(!panel->graph().viewport().layout().rows().empty());
        const QString path = m_sandbox->path(QStringLiteral("graph.svg"));
        QVERIFY(partOf<ViewExport>(*m_window).save(*panel, path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&file);
        int boxes = 0;
        QString titles;
        while (!xml.atEnd()) {
            xml.readNext();
            boxes += xml.isStartElement() && xml.name() == QLatin1String("g") ? 1 : 0;
            if (xml.isStartElement() && xml.name() == QLatin1String("title"))
                titles += xml.readElementText() + QLatin1Char('\n');
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        int expected = 0;
        for (const auto &row : panel->graph().viewport().layout().rows())
            expected += int(row.size());
        QCOMPARE(boxes, expected);
        QVERIFY2(titles.contains(QStringLiteral("compute: ")), qPrintable(titles));
    }

    void callersAndCalleesAreSavedWithBothHalvesAndTheirHeading()
    {
        auto *panel = m_window->panels().sandwich;
        m_window->panels().raise(panel);
        const model::Profile &profile = *m_window->viewState().spans()->profile();
        for (std::size_t row = 0; row < profile.tables().frames.size(); ++row) {
            if (frameName(profile, model::FrameIndex(row)) == "compute")
                panel->showFunction(model::FrameIndex(row));
        }
        EMBER_TRY(panel->callers().viewport().tree() && panel->callees().viewport().tree());
        const QString path = m_sandbox->path(QStringLiteral("sandwich.svg"));
        QVERIFY(partOf<ViewExport>(*m_window).save(*panel, path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&file);
        QStringList texts;
        QList<double> tops;
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isStartElement() && xml.name() == QLatin1String("text")) {
                tops.append(xml.attributes().value(QLatin1String("y")).toDouble());
                texts.append(xml.readElementText());
            }
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(panel->heading().startsWith(QStringLiteral("compute  ·  ")));
        // Callers are drawn from the bottom up.
        QCOMPARE(texts,
                 (QStringList{panel->heading(), QStringLiteral("compute"), QStringLiteral("main"),
                              QStringLiteral("compute")}));
        QVERIFY(tops[0] < tops[2] && tops[2] < tops[1] && tops[1] < tops[3]);
    }

    void theViewWithTheKeyboardIsTheOneThatIsMeant()
    {
        auto *panel = m_window->panels().functions;
        m_window->panels().raise(panel);
        auto *view = panel->findChild<QTableView *>();
        view->setFocus();
        EMBER_TRY(view->hasFocus());
        QVERIFY(&partOf<ViewExport>(*m_window).current() == panel);
        EMBER_TRY(view->model()->rowCount() == 3);
        m_window->actions().at("copyText")->trigger();
        EMBER_TRY(clipboard().contains(QStringLiteral("compute")));
        m_window->actions().at("showChart")->trigger();
        EMBER_TRY(&partOf<ViewExport>(*m_window).current() == &m_window->timeline());
    }

private:
    static int colours(const QImage &picture)
    {
        QSet<QRgb> found;
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                found.insert(picture.pixel(x, y));
        return int(found.size());
    }

    static QStringList textsIn(const QString &svg)
    {
        QFile file(svg);
        QStringList texts;
        if (!file.open(QIODevice::ReadOnly))
            return texts;
        QXmlStreamReader xml(&file);
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isStartElement() && xml.name() == QLatin1String("text"))
                texts += xml.readElementText();
        }
        return xml.hasError() ? QStringList{xml.errorString()} : texts;
    }

    // The text of a view that is copied; "" on failure. What a first step does not reach is copied
    // from the event loop, and the clipboard gets all of it at once.
    QString copied(QWidget &view, views::TextKind kind)
    {
        QGuiApplication::clipboard()->clear();
        [&] {
            QVERIFY(partOf<ViewExport>(*m_window).copy(view, kind));
            EMBER_TRY(!clipboard().isEmpty());
        }();
        return clipboard();
    }

    static QString clipboard() { return QGuiApplication::clipboard()->text(); }

    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<MainWindow> m_window;
};

EMBER_TEST(TstViewExport)
#include "tst_viewexport.moc"
