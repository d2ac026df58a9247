// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/sampleformatparser.h"
#include "model/formats/sentry/v1/v1reader.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ember::model::sentry::v1 {

// Takes a V1 document apart.
class Parser final : SampleFormatParser {
public:
    Parser(Reading &reading, JsonCursor &json)
        : SampleFormatParser(reading.tables, json),
          m_metadata(reading.metadata)
    {
    }

    // Takes the document, which must be an object.
    void parse();

private:
    // Numbers where the text asks for strings (V1-9): Relay takes both.
    struct BareNumbers {
        std::string firstPlace;
        std::uint64_t count = 0;
    };

    // parser.cpp
    void parseTimestamp(const JsonPlace &place);
    void parseDevice(const JsonPlace &place);
    void parseOperatingSystem(const JsonPlace &place);
    void parseRuntime(const JsonPlace &place);
    void parseTransaction(Transaction &transaction, const JsonPlace &place);
    void parseTransactions(const JsonPlace &place);

    // parserprofile.cpp
    void parseProfile(const JsonPlace &place);
    void parseSample(const JsonPlace &place);
    void parseQueues(const JsonPlace &place);
    void parseMeasured(ChunkMeasurement &series, const JsonPlace &place) override;
    std::optional<std::uint64_t> stringNumber(const JsonPlace &place);
    StringIndex threadId(const JsonPlace &place);
    void noteRelativeTimes();
    void noteBareNumbers();
    void noteUnknownMembers();
    void noteAbsurdTimes();
    Timestamp timeOf(std::uint64_t elapsed);

    Metadata &m_metadata;
    std::optional<Transaction> m_firstOfList;
    BareNumbers m_bareNumbers;
    std::uint64_t m_relativeTimes = 0; // samples with no other time
    std::uint64_t m_absurdTimes = 0;
    std::uint64_t m_unknownMembers = 0; // samples and measured values that have some
};

} // namespace ember::model::sentry::v1
