// SPDX-License-Identifier: GPL-3.0-or-later
// Holds our picture of real programs against perf's: both watch the same run. For each program it
// prints the share of stacks that reach their root, and how many of perf's functions with at least
// 2 % self time (user space; modules where a function has no name) are among our first 15 by
// running samples. perf counts self time by symbol, so an inlined function of ours counts here for
// the function it was inlined into; `as_shown` is the figure with inlined functions on their own.
#include "model/formats/formatregistry.h"
#include "model/query/functionstatistics.h"
#include "model/query/summary.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace ember::model;

namespace {

constexpr double wantedPercent = 2.0;
constexpr std::size_t ourPlaces = 15;

struct Program {
    std::string name; // as the kernel calls the process that works
    std::string command; // $D is the scratch folder
};

const std::array programs{
    Program{"xz", "head -c 60000000 /dev/urandom > $D/in; exec xz -T2 -6 -k -c $D/in > /dev/null"},
    Program{
        "sqlite3",
        "exec sqlite3 :memory: \"create table t(a,b); with recursive n(i) as (select 1 union all "
        "select i+1 from n where i<1500000) insert into t select i, hex(i*7919) from n; create "
        "index x "
        "on t(b); select count(*), max(b) from t where b like '%AB%';\" > /dev/null"},
    Program{
        "python3",
        "exec python3 -c \"d={}\nfor i in range(4000000): d[i%5000]=d.get(i%5000,0)+len(str(i))\""},
    Program{"cc1plus",
            "exec g++ -std=c++20 -O1 -c -I $S $S/model/formats/sentry/chunkattributes.cpp -o $D/o"},
    Program{"emberchart-demo", "QT_QPA_PLATFORM=offscreen exec $B/emberchart-demo --seconds 5"},
};

std::string run(const std::string &command)
{
    struct Close {
        void operator()(std::FILE *pipe) const { ::pclose(pipe); }
    };
    const std::unique_ptr<std::FILE, Close> pipe(::popen(command.c_str(), "r"));
    std::string out;
    std::array<char, 4096> piece{};
    while (pipe) {
        const auto got = std::fread(piece.data(), 1, piece.size(), pipe.get());
        if (got == 0)
            break;
        out.append(piece.data(), got);
    }
    return out;
}

// What a function is compared by: its symbol, else its module.
std::string identity(std::string_view symbol, std::string_view module)
{
    if (symbol.empty() || symbol.starts_with("0x"))
        return "[" + std::string(trimmedPackage(module)) + "]";
    return std::string(symbol);
}

// perf's functions, from lines "  12.34%;xz;liblzma.so.5.4.1;[.] name".
std::vector<std::string> perfFunctions(const std::string &report)
{
    std::map<std::string, double> shares;
    std::size_t start = 0;
    while (start < report.size()) {
        const auto end = std::min(report.find('\n', start), report.size());
        const std::string line = report.substr(start, end - start);
        start = end + 1;
        const auto first = line.find(';');
        const auto second = line.find(';', first + 1);
        if (line.empty() || line.front() == '#' || second == std::string::npos)
            continue;
        const auto mark = line.find("] ", second);
        if (mark == std::string::npos)
            continue;
        auto symbol = line.substr(mark + 2);
        symbol.erase(symbol.find_last_not_of(' ') + 1);
        auto module = line.substr(first + 1, second - first - 1);
        module.erase(module.find_last_not_of(' ') + 1);
        shares[identity(symbol, module)] += std::strtod(line.c_str(), nullptr);
    }
    std::vector<std::string> names;
    for (const auto &[name, share] : shares) {
        if (share >= wantedPercent)
            names.push_back(name);
    }
    return names;
}

enum class Inlining { Expanded, Undone };

// The function of a stack's leaf: the innermost, or the one the machine code was made for.
FrameIndex leafOf(const Profile &profile, StackIndex stack, Inlining inlining)
{
    const auto &stacks = profile.tables().stacks;
    while (inlining == Inlining::Undone && stacks[stack].parent != emptyStack
           && profile.frame(stacks[stack].frame).inlined == Inlined::Yes)
        stack = stacks[stack].parent;
    return stacks[stack].frame;
}

std::string identityOf(const Profile &profile, FrameIndex index)
{
    const Frame &frame = profile.frame(index);
    if (!frame.function.isValid())
        return identity({}, moduleName(profile, index));
    const Function &row = profile.function(frame.function);
    return identity(profile.text(row.rawName.isValid() ? row.rawName : row.name),
                    moduleName(profile, index));
}

using Counts = std::map<std::string, std::uint64_t>;

void countRunning(const Profile &profile, const ThreadSamples &samples, Inlining inlining,
                  Counts &counts)
{
    for (std::size_t row = 0; row < samples.size(); ++row) {
        const SampleIndex sample(row);
        const auto stack = samples.stacks[sample];
        const bool isBlocked = samples.details.contains(sample)
            && samples.details[sample].state == ThreadState::Blocked;
        if (!isBlocked && stack != emptyStack)
            ++counts[identityOf(profile, leafOf(profile, stack, inlining))];
    }
}

std::vector<std::string> ourFunctions(const Profile &profile, const std::string &process,
                                      Inlining inlining)
{
    Counts counts;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const ThreadIndex thread(row);
        const auto owner = profile.thread(thread).process;
        if (owner.isValid() && profile.text(profile.process(owner).name).starts_with(process))
            countRunning(profile, profile.samples(thread), inlining, counts);
    }
    std::vector<std::string> names;
    for (const auto &[name, count] : counts)
        names.push_back(name);
    std::ranges::stable_sort(names, std::greater<>(),
                             [&](const auto &name) { return counts[name]; });
    names.resize(std::min(names.size(), ourPlaces));
    return names;
}

