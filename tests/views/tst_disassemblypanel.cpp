// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/copiedtext.h"
#include "tests/views/picture.h"
#include "tests/views/watchedpanel.h"
#include "views/code/codemodel.h"
#include "views/code/disassemblymodel.h"
#include "views/code/disassemblypanel.h"
#include "views/state/sumsquery.h"

#include <QAbstractItemModelTester>
#include <QDateTime>
#include <QFile>
#include <QLabel>
#include <QLocale>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

// Blocks that a test has written, of a binary mapped where its addresses are.
class WrittenCode : public CodeSource {
public:
    std::vector<CodeBlockPointer> blocks;
    CodeFault fault = CodeFault::NoBinary; // of addresses elsewhere

    MachineCode codeAt(const Profile & /*profile*/,
                       std::span<const InstructionPlace> places) override
    {
        MachineCode code;
        code.blocks = blocks;
        for (const InstructionPlace &place : places) {
            CodePosition position{fault, 0, 0, "/gone"};
            if (place.address == 0)
                position.fault = CodeFault::NoAddress;
            for (std::size_t block = 0; block < blocks.size(); ++block) {
                if (const auto row = blocks[block]->rowAt(place.address))
                    position = {CodeFault::None, block, *row, {}};
            }
            code.positions.push_back(position);
        }
        return code;
    }
};

struct Call {
    const char *function;
    std::uint64_t pc;
};

// A sample each 10 ms, the last of which takes no time.
ProfilePointer recorded(const std::vector<std::vector<Call>> &samples)
{
    ProfileBuilder builder;
    const auto process = builder.addProcess({});
    Thread thread;
    thread.process = process;
    const auto row = builder.addThread(thread);
    const auto image = builder.addImage({});
    std::int64_t time = 0;
    for (const auto &calls : samples) {
        auto stack = emptyStack;
        for (const Call &call : calls) {
            Function function;
            function.name = builder.string(call.function);
            Frame frame;
            frame.function = builder.function(function);
            frame.pc = call.pc;
            frame.image = image;
            stack = builder.stack(stack, builder.frame(frame));
        }
        builder.addSample(row, {timestampFromNs(time), stack, {}});
        time += 10'000'000;
    }
    return builder.snapshot();
}

std::shared_ptr<CodeBlock> loopBlock()
{
    auto block = std::make_shared<CodeBlock>();
    block->name = "work";
    block->binary = "/bin/app";
    block->start = 0x100;
    block->instructions = {{0x100, 1, "push rbp", {}, {}},
                           {0x101, 3, "add rax, rbx", {}, {}},
                           {0x104, 2, "jne 0x101", 0x101, {}},
                           {0x106, 5, "call 0x900", 0x900, "other"},
                           {0x10b, 1, "ret", {}, {}}};
    return block;
}

} // namespace

