// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/labels.h"

#include "model/core/text.h"

#include <algorithm>
#include <charconv>

namespace ember::model {

namespace {

constexpr std::string_view escapeLetters = "\"\\/bfnrt";
constexpr std::string_view escapedBytes = "\"\\/\b\f\n\r\t";

void appendUtf8(std::string &text, std::uint32_t point)
{
    const auto tail = [&](unsigned shift) {
        text += static_cast<char>(0x80U | ((point >> shift) & 0x3fU));
    };
    if (point < 0x80) {
        text += static_cast<char>(point);
    } else if (point < 0x800) {
        text += static_cast<char>(0xc0U | (point >> 6U));
        tail(0);
    } else if (point < 0x10000) {
        text += static_cast<char>(0xe0U | (point >> 12U));
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xf0U | (point >> 18U));
        tail(12);
        tail(6);
        tail(0);
    }
}

class Scanner {
public:
    explicit Scanner(std::string_view json) : m_rest(json) { }

    bool take(char wanted)
    {
        skipSpace();
        return takePrefix(m_rest, {&wanted, 1});
    }

    std::optional<std::string> string()
    {
        if (!take('"'))
            return std::nullopt;
        std::string text;
        while (!m_rest.empty() && m_rest.front() != '"') {
            const char byte = m_rest.front();
            m_rest.remove_prefix(1);
            if (byte != '\\')
                text += byte;
            else if (!appendEscaped(text))
                return std::nullopt;
        }
        return take('"') ? std::optional(std::move(text)) : std::nullopt;
    }

    std::optional<std::int64_t> number()
    {
        skipSpace();
        return takeNumber<std::int64_t>(m_rest);
    }

private:
    void skipSpace()
    {
        const auto start = m_rest.find_first_not_of(" \t\r\n");
        m_rest.remove_prefix(start == std::string_view::npos ? m_rest.size() : start);
    }

    bool appendEscaped(std::string &text)
    {
        if (m_rest.empty())
            return false;
        const char letter = m_rest.front();
        m_rest.remove_prefix(1);
        if (const auto place = escapeLetters.find(letter); place != std::string_view::npos) {
            text += escapedBytes[place];
            return true;
        }
        auto point = letter == 'u' ? unit() : std::nullopt;
        if (point && (*point & 0xfc00U) == 0xd800U && m_rest.starts_with("\\u")) {
            m_rest.remove_prefix(2);
            const auto low = unit();
            if (!low || (*low & 0xfc00U) != 0xdc00U)
                return false;
            point = 0x10000U + ((*point & 0x3ffU) << 10U) + (*low & 0x3ffU);
        }
        if (!point || (*point >= 0xd800U && *point < 0xe000U)) // half a surrogate pair
            return false;
        appendUtf8(text, *point);
        return true;
    }

    std::optional<std::uint32_t> unit()
    {
        constexpr std::size_t digits = 4;
        std::uint32_t value = 0;
        const auto *const end = m_rest.data() + std::min(digits, m_rest.size());
        const auto read = std::from_chars(m_rest.data(), end, value, 16);
        if (read.ptr != m_rest.data() + digits)
            return std::nullopt;
        m_rest.remove_prefix(digits);
        return value;
    }

    std::string_view m_rest;
};

std::optional<SampleLabel> labelOf(Scanner &scanner)
{
    SampleLabel label;
    auto key = scanner.take('[') ? scanner.string() : std::nullopt;
    if (!key || !scanner.take(','))
        return std::nullopt;
    label.key = std::move(*key);
    label.number = scanner.number();
    if (!label.number)
        label.text = scanner.string();
    if (!label.number && !label.text)
        return std::nullopt;
    if (scanner.take(','))
        label.unit = scanner.string().value_or("");
    return scanner.take(']') ? std::optional(std::move(label)) : std::nullopt;
}

void appendString(std::string &json, std::string_view text)
{
    json += '"';
    for (const char byte : text) {
        const auto place = escapedBytes.find(byte);
        if (place != std::string_view::npos && byte != '/') {
            json += '\\';
            json += escapeLetters[place];
        } else if (static_cast<unsigned char>(byte) < 0x20) {
            constexpr std::string_view hex = "0123456789abcdef";
            json += byte < 0x10 ? "\\u000" : "\\u001";
            json += hex[static_cast<unsigned char>(byte) & 0xfU];
        } else {
            json += byte;
        }
    }
    json += '"';
}

} // namespace

std::vector<SampleLabel> labelsOf(std::string_view json)
{
    std::vector<SampleLabel> labels;
    Scanner scanner(json);
    if (!scanner.take('['))
        return labels;
    while (auto label = labelOf(scanner)) {
        labels.push_back(std::move(*label));
        if (!scanner.take(','))
            break;
    }
    return labels;
}

std::string labelText(const SampleLabel &label)
{
    return label.key + '='
        + (label.number ? std::to_string(*label.number) : label.text.value_or(""));
}

bool hasLabel(std::string_view json, std::string_view text)
{
    return std::ranges::any_of(
        labelsOf(json), [text](const SampleLabel &label) { return labelText(label) == text; });
}

std::string jsonOf(std::span<const SampleLabel> labels)
{
    std::string json = "[";
    for (const SampleLabel &label : labels) {
        json += json.size() == 1 ? "[" : ",[";
        appendString(json, label.key);
        json += ',';
        if (label.number) {
            json += std::to_string(*label.number) + ','; // same in any locale
            appendString(json, label.unit);
        } else {
            appendString(json, label.text.value_or(""));
        }
        json += ']';
    }
    return json + ']';
}

} // namespace ember::model
