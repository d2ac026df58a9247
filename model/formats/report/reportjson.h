// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importer.h"
#include "model/query/calltree.h"
#include "model/query/comparison.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace ember::model::report {

// Takes a piece of a text, of whole UTF-8 letters. Returns whether it can take more.
using TextSink = std::function<bool(std::string_view)>;

// Writes `emberchart-cli calltree --json` (DESIGN.md §6): the calls of the given threads, nested,
// in time order. Times are nanoseconds, since the Unix epoch or since the profile's start as the
// profile has them. `weight` is for samples without time: the type of value asked for; invalid: the
// default of weightType(). The text comes in pieces, as the text of millions of calls takes more
// memory than the calls; returns false as soon as the sink does.
bool callTreeJson(const SpanTable &spans, std::span<const ThreadIndex> threads,
                  ValueTypeIndex weight, const TextSink &sink);

// The unit of normalised amounts: "ns/s", "bytes/s", "samples", "share".
std::string comparedUnit(const Comparison &comparison);

// Returns "second", "share" or "amount".
std::string_view normalisationName(Normalisation by);

// Writes `emberchart-cli compare --json` (README): an object with both profiles and all functions,
// largest difference first. Amounts are normalised, in comparedUnit().
std::string comparisonJson(const ImportedProfile &before, const ImportedProfile &after,
                           const Comparison &comparison);

// A profile that is summed up, or an excerpt of one, with the selection of what counts.
struct SummarisedProfile {
    ImportedProfile imported;
    Selection selection; // as for summarise()

    // Whether only an excerpt is summed up: threads without samples in it are not listed.
    bool isPart() const
    {
        return !selection.threads.empty() || selection.range != TimeRange::everything();
    }
};

// Writes `emberchart-cli summary --json` (DESIGN.md §6): an array with one entry per profile.
// Functions are weighed by the selection's values, or by weightType() if it has none.
std::string summaryJson(std::span<const SummarisedProfile> profiles);

} // namespace ember::model::report
