// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/actions.h"

#include "app/look/appearance.h"
#include "app/settings/settings.h"
#include "app/window/compareactions.h"
#include "app/window/filteractions.h"
#include "app/window/viewarea.h"
#include "views/canvas/boxcolours.h"
#include "views/state/keymap.h"
#include "views/state/viewappearance.h"

#include <QAction>
#include <QActionGroup>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>
#include <utility>

namespace ember::app {

using views::ChartAction;

Actions::Actions(QMainWindow &window)
    : QObject(&window),
      filters(new FilterActions(window, this)),
      compare(new CompareActions(window, this)),
      recentFiles(new QMenu(&window))
{
    createFileActions();
    createCaptureActions();
    createViewActions();
    createPanelActions();
    createPageActions();
    createLayoutActions();
    createFindActions();
    createExportActions();
    createMenus(window);
}

QAction *Actions::create(const QString &name, const QString &text, const QString &icon)
{
    auto *action = new QAction(text, this);
    action->setObjectName(name);
    if (!icon.isEmpty())
        action->setIcon(symbolIcon(icon));
    return action;
}

QAction *Actions::addChoice(QActionGroup *group, const QString &name, const QString &text,
                            int value)
{
    QAction *action = group->addAction(text);
    action->setObjectName(name);
    action->setCheckable(true);
    action->setData(value);
    return action;
}

std::optional<ChartAction> Actions::chartActionOf(const QString &name) const
{
    const auto found = std::ranges::find_if(
        ofChart, [&](const OfChart &known) { return known.action->objectName() == name; });
    return found == ofChart.end() ? std::nullopt : std::optional(found->does);
}

void Actions::showKeys(const views::KeyMap &keyMap)
{
    for (const OfChart &known : ofChart) {
        const QString words = known.words.isEmpty() ? describe(known.does) : known.words;
        const QString key = keyMap.keyFor(known.does).toString(QKeySequence::NativeText);
        known.action->setToolTip(key.isEmpty() ? words : QStringLiteral("%1 (%2)").arg(words, key));
        // Menus show the text behind the tab as the key; it is the charts that take it.
        const QString text = known.action->text().section(QLatin1Char('\t'), 0, 0);
        const bool hasOwn = !known.action->shortcut().isEmpty();
        known.action->setText(hasOwn || key.isEmpty() ? text : text % QLatin1Char('\t') % key);
    }
}

void Actions::createFileActions()
{
    open = create(QStringLiteral("open"), tr("&Open…"), QStringLiteral("open"));
    open->setShortcut(QKeySequence::Open);
    close = create(QStringLiteral("close"), tr("&Close"));
    close->setShortcut(QKeySequence::Close);
    saveLog = create(QStringLiteral("saveLog"), tr("&Save…"), QStringLiteral("save"));
    saveLog->setShortcut(QKeySequence::Save);
    saveLog->setToolTip(tr("Save a copy of the capture where you want it; the library keeps its "
                           "own"));
    save = create(QStringLiteral("save"), tr("Sa&ve for Sentry…"), QStringLiteral("save"));
    save->setShortcut(QKeySequence(tr("Ctrl+Shift+S")));
    save->setToolTip(tr("Save the selected chunks, or the selected range and threads, as Sentry "
                        "chunks"));
    exportProfile = create(QStringLiteral("exportProfile"), tr("&Export…"));
    exportProfile->setToolTip(
        tr("Write the profile for other tools, or as a page for any browser"));
    symbols = create(QStringLiteral("symbols"), tr("&Get Symbols…"));
    symbols->setToolTip(tr("Which binaries lack names, and where to get them"));
    upload = create(QStringLiteral("upload"), tr("&Upload…"), QStringLiteral("upload"));
    upload->setShortcut(QKeySequence(tr("Ctrl+U")));
    upload->setToolTip(tr("Send the selected chunks, or the selected range and threads, to "
                          "Sentry"));
    uploads = create(QStringLiteral("uploads"), tr("Uploads…"));
    uploads->setToolTip(tr("What waits to be sent to Sentry, and what became of earlier uploads"));
    library = create(QStringLiteral("library"), tr("Capture &Library…"), QStringLiteral("library"));
    library->setShortcut(QKeySequence(tr("Ctrl+L")));
    settings = create(QStringLiteral("settings"), tr("S&ettings…"));
    settings->setShortcut(QKeySequence(QStringLiteral("Ctrl+,")));
    settings->setMenuRole(QAction::PreferencesRole);
    quit = create(QStringLiteral("quit"), tr("&Quit"));
    quit->setShortcut(QKeySequence::Quit);
    quit->setMenuRole(QAction::QuitRole);
    recentFiles->setTitle(tr("Open &Recent"));
}

void Actions::createCaptureActions()
{
    newLaunch = create(QStringLiteral("newLaunch"), tr("&Launch…"), QStringLiteral("launch"));
    newLaunch->setShortcut(QKeySequence::New);
    newLaunch->setToolTip(tr("Launch a program and record it"));
    attach = create(QStringLiteral("attach"), tr("&Attach…"));
    attach->setShortcut(QKeySequence(tr("Ctrl+Shift+A")));
    attach->setToolTip(tr("Record a process that runs already"));
    listen = create(QStringLiteral("listen"), tr("Listen for Sentry S&DKs…"));
    listen->setToolTip(tr("Receive what programs with a Sentry SDK send, on this machine"));
    runAgain = create(QStringLiteral("runAgain"), tr("&Run Again"), QStringLiteral("record"));
    runAgain->setShortcuts({QKeySequence(Qt::Key_F5), QKeySequence(Qt::CTRL | Qt::Key_R)});
    stop = create(QStringLiteral("stop"), tr("S&top"), QStringLiteral("stop"));
    stop->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F5));
    pause = create(QStringLiteral("pause"), tr("&Pause"), QStringLiteral("pause"));
    pause->setShortcut(QKeySequence(Qt::Key_F6));
    pause->setToolTip(tr("Pause or resume recording; the program runs on"));
    pause->setCheckable(true);
    keep = create(QStringLiteral("keep"), tr("&Keep the Last Part"));
    keep->setShortcut(QKeySequence(Qt::Key_F7));
    keep->setToolTip(tr("Keep the last part of a recording that forgets what is old, as a capture "
                        "of its own"));
}

