// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of the window, except those of filters (filtercommands.h): what they are called,
// when they can be used, what they call. The menus are at the end.
#include "app/export/profileexport.h"
#include "app/export/tableexport.h"
#include "app/recording/launchform.h"
#include "app/sentry/chunkcontroller.h"
#include "app/sentry/intakecontroller.h"
#include "app/window/actions.h"
#include "app/window/bookmarkcontroller.h"
#include "app/window/capturecontroller.h"
#include "app/window/chartcontroller.h"
#include "app/window/commandcontroller.h"
#include "app/window/comparecontroller.h"
#include "app/window/filecontroller.h"
#include "app/window/filtercommands.h"
#include "app/window/helpdialogs.h"
#include "app/window/mainwindow.h"
#include "app/window/namescontroller.h"
#include "app/window/panels.h"
#include "app/window/sidebysidecontroller.h"
#include "app/window/sourcecontroller.h"
#include "app/window/stackcontroller.h"
#include "app/window/viewexport.h"
#include "model/formats/export/exporter.h"
#include "model/formats/formatregistry.h"
#include "views/answer/answerview.h"
#include "views/canvas/boxcolours.h"
#include "views/filters/filterbar.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/search/searchbar.h"
#include "views/state/baselinechoice.h"
#include "views/state/viewappearance.h"
#include "views/text/durationtext.h"
#include "views/timeline/timelineview.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>

