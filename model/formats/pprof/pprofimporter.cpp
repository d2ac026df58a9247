// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/pprofimporter.h"

#include "model/formats/import/filenotes.h"
#include "model/formats/pprof/assemble.h"
#include "model/formats/pprof/decode.h"
#include "model/formats/pprof/legacycpu.h"
#include "model/formats/pprof/legacyheap.h"
#include "model/formats/pprof/legacytext.h"

#include <algorithm>

namespace ember::model::pprof {

namespace {

Result<Message> readMessage(const ImportFile &file, const std::stop_token &stop)
{
    const auto bytes = file.bytes.view();
    if (isLegacyCpu(bytes))
        return readLegacyCpu(file.name, bytes, stop);
    const bool isHeap = isLegacyHeap(bytes);
    if (!isHeap && !isLegacyText(bytes))
        return decode(file.name, bytes, stop);
    auto message =
        isHeap ? readLegacyHeap(file.name, bytes, stop) : readLegacyText(file.name, bytes, stop);
    if (message && message->cut.empty() && !bytes.ends_with('\n'))
        message->cut = "the last line has no end";
    return message;
}

// Messages hold numbers, which no text does: the first field of each kind of message is one.
bool isText(std::string_view bytes)
{
    const auto isControl = [](char letter) {
        constexpr std::string_view ofTexts = "\t\n\f\r";
        return letter >= '\0' && letter < ' ' && ofTexts.find(letter) == std::string_view::npos;
    };
    return std::ranges::none_of(bytes, isControl);
}

} // namespace

Confidence PprofImporter::sniff(const FileStart &start) const
{
    const auto bytes = start.bytes();
    if (isLegacyHeap(bytes) || isLegacyCpu(bytes) || isLegacyText(bytes))
        return Confidence::Certain;
    if (isText(bytes))
        return Confidence::No;
    switch (countKnownFields(bytes)) {
    case 0: return Confidence::No;
    case 1:
    case 2: return Confidence::Maybe;
    default: return Confidence::Likely;
    }
}

Result<std::vector<ProfilePointer>>
PprofImporter::readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const
{
    EMBER_ASSIGN_OR_RETURN(const auto message, readMessage(file, stop));
    if (!message.cut.empty())
        FileNotes("pprof", file.name, log)
            .warn("pprof-cut", message.cut + ": the file was probably cut");
    EMBER_ASSIGN_OR_RETURN(auto profile, assemble(file, message, log, stop));
    return std::vector{std::move(profile)};
}

} // namespace ember::model::pprof
