// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/fetchline.h"

#include "app/cli/messages.h"
#include "capture/symbols/debugclient.h"

#include <QCoreApplication>
#include <QFile>
#include <QLocale>
#include <QString>

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

QString progressText(std::uint64_t bytes, std::uint64_t total)
{
    if (bytes == 0)
        return QCoreApplication::translate("cli", "waiting for %1")
            .arg(QString::fromStdString(capture::debugServerNames()));
    const QLocale locale;
    const auto text = [&](std::uint64_t count) {
        return locale.formattedDataSize(static_cast<qint64>(count), 1,
                                        QLocale::DataSizeTraditionalFormat);
    };
    return total == 0
        ? text(bytes)
        : QCoreApplication::translate("cli", "%1 of %2").arg(text(bytes), text(total));
}

// Text that names what cancels the fetch.
QString endText()
{
    const auto seconds = capture::serverPatience().count();
    return seconds == 0
        ? QCoreApplication::translate("cli", "Ctrl-C")
        : QCoreApplication::translate("cli", "Ctrl-C, or %1 s in which nothing comes").arg(seconds);
}

} // namespace

// Catches Ctrl-C during a fetch only. An ignored SIGINT stays ignored: see nohup.
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

bool FetchLine::onProgress(std::uint64_t bytes, std::uint64_t total)
{
    const bool isFirst = !m_hasSpoken;
    m_hasSpoken = true;
    if (!isTerminal() && !isFirst)
        return isInterrupted == 0;
    const QString text =
        QCoreApplication::translate("cli", "fetching debug info of %1 (%2: go on without)")
            .arg(QFile::decodeName(m_binary.c_str()), endText());
    if (isTerminal())
        printProgress(text + QLatin1String("  ") + progressText(bytes, total));
    else
        printNote(text);
    return isInterrupted == 0;
}

void FetchLine::end()
{
    if (m_hasSpoken && isTerminal())
        printProgress({});
    ::sigaction(SIGINT, &m_before, nullptr);
    if (isInterrupted != 0)
        printNote(QCoreApplication::translate("cli", "no more debug info is fetched"));
}

void FetchLine::printFailures() const
{
    for (const QString &line : m_failures.lines())
        printNote(line);
}

capture::SymbolPaths symbolPaths(const SymbolSettings &settings, FetchLine &line)
{
    auto paths = settings.paths();
    paths.watcher = &line;
    return paths;
}

} // namespace ember::app
