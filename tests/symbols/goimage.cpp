// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/symbols/goimage.h"

#include <algorithm>
#include <array>
#include <elf.h>
#include <span>
#include <string>
#include <string_view>

namespace ember::tests {

namespace {

using Layout = capture::GoFunctions::Layout;

constexpr std::uint64_t dataAddress = 0x4000;
constexpr std::uint64_t moduleAddress = 0x5000;
constexpr std::uint32_t noData = 0xffffffff;

class GoBytes {
public:
    template<typename T>
    void add(const T &value)
    {
        const auto raw = std::as_bytes(std::span(&value, 1));
        content.insert(content.end(), raw.begin(), raw.end());
    }

    std::uint32_t addText(std::string_view text)
    {
        const auto start = size();
        for (const char letter : text)
            add(letter);
        add('\0');
        return start;
    }

    void append(const GoBytes &other)
    {
        content.insert(content.end(), other.content.begin(), other.content.end());
    }

    void align(std::size_t size)
    {
        while (content.size() % size != 0)
            add(std::uint8_t(0));
    }

    std::uint32_t size() const { return static_cast<std::uint32_t>(content.size()); }

    std::vector<std::byte> content;
};

struct ValueRun {
    std::uint32_t bytes;
    std::int32_t value;
};

// A column: steps of value, the lowest bit the sign, and steps of address; small ones only.
std::uint32_t addColumn(GoBytes &columns, std::initializer_list<ValueRun> runs)
{
    const auto start = columns.size();
    std::int32_t before = -1;
    for (const ValueRun &run : runs) {
        const auto step = run.value - before;
        before = run.value;
        columns.add(static_cast<std::uint8_t>(step < 0 ? -2 * step - 1 : 2 * step));
        columns.add(static_cast<std::uint8_t>(run.bytes));
    }
    columns.add(std::uint8_t(0));
    return start;
}

class GoImageWriter {
public:
    explicit GoImageWriter(Layout layout) : m_layout(layout)
    {
        m_names.addText("");
        m_columns.add(std::uint8_t(0)); // no column is at offset 0
        for (const char *file : {"/home/u/shop/outer.go", "/home/u/shop/inner.go"})
            m_units.add(m_files.addText(file));
    }

    GoImage write()
    {
        addInlinedCall("main.inner");
        addOuter();
        addPlain("runtime.goexit", GoImage::goexit, 1);
        addPlain("runtime.sigreturn", GoImage::sigreturn, 0);
        GoImage image;
        image.table = table();
        image.file = file(image.table);
        return image;
    }

private:
    struct Record {
        std::uint64_t entry;
        std::uint32_t name = 0;
        std::uint32_t frameSize = 0, file = 0, line = 0, inlined = 0;
        std::uint8_t flags = 0;
    };

    bool isOld() const { return m_layout == Layout::Go16; }

    void addInlinedCall(std::string_view name)
    {
        constexpr std::int32_t callAt = 8;
        if (m_layout != Layout::Go20)
            m_data.add(std::int16_t(-1)); // no inlined parent
        m_data.add(std::uint16_t(0));
        if (m_layout != Layout::Go20) {
            m_data.add(std::int32_t(0)); // file and line of the call
            m_data.add(std::int32_t(20));
        } else {
            m_data.add(std::uint16_t(0));
        }
        m_data.add(m_names.addText(name));
        m_data.add(callAt);
        if (m_layout == Layout::Go20)
            m_data.add(std::int32_t(5)); // first line
    }

    void addOuter()
    {
        Record record{GoImage::outer};
        record.name = m_names.addText("main.outer");
        record.frameSize = addColumn(m_columns, {{4, 0}, {124, 0x18}});
        record.file = addColumn(m_columns, {{0x10, 0}, {0x20, 1}, {0x50, 0}});
        record.line = addColumn(m_columns, {{0x10, 20}, {0x20, 7}, {0x50, 21}});
        record.inlined = addColumn(m_columns, {{0x10, -1}, {0x20, 0}, {0x50, -1}});
        m_records.push_back(record);
    }

    void addPlain(std::string_view name, std::uint64_t entry, std::uint8_t flags)
    {
        Record record{entry};
        record.name = m_names.addText(name);
        record.frameSize = addColumn(m_columns, {{0x40, 0}});
        record.flags = flags;
        m_records.push_back(record);
    }

    GoBytes recordBytes(const Record &record) const
    {
        GoBytes bytes;
        if (isOld())
            bytes.add(record.entry);
        else
            bytes.add(static_cast<std::uint32_t>(record.entry - GoImage::outer));
        constexpr std::uint32_t columns = 3;
        for (const std::uint32_t field :
             {record.name, 0U, 0U, record.frameSize, record.file, record.line, columns, 0U})
            bytes.add(field);
        if (m_layout == Layout::Go20)
            bytes.add(std::int32_t(1)); // first line
        for (const std::uint8_t field :
             {std::uint8_t(0), record.flags, std::uint8_t(0), std::uint8_t(4)})
            bytes.add(field);
        for (const std::uint32_t column : {0U, 0U, record.inlined})
            bytes.add(column);
        if (isOld())
            bytes.align(8);
        for (int table = 0; table < 4; ++table) {
            const bool isInlined = table == 3 && record.inlined != 0;
            if (isOld())
                bytes.add(isInlined ? dataAddress : std::uint64_t(0));
            else
                bytes.add(isInlined ? 0U : noData);
        }
        bytes.align(8);
        return bytes;
    }

