// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importer.h"

#include <array>

namespace ember::model::sentry {

// Reads the formats "sentry-v2" and "sentry-v1": chunks and profiles as bare JSON or in envelopes,
// with their transactions, from several files at once. Those that Relay accepts are shown as Sentry
// will show them, refused ones as far as possible, with Relay's reason in the log.
class ChunkImporter : public Importer {
public:
    std::string_view format() const override { return "sentry-v2"; }

    std::span<const std::string_view> patterns() const override
    {
        static constexpr std::array<std::string_view, 2> own{"*.json", "*.envelope"};
        return own;
    }

    Confidence sniff(const FileStart &start) const override;
    // Returns the first timestamp in seconds, by which files are read in order: a session can be
    // shown while it is read only if it grows at its end. Infinity if there is none.
    double place(std::string_view firstBytes) const override;
    Result<Import> read(std::vector<ImportFile> files, const ImportOptions &options) const override;
};

} // namespace ember::model::sentry
