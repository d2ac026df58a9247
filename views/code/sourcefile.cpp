// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/sourcefile.h"

#include "model/query/lineweights.h"
#include "views/code/syntax.h"
#include "views/text/durationtext.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

QString withoutTabs(const QString &text)
{
    if (!text.contains(QLatin1Char('\t')))
        return text;
    QString wide;
    for (const QChar letter : text) {
        if (letter == QLatin1Char('\t'))
            wide += QString(SourceText::tabWidth - wide.size() % SourceText::tabWidth,
                            QLatin1Char(' '));
        else
            wide += letter;
    }
    return wide;
}

} // namespace

SourceText SourceText::ofFile(QByteArray bytes)
{
    SourceText text;
    text.m_bytes = std::move(bytes);
    text.m_isUtf8 = text.m_bytes.isValidUtf8();
    text.findLines();
    return text;
}

SourceText SourceText::ofLines(const std::map<std::uint32_t, QString> &lines)
{
    SourceText text;
    for (const auto &[number, line] : lines) {
        const auto start = static_cast<std::size_t>(text.m_bytes.size());
        text.m_bytes += line.toUtf8();
        text.addLine(start, static_cast<std::size_t>(text.m_bytes.size()));
        text.m_numbers.push_back(number);
    }
    return text;
}

void SourceText::findLines()
{
    const auto size = static_cast<std::size_t>(m_bytes.size());
    const char *const data = m_bytes.constData();
    for (std::size_t start = 0; start < size;) {
        if (m_starts.size() == mostLines) {
            m_isCut = true;
            return;
        }
        const char *const ends = "\r\n";
        const auto end = static_cast<std::size_t>(
            std::find_first_of(data + start, data + size, ends, ends + 2) - data);
        addLine(start, end);
        const bool isPair = end + 1 < size && data[end] == '\r' && data[end + 1] == '\n';
        start = end + (isPair ? 2 : 1);
    }
}

void SourceText::addLine(std::size_t start, std::size_t end)
{
    m_starts.push_back(static_cast<std::uint32_t>(start));
    m_ends.push_back(static_cast<std::uint32_t>(end));
    const auto tabs = std::count(m_bytes.constData() + start,
                                 m_bytes.constData() + std::min(end, start + longestText), '\t');
    const auto length = end - start + static_cast<std::size_t>(tabs) * (tabWidth - 1);
    m_longest = std::max(m_longest, static_cast<int>(std::min<std::size_t>(length, longestText)));
}

std::uint32_t SourceText::lineAt(std::size_t row) const
{
    return m_numbers.empty() ? static_cast<std::uint32_t>(row + 1) : m_numbers[row];
}

std::optional<std::size_t> SourceText::rowOf(std::uint32_t line) const
{
    if (m_numbers.empty())
        return line >= 1 && line <= m_starts.size() ? std::optional<std::size_t>(line - 1)
                                                    : std::nullopt;
    const auto found = std::ranges::lower_bound(m_numbers, line);
    return found != m_numbers.end() && *found == line
        ? std::optional(static_cast<std::size_t>(found - m_numbers.begin()))
        : std::nullopt;
}

QString SourceText::textAt(std::size_t row) const
{
    constexpr std::size_t longestBytes = 4 * longestText; // enough for so many letters
    const auto size = m_ends[row] - m_starts[row];
    const auto bytes = QByteArrayView(m_bytes).sliced(
        m_starts[row], qsizetype(std::min<std::size_t>(size, longestBytes)));
    const QString text =
        withoutTabs(m_isUtf8 ? QString::fromUtf8(bytes) : QString::fromLatin1(bytes));
    if (size <= longestBytes && text.size() <= longestText)
        return text;
    return text.left(longestText) + QChar(0x2026);
}

