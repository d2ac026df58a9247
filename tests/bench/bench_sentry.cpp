// SPDX-License-Identifier: GPL-3.0-or-later
// Reading, judging, writing and importing chunks, and building what the chart shows; beside it what
// nlohmann/json takes for the same text, as a tree and by events of which nothing is kept.
// Arguments: megabytes (50).
#include "model/formats/bytes/bytesource.h"
#include "model/formats/sentry/documentjson.h"
#include "model/formats/sentry/files/chunkimporter.h"
#include "model/formats/sentry/relay.h"
#include "model/spans/spanbuilder.h"
#include "tests/bench/jsonlistener.h"
#include "tests/support/chunkgenerator.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <string_view>
#include <vector>

using namespace ember::model;
using namespace ember::model::sentry;
using ember::tests::ChunkContent;

namespace {

constexpr int rounds = 7;

using Clock = std::chrono::steady_clock;

double cpuMilliseconds()
{
    return static_cast<double>(std::clock()) * 1e3 / CLOCKS_PER_SEC;
}

// The wall time and the processor time of something done several times.
class Figure {
public:
    template<typename Do>
    void time(Do something)
    {
        const auto cpu = cpuMilliseconds();
        const auto start = Clock::now();
        something();
        m_wall.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
        m_cpu.push_back(cpuMilliseconds() - cpu);
    }

    double best() const { return std::ranges::min(m_wall); }

    void print(const char *kind, const char *name)
    {
        std::ranges::sort(m_wall);
        std::printf("sentry.%s.%s.min %.1f ms\n", kind, name, m_wall.front());
        std::printf("sentry.%s.%s.median %.1f ms\n", kind, name, m_wall[m_wall.size() / 2]);
        std::printf("sentry.%s.%s.cpu %.1f ms\n", kind, name, std::ranges::min(m_cpu));
    }

private:
    std::vector<double> m_wall;
    std::vector<double> m_cpu;
};

void measure(const char *kind, ChunkContent content, std::size_t size)
{
    const auto text = ember::tests::generateChunk(content, size);
    const Bytes bytes{std::string_view(text)};
    Figure read;
    Figure judged;
    Figure written;
    Figure imported;
    Figure spanned;
    Figure tree;
    Figure events;
    std::size_t boxes = 0;
    for (int round = 0; round < rounds; ++round) {
        auto reading = Result<ChunkReading>(Error{ErrorCode::NothingToShow, {}, {}});
        read.time([&] { reading = readChunk(bytes.view()); });
        tree.time([&] {
            if (!nlohmann::json::parse(text).is_object())
                std::printf("# %s is no object\n", kind);
        });
        ember::tests::JsonListener listener;
        events.time([&] { nlohmann::json::sax_parse(text, &listener); });
        judged.time([&] {
            if (!reading || !judge(*reading).isAccepted())
                std::printf("# %s is not accepted\n", kind);
        });
        written.time([&] { return writeNormalised(reading->chunk).size(); });
        reading = Error{ErrorCode::NothingToShow, {}, {}};
        auto import = Result<Import>(Import());
        std::vector<ImportFile> files;
        files.push_back({"chunk", Bytes(text)});
        imported.time([&] { import = ChunkImporter().read(std::move(files), {}); });
        spanned.time([&] { boxes = buildSpans(import->profiles.front().profile)->boxCount(); });
    }
    std::printf("sentry.%s.size %zu bytes\n", kind, bytes.size());
    read.print(kind, "read");
    std::printf("sentry.%s.read.speed %.1f MB/s\n", kind,
                static_cast<double>(bytes.size()) / 1e3 / read.best());
    std::printf("sentry.%s.nlohmann_dom_of_read %.2f ratio\n", kind, tree.best() / read.best());
    std::printf("sentry.%s.nlohmann_sax_of_read %.2f ratio\n", kind, events.best() / read.best());
    judged.print(kind, "judge");
    written.print(kind, "write");
    imported.print(kind, "import");
    spanned.print(kind, "spans");
    std::printf("sentry.%s.boxes %zu\n", kind, boxes);
    std::printf("sentry.%s.spans.per_box %.1f ns\n", kind,
                spanned.best() * 1e6 / static_cast<double>(std::max<std::size_t>(boxes, 1)));
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
