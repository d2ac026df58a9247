// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a page with a flame graph and a flame chart of a chunk. Arguments: megabytes (50).
#include "model/formats/formatregistry.h"
#include "tests/support/chunkgenerator.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

using namespace ember::model;

namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void measure(const std::string &path)
{
    constexpr int rounds = 3;
    std::vector<double> read;
    std::vector<double> written;
    std::size_t bytes = 0;
    for (int round = 0; round < rounds; ++round) {
        auto start = Clock::now();
        const auto import = builtinFormats().open({path}, {});
        read.push_back(millisecondsSince(start));
        start = Clock::now();
        const auto page =
            builtinFormats().exporterOf("html")->write({&import->profiles.front().profile, 1}, {});
        written.push_back(millisecondsSince(start));
        bytes = page->bytes.size();
    }
    std::printf("page.read.min %.1f ms\n", std::ranges::min(read));
    std::printf("page.write.min %.1f ms\n", std::ranges::min(written));
    std::printf("page.size %zu bytes\n", bytes);
}

} // namespace

int main(int argc, char **argv)
{
    std::size_t megabytes = 50;
    if (argc > 1) {
        const std::string_view text(argv[1]);
        std::from_chars(text.data(), text.data() + text.size(), megabytes);
    }
    const auto path = std::filesystem::temp_directory_path() / "bench_page.json";
    std::ofstream(path) << ember::tests::generateChunk(ember::tests::ChunkContent::Samples,
                                                       megabytes * 1'000'000);
    measure(path.string());
    std::filesystem::remove(path);
}
