// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/import/importlog.h"
#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/relay.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// Counts how an accepted payload differs from what Sentry keeps of it (SENTRY.md §1.3): what
// normalisation takes away (addRelayFindings), metadata that is unused, members that Sentry does
// not know, units that get their long names. `chunk` is what judge() has normalised, `verdict` its
// answer. Empty: Sentry keeps all.
std::vector<Finding> differencesOfNormalForm(const Chunk &chunk, const Verdict &verdict);

enum class KeepNormalised : std::uint8_t { No, Yes };

struct ValidateOptions {
    KeepNormalised keepNormalised = KeepNormalised::No;
    std::size_t maxSize = maxProfileSize;
    std::stop_token stop = {}; // also checked within a file; its verdict is then `unread`
};

// The verdict on a file, or on one profile in an envelope.
struct FileVerdict {
    std::string file; // FILE, or FILE#N for the Nth item of an envelope, counted from 1
    std::optional<Rejection> rejection; // none: Relay takes it
    std::vector<Finding> findings;
    std::optional<Error> unread; // the file could not be read, so there is no verdict
    std::string normalised; // the JSON that Sentry would keep, if asked for and accepted
    std::vector<Finding> differences = {}; // between the file and `normalised`, if that is set

    bool isAccepted() const { return !rejection && !unread; }

    // Whether the file or profile is accepted, and breaks no MUST of SPEC.md.
    bool isStrictlyValid() const;
};

// Judges one item of an envelope as Relay would; nullopt for an item that is neither profile nor
// profile_chunk. `envelope` was parsed from a part of a Bytes (see readChunk).
std::optional<FileVerdict> validateItem(const Envelope &envelope, std::size_t item);

// Judges the content of a file as Relay would: one payload, or an envelope, in which each profile
// and profile_chunk gets a verdict. Never empty. Bytes that are no JSON are refused like any other
// payload. `bytes` must be a part of a Bytes (see readChunk).
std::vector<FileVerdict> validate(std::string_view bytes, const std::string &fileName,
                                  const ValidateOptions &options = {});

} // namespace ember::model::sentry
