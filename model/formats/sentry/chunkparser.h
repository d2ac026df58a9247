// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/sampleformatparser.h"

namespace ember::model::sentry {

// Takes a V2 document apart.
class ChunkParser final : SampleFormatParser {
public:
    ChunkParser(ChunkReading &reading, JsonCursor &json) : SampleFormatParser(reading, json) { }

    // Takes the document, which must be an object.
    void parse();

private:
    void parseProfile(const JsonPlace &place);
    void parseSample(const JsonPlace &place);
    void parseMeasured(ChunkMeasurement &series, const JsonPlace &place) override;
};

} // namespace ember::model::sentry
