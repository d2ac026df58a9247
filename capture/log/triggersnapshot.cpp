// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/log/triggersnapshot.h"

#include "model/core/files.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/recordcodec.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;
namespace log = model::capturelog;

namespace {

constexpr mode_t ownersOnly = 0600;

} // namespace

Result<TriggerSnapshot> TriggerSnapshot::create(const std::string &path, const Source &source)
{
    // O_EXCL: the user did not choose this name, so an existing file or link must not be
    // overwritten.
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, ownersOnly);
    if (fd < 0)
        return model::writeError(path, errno);
    flock(fd, LOCK_EX | LOCK_NB); // marks the file as being written, like any log
    TriggerSnapshot kept(path, FileDescriptor(fd), source);
    EMBER_RETURN_IF_ERROR(kept.write(log::fileHeader()));
    return kept;
}

Result<void> TriggerSnapshot::write(std::string_view bytes) const
{
    const auto outcome = model::writeAll(m_file.number(), bytes);
    if (!outcome)
        return Error{outcome.error().code, m_path, outcome.error().detail};
    return {};
}

Result<void> TriggerSnapshot::copy(std::uint64_t bytes)
{
    std::array<char, std::size_t(64) << 10U> buffer;
    for (auto rest = std::min(bytes, m_source.end - m_source.start); rest > 0;) {
        const auto wanted = std::min<std::uint64_t>(rest, buffer.size());
        const auto count =
            pread(m_source.fd, buffer.data(), wanted, static_cast<off_t>(m_source.start));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return Error{ErrorCode::FileUnreadable, m_path,
                         "the capture log: " + std::generic_category().message(errno)};
        const auto size = static_cast<std::size_t>(count);
        EMBER_RETURN_IF_ERROR(write({buffer.data(), size}));
        m_source.start += size;
        rest -= size;
    }
    return {};
}

Result<void> TriggerSnapshot::end(const log::EndRecord &end, model::Timestamp base)
{
    return write(log::endRecord(end, base));
}

void TriggerSnapshot::remove() const
{
    unlink(m_path.c_str());
}

} // namespace ember::capture