namespace {

SourceFile::Changed changeOf(const QDateTime &modified, const SourceAge &age)
{
    if (age.recorded.isValid() && modified > age.recorded)
        return SourceFile::Changed::SinceProfile;
    const QFileInfo binary(age.binary);
    if (binary.isFile() && modified > binary.lastModified())
        return SourceFile::Changed::SinceBinary;
    return SourceFile::Changed::NotKnown;
}

void read(SourceFile &source)
{
    QFile file(source.path);
    if (source.size > SourceFile::largestSize) {
        source.state = SourceFile::State::TooBig;
        return;
    }
    if (!file.open(QIODevice::ReadOnly)) {
        source.state = SourceFile::State::Unreadable;
        source.reason = file.errorString();
        return;
    }
    // Limited: the file may have grown meanwhile.
    QByteArray bytes = file.read(SourceFile::largestSize);
    if (bytes.contains('\0')) {
        source.state = SourceFile::State::Binary;
        return;
    }
    source.state = SourceFile::State::Read;
    source.text = SourceText::ofFile(std::move(bytes));
}

bool isSame(const SourceFile &known, const SourceFile &now)
{
    if (known.state == SourceFile::State::Unreadable) // new permissions do not change its times
        return false;
    return known.recorded == now.recorded && known.path == now.path && known.size == now.size
        && known.modified == now.modified && known.changed == now.changed
        && known.candidates == now.candidates;
}

} // namespace

SourceAge sourceAge(const Profile &profile, FrameIndex frame)
{
    const auto &tables = profile.tables();
    SourceAge age;
    const bool isClock = tables.origin == TimeOrigin::UnixEpoch && profile.sampleCount() > 0;
    if (const auto start = isClock ? std::optional(profile.timeRange().start) : tables.start)
        age.recorded = QDateTime::fromMSecsSinceEpoch(toNs(*start) / 1'000'000);
    if (const auto image = profile.frame(frame).image; image.isValid())
        age.binary = fromUtf8(profile.text(profile.image(image).codeFile));
    return age;
}

SourceFilePointer readSource(const QString &recorded, const SourcePlaces &places,
                             const SourceAge &age, const SourceFilePointer &known)
{
    auto source = std::make_shared<SourceFile>();
    source->recorded = recorded;
    source->candidates = sourceCandidates(recorded, places);
    source->path = findSource(source->candidates);
    if (source->path.isEmpty()) {
        source->state =
            recorded.isEmpty() ? SourceFile::State::Unknown : SourceFile::State::Missing;
    } else {
        const QFileInfo info(source->path);
        source->size = info.size();
        source->modified = info.lastModified();
        source->changed = changeOf(source->modified, age);
    }
    if (known && isSame(*known, *source))
        return known;
    if (!source->path.isEmpty())
        read(*source);
    if (source->state == SourceFile::State::Read)
        source->syntax = std::make_shared<Syntax>(Syntax::languageOf(source->path), source->text);
    return source;
}

namespace {

void addLines(std::map<std::uint32_t, QString> &lines, std::uint32_t line,
              std::string_view attributes)
{
    const QByteArray json(attributes.data(), static_cast<qsizetype>(attributes.size()));
    const QJsonObject frame = QJsonDocument::fromJson(json).object();
    const QJsonArray before = frame[QLatin1String("pre_context")].toArray();
    auto number = static_cast<std::int64_t>(line) - before.size();
    const auto add = [&](const QJsonValue &text) {
        if (number > 0 && text.isString())
            lines.try_emplace(static_cast<std::uint32_t>(number), text.toString());
        ++number;
    };
    for (const auto &text : before)
        add(text);
    add(frame[QLatin1String("context_line")]);
    for (const auto &text : frame[QLatin1String("post_context")].toArray())
        add(text);
}

} // namespace

std::map<std::uint32_t, QString> contextLines(const Profile &profile, FrameIndex frame)
{
    const StringIndex path = sourcePath(profile, frame);
    std::map<std::uint32_t, QString> lines;
    profile.tables().frames.forEach([&](std::size_t row, const Frame &other) {
        const auto attributes = profile.text(other.attributes);
        if (other.line != 0 && attributes.find("context_line") != std::string_view::npos
            && sourcePath(profile, FrameIndex(row)) == path)
            addLines(lines, other.line, attributes);
    });
    return lines;
}

} // namespace ember::views
