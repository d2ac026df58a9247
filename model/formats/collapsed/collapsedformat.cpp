// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/collapsed/collapsedformat.h"

#include "model/core/text.h"
#include "model/formats/bytes/textlines.h"
#include "model/formats/export/losses.h"
#include "model/formats/export/writtenprofiles.h"
#include "model/formats/import/importsession.h"
#include "model/profile/profilebuilder.h"
#include "model/profile/samplerows.h"
#include "model/query/weights.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace ember::model::collapsed {

namespace {

struct StackLine {
    std::string_view stack; // root first, with ";" between frames
    double value = 0;
    bool isExact = true; // whether `value` is exact
};

// Parses a line. The number follows the last blank: names may contain blanks, at their ends too, or
// consist of them.
std::optional<StackLine> parseLine(std::string_view line)
{
    line = line.substr(0, line.find_last_not_of(" \t") + 1);
    const auto blank = line.find_last_of(" \t");
    if (blank == std::string_view::npos || blank == 0)
        return std::nullopt;
    const auto digits = line.substr(blank + 1);
    const auto value = parseNumber(digits);
    if (!value)
        return std::nullopt;
    const auto whole = parseUnsigned(digits);
    return StackLine{line.substr(0, blank), *value,
                     whole ? isExactValue(*whole) : isExactValue(*value)};
}

bool isComment(std::string_view line)
{
    return trimmed(line).empty()
        || (line.starts_with('#') && (hasCommentMark(line) || !parseLine(line)));
}

// Whether the first line of a file, which is longer than the bytes read, may be text: deep
// recursion or template names make lines very long. Binary data has control characters.
bool mayGoOn(std::string_view line)
{
    return std::ranges::none_of(line, [](char letter) {
        return static_cast<unsigned char>(letter) < ' ' && letter != '\t';
    });
}

class CollapsedReader {
public:
    CollapsedReader(const ImportFile &file, const std::stop_token &stop, ImportLog &log)
        : m_session("collapsed", file, stop, log, TimeOrigin::None)
    {
    }

    Result<ProfilePointer> run() &&
    {
        m_thread = m_builder.addThread({});
        m_type = m_builder.addValueType({m_builder.string("samples"), m_builder.string("count")});
        m_builder.setMainValue(m_type);
        auto text = m_session.text();
        for (std::size_t number = 1; !text.empty(); ++number) {
            if (m_session.isStopped())
                return m_session.cancelled();
            const auto line = takeLine(text);
            if (isComment(line))
                continue;
            const auto stack = parseLine(line);
            if (!stack) {
                m_firstOther = m_firstOther == 0 ? number : m_firstOther;
                m_notes.warnOfLine("collapsed-other-lines", number,
                                   "no \"frame;frame number\": the line is left out");
                continue;
            }
            check(*stack, number);
            add(*stack);
        }
        if (m_samples == 0 && m_firstOther > 0)
            return m_session.error(ErrorCode::SyntaxError,
                                   "collapsed stacks, line " + std::to_string(m_firstOther)
                                       + ": expected \"frame;frame number\"");
        m_names.report(m_notes);
        return std::move(m_session).finish(m_samples);
    }

private:
    // Reports odd lines. Negative numbers are kept: differences of profiles have them. An empty
    // name after the last ";" is no frame, as in flame graph scripts.
    void check(const StackLine &stack, std::size_t line)
    {
        if (stack.stack.ends_with(';'))
            m_notes.warnOfLine("collapsed-empty-end", line,
                               "the stack ends in \";\": no frame is behind it");
        if (stack.value < 0)
            m_notes.warnOfLine("collapsed-negative-value", line, "the number is below 0");
        if (!stack.isExact)
            m_notes.warnOfLine("collapsed-value-not-exact", line, notExact);
    }

