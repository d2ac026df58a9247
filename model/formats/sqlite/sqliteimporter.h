// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileformat.h"

namespace ember::model::sqlite {

// Reads databases of profile data. A file whose tables break a rule is refused with the first
// finding and the number of the others.
class SqliteImporter : public FileImporter {
public:
    std::string_view format() const override { return "sqlite"; }

    Confidence sniff(const FileStart &start) const override;

private:
    std::string_view title() const override { return "SQLite"; }
    Result<std::vector<ProfilePointer>>
    readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const override;
};

} // namespace ember::model::sqlite
