// SPDX-License-Identifier: GPL-3.0-or-later
// From exec to the first painted frame with data in it: this program starts itself as the window
// that emberchart is, offscreen, with a chunk to open; beside speedscope with the same chunk, where
// that can be had: from its page's being given the file, and, as it is with us, from the start of
// the program that shows it. `open.empty` is the same window with nothing to open, and
// `speedscope.empty` the browser with the page before it has a file: what no program built like
// them could be faster than on this machine. Arguments: megabytes (50), runs (5).
#include "app/languages.h"
#include "app/session/loader.h"
#include "app/window/mainwindow.h"
#include "tests/bench/open/speedscope.h"
#include "tests/support/chunkgenerator.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/timeline/timelineview.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <vector>

using namespace ember;
using tests::ChunkContent;

namespace {

constexpr const char *childMark = "--window";

double milliseconds()
{
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

void reach(const char *phase)
{
    std::printf("%s %.3f\n", phase, milliseconds());
    std::fflush(stdout);
}

// Tells when the window has been painted: with a profile in its chart, if it is to have one.
class PaintWatch : public QObject {
public:
    PaintWatch(app::MainWindow &window, bool hasFile) : m_window(window), m_hasFile(hasFile)
    {
        qApp->installEventFilter(this);
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Paint && isLast(watched)) {
            qApp->removeEventFilter(this);
            QTimer::singleShot(0, qApp, [] {
                reach("painted");
                QApplication::quit();
            });
        }
        return false;
    }

private:
    // What is beside it is painted in the same turn of the event loop.
    bool isLast(const QObject *painted) const
    {
        if (!m_hasFile)
            return painted == &m_window;
        return m_window.viewState().spans() && painted == &m_window.timeline().chart();
    }

    app::MainWindow &m_window;
    bool m_hasFile;
};

// `file` may be empty.
int runWindow(int argc, char **argv, const char *file)
{
    reach("main");
    const QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("emberchart"));
    app::installLanguage();
    reach("qt");
    QStringList files{QFile::decodeName(file)};
    files.removeAll(QString());
    app::MainWindow window(app::Remember::Yes, files);
    const PaintWatch watch(window, !files.isEmpty());
    QObject::connect(&window.loader(), &app::Loader::loaded, &window, [] { reach("loaded"); });
    window.restoreLayout();
    window.openFiles(files);
    window.show();
    reach("window");
    return QApplication::exec();
}

struct Run {
    std::map<std::string, double> phases; // ms since exec
    double peak = 0; // MB
    double cpu = 0; // ms
};

Run open(const std::string &program, const std::string &file)
{
    std::array<int, 2> output{};
    if (pipe(output.data()) != 0)
        return {};
    const auto start = milliseconds();
    const pid_t child = fork();
    if (child == 0) {
        dup2(output[1], STDOUT_FILENO);
        close(output[0]);
        execl(program.c_str(), program.c_str(), childMark, file.c_str(), nullptr);
        _exit(127);
    }
    close(output[1]);
    Run run;
    std::array<char, 64> phase{};
    double time = 0;
    FILE *const lines = fdopen(output[0], "r");
    while (std::fscanf(lines, "%63s %lf", phase.data(), &time) == 2)
        run.phases[phase.data()] = time - start;
    std::fclose(lines);
    rusage usage{};
    int status = 0;
    wait4(child, &status, 0, &usage);
    const auto ms = [](const timeval &t) {
        return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_usec) / 1e3;
    };
    run.peak = static_cast<double>(usage.ru_maxrss) / 1024;
    run.cpu = ms(usage.ru_utime) + ms(usage.ru_stime);
    return run;
}

template<typename Value>
double median(const std::vector<Run> &runs, Value value)
{
    std::vector<double> values;
    for (const Run &run : runs)
        values.push_back(value(run));
    std::ranges::sort(values);
    return values[values.size() / 2];
}

// Median seconds from exec to the painted window; without a file if that is empty.
double measure(const char *name, const std::string &program, const std::string &file, int count)
{
    std::vector<Run> runs;
    for (int i = 0; i < count; ++i)
        runs.push_back(open(program, file));
    const auto painted = [](const Run &run) {
        const auto found = run.phases.find("painted");
        return found == run.phases.end() ? -1.0 : found->second;
    };
    const auto best = std::ranges::min(runs, {}, painted);
    const double seconds = median(runs, painted) / 1e3;
    std::printf("open.%s.exec_to_painted %.3f s\n", name, seconds);
    std::printf("open.%s.exec_to_painted.min %.3f s\n", name, painted(best) / 1e3);
    for (const char *phase : {"main", "qt", "window", "loaded"}) {
        if (const auto reached = best.phases.find(phase); reached != best.phases.end())
            std::printf("open.%s.%s.min %.1f ms\n", name, phase, reached->second);
    }
    std::printf("open.%s.cpu %.1f ms\n", name,
                median(runs, [](const Run &run) { return run.cpu; }));
    std::printf("open.%s.peak %.0f MB\n", name,
                median(runs, [](const Run &run) { return run.peak; }));
    std::fflush(stdout);
    return seconds;
}

void compare(const char *name, const QString &file, double ours)
{
    const auto theirs = bench::openInSpeedscope(file);
    if (!theirs)
        return;
    std::printf("open.%s.speedscope.file %.1f MB\n", name,
                static_cast<double>(theirs->bytes) / 1e6);
    std::printf("open.%s.speedscope.empty %.3f s\n", name, theirs->secondsToPage);
    std::printf("open.%s.speedscope %.3f s\n", name, theirs->seconds);
    std::printf("open.%s.speedscope.ratio %.1f x\n", name, theirs->seconds / ours);
    std::printf("open.%s.speedscope.with_browser %.3f s\n", name, theirs->secondsWithBrowser);
    std::printf("open.%s.speedscope.with_browser.ratio %.1f x\n", name,
                theirs->secondsWithBrowser / ours);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    if (argc == 3 && std::string_view(argv[1]) == childMark)
        return runWindow(argc, argv, argv[2]);

    const QCoreApplication application(argc, argv);
    const auto megabytes = argc > 1 ? QByteArray(argv[1]).toULongLong() : 50U;
    const int runs = argc > 2 ? std::max(1, QByteArray(argv[2]).toInt()) : 5;
    const QTemporaryDir folder;
    for (const char *variable : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        qputenv(variable, folder.path().toLocal8Bit());
    const auto measureKind = [&](const char *name, ChunkContent content) {
        QFile file(folder.filePath(QLatin1String(name)));
        if (file.open(QIODevice::WriteOnly))
            file.write(
                QByteArray::fromStdString(tests::generateChunk(content, megabytes * 1'000'000)));
        file.close();
        const auto path = QFile::encodeName(file.fileName()).toStdString();
        compare(name, file.fileName(), measure(name, "/proc/self/exe", path, runs));
        file.remove();
    };
    measure("empty", "/proc/self/exe", {}, runs);
    measureKind("repeated", ChunkContent::Samples);
    measureKind("stacks", ChunkContent::Stacks);
    measureKind("frames", ChunkContent::Frames);
}
