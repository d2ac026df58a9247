// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/bytesource.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <span>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ember::model {

namespace {

constexpr std::size_t padding = 64;
constexpr std::size_t hugePage = std::size_t(2) << 20U;
constexpr std::size_t pieceSize = std::size_t(4) << 20U; // read between two questions to stop

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

// Half the time of reading a big file would go into touching its small pages for the first time.
char *allocate(std::size_t size)
{
    if (size < hugePage)
        return static_cast<char *>(std::malloc(size));
    const auto whole = (size + hugePage - 1) / hugePage * hugePage;
    auto *const data = static_cast<char *>(std::aligned_alloc(hugePage, whole));
    if (data != nullptr)
        ::madvise(data, whole, MADV_HUGEPAGE);
    return data;
}

// Fills the buffer as far as the file goes; how many bytes that were.
Result<std::size_t> fill(int file, const std::string &path, std::span<char> buffer,
                         const std::stop_token &stop)
{
    std::size_t have = 0;
    while (have < buffer.size()) {
        if (stop.stop_requested())
            return Error{ErrorCode::Cancelled, path, {}};
        const auto wanted = std::min(pieceSize, buffer.size() - have);
        const auto got = ::read(file, buffer.data() + have, wanted);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fileError(path, errno);
        if (got == 0)
            break; // cut while reading: what is there counts
        have += static_cast<std::size_t>(got);
    }
    return have;
}

} // namespace

Bytes::Bytes(std::size_t size) : m_data(allocate(size + padding)), m_size(size)
{
    if (!m_data)
        throw std::bad_alloc();
    std::memset(m_data.get() + size, 0, padding);
}

Bytes::Bytes(std::string_view content) : Bytes(content.size())
{
    if (!content.empty())
        std::memcpy(m_data.get(), content.data(), content.size());
}

Result<Bytes> Bytes::readFile(const std::string &path, const std::stop_token &stop)
{
    return readStart(path, fileLimit, stop);
}

Result<Bytes> Bytes::readStart(const std::string &path, std::size_t length,
                               const std::stop_token &stop)
{
    // Not blocking: a pipe without a writer would keep us waiting before it can be refused.
    const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (file.number < 0)
        return fileError(path, errno);

    struct stat status { };

    if (::fstat(file.number, &status) != 0)
        return fileError(path, errno);
    if (!S_ISREG(status.st_mode))
        return Error{ErrorCode::FileUnreadable, path, "not a regular file"};
    const auto whole = static_cast<std::size_t>(status.st_size);
    if (whole > fileLimit)
        return Error{ErrorCode::FileTooBig, path,
                     std::to_string(whole) + " bytes, at most " + std::to_string(fileLimit)};
    const auto size = std::min(whole, length);
    try {
        Bytes bytes(size);
        EMBER_ASSIGN_OR_RETURN(bytes.m_size,
                               fill(file.number, path, {bytes.m_data.get(), size}, stop));
        std::memset(bytes.m_data.get() + bytes.m_size, 0, padding);
        return bytes;
    } catch (const std::bad_alloc &) {
        return Error{ErrorCode::FileTooBig, path, "not enough memory"};
    }
}

} // namespace ember::model
