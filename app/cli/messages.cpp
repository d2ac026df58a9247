// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/messages.h"

#include "app/cli/showntext.h"
#include "app/errortext.h"
#include "app/session/filenames.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace ember::app {

namespace {

constexpr QLatin1String ourName("emberchart-cli: ");

void printLine(const QString &line)
{
    std::fputs((shownText(toPath(line)) + '\n').c_str(), stderr);
}

} // namespace

void printNote(const QString &message)
{
    printLine(ourName + message);
}

void printError(const model::Error &error)
{
    printNote(errorLine(error));
}

void printDetail(const QString &text)
{
    printLine(QLatin1String("  ") + text);
}

void printFindings(const model::ImportLog &log)
{
    for (const auto &finding : log.findings())
        printDetail(findingLine(finding));
}

void printProgress(const QString &text)
{
    const QString line = text.isEmpty() ? text : ourName + text;
    std::fputs(('\r' + shownText(toPath(line)) + "\033[K").c_str(), stderr);
}

void passOn(const QByteArray &line)
{
    constexpr qsizetype longest = 2000; // characters
    QString text = QString::fromUtf8(line);
    if (text.endsWith(QLatin1Char('\r'))) // ssh ends its own lines by CR LF
        text.chop(1);
    if (text.size() > longest)
        text = text.left(longest) + QStringLiteral("…");
    printLine(text);
}

bool printResult(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
        return true;
    const auto code =
        errno == ENOSPC ? model::ErrorCode::DiskFull : model::ErrorCode::FileNotWritable;
    printError({code, "stdout", std::strerror(errno)});
    return false;
}

bool printJson(std::string_view json)
{
    return printResult(shownJson(json));
}

} // namespace ember::app
