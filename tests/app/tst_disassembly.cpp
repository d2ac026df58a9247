// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/actions.h"
#include "app/window/panels.h"
#include "model/query/functionstatistics.h"
#include "tests/app/openandwait.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"
#include "views/code/disassemblypanel.h"
#include "views/state/sumsquery.h"

#include <QAction>
#include <QFile>
#include <QLabel>
#include <QProcess>
#include <QTableView>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;
using views::CodeBlock;
using views::DisassemblyAnswer;
using views::Instruction;

namespace {

// From its first instruction to its last one.
struct Loop {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
};

// The innermost one around the address, by the jump back; with 0: none.
Loop loopAround(const CodeBlock &block, std::uint64_t address)
{
    Loop loop;
    for (const Instruction &instruction : block.instructions) {
        const bool isAround =
            instruction.target && *instruction.target <= address && address <= instruction.address;
        if (isAround
            && (loop.last == 0
                || instruction.address - *instruction.target < loop.last - loop.first))
            loop = {*instruction.target, instruction.address};
    }
    return loop;
}

// The example frame of the function whose name contains that; invalid: none has samples.
model::FunctionStatistics functionNamed(MainWindow &window, std::string_view name)
{
    const views::ViewState &state = window.viewState();
    const auto functions = functionStatistics(*state.spans()->profile(), state.sums().selection());
    for (const auto &function : functions) {
        if (function.name.find(name) != std::string::npos)
            return function;
    }
    return {};
}

std::uint64_t selfSamples(const DisassemblyAnswer &answer)
{
    std::uint64_t samples = 0;
    for (const auto &row : answer.rows)
        samples += row.weight.self.samples;
    for (const auto &missing : answer.missing)
        samples += missing.weight.self.samples;
    return samples;
}

} // namespace

// Machine code of what was recorded.
class TstDisassembly : public QObject {
    Q_OBJECT

private slots:
    void theHeatOfABusyFunctionIsOnItsLoop()
    {
        const Sandbox sandbox;
        MainWindow window;
        open(window, sandbox);
        const auto &answer = show(window, "burn<1>");
        QVERIFY2(answer.hottestRow, qPrintable(notice(window)));
        const auto &hottest = *answer.listing->instructionAt(*answer.hottestRow);
        const CodeBlock &block = answer.listing->blockAt(*answer.hottestRow);
        QVERIFY(block.name.find("burn<1>") != std::string::npos);
        const Loop loop = loopAround(block, hottest.address);
        QVERIFY(loop.last != 0);
        std::uint64_t inLoop = 0;
        for (const auto &row : answer.rows) {
            const auto address = answer.listing->instructionAt(row.row)->address;
            if (address >= loop.first && address <= loop.last)
                inLoop += row.weight.self.samples;
        }
        QVERIFY(inLoop * 2 > selfSamples(answer));
        QVERIFY(answer.missing.empty());
        QVERIFY(!block.lines.empty()); // compiled with -g1
        // That is where the view is.
        const auto *view = window.panels().disassembly->findChild<QTableView *>();
        QCOMPARE(view->currentIndex().row(), static_cast<int>(*answer.hottestRow));
    }

    void theInstructionsSumUpToTheFunctionWhateverIsSelected()
    {
        const Sandbox sandbox;
        MainWindow window;
        open(window, sandbox);
        show(window, "burn<1>");
        const auto whole = functionNamed(window, "burn<1>");
        QCOMPARE(selfSamples(window.panels().disassembly->answer()), whole.selfSamples);

        views::ViewState &state = window.viewState();
        const auto range = state.spans()->profile()->timeRange();
        state.selection().selectRange(
            model::TimeRange{range.start, range.start + range.duration() / 2});
        const auto half = functionNamed(window, "burn<1>");
        QVERIFY(half.selfSamples < whole.selfSamples);
        const auto &answer = window.panels().disassembly->answer();
        EMBER_TRY(answer.calls->selection == state.sums().selection());
        QCOMPARE(selfSamples(answer), half.selfSamples);

        state.sums().filters().add(
            {model::CallAction::Merge, {model::CallTest::By::Name, "::now"}});
        EMBER_TRY(answer.calls->selection == state.sums().selection());
        const auto merged = functionNamed(window, "burn<1>");
        QVERIFY(merged.selfSamples >= half.selfSamples);
        QCOMPARE(selfSamples(answer), merged.selfSamples);
    }

