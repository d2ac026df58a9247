// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/outputstream.h"

#include "app/session/filenames.h"
#include "model/core/files.h"

#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace ember::app {

namespace {

using model::Result;

// The descriptor that OUT names (/dev/stdout, /dev/fd/N). It is used directly: opening the path
// again would write from the start of a file that is appended to.
std::optional<int> openFile(const QString &output)
{
    if (output == QLatin1String("-") || output == QLatin1String("/dev/stdout"))
        return STDOUT_FILENO;
    if (output == QLatin1String("/dev/stderr"))
        return STDERR_FILENO;
    for (const char *folder : {"/dev/fd/", "/proc/self/fd/"}) {
        const QLatin1String start(folder);
        bool isNumber = false;
        const int number = output.mid(start.size()).toInt(&isNumber);
        if (output.startsWith(start) && isNumber)
            return number;
    }
    return std::nullopt;
}

} // namespace

bool isStream(const QString &output)
{
    struct stat status { };

    const bool isThere = ::stat(toPath(output).c_str(), &status) == 0;
    const bool isOther = isThere && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
    return openFile(output) || isOther;
}

Result<void> writeStream(std::string_view bytes, const QString &output)
{
    if (const auto open = openFile(output))
        return model::writeAll(*open, bytes);
    const int file = ::open(toPath(output).c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (file < 0)
        return model::writeError({}, errno);
    auto written = model::writeAll(file, bytes);
    if (::close(file) != 0 && written)
        return model::writeError({}, errno);
    return written;
}

} // namespace ember::app