namespace ember::app {

using views::ChartAction;
using enum When;

namespace {

// The names of the formats, by which the palette finds the export.
QString exportedFormats()
{
    QStringList names;
    for (const auto &exporter : model::builtinFormats().exporters())
        names << views::fromUtf8(exporter->format());
    return names.join(QLatin1String(", "));
}

} // namespace

std::vector<CommandSpec> MainWindow::fileCommands()
{
    const auto whyNotSaved = [this] { return whySavingIsOff(); };
    return {
        {.name = "open",
         .text = tr("&Open…"),
         .keys = {QKeySequence::Open},
         .icon = "open",
         .when = Always,
         .run = [this] { m_files->choose(); }},
        {.name = "close",
         .text = tr("&Close"),
         .keys = {QKeySequence::Close},
         .when = Always,
         .isPossible = [this] { return !m_document.isEmpty(); },
         .run = [this] { m_files->close(); }},
        {.name = "saveLog",
         .text = tr("&Save…"),
         .keys = {QKeySequence::Save},
         .tip = tr("Save a copy of the capture where you want it; the library keeps its own"),
         .icon = "save",
         .when = Always,
         .isPossible = [this] { return m_captures->canSaveLog(); },
         .run = [this] { m_captures->saveLog([] {}); }},
        {.name = "save",
         .text = tr("Sa&ve for Sentry…"),
         .keys = {tr("Ctrl+Shift+S")},
         .tip = tr("Save the selected chunks, or the selected range and threads, as Sentry chunks"),
         .icon = "save",
         .whyNot = whyNotSaved,
         .run = [this] { m_chunks->save(); }},
        {.name = "exportProfile",
         .text = tr("&Export…"),
         .tip = tr("Write the profile for other tools, or as a page for any browser"),
         .words = exportedFormats(),
         .run = [this] { m_profileExport->choose(); }},
        {.name = "combine",
         .text = tr("Co&mbine Files…"),
         .tip = tr("Join several files into one set of tables"),
         .when = Always,
         .run = [this] { m_tableExport->chooseFiles(); }},
        {.name = "splitSource",
         .text = tr("Spl&it a Source Off…"),
         .tip = tr("Write one of the recordings that were put into the open tables"),
         .run = [this] { m_tableExport->chooseSource(); }},
        {.name = "check",
         .text = tr("Chec&k…"),
         .tip = tr("Which rules of tables and of Sentry the open file breaks, a fixed copy of it, "
                   "and what Sentry would keep"),
         .words = tr("validate, fix, normalised, findings"),
         .when = Always,
         .run = [this] { checkFiles(); }},
        {.name = "symbols",
         .text = tr("&Get Symbols…"),
         .tip = tr("Which binaries lack names, and where to get them"),
         .run = [this] { m_names->open(); }},
        {.name = "upload",
         .text = tr("Send to Sentr&y…"),
         .keys = {tr("Ctrl+U")},
         .tip = tr("Send the selected chunks, or the selected range and threads, to Sentry"),
         .icon = "upload",
         .words = tr("upload"),
         .whyNot = whyNotSaved,
         .run = [this] { m_chunks->upload(); }},
        {.name = "uploads",
         .text = tr("Uplo&ads…"),
         .tip = tr("What waits to be sent to Sentry, and what became of earlier uploads"),
         .when = Always,
         .run = [this] { showQueue(); }},
        {.name = "library",
         .text = tr("Capture &Library…"),
         .keys = {tr("Ctrl+L")},
         .icon = "library",
         .when = Always,
         .run = [this] { m_files->openLibrary(); }},
        {.name = "settings",
         .text = tr("Se&ttings…"),
         .keys = {QStringLiteral("Ctrl+,")},
         .when = Always,
         .run = [this] { openSettings(); }},
        {.name = "quit",
         .text = tr("&Quit"),
         .keys = {QKeySequence::Quit},
         .when = Always,
         .run = [this] { close(); }},
    };
}

std::vector<CommandSpec> MainWindow::recordCommands()
{
    const auto isRecording = [this] { return m_captures->isControllable(); };
    return {
        {.name = "newLaunch",
         .text = tr("&Launch…"),
         .keys = {QKeySequence::New},
         .tip = tr("Launch a program and record it"),
         .icon = "launch",
         .when = Always,
         .run = [this] { m_files->newLaunch(); }},
        {.name = "launchRemote",
         .text = tr("Launch on Another &Machine…"),
         .tip = tr("Launch a program through ssh and record it"),
         .when = Always,
         .run = [this] { m_files->newLaunch().focusMachine(); }},
        {.name = "attach",
         .text = tr("&Attach…"),
         .keys = {tr("Ctrl+Shift+A")},
         .tip = tr("Record a process that runs already"),
         .when = Always,
         .run = [this] { chooseProcess(); }},
        {.name = "listen",
         .text = tr("Listen for Sentry S&DKs…"),
         .tip = tr("Receive what programs with a Sentry SDK send, on this machine"),
         .when = Always,
         .run = [this] { m_intake->show(); }},
        {.name = "runAgain",
         .text = tr("&Run Again"),
         .keys = {Qt::Key_F5, Qt::CTRL | Qt::Key_R},
         .icon = "record",
         .when = Always,
         .isPossible = [this] { return m_captures->lastCommand().has_value(); },
         .run = [this] { m_captures->runAgain(); }},
        {.name = "stop",
         .text = tr("S&top"),
         .keys = {Qt::SHIFT | Qt::Key_F5},
         .icon = "stop",
         .when = Always,
         .isPossible = isRecording,
         .tipNow =
             [this] {
                 return m_captures->endsProgram()
                     ? tr("Stop recording; the program is ended with it")
                     : tr("Stop recording; the program runs on");
             },
         .run = [this] { m_captures->stop(); }},
        {.name = "pause",
         .text = tr("&Pause"),
         .keys = {Qt::Key_F6},
         .tip = tr("Pause or resume recording; the program runs on"),
         .icon = "pause",
         .when = Always,
         .isPossible = isRecording,
         .isOn = [this] { return m_captures->isPaused(); },
         .turn = [this](bool isOn) { m_captures->setPaused(isOn); }},
        {.name = "keep",
         .text = tr("&Keep the Last Part"),
         .keys = {Qt::Key_F7},
         .tip = tr("Keep the last part of a recording that forgets what is old, as a capture of "
                   "its own"),
         .when = Always,
         .isPossible = [this] { return m_captures->canKeepPart(); },
         .run = [this] { m_captures->keepPart(); }},
    };
}

std::vector<CommandSpec> MainWindow::findCommands()
{
    using views::Direction;
    return {
        {.name = "search",
         .text = tr("&Search"),
         .keys = {QKeySequence::Find, Qt::Key_Slash},
         .icon = "search",
         .run =
             [this] {
                 m_tools->show(); // they are hidden around a maximised view
                 m_search->focusText();
             }},
        {.name = "nextMatch",
         .text = tr("&Next Match"),
         .keys = {QKeySequence::FindNext},
         .run = [this] { m_search->step(Direction::Forward); },
         .ofChart = ChartAction::NextMatch},
        {.name = "previousMatch",
         .text = tr("&Previous Match"),
         .keys = {QKeySequence::FindPrevious},
         .run = [this] { m_search->step(Direction::Backward); },
         .ofChart = ChartAction::PreviousMatch},
        {.name = "searchFunction",
         .text = tr("Search for the &Function"),
         .when = Always,
         .run = [this] { m_charts->searchFunction(); }},
        {.name = "pickThread",
         .text = tr("Find &Thread"),
         .keys = {tr("Ctrl+T")},
         .run = [this] { m_panels->raiseThreads(); }},
        {.name = "nextFrame",
         .text = tr("Next &Worst Frame"),
         .keys = {Qt::Key_F8},
         .tip = tr("Show why the slowest frame was slow, then the next one"),
         .run = [this] { m_charts->goToFrame(Direction::Forward); }},
        {.name = "previousFrame",
         .text = tr("Previous Wo&rst Frame"),
         .keys = {Qt::SHIFT | Qt::Key_F8},
         .run = [this] { m_charts->goToFrame(Direction::Backward); }},
        {.name = "nextHotLine",
         .text = tr("Next &Hot Spot"),
         .keys = {Qt::Key_F12},
         .tip = tr("To the next line of source, or instruction, where much was spent"),
         .run = [this] { m_source->stepToHot(Direction::Forward); }},
        {.name = "previousHotLine",
         .text = tr("Previous H&ot Spot"),
         .keys = {Qt::SHIFT | Qt::Key_F12},
         .run = [this] { m_source->stepToHot(Direction::Backward); }},
        {.name = "addBookmark",
         .text = tr("Add &Bookmark"),
         .keys = {Qt::Key_M},
         .tip = tr("Mark the selected range, or where the pointer is, with a note"),
         .run = [this] { m_bookmarks->add(); }},
        {.name = "nextBookmark",
         .text = tr("Next Book&mark"),
         .keys = {Qt::Key_F9},
         .run = [this] { m_bookmarks->step(Direction::Forward); }},
        {.name = "previousBookmark",
         .text = tr("Previous Boo&kmark"),
         .keys = {Qt::SHIFT | Qt::Key_F9},
         .run = [this] { m_bookmarks->step(Direction::Backward); }},
        {.name = "typeFilter",
         .text = tr("Filter by Te&xt"),
         .keys = {Qt::CTRL | Qt::SHIFT | Qt::Key_F},
         .run = [this] { m_panels->typeFilter(); }},
    };
}

std::vector<CommandSpec> MainWindow::compareCommands()
{
    const auto isBeside = [this] { return m_sideBySide->isShown(); };
    return {
        {.name = "useAsBaseline",
         .text = tr("Use as &Baseline"),
         .keys = {Qt::SHIFT | Qt::Key_B},
         .tip = tr("Compare with the selected range, or with the whole profile, from now on: other "
                   "ranges, and profiles opened later"),
         .run = [this] { m_compare->useAsBaseline(); }},
        {.name = "compareWithFile",
         .text = tr("Compare &With…"),
         .keys = {tr("Ctrl+Shift+O")},
         .tip = tr("Compare with a profile in a file"),
         .run = [this] { m_compare->chooseFile(); }},
        {.name = "compareWithLastRun",
         .text = tr("Compare With &Last Run"),
         .tip = tr("Compare with the capture of the same command before this one"),
         .isPossible = [this] { return !m_document.folder().isEmpty(); },
         .run = [this] { m_compare->compareWithLastRun(); }},
        {.name = "runAndCompare",
         .text = tr("&Run Again and Compare"),
         .keys = {Qt::CTRL | Qt::Key_F5},
         .tip = tr("Record the last command once more, and compare with its last run"),
         .when = Always,
         .run = [this] { m_compare->runAndCompare(); }},
        {.name = "sideBySide",
         .text = tr("&Side by Side"),
         .keys = {Qt::Key_B},
         .tip = tr("Show the baseline's chart below, on aligned time"),
         .when = Always,
         .isPossible = [this] { return m_sideBySide->isPossible(); },
         .isOn = [this] { return m_sideBySide->isWanted(); },
         .turn = [this](bool isOn) { m_sideBySide->setWanted(isOn); }},
        {.name = "alignStarts",
         .text = tr("&Align Starts"),
         .keys = {Qt::CTRL | Qt::Key_B},
         .tip = tr("Put the starts of the selected ranges, else of the profiles, above each other"),
         .when = Always,
         .isPossible = isBeside,
         .run = [this] { m_sideBySide->alignStarts(); }},
        {.name = "alignCalls",
         .text = tr("Align Selected &Calls"),
         .keys = {Qt::CTRL | Qt::SHIFT | Qt::Key_B},
         .tip = tr("Put the selected calls above each other; where one is selected in one chart "
                   "only, the nearest call of that function in the other"),
         .when = Always,
         .isPossible = isBeside,
         .run = [this] { m_sideBySide->alignCalls(); }},
        {.name = "swapCompared",
         .text = tr("Swa&p"),
         .tip = tr("Open the baseline, and compare it with what is open now"),
         .isPossible = [this] { return !m_compare->baselineFiles().isEmpty(); },
         .run = [this] { swapCompared(); }},
        {.name = "forgetBaseline",
         .text = tr("&Forget the Baseline"),
         .when = Always,
         .isPossible = [this] { return m_state.baseline().baseline().has_value(); },
         .run = [this] { m_state.baseline().clear(); }},
    };
}

std::vector<CommandSpec> MainWindow::chartCommands()
{
    views::ViewAppearance &looks = m_state.appearance();
    return {
        {.name = "fitAll",
         .text = tr("Fit &All"),
         .tip = tr("Show the whole profile"),
         .icon = "fitall",
         .run = inChart(ChartAction::FitAll),
         .ofChart = ChartAction::FitAll},
        {.name = "fitSelection",
         .text = tr("Fit S&election"),
         .run = inChart(ChartAction::FitSelection),
         .ofChart = ChartAction::FitSelection},
        {.name = "selectRange",
         .text = tr("Select Ran&ge…"),
         .keys = {Qt::Key_G},
         .tip = tr("Type the range that is to be selected"),
         .run = [this] { m_charts->askForRange(); }},
        {.name = "back",
         .text = tr("&Back"),
         .tip = tr("To the view before"),
         .icon = "back",
         .run = inChart(ChartAction::HistoryBack),
         .ofChart = ChartAction::HistoryBack},
        {.name = "forward",
         .text = tr("&Forward"),
         .icon = "forward",
         .run = inChart(ChartAction::HistoryForward),
         .ofChart = ChartAction::HistoryForward},
        {.name = "follow",
         .text = tr("Fo&llow"),
         .tip = tr("Keep the newest samples in view"),
         .icon = "follow",
         .when = Always,
         .isPossible = [this] { return m_captures->isRecording(); },
         .isOn = [this] { return m_charts->isFollowing(); },
         .turn =
             [this](bool isOn) {
                 m_charts->setFollow(isOn ? views::Follow::Yes : views::Follow::No);
             },
         .ofChart = ChartAction::ToggleFollow},
        {.name = "absoluteTimes",
         .text = tr("&Times of Day"),
         .when = Always,
         .isOn = [&looks] { return looks.timeLabels() == views::TimeLabels::Absolute; },
         .turn =
             [&looks](bool isOn) {
                 looks.setTimeLabels(isOn ? views::TimeLabels::Absolute
                                          : views::TimeLabels::Relative);
             }},
        {.name = "uncertainEdges",
         .text = tr("&Uncertain Edges"),
         .keys = {Qt::Key_U},
         .tip = tr("Hatch where calls may really have begun and ended: since the sample before"),
         .when = Always,
         .isOn = [&looks] { return looks.edges() == views::Edges::Uncertain; },
         .turn =
             [&looks](bool isOn) {
                 looks.setEdges(isOn ? views::Edges::Uncertain : views::Edges::Sharp);
             }},
        {.name = "bridgeCutStacks",
         .text = tr("Fill In Missing Ca&llers"),
         .tip = tr("Where the recorder could not find who called a function, show the callers that "
                   "the samples before and after it have in common. Saved files stay as they were "
                   "recorded."),
         .when = Always,
         .isOn = [this] { return m_stacks->areBridged(); },
         .turn = [this](bool isOn) { m_stacks->setBridged(isOn); }},
        {.name = "interpreterFunctions",
         .text = tr("&Interpreter's Own Functions"),
         .tip = tr("Show what Python, Node and Java themselves do between and below the functions "
                   "of your scripts. Saved files have it always."),
         .when = Always,
         .isOn = [this] { return m_stacks->areInterpretersShown(); },
         .turn = [this](bool isOn) { m_stacks->setInterpretersShown(isOn); }},
    };
}

std::vector<CommandSpec> MainWindow::colourCommands()
{
    std::vector<CommandSpec> commands;
    for (const auto &[mode, name, text] : views::colourModes()) {
        commands.push_back(
            {.name = name,
             .text = text,
             .tip = views::explanationOf(mode),
             .when = Always,
             .isOn = [this,
                      mode = mode] { return m_state.appearance().chosenColourMode() == mode; },
             .turn =
                 [this, name = name, mode = mode](bool) {
                     m_state.appearance().setColourMode(mode);
                     m_settings.setColours(QLatin1String(name));
                 },
             .choice = "colours"});
    }
    const auto theme = [this](const char *name, const QString &text, ThemeChoice choice) {
        return CommandSpec{.name = name,
                           .text = text,
                           .when = Always,
                           .isOn = [this, choice] { return m_theme == choice; },
                           .turn =
                               [this, choice](bool) {
                                   m_settings.setTheme(choice);
                                   setTheme(choice);
                               },
                           .choice = "themes"};
    };
    const std::vector<CommandSpec> others{
        theme("themeOfSystem", tr("As the &System"), ThemeChoice::System),
        theme("themeLight", tr("&Light"), ThemeChoice::Light),
        theme("themeDark", tr("&Dark"), ThemeChoice::Dark),
        {.name = "safeColours",
         .text = tr("For &Colour-Blind Eyes"),
         .tip = tr("Only colours that all eyes tell apart"),
         .when = Always,
         .isOn = [this] { return m_settings.safeColours() == SafeColours::Yes; },
         .turn =
             [this](bool isOn) {
                 m_settings.setSafeColours(isOn ? SafeColours::Yes : SafeColours::No);
                 showHues();
             }},
    };
    commands.insert(commands.end(), others.begin(), others.end());
    return commands;
}

std::vector<CommandSpec> MainWindow::viewCommands()
{
    const auto panel = [this](const char *name, const QString &text, QKeySequence key,
                              const char *shown, const QString &tip = {}) {
        return CommandSpec{
            .name = name,
            .text = text,
            .keys = key.isEmpty() ? QList<QKeySequence>() : QList{key},
            .tip = tip,
            .run = [this, shown] { m_panels->raise(m_panels->find(QLatin1String(shown))); }};
    };
    return {
        panel("showChart", tr("&Chart"), Qt::Key_1, "chart"),
        panel("showFlameGraph", tr("Fla&me Graph"), Qt::Key_2, "flamegraph"),
        panel("showCallTree", tr("Call &Tree"), Qt::Key_3, "calltree"),
        panel("showSandwich", tr("Ca&llers"), Qt::Key_4, "sandwich"),
        panel("showFunctions", tr("&Functions"), Qt::Key_5, "functions"),
        panel("showFrames", tr("Fr&ames"), Qt::Key_6, "frames"),
        panel("showSource", tr("&Source"), Qt::Key_7, "source"),
        panel("showDisassembly", tr("Disassem&bly"), Qt::ALT | Qt::Key_7, "disassembly",
              tr("Show the machine code of the function, with what each instruction took")),
        panel("showComparison", tr("Com&pare"), Qt::Key_8, "comparison"),
        panel("showSpans", tr("Spa&ns"), Qt::Key_9, "spans",
              tr("Show the spans and transactions that the program reported")),
        panel("showDetailsPage", tr("&Details of the Selection"), {}, "details",
              tr("Show what is known of the selected call or frame")),
        panel("showProperties", tr("P&roperties"), {}, "properties"),
        panel("showChunks", tr("&Chunks"), {}, "chunks"),
        panel("showBookmarks", tr("&Bookmarks"), {}, "bookmarks"),
        panel("showStatistics", tr("Stat&istics"), tr("Ctrl+I"), "statistics"),
        panel("showOutput", tr("&Output"), {}, "output"),
        {.name = "summary",
         .text = tr("S&ummary"),
         .keys = {Qt::Key_F2},
         .tip = tr("Show what was found, in sentences"),
         .when = Always,
         .isPossible = [this] { return !m_document.isEmpty(); },
         .run =
             [this] {
                 m_panels->setMaximised(false); // the answer is hidden there
                 m_answer->toggleSummary();
             }},
        {.name = "leftHeavy",
         .text = tr("Left Heavy of the Thread"),
         .keys = {Qt::SHIFT | Qt::Key_L}, // L folds the chart to lanes
         .tip = tr("Show the flame graph of the selected call's thread alone, its largest calls at "
                   "the left"),
         .run = [this] { m_charts->showLeftHeavy(); }},
        {.name = "pinThread",
         .text = tr("&Pin the Thread"),
         .keys = {Qt::Key_P},
         .tip = tr("Keep the selected call's thread at the top, or let it go"),
         .run = [this] { m_charts->pinThread(); }},
        {.name = "callersAndCallees",
         .text = tr("Callers and Callees of the Function"),
         .keys = {Qt::Key_C},
         .run = [this] { m_charts->showCallersAndCallees(); }},
        {.name = "openInEditor",
         .text = tr("Open in &Editor"),
         .keys = {Qt::Key_E},
         .run = [this] { m_source->openInEditor(); }},
    };
}

std::vector<CommandSpec> MainWindow::layoutCommands()
{
    const auto split = [this](const char *name, const QString &text, Split how) {
        return CommandSpec{.name = name,
                           .text = text,
                           .words = tr("Split"),
                           .isOn = [this, how] { return m_panels->area().split() == how; },
                           .turn = [this, how](bool) { m_panels->split(how); },
                           .choice = "splits"};
    };
    const auto layout = [this](const char *name, const QString &text) {
        return CommandSpec{
            .name = name,
            .text = text,
            .isOn = [this, name] { return m_panels->layout() == QLatin1String(name); },
            .turn = [this, name](bool) { m_panels->chooseLayout(QLatin1String(name)); },
            .choice = "layouts"};
    };
    return {
        split("splitNo", tr("&One View"), Split::No),
        split("splitSideBySide", tr("Two Views, &Left and Right"), Split::SideBySide),
        split("splitStacked", tr("&Two Views, Above and Below"), Split::Stacked),
        layout("layoutChart", tr("&Chart")),
        layout("layoutGraph", tr("&Graph")),
        layout("layoutCode", tr("Co&de")),
        layout("layoutCompare", tr("Co&mpare")),
        {.name = "resetLayout",
         .text = tr("&Reset Layout"),
         .tip = tr("Arrange the views as the layout has them at first"),
         .run = [this] { m_panels->resetLayout(); }},
        {.name = "maximise",
         .text = tr("Ma&ximise the View"),
         .keys = {Qt::Key_F11},
         .tip = tr("Show the current view alone (double-click its tab)"),
         .isOn = [this] { return m_panels->isMaximised(); },
         .turn = [this](bool isOn) { m_panels->setMaximised(isOn); }},
        {.name = "showDetails",
         .text = tr("&Details"),
         .keys = {Qt::Key_F4},
         .tip = tr("Open or close the pane at the right"),
         .isOn = [this] { return m_panels->isPaneWanted(); },
         .turn = [this](bool isOn) { m_panels->setPaneOpen(isOn || m_panels->isMaximised()); }},
    };
}

std::vector<CommandSpec> MainWindow::otherCommands()
{
    return {
        {.name = "copyText",
         .text = tr("Copy Table"),
         .keys = {QKeySequence::Copy},
         .when = Always,
         .run = [this] { m_viewExport->copyCurrent(); }},
        {.name = "copyMarkdown",
         .text = tr("Copy Table as Mar&kdown"),
         .keys = {tr("Ctrl+Shift+C")},
         .when = Always,
         .run = [this] { m_viewExport->copy(m_viewExport->current(), views::TextKind::Markdown); }},
        {.name = "savePicture",
         .text = tr("Sa&ve Picture…"),
         .keys = {tr("Ctrl+E")},
         .tip = tr("Save the view that has the keyboard focus as a picture"),
         .run = [this] { m_viewExport->choosePath(); }},
        {.name = "print",
         .text = tr("&Print…"),
         .keys = {QKeySequence::Print},
         .tip = tr("Print the view that has the keyboard focus"),
         .run = [this] { m_viewExport->choosePrinter(); }},
        {.name = "palette",
         .text = tr("&Commands…"),
         .keys = {tr("Ctrl+K"), tr("Ctrl+Shift+P")},
         .tip = tr("Find any command, view or thread by its name, and run it"),
         .when = Always,
         .run = [this] { m_commands->showPalette(); }},
        {.name = "manual",
         .text = tr("&Manual"),
         .keys = {tr("Shift+F1")},
         .when = Always,
         .run = [this] { showManual(this); }},
        {.name = "keys",
         .text = tr("&Keys and Mouse"),
         .keys = {QKeySequence::HelpContents, Qt::Key_Question},
         .when = Always,
         .run = [this] { m_commands->showKeys(); }},
        {.name = "about",
         .text = tr("&About Emberchart"),
         .when = Always,
         .run = [this] { showAbout(this); }},
    };
}

// A command that the chart performs as if its key had been pressed.
std::function<void()> MainWindow::inChart(ChartAction action)
{
    return [this, action] { m_panels->timeline->chart().perform(action); };
}

Actions *MainWindow::createActions()
{
    auto *actions = new Actions([this] { return m_state.spans() != nullptr; }, *this);
    for (const auto &rows : {fileCommands(), recordCommands(), findCommands(),
                             filterCommands(m_state), compareCommands(), chartCommands(),
                             colourCommands(), viewCommands(), layoutCommands(), otherCommands()})
        actions->add(rows);
    actions->at("maximise")->setIconText(tr("Maximise"));
    actions->at("settings")->setMenuRole(QAction::PreferencesRole);
    actions->at("quit")->setMenuRole(QAction::QuitRole);
    actions->at("about")->setMenuRole(QAction::AboutRole);
    createMenus(*actions);
    return actions;
}

void MainWindow::createMenus(Actions &actions)
{
    QMenuBar &bar = *menuBar();
    const auto add = [&actions](const char *name, const QString &title,
                                std::initializer_list<const char *> rows) {
        QMenu *menu = actions.addMenu(name, title);
        actions.fill(*menu, rows);
        return menu;
    };
    add("recentFiles", tr("Open &Recent"), {});
    bar.addMenu(
        add("file", tr("&File"),
            {"open",    ">recentFiles", "library", "listen",   "",      "saveLog", "exportProfile",
             "combine", "splitSource",  "check",   "symbols",  "save",  "upload",  "uploads",
             "",        "print",        "",        "settings", "close", "quit"}));
    bar.addMenu(
        add("record", tr("&Record"),
            {"newLaunch", "launchRemote", "attach", "runAgain", "", "pause", "keep", "stop"}));
    bar.addMenu(add("find", tr("F&ind"),
                    {"search", "nextMatch", "previousMatch", "searchFunction", "", "pickThread",
                     "nextFrame", "previousFrame", "nextHotLine", "previousHotLine", "",
                     "addBookmark", "nextBookmark", "previousBookmark"}));
    bar.addMenu(addFilterMenu(actions));
    bar.addMenu(
        add("compare", tr("&Compare"),
            {"useAsBaseline", "compareWithFile", "compareWithLastRun", "", "runAndCompare", "",
             "sideBySide", "alignStarts", "alignCalls", "", "swapCompared", "forgetBaseline"}));
    add("colours", tr("C&olours"), {"*colours", "", "safeColours"});
    add("recordings", tr("&Recordings"), {});
    add("themes", tr("T&heme"), {"*themes"});
    add("zoom", tr("&Zoom and Range"),
        {"fitAll", "fitSelection", "selectRange", "back", "forward", "follow", "pinThread"});
    add("shown", tr("Sho&wn in Boxes"),
        {"absoluteTimes", "uncertainEdges", "bridgeCutStacks", "interpreterFunctions"});
    add("pages", tr("Pa&ges of the Pane"),
        {"showDetailsPage", "showProperties", "showChunks", "showBookmarks", "showStatistics",
         "showOutput"});
    add("layouts", tr("La&yout"), {"*layouts", "", "*splits", "", "resetLayout"});
    bar.addMenu(add("view", tr("&View"),
                    {">zoom",
                     ">colours",
                     ">recordings",
                     ">themes",
                     ">shown",
                     "",
                     "summary",
                     "showChart",
                     "showFlameGraph",
                     "leftHeavy",
                     "showCallTree",
                     "showSandwich",
                     "showFunctions",
                     "showFrames",
                     "showSource",
                     "showDisassembly",
                     "showComparison",
                     "showSpans",
                     "callersAndCallees",
                     "openInEditor",
                     "",
                     "showDetails",
                     ">pages",
                     ">layouts",
                     "maximise",
                     "",
                     "copyText",
                     "copyMarkdown",
                     "savePicture"}));
    bar.addMenu(add("help", tr("&Help"), {"palette", "manual", "keys", "about"}));
}

} // namespace ember::app
