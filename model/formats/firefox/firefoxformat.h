// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/export/exporter.h"
#include "model/formats/import/fileimporter.h"

namespace ember::model::firefox {

// Processed profiles of the Firefox Profiler, which many programs write (FORMAT.md).
class FirefoxImporter : public FileImporter {
public:
    std::string_view format() const override { return "firefox"; }
    Confidence sniff(const FileStart &start) const override;

private:
    Result<std::vector<ProfilePointer>>
    readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const override;
};

// Writes a processed profile with all samples and their times. Error: FormatCannotHold, of samples
// without time.
class FirefoxExporter : public Exporter {
public:
    std::string_view format() const override { return "firefox"; }
    std::span<const std::string_view> extensions() const override;
    Result<Export> write(std::span<const ProfilePointer> profiles,
                         const ExportOptions &options) const override;
};

} // namespace ember::model::firefox
