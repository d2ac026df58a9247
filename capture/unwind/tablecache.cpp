// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/tablecache.h"

#include "capture/procfs/binaryreader.h"
#include "capture/procfs/elfidentity.h"
#include "capture/unwind/dwarfcursor.h"
#include "capture/unwind/ehframe.h"
#include "capture/unwind/gofunctions.h"
#include "capture/unwind/unwindtable.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <elf.h>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

constexpr std::uint64_t namesLimit = 1U << 20U;

std::string nameAt(std::span<const std::byte> names, std::uint32_t offset)
{
    if (offset >= names.size())
        return {};
    // char may look at any object's bytes.
    const auto *const text = reinterpret_cast<const char *>(names.data()) + offset; // NOLINT
    return {text, ::strnlen(text, names.size() - offset)};
}

std::vector<Elf64_Shdr> readHeaders(const BinaryReader &reader, const Elf64_Ehdr &header)
{
    if (header.e_shentsize != sizeof(Elf64_Shdr))
        return {};
    std::vector<Elf64_Shdr> headers(header.e_shnum);
    if (!reader.read(header.e_shoff, std::as_writable_bytes(std::span(headers))))
        return {};
    return headers;
}

constexpr std::array markBranchTarget{std::byte(0xf3), std::byte(0x0f), std::byte(0x1e),
                                      std::byte(0xfa)}; // endbr64
constexpr std::array makeRoom{std::byte(0x48), std::byte(0x83), std::byte(0xec),
                              std::byte(0x08)}; // sub $8,%rsp
constexpr std::array giveBack{std::byte(0x48), std::byte(0x83), std::byte(0xc4), std::byte(0x08),
                              std::byte(0xc3)}; // add $8,%rsp; ret
constexpr std::uint64_t longestFragment = 128;

// An entry of a linkage table pushes its number, if it has one, with the instruction that ends at
// its 11th byte.
constexpr std::int32_t pltThreshold = 11;

bool startsWith(std::span<const std::byte> code, std::span<const std::byte> start)
{
    return code.size() >= start.size() && std::ranges::equal(code.first(start.size()), start);
}

// Adds a function of the C runtime of x86-64, which consists of the prologue of crti.o and the
// epilogue of crtn.o.
void appendRuntimeFunction(const BinaryReader &reader, const FileRange &range,
                           std::vector<CodeStretch> &stretches)
{
    const auto code = reader.readUpTo(range.offset, std::min(range.size, longestFragment));
    const std::size_t prologue = startsWith(code, markBranchTarget) ? markBranchTarget.size() : 0;
    const auto body = std::span(code).subspan(prologue);
    const auto end = std::search(body.begin(), body.end(), giveBack.begin(), giveBack.end());
    if (!startsWith(body, makeRoom) || end == body.end())
        return;
    const auto bodyOffset = prologue + makeRoom.size();
    const auto returnOffset =
        prologue + static_cast<std::size_t>(end - body.begin()) + giveBack.size() - 1; // of ret
    const auto start = range.address;
    stretches.push_back({start, start + bodyOffset, CfaKind::Offset, 8});
    stretches.push_back({start + bodyOffset, start + returnOffset, CfaKind::Offset, 16});
    stretches.push_back({start + returnOffset, start + returnOffset + 1, CfaKind::Offset, 8});
}

// Code that linkers and the C runtime put into binaries and that often has no call frame
// information: what runs at load and unload (.init, .fini), and linkage tables, of static programs
// too. Its few forms are known. A library's first page is touched by its .init, so short-lived
// processes are seen there more often than its size suggests.
std::vector<CodeStretch> undescribedCode(const BinaryReader &reader,
                                         const std::vector<StoredSection> &sections)
{
    std::vector<CodeStretch> stretches;
    for (const char *name : {".init", ".fini"}) {
        const auto *const section = findSection(sections, name);
        if (section && machine::elfNumber == EM_X86_64)
            appendRuntimeFunction(reader, section->range, stretches);
    }
    const CodeStretch linkage{.kind = machine::linkagePushes ? CfaKind::Plt : CfaKind::Offset,
                              .value = machine::linkagePushes ? pltThreshold : 0};
    for (const char *name : {".plt", ".plt.got", ".plt.sec", ".iplt"}) {
        if (const auto *const section = findSection(sections, name)) {
            const auto &range = section->range;
            stretches.push_back(
                {range.address, range.address + range.size, linkage.kind, linkage.value});
        }
    }
    return stretches;
}

