// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rds/vectorreader.h"

#include "model/core/validutf8.h"

#include <string>

namespace ember::model::rds {

namespace {

std::string utf8OfLatin1(std::string_view bytes)
{
    std::string text;
    for (const char letter : bytes) {
        const auto code = static_cast<unsigned char>(letter);
        if (code < 0x80U) {
            text += letter;
            continue;
        }
        text += static_cast<char>(0xc0U | code >> 6U);
        text += static_cast<char>(0x80U | (code & 0x3fU));
    }
    return text;
}

} // namespace

std::uint64_t VectorReader::length()
{
    const auto length = m_words.integer();
    if (length >= 0)
        return static_cast<std::uint64_t>(length);
    if (length != -1) {
        m_words.fail(ErrorCode::SyntaxError, "a negative length");
        return 0;
    }
    const auto upper = static_cast<std::uint32_t>(m_words.integer());
    const auto lower = static_cast<std::uint32_t>(m_words.integer());
    return std::uint64_t(upper) << 32U | lower;
}

void VectorReader::readNumbers(Object &object, Item type)
{
    const auto count = length();
    const bool areReals = type == Item::Reals;
    if (!m_words.hasRoomFor(count, areReals ? Word::Real : Word::Integer))
        return;
    if (areReals) {
        object.kind = Kind::Reals;
        for (auto &number : object.content.emplace<tables::Reals>(count))
            number = m_words.real();
        return;
    }
    object.kind = type == Item::Logicals ? Kind::Logicals : Kind::Integers;
    for (auto &number : object.content.emplace<tables::Integers>(count))
        number = m_words.integer();
}

void VectorReader::skip(Object &object, Item type)
{
    object.kind = Kind::Other;
    const auto elements = length();
    const bool areBytes = type == Item::Raws;
    const auto word = areBytes ? Word::Byte : Word::Real;
    const auto count = areBytes ? elements : 2 * elements;
    if (!m_words.hasRoomFor(elements, word) || !m_words.hasRoomFor(count, word))
        return;
    for (std::uint64_t place = 0; place < count && !m_words.fault(); ++place) {
        if (areBytes)
            m_words.skipByte();
        else
            m_words.real();
    }
}

void VectorReader::readTexts(Object &object)
{
    const auto count = length();
    object.kind = Kind::Texts;
    auto &texts = object.content.emplace<tables::Texts>();
    if (!m_words.hasRoomFor(count, Word::Text))
        return;
    texts.reserve(count);
    for (std::uint64_t place = 0; place < count && !m_words.fault(); ++place) {
        const ItemFlags flags(m_words.integer());
        if (flags.type != Item::Text)
            m_words.fail(ErrorCode::SyntaxError, "an element of a text vector is a text");
        texts.push_back(text(flags));
    }
}

StringIndex VectorReader::text(const ItemFlags &flags)
{
    const auto length = m_words.integer();
    if (length < 0 && length != -1)
        m_words.fail(ErrorCode::SyntaxError, "a negative length of a text");
    if (length < 0 || !m_words.hasRoomFor(static_cast<std::uint64_t>(length), Word::Letter))
        return tables::naText;
    const auto bytes = m_words.text(static_cast<std::size_t>(length));
    return m_strings.intern(flags.isLatin1 || (m_encoding == Encoding::Latin1 && !flags.isUtf8)
                                ? utf8OfLatin1(bytes)
                                : validUtf8(bytes));
}

} // namespace ember::model::rds
