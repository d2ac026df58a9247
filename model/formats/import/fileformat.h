// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/export/exporter.h"
#include "model/formats/import/importer.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::model {

// Returns the error with the file's name as subject, and with `prefix` before a detail that does
// not begin with it.
Error named(Error error, const std::string &file, std::string_view prefix);

// Wraps the profile of a file that has only one.
inline Result<std::vector<ProfilePointer>> single(Result<ProfilePointer> profile)
{
    if (!profile)
        return profile.error();
    return std::vector{std::move(profile).value()};
}

// Whether a format can hold samples without time.
enum class Times : std::uint8_t { MayLack, Needed };

// Describes a format whose files do not depend on each other. Each format's folder defines one, and
// builtinformats.cpp lists it; no other code depends on the format.
struct FileFormat {
    std::string_view name; // what `convert --to` takes
    std::string_view title = {}; // in errors about what it cannot hold: "Firefox's format"
    // Whose files they are, in sentences about what can be opened: "Firefox"; "": not listed there.
    std::string_view tool = {};
    // Patterns of usual file names, "*.cpuprofile", for dialogs. Detection goes by content only.
    std::span<const std::string_view> patterns = {};
    Confidence (*sniff)(const FileStart &start) = nullptr; // set if `read` is
    // Returns the profiles of one file. May throw std::bad_alloc; an error's subject may be empty.
    // nullptr: the format is only written.
    Result<std::vector<ProfilePointer>> (*read)(const ImportFile &file,
                                                const ImportOptions &options,
                                                ImportLog &log) = nullptr;
    // Put before details of errors that do not begin with it: "rds"; "" if all have it.
    std::string_view errorPrefix = {};
    // Extensions of files that are written, "pb.gz"; the first is the usual one.
    std::span<const std::string_view> extensions = {};
    Times times = Times::MayLack;
    // Writes profiles as Exporter::write() does; may throw std::bad_alloc. nullptr: the format is
    // only read.
    Result<Export> (*write)(std::span<const ProfilePointer> profiles,
                            const ExportOptions &options) = nullptr;
};

// Importer of a FileFormat. Files are read one after the other, and each is freed as soon as it is
// read. A file whose values add up to more than 1e305 is refused, as further sums could overflow.
class FormatImporter final : public Importer {
public:
    explicit FormatImporter(const FileFormat &format) : m_format(format) { }

    std::string_view format() const override { return m_format.name; }
    std::string_view tool() const override { return m_format.tool; }
    std::span<const std::string_view> patterns() const override { return m_format.patterns; }
    Confidence sniff(const FileStart &start) const override { return m_format.sniff(start); }
    Result<Import> read(std::vector<ImportFile> files, const ImportOptions &options) const override;

private:
    const FileFormat &m_format;
};

class FormatExporter final : public Exporter {
public:
    explicit FormatExporter(const FileFormat &format) : m_format(format) { }

    std::string_view format() const override { return m_format.name; }
    std::span<const std::string_view> extensions() const override { return m_format.extensions; }
    Result<Export> write(std::span<const ProfilePointer> profiles,
                         const ExportOptions &options) const override;

private:
    const FileFormat &m_format;
};

} // namespace ember::model