// Size limit of a section; those of the biggest browsers have 30 MB.
constexpr std::uint64_t sectionLimit = std::uint64_t(512) << 20U;

struct FrameRange {
    FileRange range;
    std::uint64_t dataBase = 0;
    FrameSection section = FrameSection::EhFrame;
};

// Finds .eh_frame by .eh_frame_hdr, which begins with a version, three encodings and the address of
// .eh_frame. Its length is not recorded, so the range reaches to the end of its segment.
std::optional<FrameRange> findByProgramHeader(const BinaryReader &reader,
                                              const ElfIdentity &identity)
{
    if (!identity.ehFrameHeader)
        return std::nullopt;
    constexpr std::uint64_t startSize = 4 + sizeof(std::uint64_t);
    const auto &header = *identity.ehFrameHeader;
    const auto bytes = reader.readUpTo(header.offset, startSize);
    DwarfCursor cursor(bytes, header.address);
    const auto version = cursor.byte();
    const auto encoding = cursor.byte();
    cursor.take(2);
    const auto address = cursor.pointer(encoding, header.address);
    if (version != 1 || !cursor.isGood())
        return std::nullopt;
    for (const LoadSegment &segment : identity.segments) {
        if (address < segment.address || address - segment.address >= segment.fileSize)
            continue;
        const auto inSegment = address - segment.address;
        return FrameRange{{segment.offset + inSegment, address, segment.fileSize - inSegment},
                          header.address,
                          FrameSection::EhFrame};
    }
    return std::nullopt;
}

std::optional<FrameRange> findBySection(const std::vector<StoredSection> &sections,
                                        std::string_view name, FrameSection kind)
{
    const auto *const section = findSection(sections, name);
    if (!section)
        return std::nullopt;
    return FrameRange{section->range, 0, kind};
}

// Takes the place from the program header, which exists even without sections, and the size from
// the section, which has the exact one. Without a program header the section gives both.
std::optional<FrameRange> findEhFrame(const BinaryReader &reader, const ElfIdentity &identity,
                                      const std::vector<StoredSection> &sections)
{
    const auto bySection = findBySection(sections, ".eh_frame", FrameSection::EhFrame);
    auto byHeader = findByProgramHeader(reader, identity);
    if (!byHeader)
        return bySection;
    if (bySection && byHeader->range.address == bySection->range.address)
        byHeader->range.size = std::min(byHeader->range.size, bySection->range.size);
    return byHeader;
}

// Holds the bytes of both kinds of section while they are parsed.
class FrameContents {
public:
    void add(const BinaryReader &reader, const std::optional<FrameRange> &frames)
    {
        if (!frames)
            return;
        const auto &range = frames->range;
        auto &bytes = m_bytes[m_count] =
            reader.readUpTo(range.offset, std::min(range.size, sectionLimit));
        m_contents[m_count++] = {.bytes = bytes,
                                 .address = range.address,
                                 .dataBase = frames->dataBase,
                                 .section = frames->section};
    }

    std::span<const FrameSectionContent> contents() const
    {
        return std::span(m_contents).first(m_count);
    }

private:
    std::array<std::vector<std::byte>, 2> m_bytes;
    std::array<FrameSectionContent, 2> m_contents;
    std::size_t m_count = 0;
};

} // namespace

std::vector<StoredSection> readSections(const BinaryReader &reader)
{
    std::vector<StoredSection> sections;
    const auto header = reader.readValue<Elf64_Ehdr>(0);
    const auto headers = header ? readHeaders(reader, *header) : std::vector<Elf64_Shdr>();
    if (headers.empty() || header->e_shstrndx >= headers.size())
        return sections;
    const Elf64_Shdr &nameTable = headers[header->e_shstrndx];
    const auto names =
        reader.readUpTo(nameTable.sh_offset, std::min(nameTable.sh_size, namesLimit));
    for (const Elf64_Shdr &section : headers) {
        const bool isReadable =
            section.sh_type != SHT_NOBITS && (section.sh_flags & SHF_COMPRESSED) == 0;
        if (isReadable)
            sections.push_back({nameAt(names, section.sh_name),
                                {section.sh_offset, section.sh_addr, section.sh_size}});
    }
    return sections;
}