void Actions::createViewActions()
{
    search = create(QStringLiteral("search"), tr("&Search"), QStringLiteral("search"));
    search->setShortcuts({QKeySequence::Find, QKeySequence(Qt::Key_Slash)});
    nextMatch = create(QStringLiteral("nextMatch"), tr("&Next Match"));
    nextMatch->setShortcut(QKeySequence::FindNext);
    previousMatch = create(QStringLiteral("previousMatch"), tr("&Previous Match"));
    previousMatch->setShortcut(QKeySequence::FindPrevious);
    pickThread = create(QStringLiteral("pickThread"), tr("Find &Thread"));
    pickThread->setShortcut(QKeySequence(tr("Ctrl+T")));

    // Keys of the chart itself (views/state/keymap.h) are only shown: the chart takes them.
    fitAll = create(QStringLiteral("fitAll"), tr("Fit &All"), QStringLiteral("fitall"));
    fitSelection = create(QStringLiteral("fitSelection"), tr("Fit S&election"));
    selectRange = create(QStringLiteral("selectRange"), tr("Select Ran&ge…"));
    selectRange->setShortcut(QKeySequence(Qt::Key_G));
    selectRange->setToolTip(tr("Type the range that is to be selected"));
    back = create(QStringLiteral("back"), tr("&Back"), QStringLiteral("back"));
    forward = create(QStringLiteral("forward"), tr("&Forward"), QStringLiteral("forward"));
    follow = create(QStringLiteral("follow"), tr("Fo&llow"), QStringLiteral("follow"));
    follow->setCheckable(true);

    ofChart = {{fitAll, ChartAction::FitAll, tr("Show the whole profile")},
               {fitSelection, ChartAction::FitSelection},
               {back, ChartAction::HistoryBack, tr("To the view before")},
               {forward, ChartAction::HistoryForward},
               {follow, ChartAction::ToggleFollow, tr("Keep the newest samples in view")},
               {nextMatch, ChartAction::NextMatch},
               {previousMatch, ChartAction::PreviousMatch}};

    createColourChoices();
    safeColours = create(QStringLiteral("safeColours"), tr("For &Colour-Blind Eyes"));
    safeColours->setToolTip(tr("Only colours that all eyes tell apart"));
    safeColours->setCheckable(true);
    themes = new QActionGroup(this);
    addChoice(themes, QStringLiteral("themeOfSystem"), tr("As the &System"),
              int(ThemeChoice::System));
    addChoice(themes, QStringLiteral("themeLight"), tr("&Light"), int(ThemeChoice::Light));
    addChoice(themes, QStringLiteral("themeDark"), tr("&Dark"), int(ThemeChoice::Dark));
    absoluteTimes = create(QStringLiteral("absoluteTimes"), tr("&Times of Day"));
    absoluteTimes->setCheckable(true);
    uncertainEdges = create(QStringLiteral("uncertainEdges"), tr("&Uncertain Edges"));
    uncertainEdges->setShortcut(QKeySequence(Qt::Key_U));
    uncertainEdges->setToolTip(tr("Hatch where calls may really have begun and ended: since the "
                                  "sample before"));
    uncertainEdges->setCheckable(true);
    bridgeCutStacks = create(QStringLiteral("bridgeCutStacks"), tr("Fill In Missing Ca&llers"));
    bridgeCutStacks->setToolTip(tr("Where the recorder could not find who called a function, show "
                                   "the callers that the samples before and after it have in "
                                   "common. Saved files stay as they were recorded."));
    bridgeCutStacks->setCheckable(true);
    interpreterFunctions =
        create(QStringLiteral("interpreterFunctions"), tr("&Interpreter's Own Functions"));
    interpreterFunctions->setToolTip(tr("Show what Python, Node and Java themselves do between and "
                                        "below the functions of your scripts. Saved files have it "
                                        "always."));
    interpreterFunctions->setCheckable(true);

    palette = create(QStringLiteral("palette"), tr("&Commands…"));
    palette->setShortcuts({QKeySequence(tr("Ctrl+K")), QKeySequence(tr("Ctrl+Shift+P"))});
    palette->setToolTip(tr("Find any command, view or thread by its name, and run it"));
    keys = create(QStringLiteral("keys"), tr("&Keys and Mouse"));
    keys->setShortcuts({QKeySequence::HelpContents, QKeySequence(Qt::Key_Question)});
    about = create(QStringLiteral("about"), tr("&About Emberchart"));
    about->setMenuRole(QAction::AboutRole);
}

