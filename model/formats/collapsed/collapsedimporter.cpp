// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/text.h"
#include "model/formats/bytes/textlines.h"
#include "model/formats/collapsed/collapsedformat.h"
#include "model/formats/import/importsession.h"
#include "model/profile/profilebuilder.h"

#include <algorithm>
#include <array>
#include <optional>
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
    std::size_t stacksBefore = 0; // before the first line that is none
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

Result<std::vector<ProfilePointer>> readFile(const ImportFile &file, const std::stop_token &stop,
                                             ImportLog &log)
{
    return single(CollapsedReader(file, stop, log).run());
}

constexpr std::array<std::string_view, 2> patterns{"*.folded", "*.collapsed"};
constexpr std::array<std::string_view, 3> extensions{"collapsed", "folded", "stacks"};

} // namespace

constinit const FileFormat format{
    .name = "collapsed",
    .patterns = patterns,
    .sniff = sniff,
    .read = readFile,
    .extensions = extensions,
    .write = writeStacks,
};

} // namespace ember::model::collapsed
