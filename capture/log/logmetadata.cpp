// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/log/logmetadata.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <sys/utsname.h>
#include <unistd.h>

namespace ember::capture {

namespace log = model::capturelog;

namespace {

std::string toJson(std::string_view text)
{
    static constexpr std::string_view digits = "0123456789abcdef";
    std::string json = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            json += {'\\', c};
        else if (byte < 0x20)
            json += {'\\', 'u', '0', '0', digits[byte >> 4U], digits[byte & 15U]};
        else
            json += c;
    }
    return json + '"';
}

const char *nameOf(UnwindMode mode)
{
    switch (mode) {
    case UnwindMode::Auto: return "auto";
    case UnwindMode::FramePointer: return "fp";
    case UnwindMode::Dwarf: return "dwarf";
    }
    return "";
}

} // namespace

std::vector<log::MetadataEntry> logMetadata(const RecordOptions &options)
{
    std::vector<log::MetadataEntry> entries;
    entries.push_back({"recorder", toJson("emberchart-record " EMBER_VERSION)});
    entries.push_back({"unwind", toJson(nameOf(options.unwind))});
    if (options.placement == TickPlacement::Random)
        entries.push_back({"ticks", toJson("random")});
    entries.push_back({"cpus", std::to_string(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)))});
    utsname system{};
    if (uname(&system) == 0) {
        entries.push_back({"host", toJson(system.nodename)});
        entries.push_back({"system", toJson(std::string(system.sysname) + ' ' + system.release)});
        entries.push_back({"machine", toJson(system.machine)});
    }
    return entries;
}

} // namespace ember::capture
