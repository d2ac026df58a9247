// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/record/bench.h"

#include "model/formats/bytes/bytesource.h"
#include "model/formats/capturelog/logreader.h"

#include <cstdio>
#include <unistd.h>

namespace ember::bench {

ProgramRun Bench::record(int rate, const std::vector<std::string> &command,
                         const RunOptions &options) const
{
    std::vector<std::string> words{
        programs + "/emberchart-record", "-F", std::to_string(rate), "-o", log(), "--"};
    words.insert(words.end(), command.begin(), command.end());
    auto surroundings = options;
    surroundings.environment.push_back("HOME=" + folder); // where its cache goes, whoever runs it
    ::unlink(log().c_str()); // it may be another user's
    return runProgram(words, surroundings);
}

model::ProfilePointer Bench::profile() const
{
    const auto bytes = model::Bytes::readFile(log());
    if (!bytes)
        return nullptr;
    const auto reading = model::capturelog::readCaptureLog(log(), bytes->view(), {});
    return reading ? reading->profile : nullptr;
}

std::optional<model::CaptureStatistics> Bench::statistics() const
{
    const auto recorded = profile();
    return recorded ? std::optional(recorded->tables().statistics) : std::nullopt;
}

void print(const std::string &figure, double value, const char *unit)
{
    std::printf("record.%s %.4f %s\n", figure.c_str(), value, unit);
    std::fflush(stdout);
}

} // namespace ember::bench
