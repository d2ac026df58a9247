// SPDX-License-Identifier: GPL-3.0-or-later
// What unwinding costs, on programs of this machine: tables built anew, and frames with everything
// warm, beside libdw on the same stopped threads.
#include "capture/procfs/binaryreader.h"
#include "capture/unwind/tablecache.h"
#include "tests/unwind/dwflframes.h"
#include "tests/unwind/tracedprocess.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <limits>
#include <set>

using namespace ember::capture;
using namespace ember::tests;

namespace {

// The thread's own CPU time: what else the machine does is not in it.
double cpuNanoseconds()
{
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e9 + double(now.tv_nsec);
}

// The fastest of several runs: the others had colder caches.
template<typename Work>
double fastest(int runs, Work work)
{
    double best = std::numeric_limits<double>::max();
    for (int i = 0; i < runs; ++i) {
        const double start = cpuNanoseconds();
        work();
        best = std::min(best, cpuNanoseconds() - start);
    }
    return best;
}

void print(const std::string &name, double value, const char *unit)
{
    std::printf("unwind.%s %.*f %s\n", name.c_str(), value < 100 ? 1 : 0, value, unit);
}

void benchTable(const std::string &name, const std::string &path)
{
    const auto reader = BinaryReader::open(path);
    if (!reader)
        return;
    const auto table = loadUnwindTable(*reader);
    if (!table || table->functionCount() == 0)
        return;
    const double time = fastest(9, [&] { (void)loadUnwindTable(*reader); });
    print(name + ".table", time / 1e6, "ms");
    print(name + ".table.per_function", time / double(table->functionCount()), "ns");
    print(name + ".table.functions", double(table->functionCount()), "functions");
    print(name + ".table.size", double(table->bytes()) / 1e6, "MB");
}

struct Sampled {
    std::vector<ThreadCapture> captures;
    std::vector<MappedImage> images;
    double libdwPerFrame = 0;
};

// The best of some rounds over one stack, the one the program stopped at last.
double libdwPerFrame(const TracedProcess &target)
{
    const DwflUnwinder unwinder(target.process());
    const auto frames = unwinder.frames(target.process()).size();
    const double time = fastest(20, [&] { (void)unwinder.frames(target.process()); });
    return frames == 0 ? 0 : time / double(frames);
}

Sampled sample(const std::vector<std::string> &command)
{
    Sampled result;
    TracedProcess target(command);
    for (int i = 0; i < 60 && target.isRunning() && target.resume(); ++i) {
        const timespec pause{.tv_sec = 0, .tv_nsec = 9'000'000};
        ::nanosleep(&pause, nullptr);
        if (!target.stop())
            break;
        if (i < 10)
            continue; // still loading
        result.captures.push_back(target.capture(target.process()));
        result.images = target.images(target.process());
        if (i == 30)
            result.libdwPerFrame = libdwPerFrame(target);
    }
    return result;
}

void benchFrames(const std::string &name, const std::vector<std::string> &command)
{
    const Sampled sampled = sample(command);
    Unwinder unwinder({}, std::make_shared<TableCache>());
    for (const MappedImage &image : sampled.images)
        unwinder.addImage(image);
    std::size_t frames = 0;
    std::size_t roots = 0;
    UnwoundStack stack;
    const auto unwindAll = [&] {
        frames = 0;
        roots = 0;
        for (const ThreadCapture &capture : sampled.captures) {
            const StackCopy copy = capture.copy();
            unwinder.unwind(capture.registers, {&copy, 1}, nullptr, stack);
            frames += stack.frames.size();
            roots += stack.rootReached ? 1U : 0U;
        }
    };
    unwindAll();
    if (frames == 0)
        return;
    const double time = fastest(200, unwindAll);
    print(name + ".frame", time / double(frames), "ns");
    print(name + ".frame.libdw", sampled.libdwPerFrame, "ns");
    print(name + ".depth", double(frames) / double(sampled.captures.size()), "frames");
    print(name + ".root", 100.0 * double(roots) / double(sampled.captures.size()), "%");
}

} // namespace

int main()
{
    benchTable("libc", "/lib/x86_64-linux-gnu/libc.so.6");
    benchTable("python3", "/usr/bin/python3");
    benchTable("cc1plus", "/usr/lib/gcc/x86_64-linux-gnu/12/cc1plus");
    benchTable("qtwidgets", "/usr/lib/x86_64-linux-gnu/libQt6Widgets.so.6");
    benchTable("node", "/usr/bin/node");
    benchFrames("python3",
                {"/usr/bin/python3", "-c",
                 "def f(n): return n if n < 2 else f(n - 1) + f(n - 2)\n"
                 "while True: sorted(map(f, range(20)), key=lambda x: -x)"});
    benchFrames("sqlite3",
                {"sqlite3", ":memory:",
                 "with recursive n(i) as (select 1 union all select i + 1 from n where "
                 "i < 900000000) select sum(i % 7), max(i * 3) from n;"});
    benchFrames("node",
                {"node", "-e",
                 "function f(n) { return n < 2 ? n : f(n - 1) + f(n - 2); }"
                 "for (;;) JSON.stringify([1,2,3,4].sort((a, b) => f(9) * (b - a)));"});
    return 0;
}
