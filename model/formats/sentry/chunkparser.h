// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/sampleformatparser.h"

namespace ember::model::sentry {

// Takes a V2 document apart.
class ChunkParser final : SampleFormatParser {
public:
    // `worthHelp` as in readChunk().
    ChunkParser(ChunkReading &reading, JsonCursor &json, std::size_t worthHelp = neverWorthHelp)
        : SampleFormatParser(reading, json),
          m_worthHelp(worthHelp)
    {
    }

    // Takes the document, which must be an object.
    void parse();

private:
    using TakeElement = void (ChunkParser::*)(const JsonPlace &place);

    void parseProfile(const JsonPlace &place);
    void parseLong(const JsonPlace &place, std::string_view between, TakeElement take);
    void append(const ChunkReading &later);
    void takeSample(const JsonPlace &place);
    void parseSample(const JsonPlace &place);
    void parseMeasured(ChunkMeasurement &series, const JsonPlace &place) override;

    std::size_t m_worthHelp;
};

} // namespace ember::model::sentry