    // What a caller spent is at its call.
    void aCallerIsHotAtItsCalls()
    {
        const Sandbox sandbox;
        MainWindow window;
        open(window, sandbox);
        const auto &answer = show(window, "shareAlpha");
        QVERIFY2(answer.hottestRow, qPrintable(notice(window)));
        const auto &hottest = *answer.listing->instructionAt(*answer.hottestRow);
        QVERIFY2(hottest.targetName.find("burn<1>") != std::string::npos, hottest.text.c_str());
    }

    void aBinaryThatIsGoneIsNamed()
    {
        const Sandbox sandbox;
        MainWindow window;
        open(window, sandbox, [&] { QVERIFY(QFile::remove(program(sandbox))); });
        const auto &answer = show(window, "burn<1>");
        QVERIFY(answer.listing->rows.empty());
        QVERIFY(notice(window).contains(program(sandbox)));
        QVERIFY(notice(window).contains(QStringLiteral("was not found")));
        QCOMPARE(selfSamples(answer), functionNamed(window, "burn<1>").selfSamples);
    }

    void aBinaryThatHasBecomeAnotherIsNotTakenForIt()
    {
        const Sandbox sandbox;
        MainWindow window;
        open(window, sandbox, [&] {
            QVERIFY(QFile::remove(program(sandbox)));
            QVERIFY(QFile::copy(QStringLiteral(EMBER_BUILD_DIR "/targets/busythreads"),
                                program(sandbox)));
        });
        QVERIFY(show(window, "burn<1>").listing->rows.empty());
        QVERIFY(notice(window).contains(QStringLiteral("build-id")));
    }

    void aFileWithoutAddressesSaysSo()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), smallChunk())});
        QVERIFY(show(window, "compute").listing->rows.empty());
        QVERIFY2(notice(window).contains(QStringLiteral("does not tell at which instructions")),
                 qPrintable(notice(window)));
    }

private:
    static QString program(const Sandbox &sandbox)
    {
        return sandbox.path(QStringLiteral("knownshares"));
    }

    // Records a copy of a program that burns time in loops; `then` is done with it before the
    // capture is opened.
    template<typename Then>
    static void open(MainWindow &window, const Sandbox &sandbox, Then then)
    {
        QVERIFY(
            QFile::copy(QStringLiteral(EMBER_BUILD_DIR "/targets/knownshares"), program(sandbox)));
        const QString log = sandbox.path(QStringLiteral("a.ember"));
        QProcess recorder;
        recorder.setStandardOutputFile(log); // with names: the program may not be there any more
        recorder.start(QStringLiteral(EMBER_BUILD_DIR "/emberchart-record"),
                       {QStringLiteral("-F"), QStringLiteral("997"), QStringLiteral("--symbols"),
                        QStringLiteral("-o"), QStringLiteral("-"), QStringLiteral("--"),
                        program(sandbox), QStringLiteral("2")});
        EMBER_TRY(recorder.state() == QProcess::NotRunning);
        QCOMPARE(recorder.exitCode(), 0);
        then();
        window.show();
        openAndWait(window, {log});
    }

    static void open(MainWindow &window, const Sandbox &sandbox)
    {
        open(window, sandbox, [] {});
    }

    static const DisassemblyAnswer &show(MainWindow &window, std::string_view function)
    {
        window.actions().at("showDisassembly")->trigger();
        const auto frame = functionNamed(window, function).frame;
        window.viewState().selection().setFunction(frame);
        const auto &answer = window.panels().disassembly->answer();
        [&] {
            QVERIFY2(frame.isValid(), std::string(function).c_str());
            EMBER_TRY(answer.frame == frame && answer.listing);
        }();
        return answer;
    }

    static QString notice(MainWindow &window)
    {
        return window.panels()
            .disassembly->findChild<QLabel *>(QStringLiteral("disassemblyNotice"))
            ->text();
    }
};

EMBER_TEST(TstDisassembly)
#include "tst_disassembly.moc"