const StoredSection *findSection(const std::vector<StoredSection> &sections, std::string_view name)
{
    const auto found = std::ranges::find(sections, name, &StoredSection::name);
    return found == sections.end() ? nullptr : &*found;
}

Result<UnwindTable> loadUnwindTable(const BinaryReader &reader)
{
    EMBER_ASSIGN_OR_RETURN(const auto identity, readElfIdentity(reader));
    if (identity.elfClass != ElfClass::Elf64 || identity.machine != machine::elfNumber)
        return Error{ErrorCode::UnsupportedArchitecture, "ELF",
                     "machine " + std::to_string(identity.machine)};
    const auto sections = readSections(reader);
    FrameContents frames;
    frames.add(reader, findEhFrame(reader, identity, sections));
    UndescribedCode code;
    if (identity.entry != 0)
        code.entry = identity.entry;
    code.stretches = undescribedCode(reader, sections);
    const auto goCode = goStretches(reader, sections);
    code.stretches.insert(code.stretches.end(), goCode.begin(), goCode.end());
    // Reads .debug_frame, which objects that were compiled for debugging without unwind tables
    // have. Go programs have it, too, but it says less than their own table.
    if (goCode.empty())
        frames.add(reader, findBySection(sections, ".debug_frame", FrameSection::DebugFrame));
    return parseFrames(frames.contents(), code);
}

namespace {

template<typename T>
void append(std::vector<std::byte> &bytes, const T &value)
{
    const auto raw = std::as_bytes(std::span(&value, 1));
    bytes.insert(bytes.end(), raw.begin(), raw.end());
}

// Rows of saved registers have padding and are written member by member. Starts and rules have
// none, and are nearly all of a table.
static_assert(std::has_unique_object_representations_v<CfaRule>);

void appendSaved(std::vector<std::byte> &bytes, const SavedRegisters &saved)
{
    for (const SavedRegister &place : saved.registers) {
        append(bytes, place.place);
        append(bytes, place.offset);
    }
    append(bytes, std::uint8_t(saved.isSignalFrame ? 1 : 0));
    append(bytes, saved.added);
}

std::optional<SavedRegisters> takeSaved(DwarfCursor &bytes)
{
    SavedRegisters saved;
    for (std::size_t index = 0; index < saved.registers.size(); ++index) {
        const auto place = bytes.byte();
        const auto offset = bytes.value<std::int32_t>();
        if (place > std::uint8_t(SavedIn::CfaValue))
            return std::nullopt;
        saved.set(index, {SavedIn(place), offset});
    }
    saved.isSignalFrame = bytes.byte() != 0;
    saved.added = bytes.value<std::int16_t>();
    saved.noteFrame();
    return saved;
}

template<typename T>
bool takeArray(DwarfCursor &bytes, std::uint64_t count, std::vector<T> &values)
{
    if (count > bytes.remaining() / sizeof(T))
        return false;
    const auto raw = bytes.take(count * sizeof(T));
    values.resize(count);
    if (count > 0)
        std::memcpy(values.data(), raw.data(), raw.size());
    return true;
}

// Limit of the files on disk: a few dozen megabytes hold the libraries of a desktop.
constexpr std::uint64_t diskLimit = std::uint64_t(256) << 20U;
// Tables of fewer functions are not kept on disk: they are built about as fast as their file is
// opened.
constexpr std::size_t fewestFunctionsToKeep = 500;

// The key of an image on disk. Stripping leaves the build-id as it is, but removes .debug_frame.
std::string diskKey(const MappedImage &image)
{
    if (image.buildId.empty())
        return {};
    const auto size = image.memory ? image.memory->size() : image.identity.size;
    return image.buildId + '-' + std::to_string(size);
}

// Opens the file of an image. Absent if the file is not at its path any more; checked after
// opening, so that a replacement is noticed.
std::optional<BinaryReader> openImage(const MappedImage &image)
{
    if (image.memory)
        return BinaryReader(*image.memory);
    auto file = BinaryReader::open(image.path);
    const auto identity = readFileIdentity(image.path);
    const auto isSame = file && identity && identity->device == image.identity.device
        && identity->inode == image.identity.inode;
    return isSame ? std::optional(std::move(*file)) : std::nullopt;
}

} // namespace