void Actions::createColourChoices()
{
    struct Choice {
        const char *name;
        QString text;
        views::ColourMode mode;
    };
    using enum views::ColourMode;
    colours = new QActionGroup(this);
    for (const auto &[name, text, mode] :
         {Choice{"coloursByFunction", tr("By &Function"), Function},
          {"coloursByModule", tr("By &Module"), Module},
          {"coloursByOwnCode", tr("By &Own Code"), InApp},
          {"coloursBySource", tr("By So&urce File"), Source},
          {"coloursByState", tr("By Thread &State"), State},
          {"coloursByRecording", tr("By Recor&ding"), Recording},
          {"coloursByRecursion", tr("By &Recursion"), Recursion},
          {"coloursByFrequency", tr("By Number of C&alls"), Frequency}})
        addChoice(colours, QLatin1String(name), text, int(mode))
            ->setToolTip(views::explanationOf(mode));
    colours->actions().constFirst()->setChecked(true);
    for (QAction *action : colours->actions()) {
        if (action->data().toInt() == int(Recording))
            coloursByRecording = action;
    }
}

void Actions::createPanelActions()
{
    const auto createNumbered = [this](const QString &name, const QString &text, Qt::Key key) {
        QAction *action = create(name, text);
        action->setShortcut(QKeySequence(key));
        return action;
    };
    summary = createNumbered(QStringLiteral("summary"), tr("S&ummary"), Qt::Key_F2);
    summary->setToolTip(tr("Show what was found, in sentences"));
    showChart = createNumbered(QStringLiteral("showChart"), tr("&Chart"), Qt::Key_1);
    showFlameGraph =
        createNumbered(QStringLiteral("showFlameGraph"), tr("Fla&me Graph"), Qt::Key_2);
    leftHeavy = create(QStringLiteral("leftHeavy"), tr("Left Heav&y of the Thread"));
    leftHeavy->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_L)); // L folds the chart to lanes
    leftHeavy->setToolTip(
        tr("Show the flame graph of the selected call's thread alone, its largest "
           "calls at the left"));
    pinThread = createNumbered(QStringLiteral("pinThread"), tr("&Pin the Thread"), Qt::Key_P);
    pinThread->setToolTip(tr("Keep the selected call's thread at the top, or let it go"));
    showCallTree = createNumbered(QStringLiteral("showCallTree"), tr("Call T&ree"), Qt::Key_3);
    showSandwich = createNumbered(QStringLiteral("showSandwich"), tr("Ca&llers"), Qt::Key_4);
    showFunctions = createNumbered(QStringLiteral("showFunctions"), tr("F&unctions"), Qt::Key_5);
    showFrames = createNumbered(QStringLiteral("showFrames"), tr("Fra&mes"), Qt::Key_6);
    showSource = createNumbered(QStringLiteral("showSource"), tr("&Source"), Qt::Key_7);
    showDisassembly = create(QStringLiteral("showDisassembly"), tr("Disassem&bly"));
    showDisassembly->setShortcut(QKeySequence(Qt::ALT | Qt::Key_7));
    showDisassembly->setToolTip(tr("Show the machine code of the function, with what each "
                                   "instruction took"));
    showComparison = createNumbered(QStringLiteral("showComparison"), tr("Com&pare"), Qt::Key_8);
    callersAndCallees = createNumbered(QStringLiteral("callersAndCallees"),
                                       tr("Callers and Callees of the F&unction"), Qt::Key_C);
    searchFunction = create(QStringLiteral("searchFunction"), tr("&Search for the Function"));
    openInEditor = createNumbered(QStringLiteral("openInEditor"), tr("Open in &Editor"), Qt::Key_E);
    nextHotLine = create(QStringLiteral("nextHotLine"), tr("Next &Hot Spot"));
    nextHotLine->setShortcut(QKeySequence(Qt::Key_F12));
    nextHotLine->setToolTip(tr("To the next line of source, or instruction, where much was spent"));
    previousHotLine = create(QStringLiteral("previousHotLine"), tr("Previous H&ot Spot"));
    previousHotLine->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F12));
}

