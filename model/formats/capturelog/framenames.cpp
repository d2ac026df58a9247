// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/framenames.h"

#include "model/core/text.h"

#include <algorithm>
#include <utility>

namespace ember::model::capturelog {

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

std::string FrameNames::keyOf(std::string_view path, std::string_view buildId)
{
    return buildId.empty() ? '/' + std::string(path) : std::string(buildId);
}

FrameNames::Binary &FrameNames::binary(std::string_view path, std::string_view buildId)
{
    const auto [place, isNew] = m_binaries.try_emplace(keyOf(path, buildId));
    if (isNew) {
        place->second.path = path;
        place->second.buildId = buildId;
    }
    return place->second;
}

void FrameNames::add(ImageSymbols symbols)
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

void FrameNames::startOver()
{
    m_hasLateNames = false;
    for (auto &[key, binary] : m_binaries)
        binary.lookedUp.clear();
}

std::vector<ResolvedFrame> FrameNames::lookUp(const ImageKey &image, std::uint64_t address)
{
    auto &source = binary(image.codeFile, image.codeId);
    source.lookedUp.insert(address - image.bias);
    const auto *frames = find(source, image, address - image.bias);
    return frames == nullptr ? std::vector<ResolvedFrame>() : moved(*frames, image.bias);
}

const std::vector<ResolvedFrame> *FrameNames::known(const Binary &binary, std::uint64_t address)
{
    if (const auto known = binary.known.find(address); known != binary.known.end())
        return &known->second;
    const auto added = binary.added.find(address);
    return added == binary.added.end() ? nullptr : &added->second;
}

const std::vector<ResolvedFrame> *FrameNames::find(Binary &binary, const ImageKey &image,
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

SymbolState FrameNames::state(const ImageKey &image) const
{
    const auto binary = m_binaries.find(keyOf(image.codeFile, image.codeId));
    if (binary == m_binaries.end()) // no sample was in it: not worth opening
        return SymbolState::NotTried;
    if (binary->second.state != SymbolState::NotTried || m_resolver == nullptr)
        return binary->second.state;
    return m_resolver->state(image);
}

std::vector<ImageSymbols> FrameNames::newSymbols() const
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
