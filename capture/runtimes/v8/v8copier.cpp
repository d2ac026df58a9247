// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/v8/v8copier.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>

namespace ember::capture {

using namespace v8;

namespace {

constexpr std::size_t mostFrames = 2048;
constexpr std::size_t mostReads = 3000; // limit of the reads that describe what is new, at one stop
constexpr std::size_t mostFailures = 64; // words that were no frame, at one stop
constexpr std::size_t mostCalls = 4096; // inlined into one function
constexpr std::size_t mostGivenBytes = std::size_t(64) << 20U;
constexpr std::size_t mostFutile = 4096;
constexpr std::size_t stopsOfFutility = 2000;

// DeoptimizationData: indices of its entries.
enum Deoptimization : std::uint32_t {
    InlinedCount = 1,
    Literals = 2,
    Function = 6,
    InliningPositions = 7,
    DeoptimizationWords
};

constexpr std::uint32_t dataContent = 16;

std::uint64_t wordAt(std::span<const std::byte> bytes, std::size_t offset)
{
    std::uint64_t word = 0;
    if (offset <= bytes.size() && sizeof(word) <= bytes.size() - offset)
        std::memcpy(&word, bytes.data() + offset, sizeof(word));
    return word;
}

bool isStrongObject(std::uint64_t word)
{
    return isObject(word) && (word & 7U) == 1;
}

// Whether the words around a saved frame pointer can be a frame of a JavaScript function: the
// context, the function and the number of arguments lie below it.
bool canBeFrame(const StackCopy &stack, std::size_t offset)
{
    constexpr std::uint64_t mostDistance = std::uint64_t(1) << 24U;
    constexpr std::uint64_t mostArguments = 0xffff;
    const auto address = stack.address + offset;
    const auto link = wordAt(stack.bytes, offset);
    return link > address && link - address < mostDistance && link % 8 == 0
        && isStrongObject(wordAt(stack.bytes, offset - 16))
        && isStrongObject(wordAt(stack.bytes, offset - 8))
        && wordAt(stack.bytes, offset - 24) <= mostArguments;
}

} // namespace

V8Copier::V8Copier(const V8Places &places) : m_places(places)
{
    const auto &layout = m_places.layout;
    m_functionWords.add(0).add(layout.functionShared);
    m_sharedWords.add(0).add(layout.sharedName).add(layout.sharedScript);
    m_bytecodeWords.add(0).add(8).add(layout.bytecodePositions);
    m_codeWords.add(layout.codeDeoptimization)
        .add(layout.codePositions)
        .add(layout.codeSize, sizeof(std::uint32_t));
}

void V8Copier::copy(const StoppedThread &thread, StopReader &reader, std::vector<std::byte> &to)
{
    m_frames.clear();
    m_pcs.clear();
    m_definitions.clear();
    m_definitionCount = 0;
    ++m_stops;
    m_objects.begin();
    Stop stop{reader, HeapReader(m_places.layout, reader, mostReads)};
    scan(thread.stack, stop);
    placePcs(thread, stop);
    write(to);
}

void V8Copier::discardLast()
{
    if (m_definitionCount > 0 || m_lastStartedOver)
        startOver();
}

void V8Copier::startOver()
{
    m_functions.clear();
    m_scripts.clear();
    m_tables.clear();
    m_codes.clear();
    m_futile.clear();
    m_givenBytes = 0;
    m_startsOver = true;
}

void V8Copier::scan(const StackCopy &stack, Stop &stop)
{
    constexpr std::size_t below = 40; // the words of a frame that are looked at
    for (std::size_t offset = below; offset + 16 <= stack.bytes.size(); offset += 8) {
        if (!canBeFrame(stack, offset))
            continue;
        if (m_frames.size() == mostFrames || stop.failures > mostFailures)
            break;
        takeFrame(stack, offset, stop);
    }
}

bool V8Copier::typeIs(std::uint64_t map, std::uint16_t first, std::uint16_t last, Stop &stop)
{
    constexpr std::uint32_t mapType = 12;
    constexpr auto steady = SteadyWords().add(0, sizeof(std::uint16_t));
    if (!isObject(map))
        return false;
    const auto bytes =
        m_objects.find(addressOf(map) + mapType, sizeof(std::uint16_t), steady, stop.reader);
    const auto type = memberAt<std::uint16_t>(bytes, 0);
    return !bytes.empty() && type >= first && type <= last;
}

void V8Copier::takeFrame(const StackCopy &stack, std::size_t offset, Stop &stop)
{
    const auto function = wordAt(stack.bytes, offset - 16);
    CopiedFrame frame;
    frame.function =
        function == stop.lastFunction ? stop.lastNumber : calledFunction(function, stop);
    if (frame.function == 0) {
        ++stop.failures;
        return;
    }
    stop.lastFunction = function;
    stop.lastNumber = frame.function;
    frame.address = stack.address + offset;
    frame.returnAddress = wordAt(stack.bytes, offset + 8);
    takeBytecode(wordAt(stack.bytes, offset - 32), wordAt(stack.bytes, offset - 40), frame, stop);
    m_frames.push_back(frame);
}

// Returns the number of the function that a JSFunction calls. 0: the object is no JSFunction, or
// its function cannot be described at this stop.
std::uint32_t V8Copier::calledFunction(std::uint64_t tagged, Stop &stop)
{
    const auto &layout = m_places.layout;
    const auto object = m_objects.find(addressOf(tagged), 64, m_functionWords, stop.reader);
    const auto map = wordAt(object, 0);
    const auto shared = wordAt(object, layout.functionShared);
    if (!isStrongObject(shared) || !typeIs(map, layout.functionType, layout.lastFunctionType, stop))
        return 0;
    const auto info = m_objects.find(addressOf(shared), 40, m_sharedWords, stop.reader);
    const auto infoMap = wordAt(info, 0);
    const auto name = wordAt(info, layout.sharedName);
    const auto script = wordAt(info, layout.sharedScript);
    return typeIs(infoMap, layout.sharedType, layout.sharedType, stop)
        ? function(shared, name, script, stop)
        : 0;
}

// Takes the bytecode of an interpreted frame and the offset of the instruction in it, which counts
// from the tagged pointer.
void V8Copier::takeBytecode(std::uint64_t array, std::uint64_t offset, CopiedFrame &frame,
                            Stop &stop)
{
    const auto &layout = m_places.layout;
    if (!isStrongObject(array) || !isSmall(offset) || smallValue(offset) <= 0)
        return;
    const auto object = m_objects.find(addressOf(array), 40, m_bytecodeWords, stop.reader);
    const auto map = wordAt(object, 0);
    const auto length = wordAt(object, 8);
    const auto positions = wordAt(object, layout.bytecodePositions);
    const auto instruction = std::int64_t(smallValue(offset)) - (layout.bytecodeStart - 1);
    if (!isSmall(length) || instruction < 0 || instruction >= smallValue(length)
        || !typeIs(map, layout.bytecodeType, layout.bytecodeType, stop)) {
        return;
    }
    frame.offset = instruction;
    const std::array words{positions, length};
    const auto given = m_tables.find(array);
    if (given != m_tables.end() && given->second.words == words) {
        frame.table = given->second.number;
        return;
    }
    // Positions may not have been collected yet: then there is no array.
    const auto table = stop.heap.bytes(positions);
    frame.table = table && isStrongObject(positions)
        ? give(m_tables, array, words, define(DefinitionKind::Table, m_lastTable, *table, stop))
        : 0;
}

// Finds the code of addresses to which calls return: of the return addresses of frames, and of
// words on the leaf side of all frames. From there functions of C++ may have been called by code
// that makes no frame for V8.
void V8Copier::placePcs(const StoppedThread &thread, Stop &stop)
{
    constexpr std::size_t mostWords = 1024;
    constexpr std::uint64_t nearness = std::uint64_t(256) << 10U;
    placePc(thread.registers.pc, stop);
    for (const auto &frame : m_frames)
        placePc(frame.returnAddress, stop);
    const auto &stack = thread.stack;
    auto size = std::min(stack.bytes.size(), mostWords * 8);
    if (!m_frames.empty())
        size = std::min<std::size_t>(size, m_frames.front().address - stack.address);
    for (std::size_t offset = 0; offset + 8 <= size; offset += 8) {
        const auto word = wordAt(stack.bytes, offset);
        const auto after = m_codes.upper_bound(word);
        const bool isNear = (after != m_codes.end() && after->first - word < nearness)
            || (after != m_codes.begin() && word - std::prev(after)->first < nearness);
        if (isNear)
            placePc(word, stop);
    }
}

void V8Copier::placePc(std::uint64_t pc, Stop &stop)
{
    constexpr std::uint64_t lowest = 0x10000;
    if (pc < lowest || pc >= machine::highestAddress || m_places.isInImage(pc)
        || m_pcs.size() == mostFrames
        || std::any_of(m_pcs.rbegin(), m_pcs.rend(), // a function that calls itself returns to the
                                                     // same address again
                       [pc](const CopiedPlace &place) { return place.pc == pc; })) {
        return;
    }
    auto code = codeAt(pc);
    if (code != m_codes.end() && !isStill(*code, stop)) {
        m_codes.erase(code);
        code = m_codes.end();
    }
    if (code == m_codes.end())
        code = searchCode(pc, stop);
    if (code == m_codes.end())
        return;
    CopiedPlace place{pc, CopiedPlace::NotRead};
    if (code->second.kind == CodeKind::Optimized)
        place.code = code->second.number;
    else if (code->second.kind == CodeKind::Baseline)
        place.code = CopiedPlace::IsBaseline;
    m_pcs.push_back(place);
}

V8Copier::Codes::iterator V8Copier::codeAt(std::uint64_t pc)
{
    const auto after = m_codes.upper_bound(pc);
    if (after == m_codes.begin() || pc > std::prev(after)->second.end)
        return m_codes.end();
    return std::prev(after);
}

std::optional<std::array<std::uint64_t, 4>> V8Copier::identity(std::uint64_t stream,
                                                               std::uint64_t code, Stop &stop)
{
    const auto &layout = m_places.layout;
    std::array<std::uint64_t, 4> words{};
    constexpr auto steady = SteadyWords().add(0).add(8);
    const auto header = m_objects.find(addressOf(stream), 16, steady, stop.reader);
    words[0] = wordAt(header, 0);
    if (!layout.codeHoldsInstructions() && wordAt(header, 8) != code)
        return std::nullopt;
    const auto object = m_objects.find(addressOf(code), 64, m_codeWords, stop.reader);
    if (object.empty())
        return std::nullopt;
    words[1] = wordAt(object, layout.codeDeoptimization);
    words[2] = wordAt(object, layout.codePositions);
    words[3] = wordAt(object, layout.codeSize) & 0xffff'ffffU;
    return words;
}

bool V8Copier::isStill(const Codes::value_type &code, Stop &stop)
{
    return identity(code.second.stream, code.second.code, stop) == code.second.words;
}

V8Copier::Codes::iterator V8Copier::searchCode(std::uint64_t pc, Stop &stop)
{
    const auto futile = m_futile.find(pc);
    if (futile != m_futile.end() && m_stops - futile->second < stopsOfFutility)
        return m_codes.end();
    if (!stop.heap.hasReads())
        return m_codes.end();
    if (const auto stream = searchStream(pc, stop)) {
        if (const auto code = takeStream(*stream, pc, stop); code != m_codes.end())
            return code;
    }
    if (!stop.heap.hasReads())
        return m_codes.end();
    if (m_futile.size() >= mostFutile)
        m_futile.clear();
    m_futile[pc] = m_stops;
    return m_codes.end();
}

// Goes back from an instruction to the head of the object that it is in: the first word that is the
// map of such objects.
std::optional<std::uint64_t> V8Copier::searchStream(std::uint64_t pc, Stop &stop)
{
    constexpr std::array<std::uint64_t, 4> sizes{4096, 16384, 65536, std::uint64_t(256) << 10U};
    std::vector<std::byte> part;
    auto end = pc & ~std::uint64_t(7);
    std::size_t maps = 0;
    for (const auto size : sizes) {
        if (end <= size)
            return std::nullopt;
        const auto start = (end - size) & ~std::uint64_t(4095);
        part.resize(static_cast<std::size_t>(end - start));
        if (!stop.heap.read(start, part))
            return std::nullopt;
        for (auto offset = part.size(); offset >= 8; offset -= 8) {
            const auto word = wordAt(part, offset - 8);
            if (m_streamMap != 0 ? word != m_streamMap : !isStrongObject(word) || ++maps > 256)
                continue;
            if (isStreamMap(word, stop))
                return (start + offset - 8) | 1U;
        }
        end = start;
    }
    return std::nullopt;
}

bool V8Copier::isStreamMap(std::uint64_t map, Stop &stop)
{
    constexpr std::uint32_t mapType = 12;
    const auto words = stop.heap.word(map, mapType - 4);
    if (!words || static_cast<std::uint16_t>(*words >> 32U) != m_places.layout.streamType)
        return false;
    // A map's own map is the map of maps, which is its own: random words seldom lead to it.
    const auto mapOfMap = stop.heap.word(map, 0);
    const auto mapOfMaps = mapOfMap ? stop.heap.word(*mapOfMap, 0) : std::nullopt;
    if (!mapOfMaps || *mapOfMap != *mapOfMaps)
        return false;
    m_streamMap = map;
    return true;
}

V8Copier::Codes::iterator V8Copier::takeStream(std::uint64_t stream, std::uint64_t pc, Stop &stop)
{
    const auto &layout = m_places.layout;
    const bool isWhole = layout.codeHoldsInstructions();
    const auto object = isWhole ? std::optional(stream) : stop.heap.word(stream, 8);
    if (!object || !stop.heap.isOf(*object, layout.codeType))
        return m_codes.end();
    const auto start = isWhole ? std::optional(addressOf(stream) + layout.codeStart)
                               : stop.heap.word(*object, layout.codeStart);
    const auto words = identity(stream, *object, stop);
    if (!start || !words || pc < *start || pc - *start > (*words)[3])
        return m_codes.end();
    Code code;
    code.end = *start + (*words)[3];
    code.stream = stream;
    code.code = *object;
    code.words = *words;
    describeCode(code, *start, stop);
    if (code.kind == CodeKind::Unknown && !stop.heap.hasReads())
        return m_codes.end();
    // Code that was known at these addresses has been freed.
    auto next = m_codes.lower_bound(*start);
    while (next != m_codes.end() && next->first < code.end)
        next = m_codes.erase(next);
    return m_codes.insert_or_assign(*start, code).first;
}

void V8Copier::describeCode(Code &code, std::uint64_t start, Stop &stop)
{
    std::array<std::uint64_t, DeoptimizationWords> data{};
    const auto deoptimization = code.words[1];
    // Baseline code has its bytecode in this place of a Code, and inlines nothing.
    if (stop.heap.isOf(deoptimization, m_places.layout.bytecodeType)) {
        code.kind = CodeKind::Baseline;
        return;
    }
    if (!isStrongObject(deoptimization)
        || !stop.heap.read(addressOf(deoptimization) + dataContent,
                           std::as_writable_bytes(std::span(data)))) {
        return;
    }
    CopiedCode copied{start, functionOf(data[Function], stop), 0};
    const auto positions = stop.heap.bytes(data[InliningPositions]);
    const auto table = stop.heap.bytes(code.words[2]);
    if (copied.function == 0 || !positions || !table || positions->size() / 16 > mostCalls
        || !isSmall(data[InlinedCount]))
        return;
    std::vector<std::byte> calls;
    for (std::size_t offset = 0; offset + 16 <= positions->size(); offset += 16) {
        CopiedCall call{wordAt(*positions, offset), copied.function};
        const auto index = static_cast<std::int32_t>(wordAt(*positions, offset + 8));
        // A call of the function itself has no entry among those that were inlined.
        if (index >= 0) {
            const auto literal = index < smallValue(data[InlinedCount])
                ? stop.heap.word(data[Literals],
                                 dataContent + 8 * static_cast<std::uint32_t>(index))
                : std::nullopt;
            call.function = literal ? functionOf(*literal & ~std::uint64_t(2), stop) : 0;
        }
        if (call.function == 0)
            return;
        append(calls, call);
        ++copied.calls;
    }
    std::vector<std::byte> content;
    append(content, copied);
    content.insert(content.end(), calls.begin(), calls.end());
    content.insert(content.end(), table->begin(), table->end());
    code.number = define(DefinitionKind::Code, m_lastCode, content, stop);
    code.kind = CodeKind::Optimized;
}

std::uint32_t V8Copier::functionOf(std::uint64_t shared, Stop &stop)
{
    const auto &layout = m_places.layout;
    if (!isStrongObject(shared) || !stop.heap.isOf(shared, layout.sharedType))
        return 0;
    const auto name = stop.heap.word(shared, layout.sharedName);
    const auto script = stop.heap.word(shared, layout.sharedScript);
    return name && script ? function(shared, *name, *script, stop) : 0;
}

std::uint32_t V8Copier::function(std::uint64_t shared, std::uint64_t name, std::uint64_t script,
                                 Stop &stop)
{
    const std::array words{name, script};
    const auto given = m_functions.find(shared);
    if (given != m_functions.end() && given->second.words == words)
        return given->second.number;
    CopiedFunction copied;
    std::string text;
    if (auto scope = stop.heap.scope(name)) {
        text = std::move(scope->name);
        copied.start = scope->start;
    } else if (auto plain = stop.heap.text(name)) {
        text = std::move(*plain);
    } else if (!isSmall(name)) { // functions without a name have a small integer
        return 0;
    }
    if (isStrongObject(script) && stop.heap.isOf(script, m_places.layout.scriptType)) {
        copied.script = this->script(script, stop);
        if (copied.script == 0)
            return 0;
    } else if (!stop.heap.hasReads()) {
        return 0;
    }
    std::vector<std::byte> content;
    append(content, copied);
    const auto bytes = std::as_bytes(std::span(text));
    content.insert(content.end(), bytes.begin(), bytes.end());
    return give(m_functions, shared, words,
                define(DefinitionKind::Function, m_lastFunction, content, stop));
}

std::uint32_t V8Copier::script(std::uint64_t script, Stop &stop)
{
    constexpr std::uint32_t scriptFirstLine = 24;
    const auto &layout = m_places.layout;
    const auto source = stop.heap.word(script, layout.scriptSource);
    const auto name = stop.heap.word(script, layout.scriptName);
    const auto firstLine = stop.heap.word(script, scriptFirstLine);
    if (!source || !name || !firstLine)
        return 0;
    const std::array words{*source, *name};
    const auto given = m_scripts.find(script);
    if (given != m_scripts.end() && given->second.words == words)
        return given->second.number;
    const auto text = stop.heap.text(*name).value_or(std::string());
    const auto lines = stop.heap.lineStarts(*source);
    CopiedSource copied;
    copied.firstLine = isSmall(*firstLine) ? smallValue(*firstLine) : 0;
    copied.nameBytes = static_cast<std::uint32_t>(text.size());
    copied.hasLines = lines ? 1 : 0;
    std::vector<std::byte> content;
    append(content, copied);
    const auto bytes = std::as_bytes(std::span(text));
    content.insert(content.end(), bytes.begin(), bytes.end());
    if (lines)
        content.insert(content.end(), lines->begin(), lines->end());
    return give(m_scripts, script, words,
                define(DefinitionKind::Script, m_lastScript, content, stop));
}

std::uint32_t V8Copier::define(DefinitionKind kind, std::uint32_t &last,
                               std::span<const std::byte> content, Stop &stop)
{
    ++last;
    append(m_definitions, DefinitionHead{kind, last, static_cast<std::uint32_t>(content.size())});
    m_definitions.insert(m_definitions.end(), content.begin(), content.end());
    ++m_definitionCount;
    if (m_definitions.size() > mostCopied / 2)
        stop.heap.spend(); // the rest is described at later stops
    return last;
}

std::uint32_t V8Copier::give(GivenObjects &objects, std::uint64_t tagged,
                             std::array<std::uint64_t, 2> words, std::uint32_t number)
{
    objects[tagged] = {words, number};
    return number;
}

void V8Copier::write(std::vector<std::byte> &to)
{
    m_lastStartedOver = false;
    if (m_frames.empty() && m_pcs.empty() && m_definitionCount == 0)
        return;
    const auto size = sizeof(CopyHead) + m_definitions.size()
        + m_frames.size() * sizeof(CopiedFrame) + m_pcs.size() * sizeof(CopiedPlace);
    if (size > mostCopied) {
        discardLast();
        return;
    }
    append(to,
           CopyHead{m_startsOver ? 1U : 0U, m_definitionCount,
                    static_cast<std::uint32_t>(m_frames.size()),
                    static_cast<std::uint32_t>(m_pcs.size())});
    m_lastStartedOver = std::exchange(m_startsOver, false);
    to.insert(to.end(), m_definitions.begin(), m_definitions.end());
    for (const auto &frame : m_frames)
        append(to, frame);
    for (const auto &place : m_pcs)
        append(to, place);
    m_givenBytes += m_definitions.size();
    if (m_givenBytes > mostGivenBytes)
        startOver(); // takes effect with the next copy
}

} // namespace ember::capture
