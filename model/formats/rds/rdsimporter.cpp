// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rds/rdsimporter.h"

#include "model/formats/rds/reader.h"
#include "model/formats/rds/unserialize.h"
#include "model/tables/reading.h"

namespace ember::model::rds {

Confidence RdsImporter::sniff(std::string_view firstBytes) const
{
    return looksSerialized(firstBytes) ? Confidence::Certain : Confidence::No;
}

Result<std::vector<ProfilePointer>> RdsImporter::readFile(const ImportFile &file,
                                                          const std::stop_token &stop,
                                                          ImportLog & /*log*/) const
{
    EMBER_ASSIGN_OR_RETURN(const auto reading, readTables(file.bytes.view(), stop));
    return tables::profilesOf(reading);
}

} // namespace ember::model::rds
