// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/elfidentity.h"
#include "capture/unwind/tablecache.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <random>
#include <span>
#include <unistd.h>

using namespace ember::capture;

namespace {

constexpr int placesPerBinary = 40000;

// The same binary as libdw reads it.
class DwarfTables {
public:
    explicit DwarfTables(const std::string &path)
        : m_file(::open(path.c_str(), O_RDONLY | O_CLOEXEC))
    {
        elf_version(EV_CURRENT);
        m_elf = elf_begin(m_file, ELF_C_READ, nullptr);
        m_entries = dwarf_getcfi_elf(m_elf);
    }

    ~DwarfTables()
    {
        dwarf_cfi_end(m_entries);
        elf_end(m_elf);
        ::close(m_file);
    }

    DwarfTables(const DwarfTables &) = delete;
    DwarfTables &operator=(const DwarfTables &) = delete;

    struct Free {
        void operator()(Dwarf_Frame *frame) const { std::free(frame); } // NOLINT: made by malloc
    };

    using Frame = std::unique_ptr<Dwarf_Frame, Free>;

    // Null: no entry describes the address.
    Frame frameAt(std::uint64_t address) const
    {
        Dwarf_Frame *frame = nullptr;
        return Frame(dwarf_cfi_addrframe(m_entries, address, &frame) == 0 ? frame : nullptr);
    }

private:
    int m_file;
    Elf *m_elf = nullptr;
    Dwarf_CFI *m_entries = nullptr;
};

using Operations = std::span<const Dwarf_Op>;

// An expression: of the simplest form, which has a kind of its own, or one that other tests tell
// apart.
bool isSameDereference(const CfaRule &rule, Operations expected)
{
    const bool isSimple = expected.size() == 2 && expected[0].atom >= DW_OP_breg0
        && expected[0].atom <= DW_OP_breg31 && expected[1].atom == DW_OP_deref;
    if (!isSimple)
        return rule.kind != CfaKind::Unknown && rule.kind != CfaKind::Offset;
    return rule.kind == CfaKind::Dereference
        && std::uint64_t(rule.base) + DW_OP_breg0 == expected[0].atom
        && std::int64_t(rule.value) == static_cast<std::int64_t>(expected[0].number);
}

bool isSameCfa(const CfaRule &rule, Operations expected)
{
    const bool isRegister = expected.size() == 1
        && (expected[0].atom == DW_OP_bregx
            || (expected[0].atom >= DW_OP_breg0 && expected[0].atom <= DW_OP_breg31));
    if (!isRegister)
        return isSameDereference(rule, expected);
    const bool isNumbered = expected[0].atom == DW_OP_bregx;
    const auto base = isNumbered ? expected[0].number : expected[0].atom - DW_OP_breg0;
    const auto offset = isNumbered ? expected[0].number2 : expected[0].number;
    return rule.kind == CfaKind::Offset && std::uint64_t(rule.base) == base
        && std::int64_t(rule.value) == static_cast<std::int64_t>(offset);
}

// Where libdw names no place, the caller's value is still in the register, or gone; of rbx it says
// the latter where entries say nothing.
bool isSamePlace(const SavedRegister &saved, Operations expected)
{
    if (expected.empty())
        return saved.place == SavedIn::Undefined || saved.place == SavedIn::Unchanged;
    if (expected[0].atom == DW_OP_regx)
        return saved.place == SavedIn::OtherRegister
            && static_cast<std::uint64_t>(saved.offset) == expected[0].number;
    // Below expressions the CFA lies on the stack.
    if (expected[0].atom != DW_OP_call_frame_cfa || expected.size() > 2)
        return saved.place == SavedIn::AtExpression || saved.place == SavedIn::ExpressionValue
            || saved.place == SavedIn::CfaValue;
    const Dwarf_Op &last = expected.back();
    const auto offset = expected.size() == 2 ? static_cast<std::int64_t>(last.number) : 0;
    const auto place = last.atom == DW_OP_breg0 + unsigned(Register::Rbp) ? SavedIn::AtFramePointer
        : last.atom == DW_OP_breg0 + unsigned(Register::Rsp)              ? SavedIn::AtStackPointer
                                                                          : SavedIn::AtCfa;
    return saved.place == place && saved.offset == offset;
}

bool isSameRegister(Dwarf_Frame *frame, const SavedRegisters &saved, std::size_t index)
{
    std::array<Dwarf_Op, 3> memory{};
    Dwarf_Op *operations = nullptr;
    std::size_t count = 0;
    const auto number = static_cast<int>(trackedRegisters[index]);
    if (dwarf_frame_register(frame, number, memory.data(), &operations, &count) != 0)
        return false;
    return isSamePlace(saved.registers[index], {operations, count});
}

bool isSame(Dwarf_Frame *frame, const CfaRule &rule, const UnwindTable &table)
{
    std::array<Dwarf_Op, 3> memory{};
    Dwarf_Op *operations = nullptr;
    std::size_t count = 0;
    const bool hasReturnAddress = dwarf_frame_register(frame, int(Register::ReturnAddress),
                                                       memory.data(), &operations, &count)
            == 0
        && !(count == 0 && operations == memory.data());
    if (!hasReturnAddress)
        return rule.kind == CfaKind::Root;
    if (dwarf_frame_cfa(frame, &operations, &count) != 0 || !isSameCfa(rule, {operations, count}))
        return false;
    const SavedRegisters &saved = table.saved(rule);
    for (std::size_t index = 0; index < trackedRegisters.size(); ++index) {
        if (!isSameRegister(frame, saved, index))
            return false;
    }
    return true;
}

std::vector<LoadSegment> codeOf(const std::string &path)
{
    std::vector<LoadSegment> code;
    if (const auto reader = BinaryReader::open(path)) {
        const auto identity = readElfIdentity(*reader);
        if (identity)
            code = identity->segments;
    }
    std::erase_if(code, [](const LoadSegment &segment) { return !segment.isExecutable; });
    return code;
}

} // namespace

