// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/legacytext.h"

#include "model/formats/bytes/textlines.h"

namespace ember::model::pprof {

namespace {

// The first line that is neither empty nor a comment, and `text` from there.
std::string_view firstLineOf(std::string_view &text)
{
    while (!text.empty()) {
        auto rest = text;
        const auto line = trimmed(takeLine(rest));
        if (!line.empty() && !line.starts_with('#'))
            return line;
        text = rest;
    }
    return {};
}

} // namespace

bool isLegacyText(std::string_view firstBytes)
{
    const auto line = firstLineOf(firstBytes);
    return isGoCount(line) || isGoDump(line) || isContention(line) || isJavaHeap(line)
        || isThreads(line);
}

Result<Message> readLegacyText(const std::string &file, std::string_view bytes,
                               const std::stop_token &stop)
{
    auto start = bytes;
    const auto line = firstLineOf(start);
    if (isGoCount(line))
        return readGoCount({file, "Go count profile", bytes}, stop);
    if (isGoDump(line))
        return readGoDump({file, "goroutine dump", bytes}, stop);
    if (isContention(line))
        return readContention({file, "contention profile", bytes}, stop);
    if (isJavaHeap(line))
        return readJavaHeap({file, "Java heap profile", bytes}, stop);
    return readThreads({file, "threadz profile", bytes}, stop);
}

} // namespace ember::model::pprof
