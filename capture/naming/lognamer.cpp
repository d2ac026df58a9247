// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/naming/lognamer.h"

#include "model/formats/capturelog/framelookup.h"
#include "model/formats/capturelog/framenames.h"
#include "model/formats/capturelog/recordcodec.h"
#include "model/formats/capturelog/segmentcodec.h"
#include "model/formats/capturelog/stackcodec.h"

#include <chrono>
#include <tuple>
#include <unistd.h>
#include <utility>

namespace ember::capture {

namespace log = model::capturelog;
using log::RecordType;

bool LogNamer::isOfInterest(RecordType type)
{
    return type == RecordType::Segment || type == RecordType::Process || type == RecordType::Image
        || type == RecordType::Frames;
}

void LogNamer::take(RecordType type, std::string_view payload)
{
    log::ByteReader from(payload);
    if (type == RecordType::Segment) {
        if (const auto segment = log::decodeSegment(from); !from.hasFailed())
            m_base = segment.start;
    } else if (type == RecordType::Process) {
        auto process = log::decode<log::ProcessRecord>(from, m_base);
        const auto madeCode = log::madeCodePath(process.pid);
        if (!from.hasFailed())
            m_processes.try_emplace(process.serial, KnownProcess{std::move(process), madeCode});
    } else if (type == RecordType::Image) {
        const auto image = log::decode<log::ImageRecord>(from, m_base);
        if (!from.hasFailed() && m_images.try_emplace(image.serial, image).second)
            keepReadable(image);
    } else if (type == RecordType::Frames) {
        while (!from.atEnd()) {
            if (const auto frame = log::decodeFrame(from); !from.hasFailed())
                take(frame);
        }
    }
}

void LogNamer::take(const log::FrameRecord &frame)
{
    Wanted wanted;
    wanted.address = log::lookedUpAt(frame.method, frame.offset);
    wanted.seen = std::chrono::steady_clock::now().time_since_epoch();
    if (const auto image = m_images.find(frame.image); image != m_images.end()) {
        wanted.image = &image->second;
        wanted.address += image->second.address;
        const auto &[path, id] = std::tie(image->second.path, image->second.buildId);
        if (isNew(id.empty() ? path : id, wanted.address - image->second.bias))
            m_wanted.push_back(wanted);
    } else if (const auto process = m_processes.find(frame.process);
               process != m_processes.end() && !frame.image.isValid()) {
        wanted.process = &process->second;
        if (isNew(process->second.record.profilerId, wanted.address))
            m_wanted.push_back(wanted);
    }
}

// A binary that its path does not lead to, because it was deleted or the process has another root,
// is read through the process as long as that lives.
void LogNamer::keepReadable(const log::ImageRecord &image)
{
    const auto process = m_processes.find(image.process);
    if (!image.path.starts_with('/') || process == m_processes.end()
        || access(image.path.c_str(), R_OK) == 0)
        return;
    const auto &[pid, executable] =
        std::tie(process->second.record.pid, process->second.record.executable);
    const auto folder = "/proc/" + std::to_string(pid);
    if (!m_symbols.provideFile(image.path, folder + "/root" + image.path) && !executable.empty()
        && image.path.starts_with(executable))
        m_symbols.provideFile(image.path, folder + "/exe");
}

bool LogNamer::isNew(const std::string &binary, std::uint64_t address)
{
    return m_met[binary].insert(address).second;
}

model::ImageKey LogNamer::keyOf(const Wanted &wanted)
{
    model::ImageKey key;
    if (wanted.image != nullptr) {
        key.codeFile = wanted.image->path;
        key.codeId = wanted.image->buildId;
        key.address = wanted.image->address;
        key.size = wanted.image->size;
        key.bias = wanted.image->bias;
    } else {
        const auto &process = wanted.process->record;
        key.codeFile = wanted.process->madeCode;
        key.codeId = process.profilerId;
        key.maker =
            model::CodeMaker{process.pid, process.start, process.workingDirectory, wanted.seen};
    }
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
        if (names.lookUp(keyOf(wanted), wanted.address).empty() && wanted.process != nullptr)
            m_unnamed.push_back(wanted);
    }
    return names.newSymbols();
}

} // namespace ember::capture
