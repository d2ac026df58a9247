// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/text.h"
#include "model/formats/collapsed/collapsedformat.h"
#include "model/formats/export/losses.h"
#include "model/formats/export/writtenprofiles.h"
#include "model/profile/sampleplaces.h"
#include "model/query/weights.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace ember::model::collapsed {

namespace {

class CollapsedWriter {
public:
    Result<Export> run(std::span<const ProfilePointer> profiles, const ExportOptions &options) &&
    {
        EMBER_RETURN_IF_ERROR(checkWeights(profiles, options.weight));
        for (const auto &profile : profiles) {
            m_type = findValueType(*profile, options.weight);
            if (!options.weight.empty() && !m_type.isValid()) {
                m_weightless += profile->sampleCount();
                continue;
            }
            m_type = weightType(*profile, m_type);
            m_weightName = weightName(*profile, m_type);
            if (!m_type.isValid())
                m_timeShareError = std::max(m_timeShareError, timeShareErrorPercent(*profile));
            for (std::size_t row = 0; row < profile->threadCount(); ++row) {
                if (options.stop.stop_requested())
                    return Error{ErrorCode::Cancelled, {}, {}};
                addThread(*profile, ThreadIndex(row));
            }
        }
        const auto hasSeparator = [](const auto &stack) {
            return stack.first.find(';') != std::string::npos;
        };
        if (std::ranges::none_of(m_stacks, hasSeparator))
            m_export.bytes += std::string(heading) + '\n';
        for (const auto &[stack, value] : m_stacks)
            m_export.bytes += lineStart(stack) + plainNumber(value) + '\n';
        LossList losses(lossesBeside({}, profiles, {}, options.weight));
        losses.add(timeShareErrorText, m_timeShareError);
        losses.add("samples without a stack", m_stackless);
        losses.add("samples without a value of the type that is written", m_weightless);
        losses.add("separators in the names of functions, which are others now", m_replaced);
        losses.add("names that would make comments of their lines, which begin with \":\" now",
                   m_likeComments);
        if (!m_weightName.empty() && m_weightName != "samples (count)")
            losses.add("name and unit of the numbers: " + m_weightName, 1);
        m_export.losses = std::move(losses).take();
        return std::move(m_export);
    }

private:
    // Checks that all profiles have the same kind of weight: numbers of different kinds cannot be
    // added up, and a line does not say which it has.
    static Result<void> checkWeights(std::span<const ProfilePointer> profiles,
                                     std::string_view asked)
    {
        std::set<std::string> weights;
        for (const auto &profile : profiles) {
            const auto type = findValueType(*profile, asked);
            if (!addsUp(*profile, type))
                return Error{ErrorCode::InvalidArgument, std::string(asked),
                             "these values are levels, which do not add up"};
            if (asked.empty() || type.isValid())
                weights.insert(weightName(*profile, weightType(*profile, type)));
        }
        if (weights.empty() && !profiles.empty()) {
            const auto known = weightNames(profiles);
            return Error{ErrorCode::InvalidArgument, std::string(asked),
                         "there are values of " + (known.empty() ? "none" : known)};
        }
        if (weights.size() < 2)
            return {};
        return Error{
            ErrorCode::FormatCannotHold, {}, "one kind of number only, not " + inARow(weights)};
    }

    // Returns the line without its number.
    std::string lineStart(const std::string &stack)
    {
        const auto start = stack + ' ';
        if (!hasCommentMark(start))
            return start;
        ++m_likeComments;
        return ':' + start;
    }

    // Replaces the characters that separate frames and lines, and NUL.
    std::string frameText(std::string name)
    {
        for (char &letter : name) {
            if (letter != ';' && letter != '\n' && letter != '\r' && letter != '\0')
                continue;
            letter = letter == ';' ? ':' : ' ';
            ++m_replaced;
        }
        return name.empty() ? "unknown" : name;
    }

    std::string threadText(const Profile &profile, ThreadIndex index)
    {
        const Thread &thread = profile.thread(index);
        std::string name(profile.text(thread.name.isValid() ? thread.name : thread.id));
        return frameText(name.empty() ? "thread" : std::move(name));
    }

    void addThread(const Profile &profile, ThreadIndex thread)
    {
        const auto &samples = profile.samples(thread);
        const SampleWeights weights(samples, m_type);
        std::map<StackIndex, double> stacks;
        samples.stacks.forEach([&](std::size_t row, StackIndex stack) {
            if (isGapMark(samples, SampleIndex(row)))
                return;
            m_stackless += stack == emptyStack ? 1U : 0U;
            if (!m_type.isValid() || weights.contains(SampleIndex(row)))
                stacks[stack] += m_type.isValid() ? weights[SampleIndex(row)] : 1;
            else if (stack != emptyStack)
                ++m_weightless;
        });
        stacks.erase(emptyStack);
        const auto root = profile.threadCount() > 1 ? threadText(profile, thread) : std::string();
        for (const auto &[stack, value] : stacks)
            m_stacks[stackText(profile, stack, root)] += value;
    }

    std::string stackText(const Profile &profile, StackIndex stack, const std::string &root)
    {
        std::vector<FrameIndex> frames;
        for (; stack != emptyStack; stack = profile.stack(stack).parent)
            frames.push_back(profile.stack(stack).frame);
        auto text = root;
        for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
            if (!text.empty())
                text += ';';
            text += frameText(frameName(profile, *frame));
        }
        return text;
    }

    Export m_export;
    ValueTypeIndex m_type; // of the profile being added; invalid: samples are counted
    std::string m_weightName; // the same for all profiles
    std::map<std::string, double> m_stacks;
    std::uint64_t m_timeShareError = 0; // percent of the time, of the worst profile
    std::uint64_t m_stackless = 0;
    std::uint64_t m_weightless = 0;
    std::uint64_t m_replaced = 0;
    std::uint64_t m_likeComments = 0; // stacks
};

} // namespace

Result<Export> writeStacks(std::span<const ProfilePointer> profiles, const ExportOptions &options)
{
    EMBER_RETURN_IF_ERROR(checkWrittenOut(profiles, WrittenOut::EachStack, WrittenFrame::Name));
    return CollapsedWriter().run(profiles, options);
}

} // namespace ember::model::collapsed
