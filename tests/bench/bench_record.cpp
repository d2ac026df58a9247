// SPDX-License-Identifier: GPL-3.0-or-later
// bench_record [--quick] [STUDY…]: what being recorded costs a program, and what the recorder
// keeps. All studies take about ten minutes. On a machine with other work wall times and ticks say
// little; CPU times, counts and ratios to what runs beside hold.
#include "tests/bench/record/bench.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

using namespace ember::bench;

namespace {

struct Study {
    std::string_view name;
    void (*run)(const Bench &);
};

constexpr Study studies[] = {
    {"overhead", studyOverhead},      {"ticks", studyTicks},
    {"idle", studyIdleThreads},       {"switches", studySwitches},
    {"eintr", studyInterruptedCalls}, {"churn", studyChurn},
};

} // namespace

int main(int argc, char **argv)
{
    std::vector<std::string_view> wanted(argv + 1, argv + argc);
    Bench bench;
    bench.programs = std::filesystem::canonical("/proc/self/exe").parent_path();
    bench.effort = std::erase(wanted, "--quick") > 0 ? Effort::Quick : Effort::Full;
    bench.folder = (std::filesystem::temp_directory_path() / "emberchart-bench-XXXXXX").string();
    if (!::mkdtemp(bench.folder.data()))
        return EXIT_FAILURE;
    std::filesystem::permissions(bench.folder, std::filesystem::perms::all);
    for (const auto &study : studies) {
        if (wanted.empty() || std::ranges::find(wanted, study.name) != wanted.end())
            study.run(bench);
    }
    std::filesystem::remove_all(bench.folder);
    return EXIT_SUCCESS;
}
