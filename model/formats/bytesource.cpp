// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/bytesource.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/stat.h>
#include <unistd.h>

namespace ember::model {

namespace {

constexpr std::size_t padding = 64;

Error fileError(const std::string &path, int reason)
{
    const auto code = reason == ENOENT ? ErrorCode::FileNotFound : ErrorCode::FileUnreadable;
    return {code, path, std::strerror(reason)};
}

// Closes the descriptor at the end of the scope.
struct Descriptor {
    int number;

    ~Descriptor() { ::close(number); }
};

} // namespace

Bytes::Bytes(std::size_t size) : m_data(new char[size + padding]), m_size(size)
{
    std::memset(m_data.get() + size, 0, padding);
}

Bytes::Bytes(std::string_view content) : Bytes(content.size())
{
    if (!content.empty())
        std::memcpy(m_data.get(), content.data(), content.size());
}

Result<Bytes> Bytes::readFile(const std::string &path, std::size_t limit)
{
    const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    if (file.number < 0)
        return fileError(path, errno);

    struct stat status { };

    if (::fstat(file.number, &status) != 0)
        return fileError(path, errno);
    if (!S_ISREG(status.st_mode))
        return Error{ErrorCode::FileUnreadable, path, "not a regular file"};
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size > limit)
        return Error{ErrorCode::FileTooBig, path,
                     std::to_string(size) + " bytes, at most " + std::to_string(limit)};
    Bytes bytes(size);
    std::size_t have = 0;
    while (have < size) {
        const auto got = ::read(file.number, bytes.m_data.get() + have, size - have);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fileError(path, errno);
        if (got == 0)
            break; // cut while reading: what is there counts
        have += static_cast<std::size_t>(got);
    }
    bytes.m_size = have;
    std::memset(bytes.m_data.get() + have, 0, padding);
    return bytes;
}

} // namespace ember::model
