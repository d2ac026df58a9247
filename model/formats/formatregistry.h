// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileformat.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ember::model {

// The formats this build reads and writes. A format is detected by content only; compressed files
// by their unpacked content.
class FormatRegistry {
public:
    void add(std::unique_ptr<Importer> importer);
    void add(std::unique_ptr<Exporter> exporter);
    void add(const FileFormat &format);
    // The importer with the highest confidence; nullptr if none recognises the bytes.
    const Importer *find(const FileStart &start) const { return surest(start).importer; }

    // Whether open() may be able to read a file with this start, for callers that must fetch the
    // file first. Always true for compressed files and for text in UTF-16.
    bool mayRead(std::string_view firstBytes) const;

    // Returns the exporter of the format, or for a file of that name; nullptr if there is none.
    const Exporter *exporterOf(std::string_view format) const;
    const Exporter *exporterFor(std::string_view fileName) const;

    const std::vector<std::unique_ptr<Exporter>> &exporters() const { return m_exporters; }

    // Patterns of usual file names of all formats, compressed ones too, for dialogs: "*.ember".
    std::vector<std::string_view> patterns() const;

    // The tools whose files can be opened, for a sentence: "pprof, speedscope, Firefox".
    std::string tools() const;

    // Reads files of any formats; chunks of all files are combined. Files that cannot be read are
    // listed in Import::refused. The only error is Cancelled.
    Result<Import> open(const std::vector<std::string> &paths, const ImportOptions &options) const;

private:
    enum class Extent : std::uint8_t { Start, Whole };

    struct Opinion {
        const Importer *importer = nullptr;
        bool isUndecided = false; // no importer recognises the start, but one might with more bytes
    };

    struct Detected {
        const Importer *importer = nullptr;
        double place = 0; // sort key of the file: Importer::place()
    };

    Opinion surest(const FileStart &start) const;
    Result<Detected> detectFile(const std::string &path, const std::stop_token &stop) const;
    Result<Detected> detectCompressed(const std::string &path, const std::stop_token &stop) const;
    Result<Detected> detectContent(const std::string &path, std::string_view start, Extent extent,
                                   const std::stop_token &stop) const;

    std::vector<std::unique_ptr<Importer>> m_importers;
    std::vector<std::unique_ptr<Exporter>> m_exporters;
};

// Every format of model/formats, listed by hand in builtinformats.cpp.
const FormatRegistry &builtinFormats();

} // namespace ember::model
