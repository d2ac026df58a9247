// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/hotspot/codecache.h"

#include "capture/runtimes/copybytes.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace ember::capture::hotspot {

namespace {

constexpr std::uint32_t mostHeaps = 16;
constexpr std::uint64_t mostCode = std::uint64_t(4) << 30U; // HotSpot's own limit is 2 GB
constexpr std::uint64_t largestFrame = 1U << 20U;
constexpr std::uint64_t mostNotes = 1U << 20U; // bytes, of one method
constexpr std::size_t mostNotesInAll = std::size_t(64) << 20U;
constexpr std::size_t mostBlobs = std::size_t(1) << 17U;
constexpr std::size_t longestBlobName = 64;
constexpr std::size_t mostNames = 4096;
constexpr std::uint32_t mostCodelets = 4096;
constexpr std::uint32_t largestInterpreter = 1U << 20U;
constexpr std::byte freeSegment{0xff};

} // namespace

CodeCache::CodeCache(const VmLayout &layout) : m_layout(layout)
{
    const auto add = [](SteadyWords &words, std::size_t &size, std::uint64_t offset,
                        std::size_t bytes) {
        words.add(static_cast<std::size_t>(offset), bytes);
        size = std::max(size, static_cast<std::size_t>(offset) + bytes);
    };
    add(m_headWords, m_headSize, layout.blockLength, sizeof(std::uint64_t));
    add(m_headWords, m_headSize, layout.blockUsed, sizeof(std::uint8_t));
    m_methodHeadWords = m_headWords;
    m_methodHeadSize = m_headSize;
    add(m_methodHeadWords, m_methodHeadSize, layout.blockSize + layout.method,
        sizeof(std::uint64_t));
    add(m_methodHeadWords, m_methodHeadSize, layout.blockSize + layout.compileId,
        sizeof(std::uint32_t));
}

bool CodeCache::open(StopReader &reader)
{
    if (m_high != 0)
        return true;
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    if (!reader.readValue(m_layout.lowBound, low) || !reader.readValue(m_layout.highBound, high)
        || !reader.readValue(m_layout.callStubReturn, m_callStubReturn) || low == 0 || high <= low
        || high - low > mostCode || m_callStubReturn < low || m_callStubReturn >= high
        || !readHeaps(reader))
        return false;
    m_low = low;
    m_high = high;
    return true;
}

bool CodeCache::readHeaps(StopReader &reader)
{
    m_heaps.clear();
    std::uint64_t array = 0;
    std::uint32_t length = 0;
    std::uint64_t data = 0;
    if (!reader.readValue(m_layout.heaps, array) || array == 0
        || !reader.readValue(array + m_layout.arrayLength, length)
        || !reader.readValue(array + m_layout.arrayData, data) || length > mostHeaps)
        return false;
    for (std::uint32_t i = 0; i < length; ++i) {
        std::uint64_t address = 0;
        const auto heap = reader.readValue(data + i * wordSize, address) ? readHeap(address, reader)
                                                                         : std::nullopt;
        if (heap)
            m_heaps.push_back(*heap);
    }
    return !m_heaps.empty();
}

std::optional<CodeCache::Heap> CodeCache::readHeap(std::uint64_t address, StopReader &reader) const
{
    Heap heap;
    const auto low = m_layout.spaceLow;
    const auto high = m_layout.spaceHigh;
    const bool isRead = reader.readValue(address + m_layout.heapMemory + low, heap.low)
        && reader.readValue(address + m_layout.heapMemory + high, heap.high)
        && reader.readValue(address + m_layout.heapSegments + low, heap.segments)
        && reader.readValue(address + m_layout.heapSegments + high, heap.segmentsEnd)
        && reader.readValue(address + m_layout.heapLogSize, heap.logSize);
    if (!isRead || heap.low >= heap.high || heap.segments >= heap.segmentsEnd || heap.logSize < 4
        || heap.logSize > 20)
        return std::nullopt;
    return heap;
}

