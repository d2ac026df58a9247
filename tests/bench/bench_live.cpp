// SPDX-License-Identifier: GPL-3.0-or-later
// The window while it records: a program of 64 threads of which one is busy, at 997 Hz, followed.
// A frame is all that the window's thread does from one picture to the end of the next:
// `live.frame.p99 6.1 ms`; `picture` is its painting alone, `turn` what lies between two looks at
// the event loop. Wall time; `cpu` is what the thread itself spent. Memory is that of the window
// without what the kernel can take back, its growth that of the second half. What the longest
// frames were busy with follows: `live.longest 31.2 ms (cpu 4.1): QWidgetWindow UpdateRequest 25.0
// (2.3)`. Arguments: minutes (10), samples per second (997), threads (64).
#include "app/languages.h"
#include "app/window/capturecontroller.h"
#include "app/window/mainwindow.h"
#include "tests/app/partof.h"

#include <QApplication>
#include <QMetaEnum>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace ember;

namespace {

double millisecondsOf(clockid_t clock)
{
    timespec time{};
    ::clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

// Wall time and the thread's own.
struct Cost {
    double wall = 0;
    double cpu = 0;

    static Cost now()
    {
        return {millisecondsOf(CLOCK_MONOTONIC), millisecondsOf(CLOCK_THREAD_CPUTIME_ID)};
    }

    void addSince(const Cost &start)
    {
        const Cost end = now();
        wall += end.wall - start.wall;
        cpu += end.cpu - start.cpu;
    }
};

// What the event loop passed on in one piece.
struct Turn {
    const char *receiver; // its class
    QEvent::Type event;
    Cost cost;
};

// From the end of the last picture to the end of this one.
struct Frame {
    Cost cost;
    std::vector<Turn> turns;
};

// Weighs what the event loop passes on.
class WatchedApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject *receiver, QEvent *event) override
    {
        // Other threads' loops come by here, too.
        if (QThread::currentThread() != thread() || !isWatching || m_isInside)
            return QApplication::notify(receiver, event);
        m_isInside = true;
        const char *receiverClass = receiver->metaObject()->className(); // it may be gone then
        const auto type = event->type();
        const Cost start = Cost::now();
        const bool isPicture = event->type() == QEvent::UpdateRequest;
        const bool isDone = QApplication::notify(receiver, event);
        Cost turn;
        turn.addSince(start);
        m_frame.cost.wall += turn.wall;
        m_frame.cost.cpu += turn.cpu;
        m_frame.turns.push_back({receiverClass, type, turn});
        turns.push_back(turn);
        if (isPicture) {
            pictures.push_back(turn);
            endFrame();
        }
        m_isInside = false;
        return isDone;
    }

    bool isWatching = false;
    std::vector<Cost> turns;
    std::vector<Cost> pictures;
    std::vector<Cost> frames;
    std::vector<Frame> longest; // the longest first

private:
    static constexpr std::size_t mostLongest = 10;

    void endFrame()
    {
        frames.push_back(m_frame.cost);
        longest.push_back(std::exchange(m_frame, {}));
        std::ranges::stable_sort(longest, std::greater(),
                                 [](const Frame &frame) { return frame.cost.wall; });
        longest.resize(std::min(longest.size(), mostLongest));
    }

    bool m_isInside = false;
    Frame m_frame; // since the last picture
};

void print(const char *name, std::vector<Cost> costs)
{
    if (costs.empty())
        return;
    const auto at = [&](double share) {
        return costs[static_cast<std::size_t>(share * static_cast<double>(costs.size() - 1))];
    };
    std::printf("live.%s.count %zu\n", name, costs.size());
    std::ranges::sort(costs, {}, &Cost::cpu);
    std::printf("live.%s.cpu.p99 %.2f ms\n", name, at(0.99).cpu);
    std::ranges::sort(costs, {}, &Cost::wall);
    std::printf("live.%s.median %.2f ms\nlive.%s.p99 %.2f ms\nlive.%s.worst %.2f ms\n", name,
                at(0.5).wall, name, at(0.99).wall, name, at(1).wall);
}

