// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/filenames.h"

#include "model/core/files.h"

#include <algorithm>

namespace ember::app {

namespace {

constexpr char16_t escaped = 0xdc00;
constexpr char16_t firstByte = escaped + 0x80; // lower bytes are ASCII and always valid
constexpr char16_t lastByte = escaped + 0xff;

std::size_t sequenceLength(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead < 0xe0)
        return 2;
    return lead < 0xf0 ? 3 : 4;
}

} // namespace

QString fromArgument(std::string_view bytes)
{
    QString text;
    while (!bytes.empty()) {
        const auto length =
            std::min(sequenceLength(static_cast<unsigned char>(bytes.front())), bytes.size());
        const auto sequence = QByteArray(bytes.data(), static_cast<qsizetype>(length));
        const auto letter = QString::fromUtf8(sequence);
        const bool isText = letter.toUtf8() == sequence;
        if (isText)
            text += letter;
        else
            text += QChar(char16_t(escaped + static_cast<unsigned char>(bytes.front())));
        bytes.remove_prefix(isText ? length : 1);
    }
    return text;
}

std::string toPath(const QString &name)
{
    std::string path;
    qsizetype begin = 0; // start of a run of valid text
    for (qsizetype place = 0; place < name.size(); ++place) {
        const auto unit = name[place].unicode();
        const bool isPaired = place > 0 && name[place - 1].isHighSurrogate();
        if (unit < firstByte || unit > lastByte || isPaired)
            continue;
        path += name.mid(begin, place - begin).toStdString();
        path += static_cast<char>(unit - escaped);
        begin = place + 1;
    }
    return path + name.mid(begin).toStdString();
}

QString sameFileAmong(const QStringList &files, const QString &path)
{
    const auto found = std::ranges::find_if(files, [to = toPath(path)](const QString &file) {
        return model::isSameFile(toPath(file), to);
    });
    return found == files.end() ? QString() : *found;
}

} // namespace ember::app
