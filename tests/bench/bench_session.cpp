// SPDX-License-Identifier: GPL-3.0-or-later
// A session of many chunks, opened together: the time until its boxes are there, and the memory
// that took. Arguments: chunks (20), megabytes of each (50).
#include "model/formats/formatregistry.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/chunkgenerator.h"

#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace ember::model;

namespace {

unsigned numberOf(std::string_view text, unsigned otherwise)
{
    std::from_chars(text.data(), text.data() + text.size(), otherwise);
    return otherwise;
}

// In a process of its own: its memory is not to be counted.
std::vector<std::string> writeChunks(const std::string &folder, unsigned count, unsigned megabytes)
{
    std::vector<std::string> paths;
    for (unsigned number = 0; number < count; ++number)
        paths.push_back(folder + '/' + std::to_string(number) + ".json");
    const auto child = ::fork();
    if (child == 0) {
        for (unsigned number = 0; number < count; ++number)
            std::ofstream(paths[number]) << ember::tests::generateChunk(
                ember::tests::ChunkContent::Samples, megabytes * std::size_t(1'000'000), number);
        ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
    return paths;
}

void measure(const std::vector<std::string> &paths)
{
    using Seconds = std::chrono::duration<double>;
    const auto start = std::chrono::steady_clock::now();
    const auto import = builtinFormats().open(paths, {});
    if (!import || import->profiles.size() != 1 || !import->refused.empty())
        std::abort();
    const auto read = std::chrono::steady_clock::now();
    const auto spans = buildSpans(import->profiles.front().profile);
    const auto built = std::chrono::steady_clock::now();
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    std::uintmax_t bytes = 0;
    for (const auto &path : paths)
        bytes += std::filesystem::file_size(path);
    std::printf("session.size %.0f MB\n", static_cast<double>(bytes) / 1e6);
    std::printf("session.boxes %zu boxes\n", spans->boxCount());
    std::printf("session.read %.2f s\n", Seconds(read - start).count());
    std::printf("session.ready %.2f s\n", Seconds(built - start).count());
    std::printf("session.peak %.0f MB\n", static_cast<double>(usage.ru_maxrss) * 1024 / 1e6);
}

} // namespace

int main(int argc, char **argv)
{
    std::string folder =
        (std::filesystem::temp_directory_path() / "emberchart-session-XXXXXX").string();
    if (!::mkdtemp(folder.data()))
        return EXIT_FAILURE;
    measure(writeChunks(folder, numberOf(argc > 1 ? argv[1] : "", 20),
                        numberOf(argc > 2 ? argv[2] : "", 50)));
    std::filesystem::remove_all(folder);
    return EXIT_SUCCESS;
}
