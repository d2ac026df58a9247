// SPDX-License-Identifier: GPL-3.0-or-later
// Records a program that knows which shares of their time its threads spend in which functions, and
// prints how far off the worst share is that the samples give.
#include "capture/symbols/symbolizer.h"
#include "model/formats/bytes/bytesource.h"
#include "model/formats/capturelog/logreader.h"
#include "tests/endtoend/shares.h"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

using namespace ember;

namespace {

struct Run {
    const char *rate;
    const char *seconds;
};

std::string contentOf(const std::filesystem::path &path)
{
    std::ostringstream content;
    content << std::ifstream(path).rdbuf();
    return content.str();
}

int measure(const std::filesystem::path &programs, const std::filesystem::path &folder,
            const Run &run)
{
    const auto log = (folder / "capture.ember").string();
    const auto printed = folder / "printed";
    const auto command = (programs / "emberchart-record").string() + " -F " + run.rate + " -o "
        + log + " -- " + (programs / "targets/knownshares").string() + " " + run.seconds + " > "
        + printed.string();
    if (std::system(command.c_str()) != 0)
        return 1;
    const auto bytes = model::Bytes::readFile(log);
    if (!bytes)
        return 1;
    capture::Symbolizer symbols;
    model::capturelog::ReadOptions options;
    options.resolver = &symbols;
    const auto reading = model::capturelog::readCaptureLog(log, bytes->view(), options);
    if (!reading)
        return 1;
    const auto worst = tests::worstDifference(tests::measuredShares(contentOf(printed)),
                                              tests::sampledShares(*reading->profile));
    const auto &ticks = reading->profile->tables().statistics;
    std::printf("shares.%sHz_%ss.worst %.2f points\n", run.rate, run.seconds, worst);
    std::printf("shares.%sHz_%ss.missed_ticks %.4f share\n", run.rate, run.seconds,
                static_cast<double>(ticks.missedTicks)
                    / static_cast<double>(ticks.ticks + ticks.missedTicks));
    std::fflush(stdout);
    return 0;
}

} // namespace

int main(int, char **argv)
{
    const auto programs = std::filesystem::absolute(argv[0]).parent_path();
    auto folder = (std::filesystem::temp_directory_path() / "emberchart-shares-XXXXXX").string();
    if (!::mkdtemp(folder.data()))
        return 1;
    int failed = 0;
    for (const auto &run : {Run{"997", "10"}, Run{"101", "60"}})
        failed |= measure(programs, folder, run);
    std::filesystem::remove_all(folder);
    return failed;
}
