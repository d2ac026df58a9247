// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/export/exporter.h"
#include "model/formats/import/fileimporter.h"

namespace ember::model::pprof {

// pprof profiles: the protocol buffer (its gzip is taken off before), and the CPU and heap profiles
// that gperftools writes.
class PprofImporter : public FileImporter {
public:
    std::string_view format() const override { return "pprof"; }
    Confidence sniff(const FileStart &start) const override;

private:
    Result<std::vector<ProfilePointer>>
    readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const override;
};

// Writes gzipped pprof profiles.
class PprofExporter : public Exporter {
public:
    std::string_view format() const override { return "pprof"; }
    std::span<const std::string_view> extensions() const override;
    Result<Export> write(std::span<const ProfilePointer> profiles,
                         const ExportOptions &options) const override;
};

} // namespace ember::model::pprof
