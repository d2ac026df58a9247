// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/imagesymbols.h"

#include "model/formats/capturelog/framing.h"

#include <string_view>
#include <unordered_map>

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

    // Writes 0 and the text the first time, later its number (1, 2, …).
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

} // namespace ember::model::capturelog
