// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/intake/envelopefolder.h"

#include "capture/system/diskroom.h"
#include "capture/system/filedescriptor.h"
#include "model/core/files.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ember::app {

namespace {

// "007"
std::string threeDigits(std::uint64_t number)
{
    constexpr std::size_t width = 3;
    const auto digits = std::to_string(number);
    return digits.size() < width ? std::string(width - digits.size(), '0') + digits : digits;
}

} // namespace

model::Result<EnvelopeFolder> EnvelopeFolder::open(const std::string &path)
{
    constexpr mode_t ownerOnly = 0700;
    struct stat there { };

    if (mkdir(path.c_str(), ownerOnly) != 0 && errno != EEXIST)
        return model::writeError(path, errno);
    if (stat(path.c_str(), &there) != 0 || !S_ISDIR(there.st_mode))
        return model::writeError(path, ENOTDIR);
    return EnvelopeFolder(path);
}

model::Result<std::string> EnvelopeFolder::save(const QByteArray &bytes)
{
    constexpr mode_t ownerOnly = 0600;
    std::string path;
    capture::FileDescriptor file;
    do {
        path = m_path + '/' + threeDigits(m_number++) + ".envelope";
        file = capture::FileDescriptor(
            ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, ownerOnly));
    } while (!file.isOpen() && errno == EEXIST);
    if (!file.isOpen())
        return model::writeError(path, errno);
    const auto size = static_cast<std::size_t>(bytes.size());
    auto written = capture::checkDiskRoom(file.number(), path, size);
    if (written)
        written = model::writeAll(file.number(), {bytes.constData(), size});
    if (!written) {
        unlink(path.c_str());
        return model::Error{written.error().code, path, written.error().detail};
    }
    return path;
}

} // namespace ember::app
