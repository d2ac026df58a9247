// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/profileanswer.h"
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <random>
#include <string>
#include <vector>

// How long the answer for a capture takes: `answers.10M.profile 210 ms`, with slow frames, states
// and CPU times.

using namespace ember::model;

namespace {

using Clock = std::chrono::steady_clock;

constexpr int threads = 8;
constexpr int samplesPerThread = 1'250'000;
constexpr int frames = 2'000;
constexpr std::int64_t tick = 9'900'990; // of 101 Hz

std::vector<StackIndex> stacks(ProfileBuilder &builder)
{
    constexpr unsigned functions = 3'000;
    constexpr std::size_t count = 50'000;
    std::mt19937 random{42};
    std::vector<StackIndex> all;
    std::vector<StackIndex> way;
    while (all.size() < count) {
        way.resize(way.size() - std::min<std::size_t>(way.size(), random() % 4));
        while (way.size() < 40 && random() % 4 != 0) {
            Function function;
            const auto number = unsigned(random()) % functions;
            function.name = builder.string("function" + std::to_string(number));
            Frame frame;
            frame.function = builder.function(function);
            frame.inApp = number % 3 == 0 ? InApp::Yes : InApp::No;
            way.push_back(
                builder.stack(way.empty() ? emptyStack : way.back(), builder.frame(frame)));
        }
        if (!way.empty())
            all.push_back(way.back());
    }
    return all;
}

ProfilePointer capture()
{
    ProfileBuilder builder;
    Source source;
    source.attributes.push_back({builder.string("cpus"), builder.string("4")});
    builder.addSource(std::move(source));
    const auto known = stacks(builder);
    std::mt19937 random{7};
    for (int number = 0; number < threads; ++number) {
        const auto thread = builder.addThread({});
        for (int row = 0; row < samplesPerThread; ++row) {
            const auto state = ThreadState(1 + random() % 3);
            const SampleDetail detail{std::uint32_t(random() % tick), 0, state, SystemCall{202}};
            builder.addSample(
                thread, {timestampFromNs(row * tick), known[random() % known.size()], detail});
        }
    }
    Measurement series;
    series.name = builder.string("slow_frame_renders");
    const auto index = builder.addMeasurement(series);
    for (int frame = 1; frame <= frames; ++frame)
        builder.addMeasurementValue(
            index, {timestampFromNs(frame * tick * (samplesPerThread / frames)), 2e8});
    return builder.snapshot();
}

} // namespace

int main()
{
    const auto profile = capture();
    const auto spans = buildSpans(profile);
    for (int round = 0; round < 3; ++round) {
        const auto start = Clock::now();
        const auto answer = profileAnswer(*profile, spans.get());
        const std::chrono::duration<double, std::milli> took = Clock::now() - start;
        std::cout << "answers.10M.profile " << took.count() << " ms\n";
        if (answer.samples != std::uint64_t(threads) * samplesPerThread)
            return 1;
    }
    return 0;
}
