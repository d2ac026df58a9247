// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "tests/views/copiedtext.h"
#include "views/lists/chunkspanel.h"
#include "views/lists/outputpanel.h"
#include "views/state/viewstate.h"
#include "views/tables/functionmodel.h"
#include "views/threads/threadmodel.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

constexpr auto failing = QAbstractItemModelTester::FailureReportingMode::QtTest;

QStringList column(const QAbstractItemModel &model, int column)
{
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row)
        texts << model.index(row, column).data().toString();
    return texts;
}

ThreadRow threadRow(std::size_t number, std::uint64_t samples, int runningMs)
{
    ThreadRow row;
    row.statistics = {ThreadIndex(number), samples, {}, Nanoseconds(runningMs * 1'000'000LL)};
    row.name = QStringLiteral("thread %1").arg(number);
    row.id = QString::number(100 + number);
    return row;
}

ChunkRow chunk(int number)
{
    ChunkRow row;
    row.chunkId = QStringLiteral("chunk %1").arg(number);
    row.range = {timestampFromNs(number * 1'000'000'000LL),
                 timestampFromNs((number + 1) * 1'000'000'000LL)};
    return row;
}

} // namespace

class TstModels : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void aCopiedTableTellsWhatItLeavesOut()
    {
        QStandardItemModel model(10'003, 2);
        model.setHorizontalHeaderLabels({QStringLiteral("a"), QStringLiteral("b")});
        model.setItem(0, 0, new QStandardItem(QStringLiteral("x|y\\z")));
        QTableView view;
        view.setModel(&model);
        const QString plain = tableText(view, TextKind::Plain);
        QVERIFY(plain.startsWith(QStringLiteral("a\tb\nx|y\\z\t\n")));
        QVERIFY(plain.endsWith(QStringLiteral("\n… and 3 more\n")));
        QVERIFY(tableText(view, TextKind::Markdown)
                    .startsWith(QStringLiteral("| a | b |\n|---|---|\n| x\\|y\\\\z |  |\n")));
        view.horizontalHeader()->moveSection(0, 1);
        QVERIFY(tableText(view, TextKind::Plain).startsWith(QStringLiteral("b\ta\n")));
    }

    // They were tags that nobody saw, pictures that were fetched, and links.
    void aNameIsThatNameInMarkdownToo_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name :
             {"parse<Table>(std::vector<Style> const&)", "![x](http://127.0.0.1/a.png)",
              "<img src=http://127.0.0.1/a.png>", "[here](file:///etc/passwd)",
              "see https://example.org/x", "www.example.org", "me@example.org",
              "<http://example.org>", "__init__", "*a* **b** ~~c~~ `d`", "&lt;b&gt; &amp;",
              "a|b\\c\\|d", "operator[]", "$x$ # 1."})
            QTest::newRow(name) << QString::fromUtf8(name);
    }

    void aNameIsThatNameInMarkdownToo()
    {
        QFETCH(QString, name);
        QStandardItemModel model(1, 2);
        model.setHorizontalHeaderLabels({name, QStringLiteral("b")});
        model.setItem(0, 0, new QStandardItem(name));
        QTableView view;
        view.setModel(&model);
        QTextDocument document;
        document.setMarkdown(tableText(view, TextKind::Markdown));
        QCOMPARE(document.toPlainText().count(name), 2);
        for (auto block = document.begin(); block.isValid(); block = block.next()) {
            for (auto piece = block.begin(); !piece.atEnd(); ++piece) {
                const QTextCharFormat format = piece.fragment().charFormat();
                QVERIFY(!format.isAnchor() && !format.isImageFormat() && !format.fontItalic()
                        && !format.fontStrikeOut());
            }
        }
    }

    void threadsWithoutSamplesAreAGroupBehindTheOthers()
    {
        ViewState state;
        ThreadModel model(state.profile(), state.threads());
        ThreadFilter filter;
        filter.setSourceModel(&model);
        const QAbstractItemModelTester modelTester(&model, failing);
        const QAbstractItemModelTester filterTester(&filter, failing);
        model.setRows({threadRow(2, 7, 30), threadRow(1, 0, 0), threadRow(4, 3, 20),
                       threadRow(3, 0, 0), threadRow(0, 5, 10)});
        QCOMPARE(column(filter, ThreadModel::Name),
                 (QStringList{QStringLiteral("thread 2"), QStringLiteral("thread 4"),
                              QStringLiteral("thread 0"), QStringLiteral("No samples (2)")}));
        QCOMPARE(filter.rowCount(filter.index(3, 0)), 2);
        QVERIFY(!model.threadAt(model.index(3, 0)).isValid());
        QVERIFY(!filter.index(3, 0).data(Qt::CheckStateRole).isValid());
    }

    void threadsAreFoundByNameAndId()
    {
        ViewState state;
        ThreadModel model(state.profile(), state.threads());
        ThreadFilter filter;
        filter.setSourceModel(&model);
        const QAbstractItemModelTester tester(&filter, failing);
        model.setRows({threadRow(0, 5, 10), threadRow(1, 0, 0), threadRow(2, 7, 30)});
        filter.setText(QStringLiteral("102"));
        QCOMPARE(column(filter, ThreadModel::Name), QStringList{QStringLiteral("thread 2")});
        filter.setText(QStringLiteral("THREAD 1"));
        QCOMPARE(column(filter, ThreadModel::Name), QStringList{QStringLiteral("No samples (1)")});
        filter.setText({});
        QCOMPARE(filter.rowCount(), 3);
    }

    void tickingAThreadShowsItInTheChart()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile({.threads = 3})));
        ThreadModel model(state.profile(), state.threads());
        model.setRows(threadRows(*state.spans()));
        const auto index = model.index(1, ThreadModel::Name);
        const auto thread = model.threadAt(index);
        QCOMPARE(index.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
        QVERIFY(model.setData(index, int(Qt::Unchecked), Qt::CheckStateRole));
        QVERIFY(!state.threads().isShown(thread));
        state.threads().showUsual();
        QCOMPARE(index.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    }

    void threadRowsTellNameIdAndActivity()
    {
        const auto rows = threadRows(*buildSpans(syntheticProfile({.threads = 4})));
        QCOMPARE(rows.size(), 4U);
        for (std::size_t place = 1; place < rows.size(); ++place)
            QVERIFY(rows[place - 1].statistics.running >= rows[place].statistics.running);
        QCOMPARE(rows.front().activity.size(), 60U);
        QVERIFY(!rows.front().name.isEmpty());
    }

    void functionsAreSortedBySelfAndKeepTheirOrder()
    {
        FunctionModel model;
        const QAbstractItemModelTester tester(&model, failing);
        const auto function = [](const char *name, int self, int total) {
            FunctionStatistics row;
            row.name = name;
            row.self = Nanoseconds(self * 1'000'000LL);
            row.total = Nanoseconds(total * 1'000'000LL);
            return row;
        };
        model.setFunctions({function("a", 10, 100), function("b", 30, 30), function("c", 60, 70)});
        QCOMPARE(column(model, FunctionModel::Name).join(QString()), QStringLiteral("cba"));
        QCOMPARE(column(model, FunctionModel::SelfShare).first(), QStringLiteral("60.0 %"));
        model.sort(FunctionModel::Total, Qt::DescendingOrder);
        QCOMPARE(column(model, FunctionModel::Name).join(QString()), QStringLiteral("acb"));
        model.setFunctions({function("x", 1, 1), function("y", 1, 9)});
        QCOMPARE(column(model, FunctionModel::Name).join(QString()), QStringLiteral("yx"));
    }

    // Off the UI thread; whoever is chosen stays it.
    void veryManyFunctionsAreSorted()
    {
        FunctionModel model;
        const QAbstractItemModelTester tester(&model, failing);
        std::vector<FunctionStatistics> functions;
        constexpr int count = 20'000;
        for (int number = 0; number < count; ++number) {
            FunctionStatistics row;
            row.name = std::to_string(100'000 + number * 7919 % count);
            row.self = Nanoseconds(count - number);
            functions.push_back(row);
        }
        model.setFunctions(functions);
        const QPersistentModelIndex chosen(model.index(42, FunctionModel::Name));
        const QString name = chosen.data().toString();
        model.sort(FunctionModel::Name, Qt::AscendingOrder);
        QCOMPARE(model.index(42, FunctionModel::Name).data().toString(), name); // not yet
        EMBER_TRY(model.index(count - 1, FunctionModel::Name).data().toString()
                  == QString::number(100'000 + count - 1));
        QCOMPARE(model.index(0, FunctionModel::Name).data().toString(), QStringLiteral("100000"));
        QCOMPARE(chosen.data().toString(), name);
        QVERIFY(chosen.row() != 42);
        model.sort(FunctionModel::Self, Qt::DescendingOrder);
        EMBER_TRY(chosen.row() == 42);
        // Others that come meanwhile, sorted as was asked for before.
        model.sort(FunctionModel::Name, Qt::DescendingOrder);
        functions.resize(count - 100);
        model.setRows(functionRows(functions, {}, Accuracy::Exact, {}));
        QCOMPARE(model.index(0, FunctionModel::Name).data().toString(), QStringLiteral("100000"));
        const auto last = std::ranges::max(functions, {}, &FunctionStatistics::name);
        EMBER_TRY(model.index(0, FunctionModel::Name).data().toString()
                  == QString::fromStdString(last.name));
        QCOMPARE(model.rowCount(), count - 100);
    }

    void theTipOfAFunctionTellsHowSureItsSharesAre()
    {
        FunctionModel model;
        FunctionStatistics often;
        often.name = "often";
        often.selfSamples = often.totalSamples = 80;
        FunctionStatistics seldom;
        seldom.name = "seldom";
        seldom.selfSamples = 20;
        seldom.totalSamples = 100;
        model.setFunctions({often, seldom});
        const QString tip = model.index(1, 0).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.endsWith(
                     QStringLiteral("95 % confidence: self 13.3 % … 28.9 %, total 96.3 % … 100 %")),
                 qPrintable(tip));
    }

    void outputGrowsWithTheSnapshots()
    {
        ProfileBuilder builder;
        OutputModel model;
        const QAbstractItemModelTester tester(&model, failing);
        builder.addOutput(
            {timestampFromNs(1'500'000'000), OutputStream::Standard, builder.string("one")});
        model.open(builder.snapshot());
        QCOMPARE(column(model, OutputModel::Text), QStringList{QStringLiteral("one")});
        builder.addOutput({timestampFromNs(2), OutputStream::Error, builder.string("two")});
        model.update(builder.snapshot());
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, OutputModel::Time).data().toString(), QStringLiteral("+1.500 s"));
        model.open(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void chunksKeepTheirSelectionAndMarkTheAxis()
    {
        ViewState state;
        ChunksPanel panel(state.profile(), state.zoom(), state.selection());
        auto *view = panel.findChild<QTableView *>();
        const QAbstractItemModelTester tester(view->model(), failing);
        panel.setRows({chunk(0), chunk(1)});
        view->selectRow(1);
        QCOMPARE(panel.selectedRows(), std::vector<std::size_t>{1});
        QVERIFY((state.selection().markedRanges() == std::vector<TimeRange>{chunk(1).range}));
        panel.setRows({chunk(0), chunk(1), chunk(2)});
        QCOMPARE(panel.selectedRows(), std::vector<std::size_t>{1});
        QCOMPARE(state.profile().chunkRanges().size(), 3U);
        panel.setRows({chunk(0)});
        QVERIFY(panel.selectedRows().empty());
        QVERIFY(state.selection().markedRanges().empty());
    }
};

EMBER_TEST(TstModels)
#include "tst_models.moc"