// Instructions and what was spent at each.
class TstDisassemblyPanel : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void init()
    {
        m_code = std::make_shared<WrittenCode>();
        m_code->blocks = {loopBlock()};
    }

    void cleanup() { m_watched.reset(); }

    void instructionsAreShownWithWhatWasSpentAtEach()
    {
        open({{{"work", 0x101}},
              {{"work", 0x101}},
              {{"work", 0x10b}, {"other", 0x900}}, // returns behind the call
              {{"work", 0x104}},
              {}});
        const QAbstractItemModelTester tester(m_view->model());
        show("work");
        QCOMPARE(rows(),
                 QStringLiteral("0x100|||    push rbp\n"
                                "0x101|20.0 ms|20.0 ms|    add rax, rbx\n"
                                "0x104|10.0 ms|10.0 ms|    jne 0x101\n"
                                "0x106||10.0 ms|    call 0x900 <other>\n"
                                "0x10b|||    ret\n"));
        QCOMPARE(title(), QStringLiteral("/bin/app  ·  work"));
        QCOMPARE(notice(), QString());
        QCOMPARE(currentRow(), 1); // the hottest
    }

    void linesOfSourceStandBeforeTheirInstructions()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.c"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("void work()\n\tfor (;;)\n");
        file.close();
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::fromMSecsSinceEpoch(-1'000),
                                 QFileDevice::FileModificationTime)); // before the profile
        file.close();
        const auto block = loopBlock();
        block->lines = {{0, path.toStdString(), 1, {}},
                        {1, path.toStdString(), 2, {}},
                        {3, "/elsewhere/b.h", 7, "hidden"},
                        {4, {}, 0, {}}};
        m_code->blocks = {block};
        open({{{"work", 0x101}}, {}});
        show("work");
        QCOMPARE(rows(),
                 QStringLiteral("|||a.c:1  void work()\n"
                                "0x100|||    push rbp\n"
                                "|||a.c:2  for (;;)\n"
                                "0x101|10.0 ms|10.0 ms|    add rax, rbx\n"
                                "0x104|||    jne 0x101\n"
                                "|||b.h:7 (hidden)\n"
                                "0x106|||    call 0x900 <other>\n"
                                "|||At no known line\n"
                                "0x10b|||    ret\n"));
        QCOMPARE(currentRow(), 3);
        QCOMPARE(notice(), QString());
    }

    void severalPartsHaveTheirNames()
    {
        auto cold = std::make_shared<CodeBlock>();
        cold->name = "work [cold]";
        cold->binary = "/bin/app";
        cold->start = 0x400;
        cold->instructions = {{0x400, 2, "ud2", {}, {}}};
        m_code->blocks.push_back(cold);
        open({{{"work", 0x400}}, {{"work", 0x101}}, {}});
        show("work");
        QVERIFY(rows().startsWith(QStringLiteral("|||work  ·  app\n0x100|")));
        QVERIFY(rows().endsWith(
            QStringLiteral("|||work [cold]  ·  app\n0x400|10.0 ms|10.0 ms|    ud2\n")));
    }

    void hotInstructionsFollowEachOtherAroundTheEnds()
    {
        open({{{"work", 0x101}}, {{"work", 0x104}}, {{"work", 0x104}}, {{"work", 0x10b}}, {}});
        show("work");
        QCOMPARE(currentRow(), 2);
        const auto step = [&](Direction direction) {
            m_watched->panel.stepToHotRow(direction);
            return currentRow();
        };
        QCOMPARE(step(Direction::Forward), 4);
        QCOMPARE(step(Direction::Forward), 1);
        QCOMPARE(step(Direction::Backward), 4);
    }

    void aJumpLeadsToItsTarget()
    {
        open({{{"work", 0x104}}, {}});
        show("work");
        QCOMPARE(currentRow(), 2);
        m_view->setFocus();
        QTest::keyClick(m_view, Qt::Key_Return);
        QCOMPARE(currentRow(), 1);
        QTest::keyClick(m_view, Qt::Key_Return); // is no jump
        QCOMPARE(currentRow(), 1);
        m_view->setCurrentIndex(m_view->model()->index(3, 0));
        QTest::keyClick(m_view, Qt::Key_Return); // leads elsewhere
        QCOMPARE(currentRow(), 3);
    }

    void rangeAndFiltersCountAndTheReadersPlaceStays()
    {
        open({{{"work", 0x101}}, {{"work", 0x104}}, {{"work", 0x10b}, {"other", 0x900}}, {}});
        show("work");
        m_view->setCurrentIndex(m_view->model()->index(4, 0));
        m_watched->state.selection().selectRange(
            TimeRange{timestampFromNs(5'000'000), timestampFromNs(20'000'000)});
        EMBER_TRY(rows()
                  == QStringLiteral("0x100|||    push rbp\n"
                                    "0x101|5.00 ms|5.00 ms|    add rax, rbx\n"
                                    "0x104|10.0 ms|10.0 ms|    jne 0x101\n"
                                    "0x106|||    call 0x900 <other>\n"
                                    "0x10b|||    ret\n"));
        QCOMPARE(currentRow(), 4);
        m_watched->state.selection().selectRange(
            TimeRange{timestampFromNs(20'000'000), timestampFromNs(30'000'000)});
        m_watched->state.sums().filters().add({CallAction::Merge, {CallTest::By::Name, "other"}});
        EMBER_TRY(rows().contains(QStringLiteral("0x106|10.0 ms|10.0 ms|    call")));
        // Also where nothing of it is selected.
        m_watched->state.sums().filters().add({CallAction::LeaveOut, {CallTest::By::Name, "work"}});
        EMBER_TRY(rows().contains(QStringLiteral("0x106|||    call")));
        QCOMPARE(notice(), QStringLiteral("The selection has no samples of this function."));
    }

    void whyThereAreNoInstructionsIsSaid_data()
    {
        QTest::addColumn<CodeFault>("fault");
        QTest::addColumn<QString>("word");
        const auto add = [](const char *word, CodeFault fault) {
            QTest::newRow(word) << fault << QString::fromLatin1(word);
        };
        add("was not found", CodeFault::NoBinary);
        add("build-id", CodeFault::OtherBinary);
        add("made while the program ran", CodeFault::NoImage);
        add("debug file", CodeFault::NoCode);
        add("begins and ends", CodeFault::NoFunction);
        add("AArch64", CodeFault::OtherMachine);
        add("very long", CodeFault::BehindCut);
    }

    void whyThereAreNoInstructionsIsSaid()
    {
        QFETCH(CodeFault, fault);
        QFETCH(QString, word);
        m_code->blocks.clear();
        m_code->fault = fault;
        open({{{"work", 0x101}}, {}});
        show("work");
        QVERIFY(m_view->isHidden());
        QVERIFY2(notice().contains(word), qPrintable(notice()));
    }

    void withoutAddressesItIsSaidWhatTheProfileLacks()
    {
        m_code->blocks.clear();
        open({{{"work", 0}}, {}});
        show("work");
        QVERIFY(notice().startsWith(QStringLiteral("The profile does not tell at which")));
        openProfile(textProfile("work@1000 work@1000\n"));
        show("work");
        QVERIFY(
            notice().startsWith(QStringLiteral("The profile tells where this function begins")));
    }

    void whatIsNotShownIsCounted()
    {
        open({{{"work", 0x101}}, {{"work", 0x7000}}, {}});
        show("work");
        QVERIFY(
            notice().startsWith(QStringLiteral("10.0 ms of this function is not shown: “/gone”")));
    }

    void instructionsAreCopiedAsText()
    {
        open({{{"work", 0x101}}, {}});
        show("work");
        QVERIFY(tableText(*m_view, TextKind::Plain).contains(QStringLiteral("add rax, rbx")));
        QVERIFY(!tableText(*m_view, TextKind::Plain).contains(QStringLiteral("push rbp")));
        m_view->clearSelection(); // the costliest one was selected
        QVERIFY(tableText(*m_view, TextKind::Plain)
                    .startsWith(QStringLiteral("Address\tSelf\tTotal\tInstruction\n"
                                               "0x100\t\t\t    push rbp\n"
                                               "0x101\t10.0 ms\t10.0 ms\t    add rax, rbx\n")));
    }

    void theHottestFunctionWithCodeIsShownUntilOneIsChosen()
    {
        open({{{"elsewhere", 0x5000}},
              {{"elsewhere", 0x5000}},
              {{"elsewhere", 0x5000}},
              {{"work", 0x101}},
              {}});
        EMBER_TRY(m_watched->panel.answer().listing);
        QCOMPARE(frameName(*m_watched->state.spans()->profile(), m_watched->panel.answer().frame),
                 std::string("work"));
        QVERIFY(title().endsWith(QStringLiteral("work")));
        QVERIFY(!m_view->isHidden());
        show("elsewhere");
        QVERIFY(title().endsWith(QStringLiteral("elsewhere")));
    }

    void anotherProfileHasNothingToShowYet()
    {
        open({{{"work", 0x101}}, {}});
        show("work");
        m_watched->state.open(buildSpans(textProfile("x x\n")));
        QVERIFY(m_view->isHidden());
        QVERIFY(m_watched->panel.findChild<QLabel *>(QStringLiteral("codeHint"))
                    ->text()
                    .startsWith(QStringLiteral("Choose a function")));
    }

    void itIsPaintedInBothShades_data() { addShades(); }

    void itIsPaintedInBothShades()
    {
        QFETCH(Shade, shade);
        const auto block = loopBlock();
        block->lines = {{0, "/src/a.c", 1, {}}, {1, "/src/a.c", 2, {}}};
        m_code->blocks = {block};
        open({{{"work", 0x101}}, {{"work", 0x104}}, {{"work", 0x101}}, {}});
        useShade(m_watched->state, shade);
        show("work");
        m_view->clearSelection();
        const QImage picture = pictureOf(m_watched->panel, {800, 400});
        keepPicture(picture, QStringLiteral("disassembly"));
        const QRect cell = m_view->visualRect(m_view->model()->index(3, DisassemblyModel::Self))
                               .adjusted(2, 2, 0, 0);
        const QColor bar =
            picture.pixelColor(m_view->viewport()->mapTo(&m_watched->panel, cell.topLeft()));
        QCOMPARE(bar, heatColour(theme(shade), m_view->palette().base().color()));
    }

