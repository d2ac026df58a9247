// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rds/wordsource.h"

#include "model/core/text.h"
#include "model/tables/columns.h"

#include <algorithm>
#include <bit>
#include <charconv>

namespace ember::model::rds {

namespace {

constexpr std::string_view blanks = " \t\n\v\f\r";

class BinaryWords : public WordSource {
public:
    BinaryWords(std::string_view file, std::size_t place, std::endian order)
        : WordSource(file, place),
          m_order(order)
    {
    }

    std::int32_t integer() override { return std::bit_cast<std::int32_t>(number<std::uint32_t>()); }

    double real() override { return std::bit_cast<double>(number<std::uint64_t>()); }

    void skipByte() override { take(1); }

    std::string_view text(std::size_t length) override { return take(length); }

    std::size_t smallest(Word word) const override
    {
        switch (word) {
        case Word::Letter:
        case Word::Byte: return 1;
        case Word::Integer:
        case Word::Item: return sizeof(std::int32_t);
        case Word::Real: return sizeof(double);
        case Word::Text: break;
        }
        return 2 * sizeof(std::int32_t);
    }

private:
    template<typename Number>
    Number number()
    {
        const auto bytes = take(sizeof(Number));
        constexpr unsigned bitsPerByte = 8;
        Number number = 0;
        for (std::size_t place = 0; place < bytes.size(); ++place) {
            const auto significance =
                m_order == std::endian::big ? bytes.size() - 1 - place : place;
            number |= Number(static_cast<unsigned char>(bytes[place]))
                << (bitsPerByte * significance);
        }
        return number;
    }

    std::endian m_order;
};

class TextWords : public WordSource {
public:
    using WordSource::WordSource;

    std::int32_t integer() override
    {
        const auto spelled = word();
        if (spelled == "NA")
            return tables::naInteger;
        const auto number = toNumber<std::int32_t>(spelled);
        if (!number)
            fail(ErrorCode::SyntaxError, "an integer is expected");
        return fault() ? 0 : number.value_or(0);
    }

    double real() override
    {
        auto spelled = word();
        if (spelled == "NA")
            return tables::naReal;
        const double sign = spelled.starts_with('-') ? -1 : 1;
        if (sign < 0)
            spelled.remove_prefix(1);
        const bool isHex = spelled.starts_with("0x"); // as saveRDS(ascii = NA) writes
        if (isHex)
            spelled.remove_prefix(2);
        double number = 0;
        const auto *const end = spelled.data() + spelled.size();
        const auto read =
            std::from_chars(spelled.data(), end, number,
                            isHex ? std::chars_format::hex : std::chars_format::general);
        if (read.ptr != end || spelled.empty() || read.ec == std::errc::invalid_argument)
            fail(ErrorCode::SyntaxError, "a number is expected");
        return fault() ? 0 : sign * number;
    }

    void skipByte() override { word(); }

    std::string_view text(std::size_t length) override
    {
        m_text.clear();
        if (length > 0)
            skipBlanks();
        while (m_text.size() < length && !fault())
            m_text += letter();
        return m_text;
    }

    std::size_t smallest(Word word) const override
    {
        constexpr std::size_t digitAndLine = 2;
        if (word == Word::Letter)
            return 1;
        return word == Word::Text ? 2 * digitAndLine : digitAndLine;
    }

private:
    void skipBlanks()
    {
        const auto start = rest().find_first_not_of(blanks);
        take(start == std::string_view::npos ? rest().size() : start);
    }

    std::string_view word()
    {
        skipBlanks();
        const auto end = rest().find_first_of(blanks);
        return take(std::min(end, rest().size() + 1)); // a word ends in a blank, or is cut off
    }

    // Reads a letter, which R escapes as C does.
    char letter()
    {
        const auto first = take(1);
        if (first != "\\")
            return first.empty() ? '\0' : first.front();
        const auto second = take(1);
        constexpr std::string_view escaped = "ntvbrfa";
        constexpr std::string_view meant = "\n\t\v\b\r\f\a";
        if (const auto place = escaped.find(second); !second.empty() && place < escaped.size())
            return meant[place];
        return isOctal(second) ? octal(second.front()) : (second.empty() ? '\0' : second.front());
    }

    static bool isOctal(std::string_view text)
    {
        return !text.empty() && text.front() >= '0' && text.front() <= '7';
    }

    char octal(char first)
    {
        constexpr unsigned base = 8;
        auto number = static_cast<unsigned>(first - '0');
        for (int digits = 1; digits < 3 && isOctal(rest()); ++digits)
            number = base * number + static_cast<unsigned>(take(1).front() - '0');
        return static_cast<char>(number);
    }

    std::string m_text;
};

} // namespace

bool WordSource::hasRoomFor(std::uint64_t count, Word word)
{
    if (count <= rest().size() / smallest(word))
        return true;
    fail(ErrorCode::Truncated,
         std::to_string(count) + " elements are said to follow, but the file " + "ends after "
             + std::to_string(rest().size()) + " bytes");
    return false;
}

void WordSource::fail(ErrorCode code, const std::string &reason)
{
    if (!m_fault)
        m_fault = Error{code, {}, "rds, byte " + std::to_string(m_place) + ": " + reason};
}

std::string_view WordSource::take(std::size_t count)
{
    const auto left = rest();
    if (count > left.size()) {
        fail(ErrorCode::Truncated, "the file ends within R's data");
        return {};
    }
    m_place += count;
    return left.substr(0, count);
}

std::unique_ptr<WordSource> wordSourceOf(std::string_view file, std::size_t start)
{
    const auto mark = file.substr(std::min(start, file.size()), 2);
    const auto place = start + mark.size();
    if (mark == "X\n")
        return std::make_unique<BinaryWords>(file, place, std::endian::big);
    if (mark == "B\n")
        return std::make_unique<BinaryWords>(file, place, std::endian::little);
    if (mark == "A\n")
        return std::make_unique<TextWords>(file, place);
    return nullptr;
}

} // namespace ember::model::rds
