// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/programfeed.h"
#include "model/formats/capturelog/records.h"
#include "model/profile/profilebuilder.h"
#include "model/profile/tracing.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ember::model::capturelog {

// Turns the spans and transactions that programs reported into rows of a ProfileBuilder. Rows never
// change, and a span's row names its transaction: so spans are held back until their transaction is
// read, at most `heldLimit` of them. Readers that show a growing log can have provisional rows of
// them.
class TracingFeed {
public:
    static constexpr std::size_t heldLimit = std::size_t(1) << 16U;

    TracingFeed(ProfileBuilder &builder, ProgramFeed &programs)
        : m_builder(builder),
          m_programs(programs)
    {
    }

    void take(const SpanRecord &span);
    void take(const TransactionRecord &transaction);
    // Adds the spans whose transaction never came, as spans of none.
    void finish();

    // Adds provisional rows of the spans that were held back at the last call, too: most
    // transactions end before. Returns whether there were any.
    bool showHeld();
    // Whether it ever added any.
    bool hasProvisional() const { return m_hasProvisional; }

private:
    using TransactionKey = std::pair<ProcessIndex, std::uint64_t>; // and its id

    // The spans of a transaction, in the order in which they were read.
    struct Held {
        std::vector<TracingSpan> spans;
        std::size_t shown = 0; // how many of them have a provisional row
        std::size_t due = 0; // how many will have one at the next call
    };

    StringIndex text(const std::string &bytes);
    StringIndex textOfId(std::uint64_t id);

    ProfileBuilder &m_builder;
    ProgramFeed &m_programs;
    std::map<TransactionKey, TransactionIndex> m_known;
    std::map<TransactionKey, Held> m_held;
    std::size_t m_heldCount = 0;
    bool m_hasProvisional = false;
};

} // namespace ember::model::capturelog
