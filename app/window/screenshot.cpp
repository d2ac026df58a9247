// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/screenshot.h"

#include "app/export/savedfile.h"
#include "app/inbackground.h"
#include "app/session/filenames.h"
#include "app/session/loader.h"
#include "app/window/actions.h"
#include "app/window/comparecontroller.h"
#include "app/window/mainwindow.h"
#include "app/window/panels.h"
#include "app/window/sidebysidecontroller.h"
#include "model/query/functionstatistics.h"
#include "model/query/lineweights.h"
#include "views/code/disassemblypanel.h"
#include "views/code/sourcepanel.h"
#include "views/graph/sandwichpanel.h"
#include "views/jobs/pacedjob.h"
#include "views/jobs/viewthreads.h"
#include "views/state/sumsquery.h"
#include "views/timeline/timelineview.h"

#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QPixmap>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>

namespace ember::app {

namespace {

using model::Error;
using model::ErrorCode;
using model::Result;

// Number of rounds without work after which the window counts as settled: a result may trigger
// queries of panels, and these further ones.
constexpr int quietRounds = 4;
constexpr qint64 maxSettlingMs = 30000;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(ember::app::Screenshot)
};

// Name of the only view that is not a panel.
constexpr QLatin1String sideBySide("sidebyside");

// Opens files by `begin` and waits for `loader`. Returns failed fetches of debug info, one line
// each. `patience` counts from the first fetch.
Result<QStringList> open(Loader &loader, const std::function<void()> &begin,
                         std::chrono::seconds patience)
{
    QEventLoop loop;
    QStringList lacks;
    std::optional<Error> failure;
    QTimer timer;
    timer.setSingleShot(true);
    QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
        loader.skipFetching();
        lacks.append(Texts::tr("%1 had %2 s to send debug info: on without the rest")
                         .arg(QString::fromStdString(capture::debugServerNames()),
                              QString::number(patience.count())));
    });
    QObject::connect(&loader, &Loader::fetching, &loop, [&](const FetchReport &report) {
        if (!report.binary.isEmpty() && !timer.isActive() && lacks.isEmpty())
            timer.start(patience);
    });
    QObject::connect(&loader, &Loader::loaded, &loop, [&](const OpenedFilesPointer &opened) {
        lacks += opened->fetchFailures;
        loop.quit();
    });
    QObject::connect(&loader, &Loader::failed, &loop, [&](const Error &error) {
        failure = error;
        loop.quit();
    });
    begin();
    loop.exec();
    return failure ? Result<QStringList>(*failure) : Result<QStringList>(lacks);
}

bool isComputing(const MainWindow &window)
{
    // Longest delay of a view before it computes something.
    constexpr std::chrono::milliseconds maxPause(1000);
    const auto timers = window.findChildren<QTimer *>();
    const bool isPausing = std::ranges::any_of(timers, [&](const QTimer *timer) {
        return timer->isSingleShot() && timer->isActive()
            && timer->intervalAsDuration() <= maxPause;
    });
    return isPausing || views::Delay::isAnyRunning() || !workPool().waitForDone(0)
        || !views::backgroundPool().waitForDone(0);
}

// Waits until no panel computes or waits to compute, and all posted events were handled, but at
// most maxSettlingMs.
void settle(const MainWindow &window)
{
    constexpr std::chrono::milliseconds lookEvery(2);
    QElapsedTimer since;
    since.start();
    for (int quiet = 0; quiet < quietRounds && !since.hasExpired(maxSettlingMs);) {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QApplication::processEvents();
        if (!isComputing(window)) {
            ++quiet;
            continue;
        }
        quiet = 0;
        QEventLoop loop;
        QTimer::singleShot(lookEvery, &loop, &QEventLoop::quit);
        loop.exec();
    }
}

Result<void> showThread(views::ViewState &state, const QString &id)
{
    const model::Profile &profile = *state.spans()->profile();
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const model::ThreadIndex thread(row);
        if (profile.text(profile.thread(thread).id) != id.toStdString())
            continue;
        state.threads().showOnly({thread});
        return {};
    }
    return Error{ErrorCode::InvalidArgument, id.toStdString(), "no thread has this id"};
}

