// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/query/functionstatistics.h"
#include "model/spans/spanbuilder.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <ctime>
#include <iostream>
#include <random>
#include <string_view>
#include <vector>

// Figures of model/spans: `spans.KIND.build 12 ns` per box, bytes per box (alone, and with
// their coarser levels), and what a live update of 200 threads costs.

using namespace ember::model;

namespace {

// CPU time of this thread: neighbours on the machine do not count.
struct Clock {
    static std::chrono::nanoseconds now()
    {
        timespec time{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
    }
};

constexpr std::int64_t tick = 9'900'990; // of 101 Hz

void print(std::string_view name, double value, std::string_view unit)
{
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                   std::chars_format::fixed, 2)
                         .ptr;
    std::cout << "spans." << name << ' ' << std::string_view(digits.data(), end) << ' ' << unit
              << '\n';
}

double nanosecondsSince(std::chrono::nanoseconds start)
{
    return double((Clock::now() - start).count());
}

// Stacks that change near the leaf, as programs' do: a walk on a tree of calls.
class Walk {
public:
    Walk(ProfileBuilder &builder, unsigned functions, unsigned depth)
        : m_builder(builder),
          m_functions(functions),
          m_depth(depth)
    {
    }

    StackIndex next()
    {
        const auto kept = m_path.size() - std::min<std::size_t>(m_path.size(), m_random() % 4);
        m_path.resize(kept);
        const auto wanted = std::min<std::size_t>(m_depth, kept + m_random() % 5);
        while (m_path.size() < wanted) {
            const auto caller = m_path.empty() ? emptyStack : m_path.back();
            m_path.push_back(m_builder.stack(caller, frame(unsigned(m_random()) % m_functions)));
        }
        return m_path.empty() ? emptyStack : m_path.back();
    }

private:
    FrameIndex frame(unsigned number)
    {
        Function function;
        function.name = m_builder.string("function" + std::to_string(number));
        Frame frame;
        frame.function = m_builder.function(function);
        return m_builder.frame(frame);
    }

    ProfileBuilder &m_builder;
    unsigned m_functions;
    unsigned m_depth;
    std::mt19937 m_random{42};
    std::vector<StackIndex> m_path;
};

// Every sample takes a new step.
ProfilePointer uniqueStacks(int samples)
{
    ProfileBuilder builder;
    const auto thread = builder.addThread({});
    Walk walk(builder, 5'000, 60);
    for (int row = 0; row < samples; ++row)
        builder.addSample(thread, {timestampFromNs(row * tick), walk.next(), {}});
    return builder.snapshot();
}

// 2 000 steps, walked back and forth.
ProfilePointer repeatedStacks(int samples)
{
    ProfileBuilder builder;
    const auto thread = builder.addThread({});
    Walk walk(builder, 500, 60);
    std::vector<StackIndex> stacks(2'000);
    std::ranges::generate(stacks, [&] { return walk.next(); });
    std::mt19937 random{7};
    std::size_t place = 0;
    for (int row = 0; row < samples; ++row) {
        place = (place + stacks.size() + random() % 3 - 1) % stacks.size();
        builder.addSample(thread, {timestampFromNs(row * tick), stacks[place], {}});
    }
    return builder.snapshot();
}

// What comes with the boxes so that any zoom costs the same: the changes of stacks, a row per
// sample and one more for sixteen of each level, and sums of busy time.
std::size_t bytesOfLevels(const ThreadSpans &spans)
{
    std::size_t bytes = spans.outline.size() / 64 * sizeof(Nanoseconds);
    for (auto rows = spans.outline.size(); rows > 0; rows /= 16)
        bytes += rows * sizeof(StackOutline::Row);
    return bytes;
}

std::size_t bytesOfLevels(const SpanTable &spans)
{
    std::size_t bytes = 0;
    for (std::size_t thread = 0; thread < spans.threadCount(); ++thread)
        bytes += bytesOfLevels(spans.thread(ThreadIndex(thread)));
    return bytes;
}

std::size_t bytesOf(const SpanTable &spans)
{
    std::size_t bytes = 0;
    for (std::size_t thread = 0; thread < spans.threadCount(); ++thread) {
        for (const auto &row : spans.thread(ThreadIndex(thread)).rows)
            bytes += row.boxes.size() * sizeof(Box) + sizeof(row);
    }
    return bytes;
}

void measureBuild(std::string_view kind, const ProfilePointer &profile)
{
    double best = 1e18;
    SpanTablePointer spans;
    for (int round = 0; round < 5; ++round) {
        spans.reset();
        const auto start = Clock::now();
        spans = buildSpans(profile);
        best = std::min(best, nanosecondsSince(start));
    }
    const auto boxes = double(spans->boxCount());
    print(std::string(kind) + ".boxes", boxes, "boxes");
    print(std::string(kind) + ".build", best / boxes, "ns/box");
    const auto bytes = bytesOf(*spans);
    print(std::string(kind) + ".memory", double(bytes) / boxes, "B/box");
    print(std::string(kind) + ".memory.levels", double(bytes + bytesOfLevels(*spans)) / boxes,
          "B/box");
    const auto start = Clock::now();
    const auto rows = functionStatistics(*profile, {});
    print(std::string(kind) + ".functions", nanosecondsSince(start) / 1e6, "ms");
}

// 200 threads, of which `busy` get new stacks; a publish every 50 ms is five ticks.
void measureLive(std::string_view kind, unsigned busy)
{
    constexpr unsigned threads = 200;
    ProfileBuilder builder;
    SpanBuilder spans;
    Walk walk(builder, 500, 40);
    const auto idle = walk.next();
    for (unsigned row = 0; row < threads; ++row)
        builder.addThread({});
    std::vector<double> costs;
    std::int64_t time = 0;
    for (int publish = 0; publish < 400; ++publish) {
        for (int step = 0; step < 5; ++step, time += tick) {
            for (unsigned row = 0; row < threads; ++row)
                builder.addSample(ThreadIndex(row),
                                  {timestampFromNs(time), row < busy ? walk.next() : idle, {}});
        }
        const auto profile = builder.snapshot();
        const auto start = Clock::now();
        const auto table = spans.update(profile);
        costs.push_back(nanosecondsSince(start) / 1e3);
    }
    std::ranges::sort(costs);
    print(std::string(kind) + ".median", costs[costs.size() / 2], "us");
    print(std::string(kind) + ".p99", costs[costs.size() * 99 / 100], "us");
}

} // namespace

int main()
{
    measureBuild("repeated", repeatedStacks(2'000'000));
    measureBuild("unique", uniqueStacks(1'000'000));
    measureLive("live200.busy2", 2);
    measureLive("live200.busy200", 200);
}
