// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/logsymbols.h"

#include "model/core/text.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace ember::model::capturelog {

namespace {

constexpr std::size_t wantedPayloadBytes = std::size_t(1) << 20U;
constexpr std::size_t maxNameBytes = std::size_t(16) << 10U;
// Limit of decoded bytes. Texts are referenced by number: a short record could expand to terabytes.
constexpr std::size_t maxUnfoldedBytes = std::size_t(256) << 20U;

// Builds the payload of a Symbols record: each text is written once and then referenced by number.
class SymbolsPayload {
public:
    explicit SymbolsPayload(const ImageSymbols &image)
    {
        m_bytes.text(image.path);
        m_bytes.text(image.buildId);
        m_bytes.byte(static_cast<std::uint8_t>(image.state));
    }

    void add(const AddressSymbols &address)
    {
        m_bytes.varint(address.address - m_lastAddress);
        m_lastAddress = address.address;
        m_bytes.varint(address.frames.size());
        for (const auto &frame : address.frames)
            add(frame, address.address);
    }

    std::size_t size() const { return m_bytes.size(); }

    std::string bytes() const { return std::string(m_bytes.view()); }

private:
    void add(const ResolvedFrame &frame, std::uint64_t address)
    {
        text(frame.name);
        text(frame.rawName);
        text(frame.file);
        m_bytes.varint(frame.line);
        m_bytes.varint(frame.column);
        m_bytes.byte(frame.inlined == Inlined::Yes ? 1 : 0);
        const bool hasStart = frame.functionStart != 0;
        m_bytes.varint(
            hasStart ? zigzag(static_cast<std::int64_t>(address - frame.functionStart)) + 1 : 0);
    }

    // Writes a text: 0 and the text the first time, later the number that it then got (1, 2, …).
    void text(std::string_view text)
    {
        text = text.substr(0, maxNameBytes);
        const auto [known, isNew] = m_texts.emplace(text, m_texts.size() + 1);
        if (!isNew) {
            m_bytes.varint(known->second);
            return;
        }
        m_bytes.varint(0);
        m_bytes.text(text);
    }

    ByteWriter m_bytes;
    std::unordered_map<std::string_view, std::size_t> m_texts;
    std::uint64_t m_lastAddress = 0;
};

class TextTable {
public:
    std::string take(ByteReader &from)
    {
        const auto number = from.varint();
        if (number == 0)
            m_texts.push_back(from.text());
        if (number > m_texts.size()) {
            from.fail();
            return {};
        }
        const auto text =
            number == 0 ? m_texts.back() : m_texts[static_cast<std::size_t>(number) - 1];
        m_unfolded += text.size();
        if (m_unfolded > maxUnfoldedBytes) {
            from.fail();
            return {};
        }
        return std::string(text);
    }

private:
    std::size_t m_unfolded = 0;
    std::vector<std::string_view> m_texts;
};

ResolvedFrame takeFrame(ByteReader &from, TextTable &texts, std::uint64_t address)
{
    ResolvedFrame frame;
    frame.name = texts.take(from);
    frame.rawName = texts.take(from);
    frame.file = texts.take(from);
    frame.line = from.varint32();
    frame.column = from.varint32();
    frame.inlined = from.byte() != 0 ? Inlined::Yes : Inlined::No;
    if (const auto start = from.varint(); start != 0)
        frame.functionStart = address - static_cast<std::uint64_t>(unzigzag(start - 1));
    return frame;
}

} // namespace

std::vector<std::string> encodeSymbols(const ImageSymbols &symbols)
{
    std::vector<std::string> payloads;
    auto payload = SymbolsPayload(symbols);
    for (const auto &address : symbols.addresses) {
        payload.add(address);
        if (payload.size() < wantedPayloadBytes)
            continue;
        payloads.push_back(payload.bytes());
        payload = SymbolsPayload(symbols);
    }
    payloads.push_back(payload.bytes());
    return payloads;
}

ImageSymbols decodeSymbols(ByteReader &from)
{
    ImageSymbols symbols;
    symbols.path = from.text();
    symbols.buildId = from.text();
    const auto state = from.byte();
    if (state <= static_cast<std::uint8_t>(SymbolState::Debug))
        symbols.state = static_cast<SymbolState>(state);
    TextTable texts;
    std::uint64_t lastAddress = 0;
    while (!from.atEnd()) {
        AddressSymbols address;
        address.address = lastAddress + from.varint();
        lastAddress = address.address;
        for (auto count = from.varint(); count > 0 && !from.hasFailed(); --count)
            address.frames.push_back(takeFrame(from, texts, address.address));
        if (!from.hasFailed())
            symbols.addresses.push_back(std::move(address));
    }
    return symbols;
}

