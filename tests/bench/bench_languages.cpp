// SPDX-License-Identifier: GPL-3.0-or-later
// bench_languages [SECONDS]: how long threads of script languages are stopped for a sample, by
// depth of their calls, each beside a native one that is recorded in the same run; and how much
// more CPU time busy Python takes.
#include "model/formats/capturelog/logreader.h"
#include "model/profile/scripts.h"
#include "tests/bench/record/programrun.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

using namespace ember::model;

namespace {

struct Language {
    std::string_view name;
    std::string_view command; // $L is the folder of the sources, $D the scratch folder
};

const std::array languages{
    Language{"python", "python3 $L/depth.py"}, Language{"node", "node $L/depth.js"},
    Language{"java", "java -cp $D Depth"}, Language{"ruby", "ruby $L/depth.rb"},
    Language{"php", "php $L/depth.php"}};

bool run(const std::string &command)
{
    return std::system(command.c_str()) == 0; // NOLINT: commands of our own
}

struct Stops {
    std::vector<std::uint32_t> ns;
    std::size_t scripts = 0; // samples with functions of a script
    std::size_t samples = 0;
};

bool hasScript(const Profile &profile, StackIndex stack)
{
    for (; stack != emptyStack; stack = profile.stack(stack).parent) {
        const auto platform = profile.frame(profile.stack(stack).frame).platform;
        if (platform.isValid() && isScriptPlatform(profile.text(platform)))
            return true;
    }
    return false;
}

// Of the thread of the process that was stopped most often: the one that computes.
Stops stopsOf(const Profile &profile, bool isNative)
{
    Stops most;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const ThreadIndex thread(row);
        const auto &process = profile.process(profile.thread(thread).process);
        if ((profile.text(process.name) == "depth") != isNative)
            continue;
        const auto &samples = profile.samples(thread);
        Stops stops;
        stops.samples = samples.size();
        samples.stacks.forEach([&](std::size_t sample, StackIndex stack) {
            stops.scripts += hasScript(profile, stack) ? 1U : 0U;
            const auto ns = samples.details[SampleIndex(sample)].stopNs;
            if (ns > 0)
                stops.ns.push_back(ns);
        });
        if (stops.ns.size() > most.ns.size())
            most = std::move(stops);
    }
    std::ranges::sort(most.ns);
    return most;
}

double quantile(const Stops &stops, std::size_t percent)
{
    return double(stops.ns[(stops.ns.size() - 1) * percent / 100]) / 1000;
}

void print(const std::string &figure, const Stops &stops)
{
    if (stops.ns.empty()) {
        std::printf("%s.failed 1 #\n", figure.c_str());
        return;
    }
    std::printf("%s.stop_p50 %.1f µs\n%s.stop_p99 %.1f µs\n%s.stops %zu stops\n", figure.c_str(),
                quantile(stops, 50), figure.c_str(), quantile(stops, 99), figure.c_str(),
                stops.ns.size());
}

void measure(const Language &language, int depth, const std::string &seconds)
{
    const auto folder = std::string(std::getenv("D"));
    const auto log = folder + "/a.ember";
    const auto arguments = " " + std::to_string(depth) + " " + seconds;
    const auto figure =
        "languages." + std::string(language.name) + ".depth" + std::to_string(depth);
    run("$B/emberchart-record -F 499 --jitter -o " + log + " -- sh -c '$B/targets/depth" + arguments
        + " & " + std::string(language.command) + arguments + " & wait' > /dev/null 2> $D/errors");
    std::ifstream file(log, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const auto reading = capturelog::readCaptureLog(log, bytes, {});
    if (!reading || !reading->profile) {
        std::printf("%s.failed 1 # %s\n", figure.c_str(), log.c_str());
        return;
    }
    const auto &profile = *reading->profile;
    const auto own = stopsOf(profile, false);
    const auto native = stopsOf(profile, true);
    print(figure, own);
    print(figure + ".native_beside", native);
    for (const std::size_t percent : {50U, 99U}) {
        if (!own.ns.empty() && !native.ns.empty())
            std::printf("%s.stop_p%zu_of_native %.2f ratio\n", figure.c_str(), percent,
                        quantile(own, percent) / quantile(native, percent));
    }
    if (own.samples > 0)
        std::printf("%s.with_script %.4f share\n", figure.c_str(),
                    double(own.scripts) / double(own.samples));
    std::fflush(stdout);
}

// Nanoseconds of CPU time that the work says it took; a run that failed took forever.
double cpuOfWork(const std::vector<std::string> &command)
{
    const auto once = ember::bench::runProgram(command);
    return once.succeeded && !once.numbers.empty() ? double(once.numbers.front())
                                                   : std::numeric_limits<double>::infinity();
}

// Each recorded run comes just behind a bare one, so that both see the same neighbours. Two bare
// runs tell how far to trust the others.
void measureCpu(const std::string &programs)
{
    constexpr int rounds = 11;
    const auto folder = std::string(std::getenv("D"));
    const std::vector<std::string> work{"python3",
                                        EMBER_SOURCE_DIR "/tests/bench/languages/work.py"};
    for (const char *rate : {"", "101", "997"}) {
        auto command = work;
        if (*rate != '\0')
            command.insert(
                command.begin(),
                {programs + "/emberchart-record", "-F", rate, "-o", folder + "/work.ember", "--"});
        std::vector<double> bare;
        std::vector<double> recorded;
        std::vector<double> ratios;
        for (int round = 0; round < rounds; ++round) {
            bare.push_back(cpuOfWork(work));
            recorded.push_back(cpuOfWork(command));
            ratios.push_back(recorded.back() / bare.back());
        }
        std::ranges::sort(ratios);
        const auto figure =
            "languages.python." + (*rate == '\0' ? std::string("bare") : rate + std::string("Hz"));
        std::printf("%s.cpu_overhead %.4f ratio\n%s.cpu_overhead_of_pairs %.4f ratio\n",
                    figure.c_str(), std::ranges::min(recorded) / std::ranges::min(bare) - 1,
                    figure.c_str(), ratios[rounds / 2] - 1);
        std::fflush(stdout);
    }
}

} // namespace

int main(int count, char **arguments)
{
    const auto programs = std::filesystem::canonical("/proc/self/exe").parent_path();
    auto folder = (std::filesystem::temp_directory_path() / "emberchart-bench-XXXXXX").string();
    if (!::mkdtemp(folder.data()))
        return EXIT_FAILURE;
    ::setenv("B", programs.c_str(), 1);
    ::setenv("D", folder.c_str(), 1);
    ::setenv("L", EMBER_SOURCE_DIR "/tests/bench/languages", 1);
    run("javac -d $D $L/Depth.java");
    for (const auto &language : languages) {
        for (const int depth : {5, 50, 200})
            measure(language, depth, count > 1 ? arguments[1] : "5");
    }
    measureCpu(programs);
    std::filesystem::remove_all(folder);
    return EXIT_SUCCESS;
}
