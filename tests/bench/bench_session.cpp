// SPDX-License-Identifier: GPL-3.0-or-later
// A session of many chunks, opened together as the window does: the time until the first chunk can
// be shown and until all boxes are there, and the memory that took; beside it what nlohmann/json
// takes for the same files by events of which nothing is kept. Arguments: chunks (20), megabytes of
// each (50).
#include "app/session/loader.h"
#include "model/formats/bytes/bytesource.h"
#include "tests/bench/jsonlistener.h"
#include "tests/support/chunkgenerator.h"

#include <QFileInfo>
#include <QTemporaryDir>

#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

unsigned numberOf(std::string_view text, unsigned otherwise)
{
    std::from_chars(text.data(), text.data() + text.size(), otherwise);
    return otherwise;
}

// In a process of its own: its memory is not to be counted.
QStringList writeChunks(const QString &folder, unsigned count, unsigned megabytes)
{
    QStringList paths;
    for (unsigned number = 0; number < count; ++number)
        paths.append(QStringLiteral("%1/%2.json").arg(folder).arg(number));
    const auto child = ::fork();
    if (child == 0) {
        for (unsigned number = 0; number < count; ++number)
            std::ofstream(paths[number].toStdString()) << ember::tests::generateChunk(
                ember::tests::ChunkContent::Samples, megabytes * std::size_t(1'000'000), number);
        ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
    return paths;
}

using Clock = std::chrono::steady_clock;

double secondsBetween(Clock::time_point start, Clock::time_point end)
{
    return std::chrono::duration<double>(end - start).count();
}

double secondsOfEvents(const QStringList &paths)
{
    const auto start = Clock::now();
    for (const auto &path : paths) {
        const auto bytes = ember::model::Bytes::readFile(path.toStdString());
        ember::tests::JsonListener listener;
        if (!bytes || !nlohmann::json::sax_parse(bytes->view(), &listener))
            std::abort();
    }
    return secondsBetween(start, Clock::now());
}

void measure(const QStringList &paths)
{
    const auto start = Clock::now();
    std::optional<Clock::time_point> first;
    int parts = 0;
    const auto opened = ember::app::loadFiles({paths, {}}, {},
                                              {[](ember::app::LoadStage) {}, nullptr,
                                               [&](const auto &) {
                                                   first = first.value_or(Clock::now());
                                                   ++parts;
                                               }});
    const auto ready = Clock::now();
    if (!opened || (*opened)->profiles.size() != 1 || !(*opened)->refused.empty() || !first)
        std::abort();
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    qint64 bytes = 0;
    for (const auto &path : paths)
        bytes += QFileInfo(path).size();
    std::printf("session.size %.0f MB\n", static_cast<double>(bytes) / 1e6);
    std::printf("session.boxes %zu boxes\n", (*opened)->profiles.front().spans->boxCount());
    std::printf("session.first_chunk_ready %.2f s\n", secondsBetween(start, *first));
    std::printf("session.parts_shown %d\n", parts);
    std::printf("session.ready %.2f s\n", secondsBetween(start, ready));
    std::printf("session.peak %.0f MB\n", static_cast<double>(usage.ru_maxrss) * 1024 / 1e6);
    const auto cpu = [](const timeval &time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    std::printf("session.cpu %.2f s\n", cpu(usage.ru_utime) + cpu(usage.ru_stime));
    std::printf("session.nlohmann_sax_of_ready %.2f ratio\n",
                secondsOfEvents(paths) / secondsBetween(start, ready));
}

} // namespace

int main(int argc, char **argv)
{
    const QTemporaryDir folder;
    measure(writeChunks(folder.path(), numberOf(argc > 1 ? argv[1] : "", 20),
                        numberOf(argc > 2 ? argv[2] : "", 50)));
    return EXIT_SUCCESS;
}