// Every row of a table is what libdw makes of the same entry: CFA, return address, and where each
// register was saved.
class TstSystemTables : public QObject {
    Q_OBJECT

private slots:
    void tablesSayWhatLibdwSays_data();
    void tablesSayWhatLibdwSays();
};

void TstSystemTables::tablesSayWhatLibdwSays_data()
{
    QTest::addColumn<QString>("path");
    for (const char *path :
         {"/lib/x86_64-linux-gnu/libc.so.6", "/lib/x86_64-linux-gnu/libm.so.6",
          "/lib64/ld-linux-x86-64.so.2", "/usr/lib/x86_64-linux-gnu/libstdc++.so.6",
          "/usr/lib/x86_64-linux-gnu/libcrypto.so.3", "/usr/lib/x86_64-linux-gnu/libQt6Core.so.6",
          "/usr/bin/python3", "/usr/bin/git", EMBER_BUILD_DIR "/unwind_realigned"})
        QTest::newRow(path) << QString::fromUtf8(path);
}

void TstSystemTables::tablesSayWhatLibdwSays()
{
    QFETCH(QString, path);
    const auto reader = BinaryReader::open(path.toStdString());
    const auto code = codeOf(path.toStdString());
    if (!reader || code.empty())
        QSKIP("this machine has no such binary");
    const auto table = loadUnwindTable(*reader);
    QVERIFY(table.has_value() && !table->isEmpty());
    const DwarfTables expected(path.toStdString());
    std::mt19937_64 random(1);
    int described = 0;
    for (int i = 0; i < placesPerBinary; ++i) {
        const LoadSegment &segment = code[random() % code.size()];
        const auto address = segment.address + random() % segment.fileSize;
        const auto frame = expected.frameAt(address);
        if (!frame)
            continue;
        ++described;
        QVERIFY2(isSame(frame.get(), table->find(address), *table),
                 QByteArray::number(qulonglong(address), 16).constData());
    }
    QVERIFY(described > 0);
}

EMBER_TEST(TstSystemTables)
#include "tst_systemtables.moc"