// Returns the function to show: the one with the most time; for the source, the first of these with
// a known file; for the disassembly, the first with known instructions.
model::FrameIndex shownFunction(const views::ViewState &state, const QWidget &panel,
                                const Panels &panels)
{
    const model::Profile &profile = *state.spans()->profile();
    const auto functions = model::functionStatistics(profile, state.sums().selection());
    const auto found = std::ranges::find_if(functions, [&](const auto &function) {
        const model::Frame &frame = profile.frame(function.frame);
        if (&panel == panels.disassembly)
            return frame.pc != 0 && frame.image.isValid();
        return &panel != panels.source || sourcePath(profile, function.frame).isValid();
    });
    return found == functions.end() ? model::FrameIndex() : found->frame;
}

Result<QStringList> openAll(MainWindow &window, const QStringList &files,
                            const ScreenshotOptions &options)
{
    const auto openFiles = [&] { window.openFiles(files); };
    EMBER_ASSIGN_OR_RETURN(QStringList lacks,
                           open(window.loader(), openFiles, options.serverPatience));
    if (options.baseline.isEmpty())
        return lacks;
    if (auto *beside = window.findChild<SideBySideController *>())
        beside->setWanted(options.view == sideBySide);
    CompareController &comparing = *window.findChild<CompareController *>();
    const auto openBaseline = [&] { comparing.compareWith(options.baseline); };
    EMBER_ASSIGN_OR_RETURN(const QStringList lacksToo,
                           open(comparing.loader(), openBaseline, options.serverPatience));
    return lacks + lacksToo;
}

Result<void> showView(MainWindow &window, const QString &name)
{
    if (name == sideBySide)
        return window.timeline().baseline()
            ? Result<void>()
            : Error{ErrorCode::InvalidArgument, name.toStdString(), "needs --baseline"};
    QWidget *panel = window.panels().find(name);
    if (!panel)
        return Error{ErrorCode::InvalidArgument, name.toStdString(),
                     "no view has this name; there are "
                         + window.panels().names().join(QStringLiteral(", ")).toStdString()};
    window.panels().raise(panel);
    const auto function = shownFunction(window.viewState(), *panel, window.panels());
    if (panel == window.panels().sandwich)
        window.panels().sandwich->showFunction(function);
    else if (panel == window.panels().source || panel == window.panels().disassembly)
        window.viewState().selection().setFunction(function);
    return {};
}

model::Nanoseconds nanoseconds(double seconds)
{
    return model::Nanoseconds(std::llround(seconds * 1e9));
}

Result<void> showRange(views::ViewState &state, const RelativeRange &asked)
{
    const auto all = state.spans()->profile()->timeRange();
    const double length = std::chrono::duration<double>(all.end - state.profile().origin()).count();
    if (asked.start > length || asked.end < 0)
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("%1..%2").arg(asked.start).arg(asked.end).toStdString(),
                     QStringLiteral("the profile's range is 0..%1").arg(length).toStdString()};
    state.zoom().show({state.profile().origin() + nanoseconds(std::max(asked.start, 0.0)),
                       state.profile().origin() + nanoseconds(std::min(asked.end, length))});
    return {};
}

Result<void> checkOutput(const QStringList &files, const ScreenshotOptions &options)
{
    EMBER_RETURN_IF_ERROR(checkPictureFormat(options.output));
    const auto shown = sameFileAmong(files + QStringList(options.baseline), options.output);
    if (shown.isEmpty())
        return {};
    return Error{ErrorCode::InvalidArgument, toPath(options.output),
                 "it is one of the files to show: the picture would replace it"};
}

} // namespace

Result<QStringList> takeScreenshot(MainWindow &window, const QStringList &files,
                                   const ScreenshotOptions &options)
{
    EMBER_RETURN_IF_ERROR(checkOutput(files, options));
    if (options.theme)
        window.setTheme(*options.theme);
    window.resize(options.size);
    window.show();
    EMBER_ASSIGN_OR_RETURN(const QStringList lacks, openAll(window, files, options));
    views::ViewState &state = window.viewState();
    state.sums().history().restore({}); // stored filters are not part of the options
    if (!options.thread.isEmpty())
        EMBER_RETURN_IF_ERROR(showThread(state, options.thread));
    if (options.range)
        EMBER_RETURN_IF_ERROR(showRange(state, *options.range));
    state.selection().setSearchText(options.search);
    if (!options.view.isEmpty())
        EMBER_RETURN_IF_ERROR(showView(window, options.view));
    settle(window);
    EMBER_RETURN_IF_ERROR(savePicture(window.grab().toImage(), options.output));
    return lacks;
}

} // namespace ember::app
