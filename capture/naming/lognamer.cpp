// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/naming/lognamer.h"

#include "capture/procfs/processimages.h"
#include "capture/symbols/symbolizer.h"
#include "model/formats/capturelog/logsymbols.h"
#include "model/formats/capturelog/recordcodec.h"
#include "model/formats/capturelog/stackcodec.h"

#include <algorithm>
#include <chrono>
#include <fcntl.h>
#include <string_view>
#include <system_error>
#include <tuple>
#include <unistd.h>
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
    log::LogSymbols names(&m_symbols);
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

namespace log = model::capturelog;

namespace {

// Limit of open binaries: each takes a file descriptor, and a process has 1024 by default.
constexpr std::size_t maxKept = 512;

// Opens a binary. If it has no build-id it must be opened through the process: only that identifies
// the file.
std::optional<ElfFile> open(std::uint32_t pid, const model::capturelog::ImageRecord &image)
{
    model::ImageKey key;
    key.codeFile = image.path;
    key.codeId = image.buildId;
    if (!image.buildId.empty()) {
        if (auto file = Symbolizer::openFile(key, image.path))
            return file;
    }
    const auto place = openablePath(static_cast<pid_t>(pid), image.address, image.path);
    return place.empty() ? std::nullopt : Symbolizer::openFile(key, place);
}

constexpr std::size_t readBytes = std::size_t(256) << 10U;

std::filesystem::file_time_type writtenAt(const std::string &path)
{
    std::error_code ignored;
    return std::filesystem::last_write_time(path, ignored);
}

} // namespace

std::optional<ElfFile> ImageStore::keep(std::uint32_t pid,
                                        const model::capturelog::ImageRecord &image)
{
    const auto binary = image.path + '\n' + image.buildId;
    if (!image.path.starts_with('/') || m_kept.size() >= maxKept || m_kept.contains(binary))
        return {};
    auto file = open(pid, image);
    if (file)
        m_kept.insert(binary);
    return file;
}

std::optional<ElfFile> ImageStore::keep(const model::capturelog::RawRecord &record)
{
    const auto *image = m_programs.take(record.type, record.payload);
    const auto *process = image != nullptr ? m_programs.process(image->process) : nullptr;
    return process != nullptr ? keep(process->pid, *image) : std::nullopt;
}

ImageWatch::ImageWatch(std::string log, Symbolizer &symbols)
    : m_path(std::move(log)),
      m_older(writtenAt(m_path)),
      m_symbols(symbols)
{
}

bool ImageWatch::open()
{
    if (!m_log.isOpen() && writtenAt(m_path) != m_older)
        m_log = FileDescriptor(::open(m_path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    return m_log.isOpen();
}

void ImageWatch::poll()
{
    while (!m_isLost && open()) {
        const auto before = m_bytes.size();
        m_bytes.resize(before + readBytes);
        const auto count = read(m_log.number(), m_bytes.data() + before, readBytes);
        m_bytes.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        if (count <= 0)
            return;
        m_bytes.erase(0, consumeRecords());
    }
}

// Parses whole records. Returns the number of bytes used.
std::size_t ImageWatch::consumeRecords()
{
    std::size_t used = 0;
    if (!m_hasHeader) {
        if (m_bytes.size() < log::fileHeaderBytes)
            return 0;
        m_isLost = !log::checkFileHeader(m_path, m_bytes);
        m_hasHeader = true;
        used = log::fileHeaderBytes;
    }
    while (!m_isLost) {
        const auto scan = log::scanRecord(std::string_view(m_bytes).substr(used));
        m_isLost = scan.state == log::ScanState::Corrupt;
        if (scan.state != log::ScanState::Record)
            break;
        if (auto file = m_images.keep(scan.record))
            m_symbols.provideFile(std::move(*file));
        used += scan.record.bytes;
    }
    return used;
}

} // namespace ember::capture