void Actions::createPageActions()
{
    showDetails = create(QStringLiteral("showDetails"), tr("&Details"));
    showDetails->setShortcut(QKeySequence(Qt::Key_F4));
    showDetails->setCheckable(true);
    showDetails->setToolTip(tr("Open or close the pane at the right"));
    showProperties = create(QStringLiteral("showProperties"), tr("P&roperties"));
    showChunks = create(QStringLiteral("showChunks"), tr("&Chunks"));
    showBookmarks = create(QStringLiteral("showBookmarks"), tr("&Bookmarks"));
    showStatistics = create(QStringLiteral("showStatistics"), tr("Stat&istics"));
    showStatistics->setShortcut(QKeySequence(tr("Ctrl+I")));
    showOutput = create(QStringLiteral("showOutput"), tr("&Output"));
}

void Actions::createLayoutActions()
{
    splits = new QActionGroup(this);
    addChoice(splits, QStringLiteral("splitNo"), tr("&One View"), int(Split::No));
    addChoice(splits, QStringLiteral("splitSideBySide"), tr("Two Views, &Left and Right"),
              int(Split::SideBySide));
    addChoice(splits, QStringLiteral("splitStacked"), tr("&Two Views, Above and Below"),
              int(Split::Stacked));
    layouts = new QActionGroup(this);
    for (const auto &[name, text] : {std::pair{"layoutChart", tr("&Chart")},
                                     {"layoutGraph", tr("&Graph")},
                                     {"layoutCode", tr("C&ode")},
                                     {"layoutCompare", tr("Co&mpare")}})
        addChoice(layouts, QLatin1String(name), text, 0);
    resetLayout = create(QStringLiteral("resetLayout"), tr("&Reset Layout"));
    resetLayout->setToolTip(tr("Arrange the views as the layout has them at first"));
    maximise = create(QStringLiteral("maximise"), tr("Ma&ximise the View"));
    maximise->setIconText(tr("Maximise"));
    maximise->setShortcut(QKeySequence(Qt::Key_F11));
    maximise->setCheckable(true);
    maximise->setToolTip(tr("Show the current view alone (double-click its tab)"));
}