private:
    void open(const std::vector<std::vector<Call>> &samples) { openProfile(recorded(samples)); }

    void openProfile(const ProfilePointer &profile)
    {
        m_watched = std::make_unique<WatchedPanel<DisassemblyPanel>>();
        m_watched->panel.setCode(m_code);
        m_view = m_watched->panel.findChild<QTableView *>();
        m_watched->state.open(buildSpans(profile));
        pictureOf(m_watched->panel, {800, 400});
    }

    void show(std::string_view name)
    {
        const FrameIndex frame = frameCalled(*m_watched->state.spans()->profile(), name);
        m_watched->state.selection().setFunction(frame);
        EMBER_TRY(m_watched->panel.answer().frame == frame && m_watched->panel.answer().listing);
    }

    // "ADDRESS|SELF|TOTAL|TEXT", one a line.
    QString rows() const
    {
        QString text;
        const auto &model = *m_view->model();
        for (int row = 0; row < model.rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < model.columnCount(); ++column)
                cells << model.index(row, column).data().toString();
            text += cells.join(QLatin1Char('|')) + QLatin1Char('\n');
        }
        return text;
    }

    int currentRow() const { return m_view->currentIndex().row(); }

    QString labelText(const char *name) const
    {
        return m_watched->panel.findChild<QLabel *>(QString::fromLatin1(name))->text();
    }

    QString title() const { return labelText("disassemblyTitle"); }
    QString notice() const { return labelText("disassemblyNotice"); }

    std::shared_ptr<WrittenCode> m_code;
    std::unique_ptr<WatchedPanel<DisassemblyPanel>> m_watched;
    QTableView *m_view = nullptr;
};

EMBER_TEST(TstDisassemblyPanel)
#include "tst_disassemblypanel.moc"
