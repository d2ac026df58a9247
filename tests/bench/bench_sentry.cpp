// SPDX-License-Identifier: GPL-3.0-or-later
// Reading, judging and writing chunks. Arguments: megabytes (50).
#include "model/formats/bytesource.h"
#include "model/formats/sentry/chunkjson.h"
#include "model/formats/sentry/relay.h"
#include "tests/support/chunkgenerator.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <string_view>
#include <vector>

using namespace ember::model;
using namespace ember::model::sentry;
using ember::tests::ChunkContent;

namespace {

using Clock = std::chrono::steady_clock;

constexpr int rounds = 7;

double milliseconds(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void print(const char *name, const char *figure, double value, const char *unit)
{
    std::printf("sentry.%s.%s %.1f %s\n", name, figure, value, unit);
}

void measure(const char *name, ChunkContent content, std::size_t size)
{
    const Bytes bytes{std::string_view(ember::tests::generateChunk(content, size))};
    std::vector<double> read;
    std::vector<double> judged;
    std::vector<double> written;
    for (int round = 0; round < rounds; ++round) {
        auto start = Clock::now();
        auto reading = readChunk(bytes.view());
        read.push_back(milliseconds(start));
        start = Clock::now();
        if (!reading || normalise(reading->chunk))
            std::printf("# %s is not accepted\n", name);
        judged.push_back(milliseconds(start));
        start = Clock::now();
        if (writeNormalised(reading->chunk).empty())
            return;
        written.push_back(milliseconds(start));
    }
    const auto best = *std::ranges::min_element(read);
    std::ranges::sort(read);
    print(name, "read.min", best, "ms");
    print(name, "read.median", read[rounds / 2], "ms");
    print(name, "read.speed", static_cast<double>(bytes.size()) / 1e3 / best, "MB/s");
    print(name, "normalise.min", *std::ranges::min_element(judged), "ms");
    print(name, "write.min", *std::ranges::min_element(written), "ms");
}

} // namespace

int main(int argc, char **argv)
{
    std::size_t megabytes = 50;
    if (argc > 1) {
        const std::string_view text(argv[1]);
        std::from_chars(text.data(), text.data() + text.size(), megabytes);
    }
    measure("samples", ChunkContent::Samples, megabytes * 1'000'000);
    measure("stacks", ChunkContent::Stacks, megabytes * 1'000'000);
    measure("frames", ChunkContent::Frames, megabytes * 1'000'000);
}
