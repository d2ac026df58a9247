// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

    // A record of interest, in the log's order. One that is damaged is passed over.
    void take(model::capturelog::RecordType type, std::string_view payload);

    // The names of what was taken since the last call.
    std::vector<model::capturelog::ImageSymbols> nameNew();
    // Behind the log's end: of code that processes made themselves, the names that had not been
    // written yet when it ran.
    std::vector<model::capturelog::ImageSymbols> nameRest();

private:
    struct KnownProcess {
        model::capturelog::ProcessRecord record;
        std::string madeCode; // its perf map, whether it has one or not
    };

    // Address of an image, or of code a process made itself; pointers into the maps below.
    struct Wanted {
        const model::capturelog::ImageRecord *image = nullptr;
        const KnownProcess *process = nullptr;
        std::uint64_t address = 0; // run-time
        model::Nanoseconds seen{};
    };

    void take(const model::capturelog::FrameRecord &frame);
    void keepReadable(const model::capturelog::ImageRecord &image);
    bool isNew(const std::string &binary, std::uint64_t address);
    static model::ImageKey keyOf(const Wanted &wanted);
    std::vector<model::capturelog::ImageSymbols> name(const std::vector<Wanted> &addresses);

    Symbolizer m_symbols;
    model::Timestamp m_base; // of the segment
    std::unordered_map<model::capturelog::ProcessSerial, KnownProcess> m_processes;
    std::unordered_map<model::capturelog::ImageSerial, model::capturelog::ImageRecord> m_images;
    std::unordered_map<std::string, std::unordered_set<std::uint64_t>> m_met; // by binary
    std::vector<Wanted> m_wanted;
    std::vector<Wanted> m_unnamed; // made by processes
};

} // namespace ember::capture