    GoBytes functions() const
    {
        GoBytes index;
        GoBytes records;
        const std::uint32_t half = isOld() ? 8 : 4;
        auto indexSize = static_cast<std::uint32_t>(2 * half * (m_records.size() + 1));
        indexSize = (indexSize + 7) / 8 * 8;
        const auto add = [&](std::uint64_t entry, std::uint32_t record) {
            if (isOld()) {
                index.add(entry);
                index.add(std::uint64_t(record));
            } else {
                index.add(static_cast<std::uint32_t>(entry - GoImage::outer));
                index.add(record);
            }
        };
        for (const Record &record : m_records) {
            add(record.entry, indexSize + records.size());
            records.append(recordBytes(record));
        }
        add(GoImage::codeEnd, 0);
        index.align(8);
        index.append(records);
        return index;
    }

    std::vector<std::byte> table() const
    {
        GoBytes bytes;
        bytes.add(isOld() ? 0xfffffffaU : m_layout == Layout::Go18 ? 0xfffffff0U : 0xfffffff1U);
        // Two zeroes, bytes per step of an address and per word.
        bytes.add(std::array<std::uint8_t, 4>{0, 0, 1, 8});
        bytes.add(std::uint64_t(m_records.size()));
        bytes.add(std::uint64_t(2));
        if (!isOld())
            bytes.add(GoImage::outer);
        std::uint64_t place = bytes.size() + 5 * sizeof(std::uint64_t);
        const std::vector<GoBytes> parts{m_names, m_units, m_files, m_columns, functions()};
        std::vector<GoBytes> aligned;
        for (GoBytes part : parts) {
            part.align(8);
            bytes.add(place);
            place += part.size();
            aligned.push_back(part);
        }
        for (const GoBytes &part : aligned)
            bytes.append(part);
        return bytes.content;
    }

    std::vector<std::byte> file(const std::vector<std::byte> &table) const
    {
        GoBytes module;
        module.add(GoImage::tableAddress);
        const std::size_t place = m_layout == Layout::Go18 ? 304 : 320;
        while (module.content.size() < place)
            module.add(std::uint8_t(0));
        module.add(dataAddress);
        GoBytes code;
        code.content.assign(GoImage::codeEnd - GoImage::outer, std::byte(0xcc));

        GoBytes names;
        names.addText("");
        GoBytes content;
        content.content.resize(sizeof(Elf64_Ehdr));
        std::vector<Elf64_Shdr> headers(1);
        const auto add = [&](const char *name, std::uint64_t address, std::uint64_t flags,
                             const std::vector<std::byte> &bytes) {
            content.align(8);
            Elf64_Shdr header{};
            header.sh_name = names.addText(name);
            header.sh_type = SHT_PROGBITS;
            header.sh_flags = flags;
            header.sh_addr = address;
            header.sh_offset = content.size();
            header.sh_size = bytes.size();
            headers.push_back(header);
            content.content.insert(content.content.end(), bytes.begin(), bytes.end());
        };
        add(".text", GoImage::outer, SHF_ALLOC | SHF_EXECINSTR, code.content);
        add(".gopclntab", GoImage::tableAddress, SHF_ALLOC, table);
        add(".rodata", dataAddress, SHF_ALLOC, m_data.content);
        add(".noptrdata", moduleAddress, SHF_ALLOC | SHF_WRITE, module.content);
        names.addText(".shstrtab");
        add(".shstrtab", 0, 0, names.content);
        headers.back().sh_type = SHT_STRTAB;
        content.align(8);
        writeHeader(content, headers.size());
        for (const Elf64_Shdr &header : headers)
            content.add(header);
        return content.content;
    }

    static void writeHeader(GoBytes &content, std::size_t sections)
    {
        Elf64_Ehdr header{};
        const std::string_view magic(ELFMAG, SELFMAG);
        std::copy(magic.begin(), magic.end(), header.e_ident);
        header.e_ident[EI_CLASS] = ELFCLASS64;
        header.e_ident[EI_DATA] = ELFDATA2LSB;
        header.e_ident[EI_VERSION] = EV_CURRENT;
        header.e_type = ET_EXEC;
        header.e_machine = EM_X86_64;
        header.e_version = EV_CURRENT;
        header.e_shoff = content.size();
        header.e_ehsize = sizeof(Elf64_Ehdr);
        header.e_shentsize = sizeof(Elf64_Shdr);
        header.e_shnum = static_cast<std::uint16_t>(sections);
        header.e_shstrndx = static_cast<std::uint16_t>(sections - 1);
        const auto raw = std::as_bytes(std::span(&header, 1));
        std::copy(raw.begin(), raw.end(), content.content.begin());
    }

    Layout m_layout;
    GoBytes m_names;
    GoBytes m_units;
    GoBytes m_files;
    GoBytes m_columns;
    GoBytes m_data;
    std::vector<Record> m_records;
};

} // namespace

GoImage goImage(Layout layout)
{
    return GoImageWriter(layout).write();
}

} // namespace ember::tests
