// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/elffile.h"
#include "capture/symbols/symbolizer.h"
#include "capture/symbols/symboltable.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

// bench_symbols [BINARY…]: how fast addresses get names. Without arguments: libc, libstdc++ and
// this program itself, which has debug info.

using namespace ember::capture;
using namespace ember::model;

namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::time_point since)
{
    return std::chrono::duration<double>(Clock::now() - since).count();
}

void print(const std::string &binary, const char *figure, double value, const char *unit)
{
    const auto name = binary.substr(binary.rfind('/') + 1);
    std::printf("symbols.%s.%s %.3g %s\n", name.c_str(), figure, value, unit);
}

// Addresses all over the binary's functions, in no order.
std::vector<std::uint64_t> placesIn(const SymbolTable &table, std::size_t count)
{
    std::mt19937_64 random(1);
    std::vector<std::uint64_t> places;
    while (!table.isEmpty() && places.size() < count) {
        const Symbol &symbol = table.symbols()[random() % table.size()];
        places.push_back(symbol.start
                         + random() % std::max<std::uint64_t>(1, symbol.end - symbol.start));
    }
    return places;
}

void measureTable(const std::string &path, const ElfFile &file, SymbolTable &table)
{
    const auto start = Clock::now();
    table.addSymbols(file);
    table.finish(file);
    print(path, "table.build", seconds(start) * 1e3, "ms");
    print(path, "table.symbols", double(table.size()), "symbols");
    const auto places = placesIn(table, 1'000'000);
    std::size_t found = 0;
    const auto lookups = Clock::now();
    for (const auto place : places)
        found += table.find(place) != nullptr ? 1U : 0U;
    print(path, "table.find", seconds(lookups) * 1e9 / double(places.size() + 1), "ns");
    if (found == 0)
        std::fprintf(stderr, "%s: no symbols\n", path.c_str());
}

void measureResolve(const std::string &path, const SymbolTable &table)
{
    Symbolizer symbolizer;
    ImageKey key;
    key.codeFile = path;
    const auto places = placesIn(table, 10'000);
    for (const std::string pass : {"cold", "warm"}) {
        std::size_t frames = 0;
        const auto start = Clock::now();
        for (const auto place : places)
            frames += symbolizer.resolve(key, place).size();
        const auto taken = seconds(start);
        print(path, ("resolve." + pass).c_str(), taken * 1e6 / double(places.size()), "us");
        print(path, ("rate." + pass).c_str(), double(places.size()) / taken, "lookups/s");
        if (pass == "cold")
            print(path, "depth", double(frames) / double(places.size()), "frames/lookup");
    }
}

void measure(const std::string &path)
{
    const auto file = ElfFile::open(path);
    if (!file) {
        std::fprintf(stderr, "%s: %s\n", path.c_str(), file.error().detail.c_str());
        return;
    }
    SymbolTable table;
    measureTable(path, *file, table);
    if (!table.isEmpty())
        measureResolve(path, table);
}

} // namespace

int main(int argc, char **argv)
{
    std::vector<std::string> binaries(argv + 1, argv + argc);
    if (binaries.empty())
        binaries = {"/lib/x86_64-linux-gnu/libc.so.6", "/lib/x86_64-linux-gnu/libstdc++.so.6",
                    argv[0]};
    for (const std::string &path : binaries)
        measure(std::filesystem::absolute(path));
    return 0;
}
