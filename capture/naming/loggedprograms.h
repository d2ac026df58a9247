// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/records.h"

#include <string_view>
#include <unordered_map>

namespace ember::capture {

// The processes of a log and their binaries, record by record in the log's order.
class LoggedPrograms {
public:
    static bool isOfInterest(model::capturelog::RecordType type);

    // Returns the binary that the record told of for the first time; else null. A record that is
    // damaged is passed over.
    const model::capturelog::ImageRecord *take(model::capturelog::RecordType type,
                                               std::string_view payload);

    // Null: the log has not said such a one. Both stay where they are.
    const model::capturelog::ProcessRecord *process(model::capturelog::ProcessSerial serial) const;
    const model::capturelog::ImageRecord *image(model::capturelog::ImageSerial serial) const;

private:
    model::Timestamp m_base; // of the segment
    std::unordered_map<model::capturelog::ProcessSerial, model::capturelog::ProcessRecord>
        m_processes;
    std::unordered_map<model::capturelog::ImageSerial, model::capturelog::ImageRecord> m_images;
};

} // namespace ember::capture
