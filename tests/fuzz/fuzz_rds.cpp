// SPDX-License-Identifier: GPL-3.0-or-later
// Files of R: what keeps the rules is a profile, comes back as it was when it is written, and is
// valid version 1 data, too.
#include "model/formats/compression/compression.h"
#include "model/formats/rds/rdsreader.h"
#include "model/formats/rds/rdswriter.h"
#include "model/tables/reading.h"
#include "tests/fuzz/fuzzformat.h"

#include <cstdint>

using namespace ember::model;
using ember::tests::insist;

namespace {

// A few bytes may stand for many samples: here, too few to spend time on.
constexpr std::uint64_t budget = 1'000'000;

Result<tables::Reading> read(std::string_view bytes)
{
    return rds::readTables(bytes, {}, budget);
}

void insistOnReading(const tables::Tables &tables, rds::Schema schema)
{
    const auto written = rds::writtenTables(tables, schema);
    if (!written) {
        insist(schema == rds::Schema::V1);
        return;
    }
    const auto bytes = decompress("fuzz", written->bytes);
    insist(bytes.has_value());
    const auto again = read(bytes->view());
    if (!again) {
        insist(schema == rds::Schema::V1); // too many samples
        return;
    }
    insist(tables::checkRules(*again).has_value());
    if (schema == rds::Schema::V2)
        insist(rowCount(again->tables.sampleLocations) == rowCount(tables.sampleLocations)
               && rowCount(again->tables.sampleValues) == rowCount(tables.sampleValues));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const Bytes bytes({reinterpret_cast<const char *>(data), size});
    const auto reading = read(bytes.view());
    if (!reading) {
        insist(!reading.error().detail.empty());
        return 0;
    }
    if (!tables::checkRules(*reading))
        return 0;
    static_cast<void>(tables::profilesOf(*reading, size));
    insistOnReading(reading->tables, rds::Schema::V1);
    insistOnReading(reading->tables, rds::Schema::V2);
    return 0;
}
