// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/export/exporter.h"
#include "model/formats/import/fileimporter.h"

namespace ember::model::speedscope {

// speedscope's own files (FORMAT.md). A thread per entry; what is measured in time is one profile,
// what is measured in bytes or in no unit is another, without time.
class SpeedscopeImporter : public FileImporter {
public:
    std::string_view format() const override { return "speedscope"; }
    Confidence sniff(const FileStart &start) const override;

private:
    Result<std::vector<ProfilePointer>>
    readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const override;
};

// Writes an entry per thread and, of samples without time, per type of value.
class SpeedscopeExporter : public Exporter {
public:
    std::string_view format() const override { return "speedscope"; }
    std::span<const std::string_view> extensions() const override;
    Result<Export> write(std::span<const ProfilePointer> profiles,
                         const ExportOptions &options) const override;
};

} // namespace ember::model::speedscope