const CodeBlob *CodeCache::at(std::uint64_t address, StopReader &reader)
{
    if (!contains(address))
        return nullptr;
    if (m_lastBlob && address >= m_lastBlob->start && address < m_lastBlob->end)
        return m_lastBlob;
    m_lastBlob = nullptr;
    auto found = m_blobs.upper_bound(address);
    if (found != m_blobs.begin()) {
        --found;
        auto &blob = *found->second;
        if (address < blob.end) {
            if (blob.seenAtStop == m_stop || isSame(blob, reader)) {
                blob.seenAtStop = m_stop;
                return m_lastBlob = &blob;
            }
            m_noteBytes -= blob.notes ? blob.notes->bytes() : 0;
            m_blobs.erase(found);
        }
    }
    const auto block = blockAt(address, reader);
    auto blob = block ? readBlob(*block, reader) : nullptr;
    if (!blob || address < blob->start || address >= blob->end || m_blobs.size() >= mostBlobs)
        return nullptr;
    blob->seenAtStop = m_stop;
    auto &place = m_blobs[blob->start];
    // Other threads of the target may enlarge a piece meanwhile: the walk still holds the old one.
    if (place && place->seenAtStop == m_stop)
        return nullptr;
    if (place && place->notes)
        m_noteBytes -= place->notes->bytes();
    place = std::move(blob);
    return m_lastBlob = place.get();
}

// Returns the block around a pc. A heap can grow: one that ended below the pc is read again.
std::optional<std::uint64_t> CodeCache::blockAt(std::uint64_t pc, StopReader &reader)
{
    for (int attempt = 0; attempt < 2; ++attempt) {
        for (const auto &heap : m_heaps) {
            if (pc >= heap.low && pc < heap.high)
                return blockIn(heap, pc, reader);
        }
        if (!readHeaps(reader))
            break;
    }
    return std::nullopt;
}

// Each segment has a byte: how far back to look for the start of its block, in at most 254 steps at
// a time; 0: it starts here (CodeHeap::find_block_for).
std::optional<std::uint64_t> CodeCache::blockIn(const Heap &heap, std::uint64_t pc,
                                                StopReader &reader) const
{
    auto segment = (pc - heap.low) >> heap.logSize;
    std::array<std::byte, 4096> window{};
    std::uint64_t begin = segment + 1; // start of the window of bytes that was read; nothing is
                                       // read yet
    for (;;) {
        if (segment >= heap.segmentsEnd - heap.segments)
            return std::nullopt;
        if (segment < begin) {
            begin = segment < window.size() ? 0 : segment + 1 - window.size();
            const auto size = static_cast<std::size_t>(segment + 1 - begin);
            if (!reader.read(heap.segments + begin, std::span(window).first(size)))
                return std::nullopt;
        }
        const auto step = window[static_cast<std::size_t>(segment - begin)];
        if (step == freeSegment)
            return std::nullopt;
        if (step == std::byte(0))
            return heap.low + (segment << heap.logSize);
        if (std::to_integer<std::uint64_t>(step) > segment)
            return std::nullopt;
        segment -= std::to_integer<std::uint64_t>(step);
    }
}