namespace {

// Moves function starts between addresses of the process and of the file. 0 stays "not known".
std::vector<ResolvedFrame> moved(std::vector<ResolvedFrame> frames, std::uint64_t distance)
{
    for (auto &frame : frames) {
        if (frame.functionStart != 0)
            frame.functionStart += distance;
    }
    return frames;
}

// Whether the innermost frame has a name; without one only the start of the function is known.
bool hasName(const std::vector<ResolvedFrame> &frames)
{
    return !frames.empty() && !frames.front().name.empty();
}

} // namespace

std::string LogSymbols::keyOf(std::string_view path, std::string_view buildId)
{
    return buildId.empty() ? '/' + std::string(path) : std::string(buildId);
}

LogSymbols::Binary &LogSymbols::binary(std::string_view path, std::string_view buildId)
{
    const auto [place, isNew] = m_binaries.try_emplace(keyOf(path, buildId));
    if (isNew) {
        place->second.path = path;
        place->second.buildId = buildId;
    }
    return place->second;
}

void LogSymbols::add(ImageSymbols symbols)
{
    auto &target = binary(symbols.path, symbols.buildId);
    if (target.state < symbols.state)
        target.state = symbols.state;
    for (auto &address : symbols.addresses) {
        for (auto &frame : address.frames) {
            frame.name = validUtf8(frame.name);
            frame.rawName = validUtf8(frame.rawName);
            frame.file = validUtf8(frame.file);
        }
        if (!address.frames.empty() && target.lookedUp.contains(address.address)) {
            const auto *before = known(target, address.address);
            m_hasLateNames |= before == nullptr || *before != address.frames;
        }
        target.known.insert_or_assign(address.address, std::move(address.frames));
    }
}

void LogSymbols::startOver()
{
    m_hasLateNames = false;
    for (auto &[key, binary] : m_binaries)
        binary.lookedUp.clear();
}

std::vector<ResolvedFrame> LogSymbols::lookUp(const ImageKey &image, std::uint64_t address)
{
    auto &source = binary(image.codeFile, image.codeId);
    source.lookedUp.insert(address - image.bias);
    const auto *frames = find(source, image, address - image.bias);
    return frames == nullptr ? std::vector<ResolvedFrame>() : moved(*frames, image.bias);
}

const std::vector<ResolvedFrame> *LogSymbols::known(const Binary &binary, std::uint64_t address)
{
    if (const auto known = binary.known.find(address); known != binary.known.end())
        return &known->second;
    const auto added = binary.added.find(address);
    return added == binary.added.end() ? nullptr : &added->second;
}

const std::vector<ResolvedFrame> *LogSymbols::find(Binary &binary, const ImageKey &image,
                                                   std::uint64_t address)
{
    const auto *before = known(binary, address);
    const bool isNamed = before != nullptr && hasName(*before);
    if (isNamed || m_resolver == nullptr || binary.added.contains(address))
        return before;
    auto frames = moved(m_resolver->resolve(image, address + image.bias), 0 - image.bias);
    // A failed look-up is not stored: another machine may have the name.
    if (frames.empty() || (before != nullptr && !hasName(frames)))
        return before;
    binary.state = std::max(binary.state, m_resolver->state(image));
    binary.known.erase(address);
    return &binary.added.emplace(address, std::move(frames)).first->second;
}

SymbolState LogSymbols::state(const ImageKey &image) const
{
    const auto binary = m_binaries.find(keyOf(image.codeFile, image.codeId));
    if (binary == m_binaries.end()) // no sample was in it: not worth opening
        return SymbolState::NotTried;
    if (binary->second.state != SymbolState::NotTried || m_resolver == nullptr)
        return binary->second.state;
    return m_resolver->state(image);
}

std::vector<ImageSymbols> LogSymbols::newSymbols() const
{
    std::vector<ImageSymbols> all;
    for (const auto &[key, binary] : m_binaries) {
        if (binary.added.empty())
            continue;
        auto &symbols =
            all.emplace_back(ImageSymbols{binary.path, binary.buildId, binary.state, {}});
        for (const auto &[address, frames] : binary.added)
            symbols.addresses.push_back({address, frames});
    }
    return all;
}

} // namespace ember::model::capturelog