std::vector<std::byte> TableStorage::toBytes(const UnwindTable &table)
{
    std::vector<std::byte> bytes;
    bytes.reserve(table.bytes() + 4096);
    for (const std::uint64_t number :
         {table.m_base, std::uint64_t(table.m_rules.size()), std::uint64_t(table.m_saved.size()),
          std::uint64_t(table.m_expressions.size()), std::uint64_t(table.m_functions),
          std::uint64_t(table.m_defects)})
        append(bytes, number);
    const auto starts = std::as_bytes(std::span(table.m_starts));
    bytes.insert(bytes.end(), starts.begin(), starts.end());
    const auto rules = std::as_bytes(std::span(table.m_rules));
    bytes.insert(bytes.end(), rules.begin(), rules.end());
    for (const SavedRegisters &saved : table.m_saved)
        appendSaved(bytes, saved);
    for (const auto &expression : table.m_expressions) {
        append(bytes, std::uint64_t(expression.size()));
        bytes.insert(bytes.end(), expression.begin(), expression.end());
    }
    return bytes;
}

std::optional<UnwindTable> TableStorage::fromBytes(std::span<const std::byte> bytes)
{
    DwarfCursor cursor(bytes, 0);
    UnwindTable table;
    table.m_base = cursor.value<std::uint64_t>();
    const auto rows = cursor.value<std::uint64_t>();
    const auto savedCount = cursor.value<std::uint64_t>();
    const auto expressions = cursor.value<std::uint64_t>();
    table.m_functions = cursor.value<std::uint64_t>();
    table.m_defects = cursor.value<std::uint64_t>();
    if (!takeArray(cursor, rows, table.m_starts) || !takeArray(cursor, rows, table.m_rules))
        return std::nullopt;
    table.m_saved.clear();
    for (std::uint64_t i = 0; i < savedCount && cursor.isGood(); ++i) {
        const auto saved = takeSaved(cursor);
        if (!saved)
            return std::nullopt;
        table.m_saved.push_back(*saved);
    }
    for (std::uint64_t i = 0; i < expressions && cursor.isGood(); ++i) {
        const auto expression = cursor.take(cursor.value<std::uint64_t>());
        table.m_expressions.emplace_back(expression.begin(), expression.end());
    }
    if (!cursor.isGood() || !cursor.atEnd() || !isSound(table))
        return std::nullopt;
    return table;
}

// Checks the properties that find() and unwinding rely on.
bool TableStorage::isSound(const UnwindTable &table)
{
    const auto isSoundRule = [&](const CfaRule &rule) {
        return rule.kind <= CfaKind::GoSwitch && std::size_t(rule.base) < registerCount
            && rule.saved < table.m_saved.size();
    };
    return !table.m_saved.empty() && (table.m_starts.empty() || table.m_starts.front() == 0)
        && std::ranges::adjacent_find(table.m_starts, std::greater_equal<>())
        == table.m_starts.end()
        && std::ranges::all_of(table.m_rules, isSoundRule);
}

TableCache::TableCache(std::size_t byteLimit, DiskCache disk)
    : m_byteLimit(byteLimit),
      m_disk(std::move(disk))
{
}

TableCache::~TableCache() = default;

DiskCache TableCache::userDisk()
{
    return DiskCache({.folder = DiskCache::userFolder("unwind"),
                      .version = TableStorage::version,
                      .byteLimit = diskLimit});
}