std::unique_ptr<CodeBlob> CodeCache::readBlob(std::uint64_t block, StopReader &reader)
{
    const StructBytes head(reader, block, m_layout.blockSize + m_layout.compiledSize);
    const auto at = [&](std::uint64_t offset) { return m_layout.blockSize + offset; };
    auto blob = std::make_unique<CodeBlob>();
    blob->start = block + m_layout.blockSize;
    blob->end = blob->start + head.at<std::uint32_t>(at(m_layout.blobSize));
    blob->blockLength = head.at<std::uint64_t>(m_layout.blockLength);
    blob->codeBegin = head.at<std::uint64_t>(at(m_layout.codeBegin));
    blob->codeEnd = head.at<std::uint64_t>(at(m_layout.codeEnd));
    const auto words = head.at<std::int32_t>(at(m_layout.frameSize));
    blob->frameSize = std::uint64_t(std::max(words, 0)) * wordSize;
    const auto complete = head.at<std::int32_t>(at(m_layout.frameComplete));
    blob->frameComplete = complete < 0 ? blob->codeEnd : blob->codeBegin + std::uint64_t(complete);
    if (head.at<std::uint8_t>(m_layout.blockUsed) == 0 || blob->end <= blob->start
        || blob->codeBegin < blob->start || blob->codeEnd < blob->codeBegin
        || blob->codeEnd > blob->end || blob->frameSize > largestFrame)
        return nullptr;
    const auto name = nameAt(head.at<std::uint64_t>(at(m_layout.blobName)), reader);
    if (name == "nmethod" || name == "native nmethod") {
        blob->kind = name == "nmethod" ? CodeKind::Compiled : CodeKind::NativeWrapper;
        return readCompiled(head, *blob) ? std::move(blob) : nullptr;
    }
    if (name == "Interpreter")
        blob->kind = CodeKind::Interpreter;
    else if (name.empty())
        return nullptr;
    else
        blob->kind = blob->frameSize > 0 ? CodeKind::Stub : CodeKind::Frameless;
    return blob;
}

// The parts of a compiled method's data lie in the order metadata, scopes, pcs.
bool CodeCache::readCompiled(const StructBytes &head, CodeBlob &blob) const
{
    const auto at = [&](std::uint64_t offset) { return m_layout.blockSize + offset; };
    const auto part = [&](std::uint64_t offset) {
        return blob.start + head.at<std::uint32_t>(at(offset));
    };
    blob.method = head.at<std::uint64_t>(at(m_layout.method));
    blob.compileId = head.at<std::uint32_t>(at(m_layout.compileId));
    blob.deoptHandler = head.at<std::uint64_t>(at(m_layout.deoptHandler));
    blob.deoptMhHandler = head.at<std::uint64_t>(at(m_layout.deoptMhHandler));
    blob.originalPc = head.at<std::uint32_t>(at(m_layout.originalPc));
    blob.stubs = part(m_layout.stubOffset);
    blob.metadata = part(m_layout.metadataOffset);
    blob.scopes = head.at<std::uint64_t>(at(m_layout.scopesData));
    blob.pcs = part(m_layout.scopesPcsOffset);
    blob.pcsEnd = part(m_layout.scopesPcsEnd);
    return blob.method != 0 && blob.frameSize >= 2 * wordSize;
}

std::string_view CodeCache::nameAt(std::uint64_t address, StopReader &reader)
{
    if (const auto found = m_names.find(address); found != m_names.end())
        return found->second;
    // Reads the name; one near the end of what is mapped is read by smaller and smaller pieces.
    std::string name;
    std::array<char, longestBlobName> bytes{};
    for (std::span<char> part(bytes); address != 0 && !part.empty();
         part = part.first(part.size() / 2)) {
        if (reader.read(address, std::as_writable_bytes(part))) {
            name.assign(part.begin(), std::find(part.begin(), part.end(), '\0'));
            break;
        }
    }
    if (name.empty()) // the name may be readable at the next stop
        return {};
    if (m_names.size() >= mostNames)
        m_names.clear();
    return m_names.emplace(address, std::move(name)).first->second;
}

bool CodeCache::isSame(const CodeBlob &blob, StopReader &reader)
{
    const auto block = blob.start - m_layout.blockSize;
    const bool isMethod = blob.kind == CodeKind::Compiled || blob.kind == CodeKind::NativeWrapper;
    const auto head = isMethod ? m_heads.find(block, m_methodHeadSize, m_methodHeadWords, reader)
                               : m_heads.find(block, m_headSize, m_headWords, reader);
    const auto member = [&]<typename Value>(std::uint64_t offset, const Value &value) {
        return memberAt<Value>(head, static_cast<std::size_t>(offset)) == value;
    };
    return !head.empty() && member(m_layout.blockLength, blob.blockLength)
        && !member(m_layout.blockUsed, std::uint8_t(0))
        && (!isMethod
            || (member(m_layout.blockSize + m_layout.method, blob.method)
                && member(m_layout.blockSize + m_layout.compileId, blob.compileId)));
}

