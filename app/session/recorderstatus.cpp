// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recorderstatus.h"

#include "model/core/text.h"

#include <QFile>
#include <QList>

#include <array>
#include <utility>

namespace ember::app {

namespace {

constexpr qint64 maxPerCall = 16 << 20;

template<typename Number>
std::optional<Number> numberFrom(const QByteArray &text)
{
    return model::toNumber<Number>(
        std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
}

// Finds a code by its name, trying all codes, as model/core only converts codes to names.
// CaptureFailed for a name that is not known.
model::ErrorCode codeFrom(const QByteArray &name)
{
    constexpr auto last = static_cast<int>(model::ErrorCode::InvalidArgument);
    for (int number = 0; number <= last; ++number) {
        const auto code = static_cast<model::ErrorCode>(number);
        if (name == model::codeName(code))
            return code;
    }
    return model::ErrorCode::CaptureFailed;
}

model::Error errorFrom(const QByteArray &fields)
{
    const QList<QByteArray> parts = fields.split('\t');
    return {codeFrom(parts.value(0)), parts.value(1).toStdString(), parts.value(2).toStdString()};
}

} // namespace

QByteArrayList LineFollower::newLines()
{
    QFile file(m_path);
    if (!file.open(QIODevice::ReadOnly) || file.size() <= m_read || !file.seek(m_read))
        return {};
    const QByteArray bytes = file.read(maxPerCall);
    m_read += bytes.size();
    QByteArrayList lines = QByteArray(m_begun + bytes).split('\n');
    m_begun = lines.takeLast();
    m_begun.truncate(maxLineBytes);
    for (QByteArray &line : lines)
        line.truncate(maxLineBytes);
    return lines;
}

std::optional<RecorderReport> parseStatusLine(const QByteArray &line)
{
    const qsizetype space = line.indexOf(' ');
    const QByteArray word = line.left(space);
    const QByteArray rest = space < 0 ? QByteArray() : line.mid(space + 1).trimmed();
    if (word == "started") {
        if (const auto pid = numberFrom<qint64>(rest))
            return TargetStarted{*pid};
    } else if (word == "halted") {
        if (const auto signal = numberFrom<int>(rest))
            return TargetHalted{*signal};
    } else if (line == "continued") {
        return TargetContinued{};
    } else if (line == "paused") {
        return SamplingPaused{};
    } else if (line == "resumed") {
        return SamplingResumed{};
    } else if (word == "killed") {
        const QList<QByteArray> words = rest.split(' ');
        if (const auto signal = numberFrom<int>(words.first()))
            return TargetKilled{*signal, words.value(1) == "core"};
    } else if (word == "ended") {
        if (const auto status = numberFrom<int>(rest))
            return TargetEnded{*status};
    } else if (word == "kept") {
        return PartKept{QFile::decodeName(rest)};
    } else if (line == "stopped" || word == "stopped") {
        return CaptureStopped{rest == "early"};
    } else if (word == "warning") {
        return CaptureLacks{errorFrom(rest)};
    } else if (word == "error") {
        return errorFrom(rest);
    }
    return {};
}

std::optional<RecorderMessage> parseMessageLine(const QByteArray &line)
{
    static const std::array<std::pair<QByteArray, MessageKind>, 3> prefixes{{
        {"emberchart-record: note: ", MessageKind::Note},
        {"emberchart-record: warning: ", MessageKind::Warning},
        {"emberchart-record: error: ", MessageKind::Error},
    }};
    for (const auto &[prefix, kind] : prefixes) {
        if (line.startsWith(prefix))
            return RecorderMessage{kind, QString::fromUtf8(line.mid(prefix.size())).trimmed()};
    }
    return {};
}

} // namespace ember::app
