// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileformat.h"

#include <array>

namespace ember::model::rds {

// Profile data that R has stored. A file whose tables break a rule is refused with the first
// finding and the number of the others.
class RdsImporter : public FileImporter {
public:
    std::string_view format() const override { return "rds"; }

    std::span<const std::string_view> patterns() const override
    {
        static constexpr std::array<std::string_view, 1> own{"*.rds"};
        return own;
    }

    Confidence sniff(const FileStart &start) const override;

private:
    std::string_view title() const override { return "rds"; }
    Result<std::vector<ProfilePointer>>
    readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const override;
};

} // namespace ember::model::rds
