// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/binaryreader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

BinaryReader::Descriptor::~Descriptor()
{
    ::close(number);
}

Result<BinaryReader> BinaryReader::open(const std::string &path)
{
    // O_NONBLOCK: opening a FIFO in place of a binary must not block.
    const int number = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (number < 0) {
        const bool missing = errno == ENOENT || errno == ENOTDIR;
        return Error{missing ? ErrorCode::FileNotFound : ErrorCode::FileUnreadable, path,
                     std::strerror(errno)};
    }
    auto file = std::make_shared<const Descriptor>(number);
    struct stat status { };
    if (::fstat(number, &status) != 0)
        return Error{ErrorCode::FileUnreadable, path, std::strerror(errno)};
    if (!S_ISREG(status.st_mode))
        return Error{ErrorCode::FileUnreadable, path, "not a regular file"};
    return BinaryReader(std::move(file), static_cast<std::uint64_t>(status.st_size));
}

BinaryReader::BinaryReader(std::span<const std::byte> bytes) : m_bytes(bytes), m_size(bytes.size())
{
}

BinaryReader::BinaryReader(std::shared_ptr<const Descriptor> file, std::uint64_t size)
    : m_file(std::move(file)),
      m_size(size)
{
}

bool BinaryReader::read(std::uint64_t offset, std::span<std::byte> into) const
{
    if (offset > m_size || into.size() > m_size - offset)
        return false;
    if (!m_file) {
        std::ranges::copy(m_bytes.subspan(offset, into.size()), into.begin());
        return true;
    }
    while (!into.empty()) {
        const auto count =
            ::pread(m_file->number, into.data(), into.size(), static_cast<off_t>(offset));
        if (count == 0 || (count < 0 && errno != EINTR))
            return false;
        if (count > 0) {
            offset += static_cast<std::uint64_t>(count);
            into = into.subspan(static_cast<std::size_t>(count));
        }
    }
    return true;
}

std::vector<std::byte> BinaryReader::readUpTo(std::uint64_t offset, std::uint64_t size) const
{
    if (offset >= m_size)
        return {};
    std::vector<std::byte> bytes(std::min(size, m_size - offset));
    if (!read(offset, bytes))
        bytes.clear();
    return bytes;
}

} // namespace ember::capture
