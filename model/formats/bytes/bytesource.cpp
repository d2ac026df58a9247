// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/bytes/bytesource.h"

#include "model/core/pages.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ember::model {

namespace {

constexpr std::size_t padding = 64;
constexpr std::size_t largeFile = std::size_t(33) << 20U; // malloc() maps what is above 32 MB
constexpr std::size_t pieceSize = std::size_t(4) << 20U; // read between two checks for a stop

Error fileError(const std::string &path, int reason)
{
    const auto code = reason == ENOENT ? ErrorCode::FileNotFound : ErrorCode::FileUnreadable;
    return {code, path, std::strerror(reason)};
}

// Closes the descriptor at the end of the scope.
class Descriptor {
public:
    explicit Descriptor(int number) : m_number(number) { }

    Descriptor(Descriptor &&other) noexcept : m_number(std::exchange(other.m_number, -1)) { }

    ~Descriptor()
    {
        if (m_number >= 0)
            ::close(m_number);
    }

    Descriptor &operator=(Descriptor &&) = delete;
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;

    int number() const { return m_number; }

private:
    int m_number;
};

// A piece of a file without holes.
struct Extent {
    off_t start = 0;
    off_t end = 0;
};

std::vector<Extent> extentsOf(int file, off_t size, Holes holes)
{
    if (holes == Holes::Read)
        return {{0, size}};
    std::vector<Extent> extents;
    off_t place = 0;
    while (place < size) {
        const auto data = ::lseek(file, place, SEEK_DATA);
        const auto hole = data < 0 ? data : ::lseek(file, data, SEEK_HOLE);
        if (hole < 0 && errno != ENXIO) // the system knows of no holes here
            return {{0, size}};
        if (hole <= data) // nothing but a hole up to the end
            break;
        extents.push_back({data, std::min(hole, size)});
        place = hole;
    }
    return extents;
}

std::size_t bytesIn(std::span<const Extent> extents)
{
    off_t bytes = 0;
    for (const auto &extent : extents)
        bytes += extent.end - extent.start;
    return static_cast<std::size_t>(bytes);
}

// Fills the buffer as far as the file goes and returns the number of bytes read.
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
            break; // the file was truncated meanwhile: return what there is
        have += static_cast<std::size_t>(got);
    }
    return have;
}

// Reads the extents one after the other.
Result<std::size_t> fill(int file, const std::string &path, std::span<const Extent> extents,
                         std::span<char> buffer, const std::stop_token &stop)
{
    std::size_t have = 0;
    for (const auto &extent : extents) {
        if (::lseek(file, extent.start, SEEK_SET) != extent.start)
            return fileError(path, errno);
        const auto wanted = buffer.subspan(have, bytesIn({&extent, 1}));
        EMBER_ASSIGN_OR_RETURN(const auto got, fill(file, path, wanted, stop));
        have += got;
        if (got < wanted.size())
            break;
    }
    return have;
}

Result<Descriptor> openFile(const std::string &path, struct stat &status)
{
    // O_NONBLOCK: opening a pipe without a writer would wait before it can be refused.
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.number() < 0 || ::fstat(file.number(), &status) != 0)
        return fileError(path, errno);
    if (S_ISDIR(status.st_mode))
        return Error{ErrorCode::FileUnreadable, path, "a folder, not a file"};
    if (!S_ISREG(status.st_mode))
        return Error{ErrorCode::FileUnreadable, path, "not a regular file"};
    return file;
}

} // namespace

Bytes::Bytes(std::size_t size)
    : m_data(static_cast<char *>(std::malloc(size + padding))),
      m_size(size)
{
    if (!m_data)
        throw std::bad_alloc();
    if (size >= largeFile)
        preferLargePages(m_data.get(), size);
    std::memset(m_data.get() + size, 0, padding);
}

Bytes::Bytes(std::string_view content) : Bytes(content.size())
{
    if (!content.empty())
        std::memcpy(m_data.get(), content.data(), content.size());
}

std::span<char> GrowingBytes::room(std::size_t wanted)
{
    const auto size = m_bytes.m_size;
    if (m_capacity - size < wanted + padding) {
        const auto capacity = std::max(2 * m_capacity, size + wanted + padding);
        auto *const grown = static_cast<char *>(std::realloc(m_bytes.m_data.get(), capacity));
        if (grown == nullptr)
            throw std::bad_alloc();
        static_cast<void>(m_bytes.m_data.release());
        m_bytes.m_data.reset(grown);
        m_capacity = capacity;
    }
    return {m_bytes.m_data.get() + size, m_capacity - size - padding};
}

Bytes GrowingBytes::take()
{
    static_cast<void>(room(0));
    std::memset(m_bytes.m_data.get() + m_bytes.m_size, 0, padding);
    m_capacity = 0;
    return std::exchange(m_bytes, Bytes());
}

Result<Bytes> Bytes::readFile(const std::string &path, const std::stop_token &stop, Holes holes)
{
    struct stat status { };

    EMBER_ASSIGN_OR_RETURN(const auto file, openFile(path, status));
    const auto extents = extentsOf(file.number(), status.st_size, holes);
    const auto size = bytesIn(extents);
    if (size > fileLimit)
        return Error{ErrorCode::FileTooBig, path,
                     std::to_string(size) + " bytes, at most " + std::to_string(fileLimit)};
    try {
        Bytes bytes(size);
        EMBER_ASSIGN_OR_RETURN(
            bytes.m_size, fill(file.number(), path, extents, {bytes.m_data.get(), size}, stop));
        std::memset(bytes.m_data.get() + bytes.m_size, 0, padding);
        return bytes;
    } catch (const std::bad_alloc &) {
        return Error{ErrorCode::FileTooBig, path, "not enough memory"};
    }
}

Result<Bytes> Bytes::readStart(const std::string &path, std::size_t length,
                               const std::stop_token &stop)
{
    struct stat status { };

    EMBER_ASSIGN_OR_RETURN(const auto file, openFile(path, status));
    std::string start(std::min(length, static_cast<std::size_t>(status.st_size)), '\0');
    EMBER_ASSIGN_OR_RETURN(const auto have, fill(file.number(), path, std::span(start), stop));
    return Bytes(std::string_view(start).substr(0, have));
}

} // namespace ember::model
