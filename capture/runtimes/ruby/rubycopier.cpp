// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/ruby/rubycopier.h"

#include "capture/runtimes/copybytes.h"
#include "capture/runtimes/ruby/rubyobjects.h"

#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <optional>

namespace ember::capture {

namespace {

// Layout of the index by which the entry of an instruction is found. An entry's number is the
// number of entries that begin up to the instruction. For the first 54 instructions the head has
// these numbers, 7 bits each, nine in a word. Each block is for 512 further instructions: it has
// the number of entries before the block, the numbers of the block's entries before its second and
// later words (9 bits each), and one bit per instruction, set where an entry begins.
constexpr std::uint32_t inHead = 54;
constexpr std::uint32_t perHeadWord = 9;
constexpr std::uint32_t perBlock = 512;

struct IndexBlock {
    std::uint32_t before = 0;
    std::uint32_t unused = 0;
    std::uint64_t beforeWords = 0;
    std::uint64_t bits[8] = {};
};

static_assert(sizeof(IndexBlock) == rubyIndexBlockBytes);

template<typename Value>
std::optional<Value> valueIfAt(std::span<const std::byte> bytes, std::size_t offset)
{
    if (offset > bytes.size() || sizeof(Value) > bytes.size() - offset)
        return std::nullopt;
    Value value{};
    std::memcpy(&value, bytes.data() + offset, sizeof(value));
    return value;
}

std::optional<std::uint64_t> entryOfPlace(std::span<const std::byte> index, std::uint32_t place)
{
    if (place < inHead) {
        const auto word = valueIfAt<std::uint64_t>(index, place / perHeadWord * 8);
        return word ? std::optional(*word >> place % perHeadWord * 7 & 0x7fU) : std::nullopt;
    }
    place -= inHead;
    const auto block = valueIfAt<IndexBlock>(
        index, rubyIndexHeadBytes + std::size_t(place / perBlock) * sizeof(IndexBlock));
    if (!block)
        return std::nullopt;
    const auto word = place % perBlock / 64;
    std::uint64_t entry = block->before;
    if (word > 0)
        entry += block->beforeWords >> (word - 1) * 9 & 0x1ffU;
    entry += static_cast<std::uint64_t>(std::popcount(block->bits[word] << (63 - place % 64)));
    return entry;
}

} // namespace

std::uint32_t rubyIndexBytes(std::uint32_t instructions)
{
    const auto behind = instructions > inHead ? instructions - inHead : 0;
    return rubyIndexHeadBytes + (behind + perBlock - 1) / perBlock * rubyIndexBlockBytes;
}

std::uint32_t rubyLine(std::span<const std::byte> table, std::uint32_t firstLine,
                       std::uint32_t place)
{
    const auto head = valueIfAt<RubyLineHead>(table, 0);
    if (!head || head->entries > (table.size() - sizeof(*head)) / sizeof(std::uint32_t))
        return firstLine;
    const auto lines =
        table.subspan(sizeof(*head), std::size_t(head->entries) * sizeof(std::uint32_t));
    const auto index = table.subspan(sizeof(*head) + lines.size());
    const auto entry = head->entries == 1 ? 1 : entryOfPlace(index, place).value_or(0);
    if (entry == 0 || entry > head->entries)
        return firstLine;
    const auto line = valueIfAt<std::uint32_t>(lines, (entry - 1) * sizeof(std::uint32_t));
    const bool isUsable =
        line && *line > 0 && *line <= std::uint32_t(std::numeric_limits<std::int32_t>::max());
    return isUsable ? *line : firstLine;
}

bool RubySymbols::areKnown(StopReader &reader)
{
    if (m_table == 0 && m_searches < ruby::mostSearches) {
        ++m_searches;
        findTable(reader);
    }
    return m_table != 0;
}

std::string RubySymbols::text(std::uint64_t id, StopReader &reader)
{
    std::uint64_t table = 0;
    return areKnown(reader) && reader.readValue(m_table, table) ? textIn(table, id, reader)
                                                                : std::string();
}

// Finds the table of symbols by the code of rb_sym_all_symbols(), which addresses the second member
// of rb_symbols_t relative to its instructions. The third member is the table.
void RubySymbols::findTable(StopReader &reader)
{
    constexpr std::uint64_t plus = '+'; // operators of one character are their own IDs
    std::array<std::byte, 144> code{};
    if (m_places.symbolsCode == 0 || !reader.read(m_places.symbolsCode, code))
        return;
    for (std::size_t at = 0; at + sizeof(std::int32_t) <= code.size(); ++at) {
        const auto distance = memberAt<std::int32_t>(code, at);
        const auto end = m_places.symbolsCode + at + sizeof(distance);
        const auto place = end + static_cast<std::uint64_t>(std::int64_t(distance)) + 8;
        std::uint64_t table = 0;
        if (place % 8 == 0 && place >= m_places.imageStart && place < m_places.imageEnd
            && reader.readValue(place, table) && textIn(table, plus, reader) == "+") {
            m_table = place;
            return;
        }
    }
}

// Looks up the text of an ID in the table, an Array of Arrays of 512 pairs: the text of a symbol,
// and the symbol.
std::string RubySymbols::textIn(std::uint64_t table, std::uint64_t id, StopReader &reader) const
{
    constexpr std::uint64_t mostOperators = 1024; // the least of all other IDs is larger
    constexpr std::uint64_t perArray = 512;
    const auto number = id < mostOperators ? id : id >> 4U;
    const auto page = ruby::elementOf(table, number / perArray, reader);
    return ruby::textOf(ruby::elementOf(page, number % perArray * 2, reader), m_places.layout,
                        reader);
}

namespace {

constexpr std::uint64_t mostRubyStack = std::uint64_t(1) << 27U;
constexpr std::uint32_t mostRubyInstructions = 1U << 20U;
constexpr std::uint32_t mostRubyLines = 1U << 14U;

// The begin of a rb_execution_context_t.
struct RubyContext {
    std::uint64_t stack = 0;
    std::uint64_t stackWords = 0;
    std::uint64_t frame = 0; // address of the leaf's frame
};

struct RubyLineEntry {
    std::uint32_t line = 0;
    std::uint32_t node = 0;
    std::uint32_t events = 0;
};

// Copies a line table in the form that rubyLine() takes: RubyLineHead, lines, index. Empty: it
// cannot be read, or is too long.
std::vector<std::byte> rubyLinesOf(std::span<const std::byte> info, std::uint32_t instructions,
                                   StopReader &reader)
{
    const auto count = memberAt<std::uint32_t>(info, ruby::linesCount);
    if (count == 0 || count > mostRubyLines || instructions > mostRubyInstructions)
        return {};
    std::vector<RubyLineEntry> entries(count);
    if (!reader.read(memberAt<std::uint64_t>(info, 0), std::as_writable_bytes(std::span(entries))))
        return {};
    std::vector<std::byte> lines;
    append(lines, RubyLineHead{count});
    for (const auto &entry : entries)
        append(lines, entry.line);
    if (count == 1) // there is no index
        return lines;
    std::vector<std::byte> index(rubyIndexBytes(instructions));
    if (!reader.read(memberAt<std::uint64_t>(info, ruby::linesIndex), index))
        return {};
    lines.insert(lines.end(), index.begin(), index.end());
    return lines;
}

// Returns the words by which the body of a method is recognised.
SteadyWords wordsOfBody(const RubyLayout &layout)
{
    SteadyWords words;
    return words.add(0)
        .add(ruby::bodyInstructions)
        .add(ruby::bodyPath)
        .add(ruby::bodyLabel)
        .add(ruby::bodyFirstLine)
        .add(layout.bodyLines);
}

} // namespace

RubyCopier::RubyCopier(const RubyPlaces &places)
    : m_places(places),
      m_classes(places),
      m_symbols(places),
      m_bodyWords(wordsOfBody(places.layout))
{
}

void RubyCopier::copy(const StoppedThread &thread, StopReader &reader, std::vector<std::byte> &to)
{
    m_encoder.begin();
    m_steady.begin();
    m_pages.begin(reader);
    if (thread.threadPointer == 0)
        return;
    auto &known = m_threads[thread.thread];
    known.memory.begin(reader, thread.stack);
    if (known.variable == 0)
        known.variable = m_places.context.address(thread.threadPointer, reader);
    std::uint64_t context = 0;
    if (known.variable == 0 || !known.memory.readValue(known.variable, context) || context == 0)
        return;
    const auto walked = walk(context, known);
    m_encoder.write(walked, to);
    if (walked == FrameEncoder::Walk::Torn || !m_encoder.areAllKnown())
        known.last.clear();
}

FrameEncoder::Walk RubyCopier::walk(std::uint64_t context, KnownThread &known)
{
    auto &memory = known.memory;
    const auto size = m_places.layout.frameSize;
    RubyContext found;
    if (!memory.readValue(context, found) || found.stackWords > mostRubyStack)
        return FrameEncoder::Walk::Torn;
    if (found.frame == 0) // the thread has not begun to run Ruby code
        return FrameEncoder::Walk::Whole;
    const auto end = found.stack + found.stackWords * sizeof(std::uint64_t);
    if (found.frame < found.stack || found.frame > end || (end - found.frame) % size != 0)
        return FrameEncoder::Walk::Torn;
    m_walked.clear();
    // The outermost frame stands for the caller of all Ruby code.
    for (auto frame = found.frame; frame + size < end && m_walked.size() < FrameEncoder::mostFrames;
         frame += size) {
        const auto bytes = memory.findPage(frame, sizeof(Frame));
        if (bytes.empty())
            return FrameEncoder::Walk::Torn;
        m_walked.push_back({memberAt<Frame>(bytes, 0), {}});
    }
    if (!readEnvironments(memory) || !takeFrames(known))
        return FrameEncoder::Walk::Torn;
    const bool isCut = m_walked.size() == FrameEncoder::mostFrames;
    return isCut ? FrameEncoder::Walk::Partial : FrameEncoder::Walk::Whole;
}

// Reads all environments in a loop of their own: memory that is read ahead is found faster if it is
// asked for in the same order as at the last stop.
bool RubyCopier::readEnvironments(StopMemory &memory)
{
    for (auto &[frame, environment] : m_walked) {
        environment = memberAt<Environment>(
            memory.findPage(frame.environment - ruby::beforeEnvironment, sizeof(Environment)), 0);
        const auto flags = environment.flags;
        if (memory.reads() > FrameEncoder::mostReads)
            return false;
        if ((flags & 1U) == 0 || (flags & ruby::frameKinds) == 0 || flags > ruby::mostFlags)
            return false;
    }
    return true;
}

bool RubyCopier::takeFrames(KnownThread &known)
{
    known.last.begin(m_walked.size(), m_encoder);
    for (std::size_t row = 0; row < m_walked.size(); ++row) {
        if (known.memory.reads() + m_steady.reads() > FrameEncoder::mostReads)
            return false;
        const auto &walked = m_walked[row];
        const auto &[frame, environment] = walked;
        const auto flags = environment.flags;
        const bool isOfRuby = (flags & ruby::frameIsOfC) == 0 && frame.iseq != 0;
        if (const auto *call = known.last.again(row, walked, m_steady)) {
            m_encoder.add(*call);
        } else {
            std::optional<Taken> taken;
            if ((flags & ruby::frameKinds) == ruby::frameIsFunctionOfC)
                taken = takeFunctionOfC(frame, environment.method);
            else if (isOfRuby && !(taken = takeFunction(frame)))
                return false;
            if (taken)
                known.last.keep(row, walked, taken->call, taken->objects);
            else
                known.last.drop(row);
        }
        if ((flags & ruby::frameFinishes) != 0)
            m_encoder.markEntry();
    }
    return true;
}

// Takes a frame of a function of C, which has no Ruby code; its native frames stay on its leaf
// side. Absent if symbols cannot be read.
std::optional<RubyCopier::Taken> RubyCopier::takeFunctionOfC(const Frame &frame,
                                                             std::uint64_t method)
{
    constexpr auto steady = SteadyWords().add(0).add(ruby::methodClass).add(ruby::methodDefinition);
    const auto words = m_steady.find(method, ruby::methodSize, steady, m_pages);
    if (words.empty() || !ruby::isMethod(memberAt<std::uint64_t>(words, 0))
        || !m_symbols.areKnown(m_pages))
        return std::nullopt;
    const auto object = m_steady.lastFound();
    const auto definition = memberAt<std::uint64_t>(words, ruby::methodDefinition);
    const auto owner = memberAt<std::uint64_t>(words, ruby::methodClass);
    if (definition == 0)
        return std::nullopt;
    // The key includes the owner: classes that include a module share its definitions, and each
    // counts as a function of its own.
    FrameCopyCall call;
    call.key = definition ^ std::rotl(owner, 24);
    const FrameEncoder::Identity identity{definition, owner};
    if (m_encoder.isWanted(call.key, identity)) {
        std::uint64_t id = 0;
        ScriptFunction function;
        function.file = "<cfunc>";
        m_pages.readValue(definition + ruby::definitionId, id);
        function.name = m_symbols.text(id, m_pages);
        if (!function.name.empty())
            qualify(function, 0, frame);
        m_encoder.describe(call.key, identity, function, {});
    }
    m_encoder.add(call);
    return Taken{call, {object}};
}

std::optional<RubyCopier::Taken> RubyCopier::takeFunction(const Frame &frame)
{
    constexpr auto steadyOfCode = SteadyWords().add(0).add(ruby::iseqBody);
    const auto object =
        m_steady.find(frame.iseq, ruby::iseqBody + sizeof(std::uint64_t), steadyOfCode, m_pages);
    if (object.empty() || !ruby::isCode(memberAt<std::uint64_t>(object, 0)))
        return std::nullopt;
    Objects objects{m_steady.lastFound()};
    const auto key = memberAt<std::uint64_t>(object, ruby::iseqBody);
    const auto lines = m_places.layout.bodyLines;
    const auto body = m_steady.find(key, lines + ruby::linesSize, m_bodyWords, m_pages);
    if (key == 0 || body.empty())
        return std::nullopt;
    objects[1] = m_steady.lastFound();
    const auto word = [&](std::size_t offset) { return memberAt<std::uint64_t>(body, offset); };
    const auto instructions = word(ruby::bodyInstructions);
    FrameCopyCall call;
    call.key = key;
    if (const auto next = (frame.pc - instructions) / sizeof(std::uint64_t);
        frame.pc > instructions && next <= mostRubyInstructions)
        call.place = static_cast<std::uint32_t>(next - 1);
    m_encoder.add(call);
    const FrameEncoder::Identity identity{instructions,          word(ruby::bodyPath),
                                          word(ruby::bodyLabel), word(ruby::bodyFirstLine),
                                          word(lines),           word(0)};
    if (m_encoder.isWanted(key, identity))
        m_encoder.describe(key, identity, functionOf(frame, body),
                           rubyLinesOf(body.subspan(lines),
                                       memberAt<std::uint32_t>(body, sizeof(std::uint32_t)),
                                       m_pages));
    return Taken{call, objects};
}

// Names methods with their class, as Sentry's SDK does: what is before the last "::" is the module.
// In the name of a block ("block in total") the class stands right before the method's name.
ScriptFunction RubyCopier::functionOf(const Frame &frame, std::span<const std::byte> body)
{
    const auto &layout = m_places.layout;
    const auto text = [&](std::size_t offset) {
        return ruby::textOf(memberAt<std::uint64_t>(body, offset), layout, m_pages);
    };
    const auto first = memberAt<std::uint64_t>(body, ruby::bodyFirstLine);
    ScriptFunction function;
    function.name = text(ruby::bodyLabel);
    function.file = ruby::pathOf(memberAt<std::uint64_t>(body, ruby::bodyPath), layout, m_pages);
    function.firstLine = static_cast<std::uint32_t>(layout.firstLineIsObject ? first >> 1U : first);
    const auto base = text(ruby::bodyBaseLabel);
    if (base.empty() || base.front() == '<' || !function.name.ends_with(base))
        return function;
    qualify(function, function.name.size() - base.size(), frame);
    return function;
}

// Puts the class of a method before its name, which begins at `place`.
void RubyCopier::qualify(ScriptFunction &function, std::size_t place, const Frame &frame)
{
    auto qualifier = m_classes.qualifier(frame.environment, frame.self, m_pages);
    if (const auto end = qualifier.rfind("::"); end != std::string::npos) {
        function.module = qualifier.substr(0, end);
        qualifier.erase(0, end + 2);
    }
    function.name.insert(place, qualifier);
}

} // namespace ember::capture
