// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/fetchline.h"

#include <QCoreApplication>
#include <QFile>
#include <QLocale>
#include <QString>

#include <cstdio>
#include <unistd.h>

namespace ember::app {

namespace {

volatile std::sig_atomic_t isInterrupted = 0;

void noteInterrupt(int)
{
    isInterrupted = 1;
}

bool isTerminal()
{
    return ::isatty(STDERR_FILENO) == 1;
}

QString sizeText(std::uint64_t bytes, std::uint64_t total)
{
    const QLocale locale;
    const auto text = [&](std::uint64_t count) {
        return locale.formattedDataSize(static_cast<qint64>(count), 1,
                                        QLocale::DataSizeTraditionalFormat);
    };
    return total == 0
        ? text(bytes)
        : QCoreApplication::translate("cli", "%1 of %2").arg(text(bytes), text(total));
}

} // namespace

// Ctrl-C when nothing is on its way is Ctrl-C. What is ignored stays ignored: see nohup.
void FetchLine::begin(std::string_view binary)
{
    m_binary = binary;
    m_hasSpoken = false;
    isInterrupted = 0;
    ::sigaction(SIGINT, nullptr, &m_before);
    if (m_before.sa_handler == SIG_IGN)
        return;
    struct sigaction action { };
    action.sa_handler = noteInterrupt;
    ::sigaction(SIGINT, &action, nullptr);
}

bool FetchLine::goOn(std::uint64_t bytes, std::uint64_t total)
{
    const bool isFirst = !m_hasSpoken;
    m_hasSpoken = true;
    if (!isTerminal() && !isFirst)
        return isInterrupted == 0;
    QString line =
        QCoreApplication::translate("cli", "Fetching debug info of %1 (Ctrl-C: go on without)")
            .arg(QFile::decodeName(m_binary.c_str()));
    if (isTerminal())
        line = QLatin1Char('\r') + line + QLatin1String("  ") + sizeText(bytes, total)
            + QLatin1String("\033[K");
    else
        line += QLatin1Char('\n');
    std::fputs(line.toLocal8Bit().constData(), stderr);
    return isInterrupted == 0;
}

void FetchLine::end()
{
    if (m_hasSpoken && isTerminal())
        std::fputs("\r\033[K", stderr);
    ::sigaction(SIGINT, &m_before, nullptr);
    if (isInterrupted != 0)
        std::fprintf(stderr, "emberchart-cli: %s\n",
                     QCoreApplication::translate("cli", "no more debug info is fetched")
                         .toLocal8Bit()
                         .constData());
}

capture::SymbolPaths symbolPaths(FetchLine &line)
{
    auto paths = capture::userSymbolPaths();
    paths.watcher = &line;
    return paths;
}

} // namespace ember::app
