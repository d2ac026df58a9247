// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/error.h"
#include "model/formats/import/importlog.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/relay.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

enum class KeepNormalised : std::uint8_t { No, Yes };

struct ValidateOptions {
    KeepNormalised keepNormalised = KeepNormalised::No;
    std::size_t maxSize = maxProfileSize;
};

// The judgement of a file, or of one profile in an envelope.
struct FileVerdict {
    std::string file; // FILE, or FILE#N for the Nth item of an envelope, counted from 1
    std::optional<Rejection> rejection; // none: Relay takes it
    std::vector<Finding> findings;
    std::optional<Error> unread; // the file could not be read: there is nothing to judge
    std::string normalised; // what Sentry would keep, if it was asked for and accepted

    bool isAccepted() const { return !rejection && !unread; }

    // Accepted, and no MUST of the texts is broken.
    bool isStrictlyValid() const;
};

// Judges the content of a file as Relay would: one payload, or an envelope, of which each profile
// and profile_chunk gets a verdict. Never empty. What is no JSON at all is refused like any other
// payload. `bytes` must be a part of a Bytes (see readChunk).
std::vector<FileVerdict> validate(std::string_view bytes, const std::string &fileName,
                                  const ValidateOptions &options = {});

} // namespace ember::model::sentry
