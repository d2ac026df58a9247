// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/textprofile.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/threads/threadmodel.h"

#include <QApplication>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

// What many threads cost the window: `threads.1000.open.median 3.1 ms`. A tenth of them works, in
// pools; every snapshot brings samples of all.

using namespace ember;
using namespace ember::model;
using namespace ember::views;

namespace {

using Clock = std::chrono::steady_clock;

constexpr int rounds = 15;

class Program {
public:
    explicit Program(int threads)
    {
        for (int number = 0; number < threads; ++number) {
            Thread thread;
            thread.id = m_builder.string(std::to_string(1000 + number));
            const bool isIdle = number % 10 != 0;
            thread.name =
                m_builder.string((isIdle ? "connection " : "worker-") + std::to_string(number));
            m_threads.push_back(m_builder.addThread(thread));
        }
        m_stack = tests::textStack(m_builder, "work");
    }

    SpanTablePointer grow(int samples)
    {
        for (int end = m_samples + samples; m_samples < end; ++m_samples) {
            for (std::size_t row = 0; row < m_threads.size(); ++row)
                m_builder.addSample(m_threads[row],
                                    {timestampFromNs(m_samples * 10'000'000LL),
                                     row % 10 == 0 ? m_stack : emptyStack,
                                     {}});
        }
        return m_spans.update(m_builder.snapshot());
    }

private:
    ProfileBuilder m_builder;
    SpanBuilder m_spans;
    std::vector<ThreadIndex> m_threads;
    StackIndex m_stack;
    int m_samples = 0;
};

void measure(const std::string &name, const std::function<void()> &prepare,
             const std::function<void()> &work)
{
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round) {
        prepare();
        const auto before = Clock::now();
        work();
        times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - before).count());
    }
    std::ranges::sort(times);
    std::printf("threads.%s.median %.2f ms\nthreads.%s.worst %.2f ms\n", name.c_str(),
                times[times.size() / 2], name.c_str(), times.back());
    std::fflush(stdout);
}

void bench(int threads)
{
    const std::string name = std::to_string(threads);
    Program program(threads);
    SpanTablePointer spans = program.grow(200);
    ViewState state;
    Searcher searcher(state);
    FlameChartWidget chart(state, searcher);
    chart.resize(1920, 1080);
    chart.show();
    ThreadModel model(state.profile(), state.threads());
    measure(
        name + ".open", [] {}, [&] { state.open(spans); });
    measure(
        name + ".update", [&] { spans = program.grow(5); }, [&] { state.update(spans); });
    measure(
        name + ".paint.closed", [] {}, [&] { chart.repaint(); });
    std::vector<ThreadRow> rows;
    measure(
        name + ".selector.rows", [] {}, [&] { rows = threadRows(*spans); });
    measure(
        name + ".selector.show", [] {}, [&] { model.setRows(rows); });
    measure(
        name + ".sort.name", [&] { state.threads().sort(ThreadSort::Activity); },
        [&] { state.threads().sort(ThreadSort::Name); });
    measure(
        name + ".groups.open", [&] { state.threads().setAllGroupsOpen(Open::No); },
        [&] { state.threads().setAllGroupsOpen(Open::Yes); });
    measure(
        name + ".paint.open",
        [&] { chart.scrollTo(state.threads().all()[std::size_t(threads / 2)]); },
        [&] { chart.repaint(); });
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    bench(1000);
    bench(5000);
    return 0;
}
