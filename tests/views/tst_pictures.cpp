// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "tests/views/picture.h"
#include "views/details/detailspanel.h"
#include "views/details/propertiespanel.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/lists/chunkspanel.h"
#include "views/lists/outputpanel.h"
#include "views/search/searchbar.h"
#include "views/tables/topfunctionspanel.h"
#include "views/threads/threadmodel.h"
#include "views/threads/threadspanel.h"
#include "views/timeline/timelineview.h"

#include <QHBoxLayout>
#include <QTableView>
#include <QTest>

using namespace ember;
using namespace ember::tests;
using namespace ember::views;

namespace {

// All widgets in one window, as the program arranges them.
class Assembly : public QWidget {
public:
    Assembly()
    {
        auto *row = new QHBoxLayout(this);
        row->setContentsMargins(0, 0, 0, 0);
        auto *left = new QVBoxLayout;
        left->addWidget(new SearchBar(state, searcher));
        left->addWidget(timeline = new TimelineView(state, searcher), 1);
        row->addLayout(left, 3);
        auto *right = new QVBoxLayout;
        right->addWidget(new ThreadsPanel(state), 1);
        right->addWidget(new TopFunctionsPanel(state), 1);
        right->addWidget(new DetailsPanel(state), 1);
        row->addLayout(right, 1);
    }

    // Widgets go before the state they refer to.
    ~Assembly() override
    {
        qDeleteAll(findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly));
    }

    ViewState state;
    Searcher searcher{state};
    TimelineView *timeline = nullptr;
};

} // namespace

class TstPictures : public QObject {
    Q_OBJECT

private slots:
    void theAssemblyIsPaintedInBothShades_data()
    {
        QTest::addColumn<Shade>("shade");
        QTest::addColumn<int>("threads");
        QTest::addColumn<QSize>("size");
        QTest::newRow("light") << Shade::Light << 6 << QSize(1600, 900);
        QTest::newRow("dark") << Shade::Dark << 6 << QSize(1600, 900);
        QTest::newRow("dark-one-thread") << Shade::Dark << 1 << QSize(1600, 900);
        QTest::newRow("light-200-threads") << Shade::Light << 200 << QSize(1600, 900);
        QTest::newRow("dark-small") << Shade::Dark << 6 << QSize(1024, 640);
        QTest::newRow("light-4k") << Shade::Light << 12 << QSize(3840, 2160);
    }

    void theAssemblyIsPaintedInBothShades()
    {
        QFETCH(Shade, shade);
        QFETCH(int, threads);
        QFETCH(QSize, size);
        Assembly window;
        useShade(window.state, shade);
        window.state.open(model::buildSpans(syntheticProfile(
            {.threads = std::size_t(threads), .measurements = true, .events = true})));
        const auto whole = window.state.profile().range();
        pictureOf(window, size);
        for (const auto *list : window.findChildren<QTableView *>())
            EMBER_TRY(list->model()->rowCount() > 0);
        EMBER_TRY(window.findChild<ThreadModel *>()->rowCount() > 0);
        const QImage picture = pictureOf(window, size);
        keepPicture(picture, QStringLiteral("all"));
        QVERIFY(colourCount(picture, 60) >= 60);

        window.state.zoom().show(
            {whole.start + whole.duration() * 2 / 5, whole.start + whole.duration() * 21 / 50});
        const auto box = window.timeline->chart().chartLayout().lanes().front().thread;
        window.state.selection().select(
            BoxReference{box, 2,
                         window.state.spans()->thread(box).firstEndingAfter(
                             2, whole.start + whole.duration() * 41 / 100)});
        const QImage zoomed = pictureOf(window, size);
        keepPicture(zoomed, QStringLiteral("zoom"));
        QVERIFY(zoomed != picture);

        window.state.selection().setSearchText(QStringLiteral("glyph"));
        EMBER_TRY(window.state.selection().matches().isActive());
        const QImage found = pictureOf(window, size);
        keepPicture(found, QStringLiteral("search"));
        QVERIFY(found != zoomed);
    }
};

EMBER_TEST(TstPictures)
#include "tst_pictures.moc"