void Actions::createFindActions()
{
    nextFrame = create(QStringLiteral("nextFrame"), tr("Next &Worst Frame"));
    nextFrame->setShortcut(QKeySequence(Qt::Key_F8));
    nextFrame->setToolTip(tr("Show why the slowest frame was slow, then the next one"));
    previousFrame = create(QStringLiteral("previousFrame"), tr("Previous Wo&rst Frame"));
    previousFrame->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F8));
    addBookmark = create(QStringLiteral("addBookmark"), tr("Add &Bookmark"));
    addBookmark->setShortcut(QKeySequence(Qt::Key_M));
    addBookmark->setToolTip(tr("Mark the selected range, or where the pointer is, with a note"));
    nextBookmark = create(QStringLiteral("nextBookmark"), tr("Next B&ookmark"));
    nextBookmark->setShortcut(QKeySequence(Qt::Key_F9));
    previousBookmark = create(QStringLiteral("previousBookmark"), tr("Previous Boo&kmark"));
    previousBookmark->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F9));
}

void Actions::createExportActions()
{
    copyText = create(QStringLiteral("copyText"), tr("&Copy Table"));
    copyText->setShortcut(QKeySequence::Copy);
    copyMarkdown = create(QStringLiteral("copyMarkdown"), tr("Copy Table as Mark&down"));
    copyMarkdown->setShortcut(QKeySequence(tr("Ctrl+Shift+C")));
    savePicture = create(QStringLiteral("savePicture"), tr("Save &Picture…"));
    savePicture->setShortcut(QKeySequence(tr("Ctrl+E")));
    savePicture->setToolTip(tr("Save the view that has the keyboard focus as a picture"));
    print = create(QStringLiteral("print"), tr("&Print…"));
    print->setShortcut(QKeySequence::Print);
    print->setToolTip(tr("Print the view that has the keyboard focus"));
}

void Actions::createMenus(QMainWindow &window)
{
    QMenuBar *bar = window.menuBar();
    QMenu *file = bar->addMenu(tr("&File"));
    file->addAction(open);
    file->addMenu(recentFiles);
    file->addActions({library, listen});
    file->addSeparator();
    file->addActions({saveLog, exportProfile, symbols, save, upload, uploads});
    file->addSeparator();
    file->addAction(print);
    file->addSeparator();
    file->addActions({settings, close, quit});

    QMenu *capture = bar->addMenu(tr("&Record"));
    capture->addActions({newLaunch, attach, runAgain});
    capture->addSeparator();
    capture->addActions({pause, keep, stop});

    QMenu *find = bar->addMenu(tr("F&ind"));
    find->addActions({search, nextMatch, previousMatch, searchFunction});
    find->addSeparator();
    find->addActions({pickThread, nextFrame, previousFrame, nextHotLine, previousHotLine});
    find->addSeparator();
    find->addActions({addBookmark, nextBookmark, previousBookmark});

    bar->addMenu(filters->menu);
    bar->addMenu(compare->menu);

    QMenu *view = bar->addMenu(tr("&View"));
    view->addActions({fitAll, fitSelection, selectRange, back, forward, follow, pinThread});
    view->addSeparator();
    QMenu *ofBoxes = view->addMenu(tr("&Colours"));
    ofBoxes->addActions(colours->actions());
    ofBoxes->addSeparator();
    ofBoxes->addAction(safeColours);
    recordings = view->addMenu(tr("Recor&dings"));
    view->addMenu(tr("T&heme"))->addActions(themes->actions());
    view->addActions({absoluteTimes, uncertainEdges, bridgeCutStacks, interpreterFunctions});
    view->addSeparator();
    view->addAction(summary);
    view->addActions({showChart, showFlameGraph, leftHeavy, showCallTree, showSandwich,
                      showFunctions, showFrames, showSource, showDisassembly, showComparison});
    view->addActions({callersAndCallees, openInEditor});
    view->addSeparator();
    view->addAction(showDetails);
    view->addMenu(tr("Pa&ges of the Pane"))
        ->addActions({showProperties, showChunks, showBookmarks, showStatistics, showOutput});
    QMenu *arrange = view->addMenu(tr("La&yout"));
    arrange->addActions(layouts->actions());
    arrange->addSeparator();
    arrange->addActions(splits->actions());
    arrange->addSeparator();
    arrange->addAction(resetLayout);
    view->addAction(maximise);
    view->addSeparator();
    view->addActions({copyText, copyMarkdown, savePicture});

    QMenu *help = bar->addMenu(tr("&Help"));
    help->addActions({palette, keys, about});
}

} // namespace ember::app
