// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/elffile.h"
#include "capture/symbols/symbolizer.h"
#include "capture/symbols/symboltable.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

// bench_symbols [BINARY…]: how fast addresses get names. Without arguments: libc, libstdc++ (both
// stripped on Debian) and a library with 20 MB of debug info made for this bench.

using namespace ember::capture;
using namespace ember::model;

namespace {

using Clock = std::chrono::steady_clock;

// Wall time and what of it this process worked: others may be busy.
class Stopwatch {
public:
    double wallSeconds() const
    {
        return std::chrono::duration<double>(Clock::now() - m_start).count();
    }

    double cpuSeconds() const { return double(std::clock() - m_cpu) / CLOCKS_PER_SEC; }

private:
    Clock::time_point m_start = Clock::now();
    std::clock_t m_cpu = std::clock();
};

void print(const std::string &binary, const std::string &figure, double value, const char *unit)
{
    const auto name = binary.substr(binary.rfind('/') + 1);
    std::printf("symbols.%s.%s %.3g %s\n", name.c_str(), figure.c_str(), value, unit);
    std::fflush(stdout);
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
    const Stopwatch building;
    table.addSymbols(file);
    table.finish(file);
    print(path, "table.build", building.wallSeconds() * 1e3, "ms");
    print(path, "table.symbols", double(table.size()), "symbols");
    const auto places = placesIn(table, 1'000'000);
    std::size_t found = 0;
    const Stopwatch finding;
    for (const auto place : places)
        found += table.find(place) != nullptr ? 1U : 0U;
    print(path, "table.find", finding.wallSeconds() * 1e9 / double(places.size() + 1), "ns");
    if (found == 0)
        std::fprintf(stderr, "%s: no symbols\n", path.c_str());
}

// One pass over the places; the time includes opening the binary at the first of them.
void resolveAll(const std::string &path, const std::string &pass, Symbolizer &symbolizer,
                const std::vector<std::uint64_t> &places)
{
    ImageKey key;
    key.codeFile = path;
    std::size_t frames = 0;
    const Stopwatch watch;
    for (const auto place : places)
        frames += symbolizer.resolve(key, place).size();
    const auto wall = watch.wallSeconds();
    print(path, pass + ".10k", wall, "s");
    print(path, pass + ".10k_cpu", watch.cpuSeconds(), "s");
    print(path, pass + ".each", wall * 1e6 / double(places.size()), "us");
    if (pass == "first")
        print(path, "depth", double(frames) / double(places.size()), "frames/lookup");
}

// first: nothing is known. again: the same addresses once more. kept: another process, which finds
// what the first one kept on disk.
void measureResolve(const std::string &path, const SymbolTable &table)
{
    const auto places = placesIn(table, 10'000);
    SymbolPaths paths;
    paths.cacheFolder = std::filesystem::temp_directory_path() / "emberchart-bench-symbols";
    std::filesystem::remove_all(paths.cacheFolder);
    {
        Symbolizer symbolizer(paths);
        resolveAll(path, "first", symbolizer, places);
        resolveAll(path, "again", symbolizer, places);
    }
    Symbolizer symbolizer(paths);
    resolveAll(path, "kept", symbolizer, places);
    std::uint64_t bytes = 0;
    std::error_code nothingKept; // a file without debug information has nothing worth keeping
    for (const auto &file : std::filesystem::directory_iterator(paths.cacheFolder, nothingKept))
        bytes += file.file_size();
    print(path, "kept.bytes", double(bytes) / 1e6, "MB");
    std::filesystem::remove_all(paths.cacheFolder);
}

void measure(const std::string &path)
{
    const auto file = ElfFile::open(path);
    if (!file) {
        std::fprintf(stderr, "%s: %s\n", path.c_str(), file.error().detail.c_str());
        return;
    }
    print(path, "file.bytes", double(std::filesystem::file_size(path)) / 1e6, "MB");
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
                    EMBER_SYMBOL_LIBRARY};
    for (const std::string &path : binaries)
        measure(std::filesystem::absolute(path));
    return 0;
}
