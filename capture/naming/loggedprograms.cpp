// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/naming/loggedprograms.h"

#include "model/formats/capturelog/recordcodec.h"

namespace ember::capture {

namespace log = model::capturelog;
using log::RecordType;

bool LoggedPrograms::isOfInterest(RecordType type)
{
    return type == RecordType::Segment || type == RecordType::Process || type == RecordType::Image;
}

const log::ImageRecord *LoggedPrograms::take(RecordType type, std::string_view payload)
{
    log::ByteReader from(payload);
    if (type == RecordType::Segment) {
        if (const auto segment = log::decodeSegment(from); !from.hasFailed())
            m_base = segment.start;
    } else if (type == RecordType::Process) {
        const auto process = log::decode<log::ProcessRecord>(from, m_base);
        if (!from.hasFailed())
            m_processes.try_emplace(process.serial, process);
    } else if (type == RecordType::Image) {
        const auto image = log::decode<log::ImageRecord>(from, m_base);
        if (from.hasFailed())
            return nullptr;
        const auto [place, isNew] = m_images.try_emplace(image.serial, image);
        return isNew ? &place->second : nullptr;
    }
    return nullptr;
}

const log::ProcessRecord *LoggedPrograms::process(log::ProcessSerial serial) const
{
    const auto known = m_processes.find(serial);
    return known == m_processes.end() ? nullptr : &known->second;
}

const log::ImageRecord *LoggedPrograms::image(log::ImageSerial serial) const
{
    const auto known = m_images.find(serial);
    return known == m_images.end() ? nullptr : &known->second;
}

} // namespace ember::capture
