// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/export/exporter.h"
#include "model/formats/import/fileimporter.h"

namespace ember::model::chrometrace {

// Traces in Chrome's event format, of any program that writes it (FORMAT.md).
class ChromeTraceImporter : public FileImporter {
public:
    std::string_view format() const override { return "chrometrace"; }
    Confidence sniff(const FileStart &start) const override;

private:
    Result<std::vector<ProfilePointer>>
    readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const override;
};

// CPU profiles of V8, as Node.js and Chrome's developer tools save them (FORMAT.md).
class CpuProfileImporter : public FileImporter {
public:
    std::string_view format() const override { return "cpuprofile"; }
    Confidence sniff(const FileStart &start) const override;

private:
    Result<std::vector<ProfilePointer>>
    readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const override;
};

// Writes a complete event per call, as the chart shows it. Error: FormatCannotHold, of samples
// without time.
class ChromeTraceExporter : public Exporter {
public:
    std::string_view format() const override { return "chrometrace"; }
    std::span<const std::string_view> extensions() const override;
    Result<Export> write(std::span<const ProfilePointer> profiles,
                         const ExportOptions &options) const override;
};

} // namespace ember::model::chrometrace
