// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/records.h"

#include <string_view>
#include <unordered_map>

namespace ember::capture {

// Tracks the processes of a log and their binaries. Takes the records in the log's order.
class LoggedPrograms {
public:
    static bool isOfInterest(model::capturelog::RecordType type);

    // Returns the binary if the record names it for the first time, else null. Damaged records are
    // skipped.
    const model::capturelog::ImageRecord *take(model::capturelog::RecordType type,
                                               std::string_view payload);

    // Null: the log has no such process or image. Pointers stay valid.
    const model::capturelog::ProcessRecord *process(model::capturelog::ProcessSerial serial) const;
    const model::capturelog::ImageRecord *image(model::capturelog::ImageSerial serial) const;

private:
    model::Timestamp m_base; // base time of the current segment
    std::unordered_map<model::capturelog::ProcessSerial, model::capturelog::ProcessRecord>
        m_processes;
    std::unordered_map<model::capturelog::ImageSerial, model::capturelog::ImageRecord> m_images;
};

} // namespace ember::capture
