// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/callpaths.h"

#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace ember::model {

namespace {

void appendAddress(std::string &text, std::uint64_t address)
{
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), address, 16).ptr;
    text += "0x";
    text.append(digits.data(), end);
}

// The path of the binary that a frame lies in, from its function or its image; absent if neither
// has one.
std::optional<std::string_view> packageOf(const Profile &profile, const Frame &frame,
                                          const Function &function)
{
    if (function.package.isValid())
        return profile.text(function.package);
    if (frame.image.isValid())
        return profile.text(profile.image(frame.image).codeFile);
    return std::nullopt;
}

} // namespace

std::string frameIdentity(const Profile &profile, FrameIndex index)
{
    const Frame &frame = profile.frame(index);
    const Function function =
        frame.function.isValid() ? profile.function(frame.function) : Function();
    std::string identity;
    if (function.module.isValid())
        identity = profile.text(function.module);
    else if (const auto package = packageOf(profile, frame, function))
        identity = trimmedPackage(*package);
    else
        identity = function.file.isValid() ? profile.text(function.file) : "-";
    identity += function.name.isValid() ? profile.text(function.name) : "-";
    if (frame.address)
        appendAddress(identity, *frame.address);
    return identity;
}

void CallPaths::updateFrames(const Profile &profile)
{
    const auto &frames = profile.tables().frames;
    if (frames.size() <= m_identities.size())
        return; // an older snapshot
    if (const auto news = frames.size() - m_identities.size(); news > m_known.size())
        m_known.reserve(m_known.size() + news);
    while (m_identities.size() < frames.size())
        m_identities.append(identify(profile, m_identities.nextIndex()));
}

void CallPaths::update(const Profile &profile)
{
    updateFrames(profile);
    const auto &stacks = profile.tables().stacks;
    if (stacks.size() <= m_paths.size())
        return; // an older snapshot
    m_tree.reserve(m_tree.nodes().size() + stacks.size() - m_paths.size());
    for (auto row = m_paths.size(); row < stacks.size();) {
        for (const StackNode &stack : stacks.run(row))
            m_paths.append(row++ == emptyStack.row() ? emptyPath : enter(stack));
    }
}

// Callees of one stack have equal identities only if the identity has several frames, because each
// stack is in the table once.
PathIndex CallPaths::enter(const StackNode &stack)
{
    const auto own = identity(stack.frame);
    return m_tree.enter(path(stack.parent), {own, {}, stack.frame},
                        m_hasSeveralFrames[own.row()] ? PathTree::Callees::MayBeEqual
                                                      : PathTree::Callees::Differ);
}

IdentityIndex CallPaths::identify(const Profile &profile, FrameIndex frame)
{
    const auto [known, isNew] =
        m_known.try_emplace(m_identityOf(profile, frame), IdentityIndex(m_known.size()));
    if (isNew)
        m_hasSeveralFrames.push_back(false);
    else
        m_hasSeveralFrames[known->second.row()] = true;
    return known->second;
}

} // namespace ember::model
