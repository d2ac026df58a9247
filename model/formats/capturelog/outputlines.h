// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/records.h"
#include "model/profile/profilebuilder.h"

#include <array>
#include <string>

namespace ember::model::capturelog {

// Makes lines of the pieces in which the target's output was seen. A line has the time of its first
// byte.
class OutputAssembler {
public:
    explicit OutputAssembler(ProfileBuilder &builder) : m_builder(builder) { }

    void add(const OutputRecord &piece);
    // The lines that have not ended.
    void finish();

private:
    static constexpr std::size_t longestLine = std::size_t(64) << 10U;

    struct Line {
        Timestamp time;
        std::string bytes;
    };

    void end(OutputStream stream);
    Line &line(OutputStream stream) { return m_lines[static_cast<std::size_t>(stream)]; }

    ProfileBuilder &m_builder;
    std::array<Line, 2> m_lines; // by OutputStream
};

} // namespace ember::model::capturelog
