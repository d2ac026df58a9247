// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/naming/imagestore.h"

#include "capture/procfs/processimages.h"
#include "capture/symbols/symbolizer.h"

#include <algorithm>
#include <fcntl.h>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ember::capture {

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
