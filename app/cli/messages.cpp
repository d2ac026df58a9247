// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/messages.h"

#include "app/errortext.h"
#include "app/session/filenames.h"
#include "model/core/text.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>

namespace ember::app {

namespace {

std::string escaped(unsigned char control)
{
    switch (control) {
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    default: break;
    }
    return "\\x" + model::hexDigits(control, 2);
}

bool isControl(unsigned char byte)
{
    return byte < ' ' || byte == 0x7f;
}

// The control or direction character at a position and its length in bytes; empty for other
// characters.
struct Steering {
    char16_t letter = 0;
    std::size_t bytes = 0;
};

std::optional<Steering> steeringAt(std::string_view utf8, std::size_t place)
{
    const auto byte = [&](std::size_t next) -> unsigned {
        return place + next < utf8.size() ? static_cast<unsigned char>(utf8[place + next]) : 0U;
    };
    if (byte(0) == 0xc2 && byte(1) >= 0x80 && byte(1) < 0xa0) // U+0080 to U+009F
        return Steering{char16_t(byte(1)), 2};
    if (byte(0) == 0xd8 && byte(1) == 0x9c) // U+061C, Arabic letter mark
        return Steering{u'\u061c', 2};
    if (byte(0) != 0xe2 || byte(1) < 0x80 || byte(1) > 0x81)
        return std::nullopt;
    const auto letter = char16_t(0x2000U + ((byte(1) & 0x3fU) << 6U) + (byte(2) & 0x3fU));
    const bool isMark = letter == u'\u200e' || letter == u'\u200f';
    const bool isOverride = letter >= u'\u202a' && letter <= u'\u202e';
    const bool isIsolate = letter >= u'\u2066' && letter <= u'\u2069';
    if ((byte(2) & 0xc0U) != 0x80 || (!isMark && !isOverride && !isIsolate))
        return std::nullopt;
    return Steering{letter, 3};
}

std::string asUnicode(char16_t letter)
{
    return "\\u" + model::hexDigits(letter, 4);
}

constexpr QLatin1String ourName("emberchart-cli: ");

void printLine(const QString &line)
{
    std::fputs((shownText(toPath(line)) + '\n').c_str(), stderr);
}

} // namespace

std::string shownText(std::string_view utf8)
{
    std::string shown;
    shown.reserve(utf8.size());
    for (std::size_t place = 0; place < utf8.size(); ++place) {
        const auto byte = static_cast<unsigned char>(utf8[place]);
        if (isControl(byte)) {
            shown += escaped(byte);
        } else if (const auto steering = steeringAt(utf8, place)) {
            shown += steering->bytes == 2 && steering->letter < 0x100
                ? escaped(static_cast<unsigned char>(steering->letter))
                : asUnicode(steering->letter);
            place += steering->bytes - 1;
        } else {
            shown += utf8[place];
        }
    }
    return shown;
}

std::string shownJson(std::string_view json)
{
    std::string shown;
    shown.reserve(json.size());
    for (std::size_t place = 0; place < json.size(); ++place) {
        const auto steering =
            json[place] == '\x7f' ? std::optional(Steering{0x7f, 1}) : steeringAt(json, place);
        if (!steering) {
            shown += json[place];
            continue;
        }
        shown += asUnicode(steering->letter);
        place += steering->bytes - 1;
    }
    return shown;
}

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
