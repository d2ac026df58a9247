// SPDX-License-Identifier: GPL-3.0-or-later
// Records real programs, each with all its children, and prints the share of their stacks that
// reach the thread's true start.
#include "model/formats/formatregistry.h"
#include "model/query/summary.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

using namespace ember::model;

namespace {

struct Program {
    std::string_view name;
    std::string_view prepare;
    std::string_view command; // $D is the scratch folder, $B the programs', $S the sources'
};

const std::array programs{
    Program{"xz", "head -c 12000000 /dev/urandom > $D/in", "xz -T2 -6 -k -c $D/in"},
    Program{"sqlite3", "",
            "sqlite3 :memory: \"create table t(a,b); with recursive n(i) as (select 1 union all "
            "select i+1 from n where i<700000) insert into t select i, hex(i*7919) from n; "
            "create index x on t(b); select count(*), max(b) from t where b like '%AB%';\""},
    Program{"python3", "",
            "python3 -c \"d={}\nfor i in range(4000000): d[i%5000]=d.get(i%5000,0)+len(str(i))\""},
    Program{"cc1plus", "",
            "g++ -std=c++20 -O1 -c -I $S $S/model/formats/sentry/chunkattributes.cpp -o $D/o"},
    Program{"qt", "", "env QT_QPA_PLATFORM=offscreen $B/emberchart-demo --seconds 4"},
    Program{"stripped",
            "g++ -O2 -fomit-frame-pointer -s -pthread $S/tests/bench/roots/work.cpp -o $D/stripped",
            "$D/stripped 4"},
    Program{"static",
            "g++ -O2 -fomit-frame-pointer -s -static $S/tests/bench/roots/work.cpp -o $D/static",
            "$D/static 1"},
    Program{"handlers",
            "g++ -O2 -fomit-frame-pointer -s -pthread $S/tests/bench/roots/work.cpp -o $D/handlers",
            "$D/handlers 1 handlers"},
    Program{"deep",
            "g++ -O2 -fomit-frame-pointer -s -pthread $S/tests/bench/roots/work.cpp -o $D/deep",
            "$D/deep 1 deep"},
    Program{"node", "", "node $S/tests/bench/roots/work.js"},
    Program{"shell", "", "bash -c 'for i in $(seq 150); do ls -l / ; /bin/true; done'"},
};

void run(const std::string &command)
{
    if (std::system(command.c_str()) != 0) // NOLINT: commands of our own
        std::fprintf(stderr, "failed: %s\n", command.c_str());
}

void measure(const Program &program, const std::string &folder)
{
    if (!program.prepare.empty())
        run(std::string(program.prepare));
    const std::string log = folder + "/a.ember";
    run("$B/emberchart-record -F 499 -o " + log + " -- " + std::string(program.command)
        + " > /dev/null 2> $D/errors");
    const auto opened = builtinFormats().open({log}, {});
    if (!opened || opened->profiles.empty()) {
        std::printf("roots.%s.failed 1 # %s\n", program.name.data(), log.c_str());
        return;
    }
    const Profile &profile = *opened->profiles.front().profile;
    const auto &statistics = profile.tables().statistics;
    std::printf("roots.%s.root_reached %.4f share\n", program.name.data(),
                summarise(profile).rootReached.value_or(0));
    std::printf("roots.%s.stacks %llu stacks\n", program.name.data(),
                static_cast<unsigned long long>(statistics.nativeStacks));
    std::fflush(stdout);
}

} // namespace

int main(int count, char **arguments)
{
    const auto programFolder = std::filesystem::absolute(arguments[0]).parent_path();
    std::string folder =
        (std::filesystem::temp_directory_path() / "emberchart-roots-XXXXXX").string();
    if (!::mkdtemp(folder.data()))
        return 1;
    ::setenv("B", programFolder.c_str(), 1);
    ::setenv("S", EMBER_SOURCE_DIR, 1);
    ::setenv("D", folder.c_str(), 1);
    for (const Program &program : programs) {
        if (count < 2 || program.name == arguments[1])
            measure(program, folder);
    }
    std::filesystem::remove_all(folder);
    return 0;
}