void printLongest(const std::vector<Frame> &frames)
{
    constexpr double worthNaming = 1;
    const QMetaEnum names = QMetaEnum::fromType<QEvent::Type>();
    for (const Frame &frame : frames) {
        std::printf("live.longest %.1f ms (cpu %.1f):", frame.cost.wall, frame.cost.cpu);
        for (const Turn &turn : frame.turns) {
            if (turn.cost.wall >= worthNaming)
                std::printf(" %s %s %.1f (%.1f)", turn.receiver, names.valueToKey(turn.event),
                            turn.cost.wall, turn.cost.cpu);
        }
        std::printf("\n");
    }
}

// Anonymous memory of this process in MB.
double ownMemory()
{
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        double kilobytes = 0;
        if (word == "RssAnon:" && status >> kilobytes)
            return kilobytes * 1024 / 1e6;
    }
    return 0;
}

app::LaunchCommand commandOf(double minutes, int rate, int threads)
{
    app::LaunchCommand command;
    command.program = QCoreApplication::applicationDirPath() + QStringLiteral("/targets/sleepers");
    // It outlasts the measurement, but not by much.
    command.arguments = {QString::number(threads - 1),
                         QString::number(static_cast<int>(minutes * 60'000) + 30'000),
                         QStringLiteral("1000")};
    command.rateHz = rate;
    command.options = {QStringLiteral("--kill")};
    return command;
}

double argument(int place, double otherwise)
{
    const QStringList arguments = QApplication::arguments();
    return place < arguments.size() ? arguments[place].toDouble() : otherwise;
}

struct Memory {
    double minutes = 0;
    double megabytes = 0;
};

void printMemory(const std::vector<Memory> &memory)
{
    const auto &middle = memory[memory.size() / 2];
    const auto &end = memory.back();
    std::printf("live.memory.start %.0f MB\nlive.memory.end %.0f MB\n", memory.front().megabytes,
                end.megabytes);
    if (end.minutes > middle.minutes)
        std::printf("live.memory.growth %.0f MB/h\n",
                    (end.megabytes - middle.megabytes) / (end.minutes - middle.minutes) * 60);
}

int measure(WatchedApplication &application)
{
    const double minutes = argument(1, 10);
    const int rate = static_cast<int>(argument(2, 997));
    app::MainWindow window(app::Remember::No);
    window.resize(1920, 1080);
    window.show();
    window.launch(commandOf(minutes, rate, static_cast<int>(argument(3, 64))));
    std::vector<Memory> memory;
    // What comes once, before anything is there, is not what following costs.
    constexpr int warmUp = 5000;
    const double start = millisecondsOf(CLOCK_MONOTONIC) + warmUp;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &look, [&] {
        const double passed = (millisecondsOf(CLOCK_MONOTONIC) - start) / 60'000;
        application.isWatching = true;
        memory.push_back({passed, ownMemory()});
        if (passed >= minutes)
            QCoreApplication::exit(); // no question about what is not saved
    });
    QTimer::singleShot(warmUp, &look, [&look] { look.start(1000); });
    QApplication::exec();
    application.isWatching = false;
    const auto spans = window.viewState().spans();
    if (!spans || memory.empty() || application.frames.empty()) {
        std::fprintf(stderr, "nothing was recorded\n");
        return EXIT_FAILURE;
    }
    std::printf("live.samples %zu\nlive.threads %zu\n", spans->profile()->sampleCount(),
                spans->threadCount());
    print("frame", application.frames);
    print("picture", application.pictures);
    print("turn", application.turns);
    printLongest(application.longest);
    printMemory(memory);
    std::fflush(stdout);
    tests::partOf<app::CaptureController>(window).detach();
    return EXIT_SUCCESS;
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir folder;
    for (const char *variable : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
        qputenv(variable, folder.path().toLocal8Bit());
    WatchedApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("emberchart"));
    app::installLanguage();
    return measure(application);
}
