// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/stringtable.h"
#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/repair.h"

#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// Brings a chunk into the form the texts and Relay ask for, rule by rule, and lists what it did.
class ChunkRepair {
public:
    explicit ChunkRepair(Chunk &chunk) : m_chunk(chunk), m_strings(chunk.strings) { }

    void repair();

    const std::vector<RepairChange> &changes() const { return m_changes; }

private:
    void note(std::string_view subject, std::string_view detail);

    void set(StringIndex &field, std::string_view value, std::string_view subject);
    // chunkrepair.cpp: what describes the chunk
    void metadata();
    void id(StringIndex &id, std::string_view subject);
    void images();
    bool image(ChunkImage &image);
    void measurements();
    void clocks();
    // chunkrepairprofile.cpp: what it holds
    void stacks();
    void frames();
    void samples();
    void order();
    void threads();

    Chunk &m_chunk;
    StringInterner m_strings;
    std::vector<RepairChange> m_changes;
};

} // namespace ember::model::sentry
