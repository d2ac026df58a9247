// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/naming/loggedprograms.h"
#include "capture/symbols/symbolizer.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/imagesymbols.h"
#include "model/formats/capturelog/records.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ember::capture {

// Finds the names of the addresses that a log's frames have, while the log is written and on the
// machine where it is: each address of a binary once, however many processes run it. Ticks and
// stacks do not matter to it, so that its memory is that of the log's distinct addresses.
//
// Owned by one thread.
class LogNamer {
public:
    explicit LogNamer(SymbolPaths paths) : m_symbols(std::move(paths)) { }

    static bool isOfInterest(model::capturelog::RecordType type);

    // A binary to be read there, before the frames that are in it.
    void take(ElfFile file) { m_symbols.provideFile(std::move(file)); }

    // A record of interest, in the log's order. One that is damaged is passed over.
    void take(model::capturelog::RecordType type, std::string_view payload);

    // The names of what was taken since the last call.
    std::vector<model::capturelog::ImageSymbols> nameNew();
    // Behind the log's end: of code that processes made themselves, the names that had not been
    // written yet when it ran.
    std::vector<model::capturelog::ImageSymbols> nameRest();

private:
    // Address of an image, or of code a process made itself.
    struct Wanted {
        const model::capturelog::ImageRecord *image = nullptr;
        const model::capturelog::ProcessRecord *process = nullptr;
        std::uint64_t address = 0; // run-time
        model::Nanoseconds seen{};
    };

    void take(const model::capturelog::FrameRecord &frame);
    bool isNew(const std::string &binary, std::uint64_t address);
    static model::ImageKey imageKey(const model::capturelog::ImageRecord &image);
    static model::ImageKey jitCodeKey(const Wanted &wanted, const std::string &perfMap);
    std::vector<model::capturelog::ImageSymbols> name(const std::vector<Wanted> &addresses);

    Symbolizer m_symbols;
    LoggedPrograms m_programs;
    std::unordered_map<std::string, std::unordered_set<std::uint64_t>> m_met; // by binary
    std::vector<Wanted> m_wanted;
    std::vector<Wanted> m_unnamed; // made by processes
};

} // namespace ember::capture