const CompiledScopes *CodeCache::notes(const CodeBlob &blob, StopReader &reader)
{
    const auto found = m_blobs.find(blob.start);
    if (blob.kind != CodeKind::Compiled || found == m_blobs.end() || blob.hasNoNotes)
        return nullptr;
    auto &known = *found->second;
    if (known.notes)
        return known.notes.get();
    const bool isOrdered = blob.metadata <= blob.scopes && blob.scopes <= blob.pcs
        && blob.pcs <= blob.pcsEnd && blob.metadata >= blob.start && blob.pcsEnd <= blob.end;
    known.hasNoNotes =
        !isOrdered || blob.pcsEnd == blob.metadata || blob.pcsEnd - blob.metadata > mostNotes;
    if (known.hasNoNotes)
        return nullptr;
    std::vector<std::byte> all(blob.pcsEnd - blob.metadata);
    if (!reader.read(blob.metadata,
                     all)) // the stop may have read its share: the next one tries again
        return nullptr;
    const auto part = [&](std::uint64_t begin, std::uint64_t end) {
        const auto bytes = std::span(all).subspan(begin - blob.metadata, end - begin);
        return std::vector<std::byte>(bytes.begin(), bytes.end());
    };
    if (m_noteBytes > mostNotesInAll)
        forgetNotes();
    known.notes = std::make_unique<CompiledScopes>(m_layout, part(blob.pcs, blob.pcsEnd),
                                                   part(blob.scopes, blob.pcs),
                                                   part(blob.metadata, blob.scopes));
    m_noteBytes += known.notes->bytes();
    return known.notes.get();
}

void CodeCache::forgetNotes()
{
    for (auto &[start, blob] : m_blobs)
        blob->notes.reset();
    m_noteBytes = 0;
}

CodeCache::Around CodeCache::around(std::uint64_t pc, StopReader &reader)
{
    constexpr std::size_t size = 64;
    constexpr std::uint64_t before = 16;
    const auto address = (pc - before) / (size / 2) * (size / 2);
    constexpr auto all = SteadyWords().add(0, size);
    return {address, m_instructions.find(address, size, all, reader)};
}

bool CodeCache::isMethodEntry(std::uint64_t pc, StopReader &reader)
{
    if (!m_hasCodelets)
        readCodelets(reader);
    return std::any_of(m_entries.begin(), m_entries.end(),
                       [pc](const Range &range) { return pc >= range.begin && pc < range.end; });
}

// The interpreter is a queue of pieces, each with a text that says what it is for.
void CodeCache::readCodelets(StopReader &reader)
{
    m_entries.clear();
    const auto codeletHead =
        std::max(m_layout.codeletText, m_layout.codeletSize) + sizeof(std::uint64_t);
    std::uint64_t queue = 0;
    std::uint64_t buffer = 0;
    std::uint32_t limit = 0;
    if (!reader.readValue(m_layout.interpreterCode, queue)
        || !reader.readValue(queue + m_layout.queueBuffer, buffer)
        || !reader.readValue(queue + m_layout.queueLimit, limit))
        return;
    std::vector<std::byte> code(std::min(limit, largestInterpreter));
    if (!reader.read(buffer, code))
        return;
    std::uint64_t at = 0;
    for (std::uint32_t i = 0; i < mostCodelets && at + codeletHead <= code.size(); ++i) {
        std::uint32_t size = 0;
        std::uint64_t text = 0;
        std::memcpy(&size, code.data() + at + m_layout.codeletSize, sizeof(size));
        std::memcpy(&text, code.data() + at + m_layout.codeletText, sizeof(text));
        if (size == 0)
            break;
        if (nameAt(text, reader).substr(0, 12) == "method entry")
            m_entries.push_back({buffer + at, buffer + at + size});
        at += size;
    }
    // Once a stop may read no more, it reads nothing: if this can be read, so could the texts.
    m_hasCodelets = reader.readValue(m_layout.interpreterCode, queue);
}

} // namespace ember::capture::hotspot
