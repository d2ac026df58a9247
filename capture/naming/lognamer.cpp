// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/naming/lognamer.h"

#include "model/formats/capturelog/framenames.h"
#include "model/formats/capturelog/recordcodec.h"
#include "model/formats/capturelog/stackcodec.h"

#include <chrono>
#include <tuple>
#include <utility>

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

const log::ProcessRecord *LoggedPrograms::process(model::ProcessSerial serial) const
{
    const auto known = m_processes.find(serial);
    return known == m_processes.end() ? nullptr : &known->second;
}

const log::ImageRecord *LoggedPrograms::image(log::ImageSerial serial) const
{
    const auto known = m_images.find(serial);
    return known == m_images.end() ? nullptr : &known->second;
}

bool LogNamer::isOfInterest(RecordType type)
{
    return type == RecordType::Frames || LoggedPrograms::isOfInterest(type);
}

void LogNamer::take(RecordType type, std::string_view payload)
{
    m_programs.take(type, payload);
    log::ByteReader from(payload);
    while (type == RecordType::Frames && !from.atEnd()) {
        const auto frame = log::decodeFrame(from);
        if (!from.hasFailed() && frame.method != model::UnwindMethod::Script)
            take(frame);
    }
}

void LogNamer::take(const log::FrameRecord &frame)
{
    Wanted wanted;
    wanted.address = log::lookedUpAt(frame.method, frame.offset);
    wanted.seen = std::chrono::steady_clock::now().time_since_epoch();
    wanted.image = m_programs.image(frame.image);
    if (wanted.image != nullptr) {
        wanted.address += wanted.image->address;
        const auto &[path, id] = std::tie(wanted.image->path, wanted.image->buildId);
        if (isNew(id.empty() ? path : id, wanted.address - wanted.image->bias))
            m_wanted.push_back(wanted);
    } else if (!frame.image.isValid()) {
        wanted.process = m_programs.process(frame.process);
        if (wanted.process != nullptr && isNew(wanted.process->profilerId, wanted.address))
            m_wanted.push_back(wanted);
    }
}

bool LogNamer::isNew(const std::string &binary, std::uint64_t address)
{
    return m_met[binary].insert(address).second;
}

model::ImageKey LogNamer::imageKey(const log::ImageRecord &image)
{
    model::ImageKey key;
    key.codeFile = image.path;
    key.codeId = image.buildId;
    key.address = image.address;
    key.size = image.size;
    key.bias = image.bias;
    return key;
}

model::ImageKey LogNamer::jitCodeKey(const Wanted &wanted, const std::string &perfMap)
{
    const auto &process = *wanted.process;
    model::ImageKey key;
    key.codeFile = perfMap;
    key.codeId = process.profilerId;
    key.maker = model::CodeMaker{process.pid, process.start, process.workingDirectory, wanted.seen};
    return key;
}

std::vector<log::ImageSymbols> LogNamer::nameNew()
{
    return name(std::exchange(m_wanted, {}));
}

std::vector<log::ImageSymbols> LogNamer::nameRest()
{
    return name(std::exchange(m_unnamed, {}));
}

std::vector<log::ImageSymbols> LogNamer::name(const std::vector<Wanted> &addresses)
{
    log::FrameNames names(&m_symbols);
    for (const auto &wanted : addresses) {
        if (wanted.image != nullptr) {
            names.lookUp(imageKey(*wanted.image), wanted.address);
            continue;
        }
        const auto perfMap = log::jitCodePath(wanted.process->pid);
        if (names.lookUp(jitCodeKey(wanted, perfMap), wanted.address).empty())
            m_unnamed.push_back(wanted);
    }
    return names.newSymbols();
}

} // namespace ember::capture