std::string perfReport(const Program &program, const std::string &data)
{
    return run("perf report -i " + data + " --no-children --no-demangle -g none --stdio -q "
               + (program.name == "emberchart-demo" ? "" : "--comms " + program.name)
               + " -F overhead,dso,sym -t ';' 2>/dev/null");
}

void printMatches(const Program &program, const std::vector<std::string> &theirs,
                  const std::vector<std::string> &ours, const char *figure)
{
    std::size_t found = 0;
    for (const auto &name : theirs) {
        const bool is = std::ranges::find(ours, name) != ours.end();
        found += is ? 1 : 0;
        if (!is)
            std::printf("# perf.%s has %s, which is not among ours (%s)\n", program.name.c_str(),
                        name.c_str(), figure);
    }
    std::printf("perf.%s.%s %zu of %zu\n", program.name.c_str(), figure, found, theirs.size());
}

void compare(const Program &program, const std::string &folder)
{
    const std::string log = folder + "/a.ember";
    const std::string data = folder + "/perf.data";
    ::setenv("C", program.command.c_str(), 1);
    run("perf record -q -e cpu-clock:u -F 499 --call-graph dwarf,8192 -o " + data
        + " -- $B/emberchart-cli record -F 499 -o " + log + " -- sh -c \"$C\" >&2 2>/dev/null");
    const auto opened = builtinFormats().open({log}, {});
    if (!opened || opened->profiles.empty()) {
        std::printf("perf.%s.failed 1 # %s\n", program.name.c_str(), log.c_str());
        return;
    }
    const Profile &profile = *opened->profiles.front().profile;
    const auto theirs = perfFunctions(perfReport(program, data));
    printMatches(program, theirs, ourFunctions(profile, program.name, Inlining::Undone), "matched");
    printMatches(program, theirs, ourFunctions(profile, program.name, Inlining::Expanded),
                 "as_shown");
    std::printf("perf.%s.root_reached %.4f share\n", program.name.c_str(),
                summarise(profile).rootReached.value_or(0));
    std::fflush(stdout);
}

} // namespace

int main(int, char **argv)
{
    const auto programFolder = std::filesystem::absolute(argv[0]).parent_path();
    std::string folder =
        (std::filesystem::temp_directory_path() / "emberchart-perf-XXXXXX").string();
    if (!::mkdtemp(folder.data()))
        return 1;
    ::setenv("B", programFolder.c_str(), 1);
    ::setenv("S", EMBER_SOURCE_DIR, 1);
    ::setenv("D", folder.c_str(), 1);
    for (const auto &program : programs)
        compare(program, folder);
    std::filesystem::remove_all(folder);
    return 0;
}
