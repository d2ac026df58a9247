// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/outputlines.h"

#include "model/core/text.h"

#include <algorithm>
#include <string_view>

namespace ember::model::capturelog {

void OutputAssembler::add(const OutputRecord &piece)
{
    auto &open = line(piece.stream);
    std::string_view rest = piece.bytes;
    while (!rest.empty()) {
        if (open.bytes.empty())
            open.time = piece.time;
        const auto newline = rest.find('\n');
        const auto length = std::min({newline, rest.size(), longestLine - open.bytes.size()});
        open.bytes.append(rest.substr(0, length));
        rest.remove_prefix(length);
        if (length == newline)
            rest.remove_prefix(1);
        if (length == newline || open.bytes.size() >= longestLine)
            end(piece.stream);
    }
}

void OutputAssembler::end(OutputStream stream)
{
    auto &open = line(stream);
    m_builder.addOutput({open.time, stream, m_builder.string(validUtf8(open.bytes))});
    open.bytes.clear();
}

void OutputAssembler::finish()
{
    for (const auto stream : {OutputStream::Standard, OutputStream::Error}) {
        if (!line(stream).bytes.empty())
            end(stream);
    }
}

} // namespace ember::model::capturelog
