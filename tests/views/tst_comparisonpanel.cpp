// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/copiedtext.h"
#include "tests/views/picture.h"
#include "tests/views/watchedpanel.h"
#include "views/compare/comparisonmodel.h"
#include "views/compare/comparisonpanel.h"
#include "views/graph/graphsvg.h"
#include "views/graph/graphtext.h"
#include "views/graph/graphwidget.h"
#include "views/state/baselinechoice.h"
#include "views/state/sumsquery.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QStyleFactory>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <cmath>
#include <string>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

std::string repeated(const std::string &text, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

// Two seconds in which main calls parse, draw and one more function in turns; so often parse.
ProfilePointer turns(int parsed, const std::string &other)
{
    const std::string round = repeated("parse ", parsed) + repeated("draw ", 3 - parsed)
        + repeated("tick " + other + " ", 1);
    std::string leaves = repeated(round, 40);
    return textProfile(repeated("main ", 200) + "\n" + leaves + "\n");
}

} // namespace

class TstComparisonPanel : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    }

    void init()
    {
        m_watched = std::make_unique<WatchedPanel<ComparisonPanel>>();
        m_state = &m_watched->state;
        m_panel = &m_watched->panel;
        new QAbstractItemModelTester(m_panel->table().model(), m_panel);
    }

    void cleanup() { m_watched.reset(); }

    void withoutABaselineItSaysWhereToFindOne()
    {
        m_state->open(buildSpans(turns(1, "old")));
        pictureOf(*m_panel, {1000, 300});
        QVERIFY(hint().isVisible());
        QVERIFY(hint().text().contains(QStringLiteral("baseline")));
        auto *choose = m_panel->findChild<QPushButton *>(QStringLiteral("chooseBaseline"));
        QVERIFY(choose->isVisible());
        const QSignalSpy wanted(m_panel, &ComparisonPanel::baselineWanted);
        choose->click();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(rows(), 0);
        compareWith(turns(2, "old"));
        QVERIFY(!hint().isVisible());
        m_state->baseline().clear();
        EMBER_TRY(hint().isVisible());
        QCOMPARE(rows(), 0);
    }

    void longDifferencesPerSecondAreWhole()
    {
        show(turns(1, "old"), turns(2, "fresh"));
        const QTableView &table = m_panel->table();
        const int text = table.fontMetrics().horizontalAdvance(QStringLiteral("−59 min 00 s/s"));
        QCOMPARE_GT(table.columnWidth(ComparisonModel::Difference), text);
    }

    void whatHasChangedMostComesFirstAndNoiseIsCalledNoise()
    {
        show(turns(1, "old"), turns(2, "fresh"));
        const QString text = tableText(m_panel->table(), TextKind::Plain);
        const QStringList lines = text.split(u'\n');
        QVERIFY2(lines.at(0).startsWith(QStringLiteral("Function\tBefore\tAfter\tDifference\t")),
                 qPrintable(text));
        // 40 of 199 periods each way; the sample at the end has no duration.
        QVERIFY2(
            row(QStringLiteral("parse")).contains(QStringLiteral("+201 ms/s\t×2.00\tbeyond noise")),
            qPrintable(text));
        QVERIFY2(row(QStringLiteral("fresh")).contains(QStringLiteral("\tnew\tbeyond noise")),
                 qPrintable(text));
        QVERIFY2(row(QStringLiteral("old")).contains(QStringLiteral("\tgone\tbeyond noise")),
                 qPrintable(text));
        QVERIFY2(row(QStringLiteral("tick")).contains(QStringLiteral("\twithin noise")),
                 qPrintable(text));
        const auto &model = *m_panel->table().model();
        for (int line = 0; line < rows(); ++line) {
            const bool isNoise = model.index(line, ComparisonModel::Noise).data().toString()
                == QStringLiteral("within noise");
            const auto colour = model.index(line, 0).data(Qt::ForegroundRole);
            QCOMPARE(colour.isValid(), isNoise);
        }
    }

    void differencesAreBarsToBothSides()
    {
        show(turns(1, "old"), turns(2, "fresh"));
        QTableView &table = m_panel->table();
        const auto &model = *table.model();
        const QImage picture = table.viewport()->grab().toImage();
        QStringList sides;
        for (int line = 0; line < rows(); ++line) {
            const auto index = model.index(line, ComparisonModel::Difference);
            const QRect cell = table.visualRect(index);
            const auto isBar = [&](int x) {
                return picture.pixel(cell.left() + x, cell.bottom() - 1)
                    != picture.pixel(cell.left() + 1, cell.bottom() - 1);
            };
            const int middle = cell.width() / 2;
            const double part = index.data(barRole).toDouble();
            QCOMPARE(part == 0, index.data().toString().startsWith(u'0'));
            if (std::abs(part) < 0.1)
                continue;
            QCOMPARE(isBar(middle + 3), part > 0);
            QCOMPARE(isBar(middle - 3), part < 0);
            sides << (part > 0 ? QStringLiteral("more") : QStringLiteral("less"));
        }
        QVERIFY2(sides.contains(QStringLiteral("more")) && sides.contains(QStringLiteral("less")),
                 qPrintable(sides.join(u' ')));
        QCOMPARE(std::abs(model.index(0, ComparisonModel::Difference).data(barRole).toDouble()),
                 1.0);
    }

    void theSelectedFunctionIsTheCurrentRow()
    {
        show(turns(1, "old"), turns(2, "fresh"));
        const QAbstractItemModel &model = *m_panel->table().model();
        const auto markedRows = [&] {
            QStringList names;
            for (int line = 0; line < rows(); ++line) {
                if (model.index(line, 1).data(Qt::BackgroundRole).isValid())
                    names << model.index(line, ComparisonModel::Name).data().toString();
            }
            return names;
        };
        QVERIFY(markedRows().isEmpty());
        const auto select = [&](std::string_view name) {
            m_state->selection().setFunction(frameCalled(*m_state->spans()->profile(), name));
        };
        select("draw");
        QCOMPARE(markedRows(), QStringList(QStringLiteral("draw")));
        QCOMPARE(m_panel->table().currentIndex().siblingAtColumn(0).data().toString(),
                 QStringLiteral("draw"));
        select("main"); // which has no row
        QVERIFY(markedRows().isEmpty());
        QVERIFY(!m_panel->table().selectionModel()->hasSelection());
    }

    void selfAndTotalAreTwoQuestions()
    {
        show(turns(1, "old"), turns(2, "old"));
        // What took nothing itself is counted, but is no row.
        QVERIFY(row(QStringLiteral("main")).isEmpty());
        QVERIFY2(against().contains(QStringLiteral("that took nothing")), qPrintable(against()));
        tool<QComboBox>("part").setCurrentIndex(1);
        QVERIFY(!against().contains(QStringLiteral("that took nothing")));
        QVERIFY(row(QStringLiteral("main"))
                    .contains(QStringLiteral("1.00 s/s\t1.00 s/s\t0 ns/s\t×1.00")));
    }

    void amountsCanBeSharesOrAsTheyAre()
    {
        show(turns(1, "old"), turns(2, "old"));
        QVERIFY2(against().contains(QStringLiteral("below: per second of each")),
                 qPrintable(against()));
        tool<QComboBox>("by").setCurrentIndex(1);
        EMBER_TRY(row(QStringLiteral("parse")).contains(QStringLiteral("+20.1 %")));
        QVERIFY2(against().contains(QStringLiteral("below: shares")), qPrintable(against()));
        tool<QComboBox>("by").setCurrentIndex(2);
        EMBER_TRY(row(QStringLiteral("parse")).contains(QStringLiteral("400 ms\t800 ms\t+400 ms")));
        QVERIFY2(!against().contains(QStringLiteral("below:")), qPrintable(against()));
    }

    void aRangeIsComparedWithAnotherOne()
    {
        m_state->open(buildSpans(textProfile(repeated("a ", 100) + repeated("b ", 101) + "\n")));
        m_state->selection().selectRange(seconds(0, 1));
        m_state->baseline().setSelection(QStringLiteral("it"));
        pictureOf(*m_panel, {1000, 300});
        EMBER_TRY(rows() == 1);
        QVERIFY(row(QStringLiteral("a")).contains(QStringLiteral("1.00 s/s\t1.00 s/s\t0 ns/s")));
        m_state->selection().selectRange(seconds(1, 2));
        EMBER_TRY(
            row(QStringLiteral("b")).contains(QStringLiteral("0 ns/s\t1.00 s/s\t+1.00 s/s\tnew")));
        QVERIFY(row(QStringLiteral("a")).contains(QStringLiteral("gone\tbeyond noise")));
        QVERIFY2(against().startsWith(QStringLiteral("Before: it from +0.00 s on, 1.00 s")),
                 qPrintable(against()));
    }

    void filtersAndThreadsAreThoseOfAllViews()
    {
        show(turns(1, "old"), turns(2, "old"));
        m_state->sums().filters().add({CallAction::LeaveOut, {CallTest::By::Name, "draw"}});
        EMBER_TRY(rows() == 3);
        QVERIFY(row(QStringLiteral("draw")).isEmpty());

        ProfileBuilder builder;
        addTextThread(builder, "a a\n", "1", "other");
        addTextThread(builder, "a a\n", "2", "main");
        m_state->open(buildSpans(builder.snapshot()));
        m_state->threads().showOnly({ThreadIndex(0)});
        EMBER_TRY(hint().isVisible());
        QVERIFY(hint().text().contains(QStringLiteral("threads")));
    }

    void whatIsMeasuredOtherwiseIsNotCompared()
    {
        m_state->open(buildSpans(turns(1, "old")));
        ProfileBuilder builder(TimeOrigin::None);
        builder.addSample(builder.addThread({}), {{}, textStack(builder, "a"), {}});
        m_state->baseline().set(buildSpans(builder.snapshot()), QStringLiteral("heap"));
        pictureOf(*m_panel, {1000, 300});
        EMBER_TRY(hint().text().contains(QStringLiteral("not measured")));
        QVERIFY(hint().isVisible());
        const auto labels = m_panel->findChildren<QLabel *>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel *label) {
            return label->text().startsWith(QLatin1String("Before: heap"));
        }));
    }

    void theBaselineStaysWhenAnotherProfileIsOpened()
    {
        show(turns(1, "old"), turns(2, "old"));
        m_state->open(buildSpans(turns(1, "old")));
        EMBER_TRY(row(QStringLiteral("parse")).contains(QStringLiteral("×1.00\twithin noise")));
    }

    void theGraphTellsChangesByColourSignAndWords()
    {
        show(turns(1, "old"), turns(2, "fresh"));
        showGraph();
        const GraphMarks &marks = *viewport().marks();
        const auto parse = node(QStringLiteral("parse"));
        QCOMPARE(marks.signOf(parse), QChar(u'+'));
        QCOMPARE(marks.colourOf(parse, m_state->theme()).fill, m_state->theme().forChange(3).fill);
        QVERIFY(marks.words(parse).contains(QStringLiteral("×2.00")));
        const auto draw = node(QStringLiteral("draw"));
        QCOMPARE(marks.signOf(draw), QChar(0x2212));
        const auto main = node(QStringLiteral("main"));
        QVERIFY(marks.signOf(main).isNull());
        QCOMPARE(marks.colourOf(main, m_state->theme()).fill, m_state->theme().neutral.fill);
        GraphBox box;
        box.node = parse;
        QVERIFY(
            toolTipText(*viewport().tree(), box, &marks).contains(QStringLiteral("beyond noise")));
        const QString svg = QString::fromUtf8(graphsSvg(*m_state, {}, {&viewport()}));
        QVERIFY(svg.contains(QStringLiteral(">+ parse<")));
    }

    void theGraphOfTheBaselineShowsWhatIsGone()
    {
        // Frames of the two have other numbers.
        show(turns(1, "old"),
             textProfile(repeated("x draw main ", 67) + "\n" + repeated("x x parse ", 67) + "\n"));
        showGraph();
        tool<QToolButton>("before").click();
        EMBER_TRY(viewport().tree() && node(QStringLiteral("old")).isValid());
        const auto old = node(QStringLiteral("old"));
        QVERIFY(viewport().marks()->words(old).contains(QStringLiteral("gone")));
        viewport().select(old);
        QVERIFY(!m_state->selection().function().isValid());
        viewport().select(node(QStringLiteral("draw")));
        QCOMPARE(frameName(*m_state->spans()->profile(), m_state->selection().function()),
                 std::string("draw"));
        tool<QToolButton>("before").click();
        EMBER_TRY(viewport().tree() && node(QStringLiteral("x")).isValid());
    }

    void itIsPaintedInBothShades_data() { addShades(); }

    void itIsPaintedInBothShades()
    {
        QFETCH(Shade, shade);
        useShade(*m_state, shade);
        show(turns(1, "old"), turns(2, "fresh"));
        const QSize size(1100, 320);
        keepPicture(pictureOf(*m_panel, size), QStringLiteral("comparison"));
        showGraph();
        const QImage image = pictureOf(*m_panel, size);
        keepPicture(image, QStringLiteral("difference"));
        QVERIFY(colourCount(image, 30) >= 30);
    }

    // What is written on a colour can be read.
    void changesCanBeReadInBothShades()
    {
        for (const Shade shade : {Shade::Light, Shade::Dark}) {
            for (int step = -3; step <= 3; ++step) {
                const BoxColour colour = theme(shade).forChange(step);
                QCOMPARE_GE(contrast(colour.fill, colour.text), 4.5);
            }
        }
    }