// Lets one thread at a time build a table: two would compete for the same disk.
std::shared_ptr<const UnwindTable> TableCache::tableFor(const MappedImage &image)
{
    const std::scoped_lock lock(m_mutex);
    auto key = keyOf(image);
    if (const auto known = m_entries.find(key); known != m_entries.end()) {
        m_ages.splice(m_ages.end(), m_ages, known->second.age);
        return known->second.table;
    }
    auto table = load(image);
    if (!table)
        return nullptr;
    m_bytes += table->bytes();
    const auto age = m_ages.insert(m_ages.end(), key);
    m_entries.emplace(std::move(key), Entry{table, age});
    dropUnused();
    return table;
}

std::shared_ptr<const UnwindTable> TableCache::load(const MappedImage &image) const
{
    const auto key = diskKey(image);
    if (const auto kept = m_disk.load(key)) {
        if (auto table = TableStorage::fromBytes(*kept))
            return std::make_shared<const UnwindTable>(std::move(*table));
    }
    const auto file = openImage(image);
    if (!file)
        return nullptr;
    auto built = loadUnwindTable(*file);
    if (!built)
        return std::make_shared<const UnwindTable>();
    if (built->functionCount() >= fewestFunctionsToKeep)
        m_disk.store(key, TableStorage::toBytes(*built));
    return std::make_shared<const UnwindTable>(std::move(*built));
}

std::size_t TableCache::bytes() const
{
    const std::scoped_lock lock(m_mutex);
    return m_bytes;
}

TableCache::Key TableCache::keyOf(const MappedImage &image)
{
    if (!image.memory)
        return {image.identity, {}};
    FileIdentity memory;
    memory.size = image.memory->size();
    // Without a build-id the content is the identity.
    if (image.buildId.empty()) {
        const auto *const text = reinterpret_cast<const char *>(image.memory->data()); // NOLINT
        memory.inode = std::hash<std::string_view>()({text, image.memory->size()});
    }
    return {memory, image.buildId};
}

void TableCache::dropUnused()
{
    for (auto age = m_ages.begin(); age != m_ages.end() && m_bytes > m_byteLimit;) {
        const auto entry = m_entries.find(*age);
        if (entry->second.table.use_count() > 1) {
            ++age;
            continue;
        }
        m_bytes -= entry->second.table->bytes();
        m_entries.erase(entry);
        age = m_ages.erase(age);
    }
}

void ImageTable::add(const MappedImage &image)
{
    if (image.start >= image.end)
        return;
    std::erase_if(m_images, [&](const Loaded &loaded) {
        return loaded.image.start < image.end && image.start < loaded.image.end;
    });
    const auto place = std::ranges::lower_bound(
        m_images, image.start, {}, [](const Loaded &loaded) { return loaded.image.start; });
    m_images.insert(place, {image, nullptr});
    forgetRules();
}

void ImageTable::remove(std::uint64_t start)
{
    if (std::erase_if(m_images, [&](const Loaded &loaded) { return loaded.image.start == start; }))
        forgetRules();
}

bool ImageTable::contains(std::uint64_t address) const
{
    return indexOf(address).has_value();
}

FoundRule ImageTable::lookUp(std::uint64_t address)
{
    const auto place = indexOf(address);
    if (!place)
        return {};
    Loaded &loaded = m_images[*place];
    if (!loaded.table)
        loaded.table = m_tables->tableFor(loaded.image);
    if (!loaded.table) {
        m_images.erase(m_images.begin() + static_cast<std::ptrdiff_t>(*place));
        return {};
    }
    const UnwindTable &table = *loaded.table;
    const CfaRule &rule = table.find(address - loaded.image.bias);
    return {rule, &table.saved(rule), &table};
}

std::optional<std::size_t> ImageTable::indexOf(std::uint64_t address) const
{
    const auto behind = std::ranges::upper_bound(
        m_images, address, {}, [](const Loaded &loaded) { return loaded.image.start; });
    if (behind == m_images.begin() || address >= std::prev(behind)->image.end)
        return {};
    return static_cast<std::size_t>(behind - m_images.begin()) - 1;
}

void ImageTable::forgetRules()
{
    if (m_isCacheUsed)
        m_cache.fill(CacheEntry());
    m_isCacheUsed = false;
}

} // namespace ember::capture
