// SPDX-License-Identifier: GPL-3.0-or-later
// Databases: what is read is checked, what keeps the rules is a profile, and the tables of that
// keep them, too.
#include "model/formats/bytes/bytesource.h"
#include "model/formats/sqlite/sqliteformat.h"
#include "model/tables/combine.h"
#include "model/tables/fromprofile.h"
#include "model/tables/reading.h"
#include "model/tables/validate.h"

#include <cstdint>
#include <cstdlib>

using namespace ember::model;

namespace {

void insist(bool holds)
{
    if (!holds)
        std::abort();
}

void fuzzDatabase(std::string_view input)
{
    const Bytes bytes(input);
    auto reading = sqlite::readTables(bytes.view(), [] { return false; });
    if (!reading) {
        insist(!reading.error().detail.empty());
        return;
    }
    if (!tables::checkRules(*reading))
        return;
    const auto profiles = tables::profilesOf(*reading, input.size());
    for (const auto &profile : profiles ? *profiles : std::vector<ProfilePointer>()) {
        const auto again = tables::tablesOf(*profile);
        insist(again.has_value());
        insist(tables::errorSummary(tables::validate(*again)).empty());
    }
    const auto samples = rowCount(reading->tables.samples);
    const auto twice = tables::combine(std::vector{reading->tables, reading->tables});
    insist(twice && rowCount(twice->samples) == 2 * samples);
    insist(tables::errorSummary(tables::validate(tables::withoutDuplicates(*twice))).empty());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    fuzzDatabase({reinterpret_cast<const char *>(data), size});
    return 0;
}