private:
    void show(const ProfilePointer &before, const ProfilePointer &after)
    {
        m_state->open(buildSpans(after));
        pictureOf(*m_panel, {1000, 300});
        compareWith(before);
    }

    void compareWith(const ProfilePointer &before)
    {
        m_state->baseline().set(buildSpans(before), QStringLiteral("before"));
        EMBER_TRY(rows() > 0);
    }

    void showGraph()
    {
        tool<QToolButton>("asGraph").click();
        EMBER_TRY(!viewport().layout().rows().empty());
    }

    GraphViewport &viewport() { return m_panel->graph().viewport(); }

    template<typename Tool>
    Tool &tool(const char *name)
    {
        return *m_panel->findChild<Tool *>(QString::fromLatin1(name));
    }

    QLabel &hint() { return tool<QLabel>("hint"); }
    QString against() { return tool<QLabel>("against").text(); }
    int rows() const { return m_panel->table().model()->rowCount(); }

    // "parse\t…", as it would be copied; empty: no such row.
    QString row(const QString &name)
    {
        for (const QString &line : tableText(m_panel->table(), TextKind::Plain).split(u'\n')) {
            if (line.startsWith(name + u'\t'))
                return line;
        }
        return {};
    }

    // The box of that name; invalid: none.
    MergedIndex node(const QString &name)
    {
        const MergedTree &tree = *viewport().tree();
        for (std::size_t place = 1; place < tree.size(); ++place) {
            const auto frame = tree.node(MergedIndex(place)).frame;
            if (name.toStdString() == frameName(*tree.calls().profile, frame))
                return MergedIndex(place);
        }
        return {};
    }

    static TimeRange seconds(int start, int end)
    {
        return {timestampFromNs(start * 1'000'000'000LL), timestampFromNs(end * 1'000'000'000LL)};
    }

    std::unique_ptr<WatchedPanel<ComparisonPanel>> m_watched;
    ViewState *m_state = nullptr;
    ComparisonPanel *m_panel = nullptr;
};

EMBER_TEST(TstComparisonPanel)
#include "tst_comparisonpanel.moc"