    void add(const StackLine &line)
    {
        auto stack = emptyStack;
        for (auto rest = line.stack; !rest.empty();) {
            const auto name = rest.substr(0, rest.find(';'));
            rest.remove_prefix(std::min(name.size() + 1, rest.size()));
            stack = m_builder.stack(stack, m_session.frameOf(m_names.enter(name, m_builder)));
        }
        m_builder.addSample(m_thread, {{}, stack, {}});
        m_builder.addSampleValue(m_thread, m_type, line.value);
        ++m_samples;
    }

    ImportSession m_session;
    const FileNotes &m_notes = m_session.notes();
    ProfileBuilder &m_builder = m_session.builder();
    ThreadIndex m_thread;
    ValueTypeIndex m_type;
    NonUtf8Names m_names;
    std::uint64_t m_samples = 0;
    std::size_t m_firstOther = 0; // line that is no stack; 0: there is none
};

// Recognises stacks by the ";" of any line, however late it comes, or by our exporter's heading. A
// number at the end of each line is not enough: lists of other things have that too.
Confidence sniff(const FileStart &start)
{
    const auto firstBytes = start.bytes();
    constexpr std::size_t enough = 50;
    // The last line may be cut, unless it is the only one.
    const auto lastEnd = firstBytes.rfind('\n');
    auto text = lastEnd == std::string_view::npos ? firstBytes : firstBytes.substr(0, lastEnd);
    if (start.json().isJson()) // JSON is never taken for stacks
        return Confidence::No;
    std::size_t stacks = 0;
    std::size_t stacksBefore = 0; // stacks before the first line that is no stack
    std::size_t others = 0;
    bool hasFrames = false;
    while ((stacks + others < enough || (others == 0 && !hasFrames)) && !text.empty()) {
        const auto line = takeLine(text);
        if (isComment(line))
            continue;
        const auto stack = parseLine(line);
        const bool isText = line.find('\0') == std::string_view::npos;
        if (!stack && stacks + others == 0 && line.end() == firstBytes.end() && mayGoOn(line))
            return Confidence::Undecided;
        if (!isText)
            return Confidence::No;
        if (!stack) {
            stacksBefore = others == 0 && hasFrames ? stacks : stacksBefore;
            ++others;
            continue;
        }
        hasFrames = hasFrames || stack->stack.find(';') != std::string_view::npos;
        ++stacks;
    }
    // Some lines are no stacks although many are: reading reports them.
    if (others > 0)
        return stacksBefore > 1 || (hasFrames && stacks > others) ? Confidence::Maybe
                                                                  : Confidence::No;
    if (stacks == 0 && firstBytes.starts_with(heading))
        return Confidence::Likely;
    if (stacks == 0)
        return firstBytes.starts_with('#') ? Confidence::Undecided : Confidence::No;
    return hasFrames || firstBytes.starts_with(heading) ? Confidence::Likely
                                                        : Confidence::Undecided;
}

Result<std::vector<ProfilePointer>> readFile(const ImportFile &file, const ImportOptions &options,
                                             ImportLog &log)
{
    return single(CollapsedReader(file, options.stop, log).run());
}

constexpr std::array<std::string_view, 2> patterns{"*.folded", "*.collapsed"};
constexpr std::array<std::string_view, 3> extensions{"collapsed", "folded", "stacks"};

} // namespace

constinit const FileFormat format{
    .name = "collapsed",
    .tool = "collapsed stacks",
    .patterns = patterns,
    .sniff = sniff,
    .read = readFile,
    .extensions = extensions,
    .write = writeStacks,
};

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
    std::uint64_t m_timeShareError = 0; // of the worst profile: timeShareErrorPercent()
    std::uint64_t m_stackless = 0;
    std::uint64_t m_weightless = 0;
    std::uint64_t m_replaced = 0;
    std::uint64_t m_likeComments = 0; // stacks that readers would take for comments
};

} // namespace

Result<Export> writeStacks(std::span<const ProfilePointer> profiles, const ExportOptions &options)
{
    EMBER_RETURN_IF_ERROR(checkWrittenOut(profiles, WrittenOut::EachStack, WrittenFrame::Name));
    return CollapsedWriter().run(profiles, options);
}

} // namespace ember::model::collapsed
