// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importer.h"

#include <array>

namespace ember::model::sentry {

// Formats "sentry-v2" and "sentry-v1": chunks and profiles as bare JSON, and those in envelopes, of
// all files together. What Relay accepts is shown as Sentry will show it; what it refuses, as far
// as a person can look at it, with Relay's reason in the log.
class ChunkImporter : public Importer {
public:
    std::string_view format() const override { return "sentry-v2"; }

    std::span<const std::string_view> patterns() const override
    {
        static constexpr std::array<std::string_view, 2> own{"*.json", "*.envelope"};
        return own;
    }

    Confidence sniff(const FileStart &start) const override;
    // By time: a session can be shown while it grows at its end only. What does not tell its time
    // so early comes last.
    double place(std::string_view firstBytes) const override;
    Result<Import> read(std::vector<ImportFile> files, const ImportOptions &options) const override;
};

} // namespace ember::model::sentry
