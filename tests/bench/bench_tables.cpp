// SPDX-License-Identifier: GPL-3.0-or-later
// The relational tables of a made-up capture: made, checked, written to SQLite, read, made a
// profile again.
#include "model/formats/bytes/bytesource.h"
#include "model/formats/sqlite/sqliteformat.h"
#include "model/tables/fromprofile.h"
#include "model/tables/toprofile.h"
#include "model/tables/validate.h"
#include "tests/support/syntheticprofile.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

using namespace ember::model;

namespace {

class Watch {
public:
    double seconds() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

void print(const char *figure, double value, const char *unit)
{
    std::printf("tables.capture.%s %.4g %s\n", figure, value, unit);
    std::fflush(stdout);
}

std::size_t rowsOf(const tables::Tables &all)
{
    std::size_t rows = 0;
    tables::forEachMember([&](auto member) { rows += rowCount(all.*member); });
    return rows;
}

void measure(const Profile &profile, const std::string &path)
{
    const auto samples = static_cast<double>(profile.sampleCount());
    const Watch make;
    const auto all = tables::tablesOf(profile).value();
    const auto rows = static_cast<double>(rowsOf(all));
    print("samples", samples, "samples");
    print("rows", rows, "rows");
    print("make", rows / make.seconds() / 1e6, "Mrows/s");
    const Watch check;
    if (!tables::errorSummary(tables::validate(all)).empty())
        std::abort();
    print("check", rows / check.seconds() / 1e6, "Mrows/s");

    const Watch write;
    if (!sqlite::writeTables(all, path))
        std::abort();
    print("write", rows / write.seconds() / 1e6, "Mrows/s");
    print("bytes_per_sample", static_cast<double>(std::filesystem::file_size(path)) / samples, "B");
    const Watch read;
    const auto bytes = Bytes::readFile(path).value();
    const auto reading = sqlite::readTables(bytes.view(), [] { return false; }).value();
    print("read", rows / read.seconds() / 1e6, "Mrows/s");
    const Watch unmake;
    if (tables::profilesOf(reading.tables).front()->sampleCount() != profile.sampleCount())
        std::abort();
    print("unmake", rows / unmake.seconds() / 1e6, "Mrows/s");
}

} // namespace

int main()
{
    const auto folder = std::filesystem::temp_directory_path() / "emberchart-bench-tables";
    std::filesystem::create_directories(folder);
    const auto profile = ember::tests::syntheticProfile(
        {.threads = 8, .samplesPerThread = 25'000, .depth = 24, .measurements = true});
    measure(*profile, (folder / "p.sqlite").string());
    std::filesystem::remove_all(folder);
}
