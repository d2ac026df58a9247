// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recordline.h"

#include "app/cli/messages.h"
#include "app/session/filenames.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdio>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace ember::app {

namespace {

constexpr qsizetype maxWhatLength = 40; // characters
constexpr std::chrono::seconds firstLine(1); // shorter captures show no line

// Whether the terminal is in normal line mode, so that no program draws on it.
bool isFree()
{
    termios modes{};
    return tcgetpgrp(STDERR_FILENO) == getpgrp() && tcgetattr(STDERR_FILENO, &modes) == 0
        && (modes.c_lflag & ICANON) != 0 && (modes.c_lflag & ECHO) != 0;
}

qsizetype columns()
{
    winsize size{};
    constexpr qsizetype usual = 80;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

// Cuts to one line: a wrapped line could not be erased.
QString cut(const QString &text, qsizetype letters)
{
    return text.size() <= letters ? text : text.left(std::max<qsizetype>(letters - 1, 0)) + u'…';
}

// Prints with the cursor back at the start, so that the target's output overwrites the line.
void print(const QString &text)
{
    const auto line = "\r" + toPath(text) + "\033[K\r";
    std::fputs(line.c_str(), stderr);
}

} // namespace

RecordLine::RecordLine(const QString &what)
{
    const auto shown = shownText(toPath(what));
    m_what = cut(QString::fromStdString(shown), maxWhatLength);
}

bool RecordLine::isWanted()
{
    return isatty(STDERR_FILENO) == 1;
}

void RecordLine::begin()
{
    m_isRunning = isWanted();
    m_start = Clock::now();
    m_next = m_start + firstLine;
}

void RecordLine::takeCounts(const QByteArray &line)
{
    const auto counts = line.split(' ');
    const auto samples = counts.value(0).toLongLong();
    const auto threads = counts.value(1).toLongLong();
    const auto missed = counts.value(2).toLongLong();
    m_content =
        QCoreApplication::translate("cli", "%n sample(s)", nullptr, static_cast<int>(samples))
        + QLatin1String(", ")
        + QCoreApplication::translate("cli", "%n thread(s)", nullptr, static_cast<int>(threads));
    if (missed > 0)
        m_content += QLatin1String(", ")
            + QCoreApplication::translate("cli", "%1 missed").arg(QString::number(missed));
}

void RecordLine::show()
{
    const auto now = Clock::now();
    if (!m_isRunning || m_isPaused || now < m_next)
        return;
    m_next = now + std::chrono::seconds(1);
    if (!isFree())
        return;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - m_start).count();
    const QString text =
        QCoreApplication::translate("cli", "recording “%1” for %2 s: %3; Ctrl-C ends the capture")
            .arg(m_what, QString::number(seconds), m_content);
    print(cut(text, columns() - 1));
    m_isShown = true;
}

void RecordLine::clear()
{
    if (m_isShown && isFree())
        print({});
    m_isShown = false;
}

void RecordLine::setPaused(bool isPaused)
{
    clear();
    m_isPaused = isPaused;
}

} // namespace ember::app
