// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/v8/v8positions.h"

#include <algorithm>
#include <utility>

namespace ember::capture::v8 {

namespace {

// Reads numbers of 7 bits per byte, low ones first, with the sign in bit 0.
class NumberReader {
public:
    explicit NumberReader(std::span<const std::byte> bytes) : m_bytes(bytes) { }

    bool atEnd() const { return m_bytes.empty(); }

    std::optional<std::uint64_t> plain()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64 && !m_bytes.empty(); shift += 7) {
            const auto byte = std::to_integer<std::uint64_t>(m_bytes.front());
            m_bytes = m_bytes.subspan(1);
            value |= (byte & 0x7fU) << shift;
            if ((byte & 0x80U) == 0)
                return value;
        }
        return std::nullopt;
    }

    std::optional<std::int64_t> withSign()
    {
        const auto value = plain();
        if (!value)
            return std::nullopt;
        return static_cast<std::int64_t>(*value >> 1U ^ (0 - (*value & 1U)));
    }

private:
    std::span<const std::byte> m_bytes;
};

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

} // namespace

Position unpackPosition(std::uint64_t packed)
{
    Position position;
    const bool isExternal = (packed & 1U) != 0;
    if (!isExternal)
        position.character = static_cast<std::int32_t>(packed >> 1U & 0x3fff'ffffU) - 1;
    position.inlined = static_cast<std::int32_t>(packed >> 31U & 0xffffU) - 1;
    return position;
}

std::optional<Position> positionAt(std::span<const std::byte> table, std::int64_t offset)
{
    NumberReader numbers(table);
    std::optional<Position> found;
    std::uint64_t code = 0;
    std::uint64_t packed = 0;
    while (!numbers.atEnd()) {
        const auto codeStep = numbers.withSign();
        const auto step = numbers.withSign();
        if (!codeStep || !step)
            return std::nullopt;
        // A negative step marks a place that is no statement.
        code += static_cast<std::uint64_t>(*codeStep >= 0 ? *codeStep : -(*codeStep + 1));
        packed += static_cast<std::uint64_t>(*step);
        if (code > static_cast<std::uint64_t>(std::max<std::int64_t>(offset, 0)))
            break;
        found = unpackPosition(packed);
    }
    return found;
}

void LineStarts::add(std::span<const std::byte> part, bool isTwoByte)
{
    const std::size_t unitSize = isTwoByte ? 2 : 1;
    for (std::size_t i = 0; i + unitSize <= part.size(); i += unitSize) {
        auto unit = std::to_integer<std::uint32_t>(part[i]);
        if (isTwoByte)
            unit |= std::to_integer<std::uint32_t>(part[i + 1]) << 8U;
        addUnit(unit);
    }
}

void LineStarts::addUnit(std::uint32_t unit)
{
    // ECMA-262, LineTerminatorSequence: a carriage return and a line feed end one line.
    const bool endedLine = std::exchange(m_endsLine, unit == '\r');
    const bool endsNow = unit == '\n' || unit == 0x2028 || unit == 0x2029;
    if (endedLine || endsNow) {
        const auto start = m_units + (endsNow && (!endedLine || unit == '\n') ? 1 : 0);
        for (auto step = start - std::exchange(m_lineStart, start);; step >>= 7U) {
            const bool isLast = step < 0x80;
            m_packed.push_back(static_cast<std::byte>((step & 0x7fU) | (isLast ? 0U : 0x80U)));
            if (isLast)
                break;
        }
    }
    ++m_units;
}

std::vector<std::uint32_t> unpackLineStarts(std::span<const std::byte> packed)
{
    std::vector<std::uint32_t> starts{0};
    NumberReader numbers(packed);
    while (!numbers.atEnd()) {
        const auto step = numbers.plain();
        if (!step || *step > 0x7fff'ffffU - starts.back())
            break;
        starts.push_back(starts.back() + static_cast<std::uint32_t>(*step));
    }
    return starts;
}

LineAndColumn lineOf(std::span<const std::uint32_t> lineStarts, std::int32_t character)
{
    if (character < 0 || lineStarts.empty())
        return {};
    const auto place = static_cast<std::uint32_t>(character);
    const auto after = std::upper_bound(lineStarts.begin(), lineStarts.end(), place);
    if (after == lineStarts.begin())
        return {};
    return {static_cast<std::uint32_t>(after - lineStarts.begin()), place - *(after - 1) + 1};
}

std::string pathOfScript(std::string_view name)
{
    constexpr std::string_view scheme = "file://";
    if (!name.starts_with(scheme))
        return std::string(name);
    name.remove_prefix(scheme.size());
    std::string path;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool isEscape = name[i] == '%' && i + 2 < name.size() && hexDigit(name[i + 1]) >= 0
            && hexDigit(name[i + 2]) >= 0;
        const int value = isEscape ? hexDigit(name[i + 1]) * 16 + hexDigit(name[i + 2]) : 0;
        path += value > 0 ? static_cast<char>(value) : name[i];
        i += value > 0 ? 2 : 0;
    }
    return path;
}

std::string moduleOfPath(std::string_view path)
{
    constexpr std::string_view packages = "/node_modules/";
    if (const auto at = path.rfind(packages); at != path.npos)
        path.remove_prefix(at + packages.size());
    while (path.starts_with('/'))
        path.remove_prefix(1);
    const auto slash = path.rfind('/');
    auto file = slash == path.npos ? path : path.substr(slash + 1);
    if (const auto dot = file.rfind('.'); dot != file.npos && dot > 0)
        file = file.substr(0, dot);
    if (slash == path.npos)
        return std::string(file);
    std::string module(path.substr(0, slash));
    std::replace(module.begin(), module.end(), '/', '.');
    return module + ':' + std::string(file);
}

} // namespace ember::capture::v8
