// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/elfidentity.h"
#include "capture/procfs/procreader.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <random>
#include <sys/stat.h>
#include <unistd.h>

using namespace ember::capture;
using ember::model::ErrorCode;

namespace {

const std::string staticProgram = EMBER_BUILD_DIR "/unwind_static";
const std::string dynamicProgram = EMBER_BUILD_DIR "/unwind_recursion";

std::vector<std::byte> contentOf(const std::string &path)
{
    return BinaryReader::open(path)->readUpTo(0, ~std::uint64_t(0));
}

} // namespace

class TstElfIdentity : public QObject {
    Q_OBJECT

private slots:
    void aDynamicProgramSaysWhatItNeeds()
    {
        const auto identity = readElfIdentity(dynamicProgram);
        QVERIFY(identity.has_value());
        QCOMPARE(identity->elfClass, ElfClass::Elf64);
        QCOMPARE(identity->machine, std::uint16_t(EM_X86_64));
        QCOMPARE(identity->type, std::uint16_t(ET_DYN));
        QCOMPARE(identity->interpreter, std::string("/lib64/ld-linux-x86-64.so.2"));
        QVERIFY(std::ranges::count(identity->needed, "libc.so.6") == 1);
        QVERIFY(identity->ehFrameHeader.has_value());
        QVERIFY(identity->segments.size() >= 2);
        QVERIFY(identity->offsetOf(identity->entry).has_value());
        QVERIFY(!identity->offsetOf(~std::uint64_t(0)).has_value());
    }

    void aStaticProgramHasNoLoader()
    {
        const auto identity = readElfIdentity(staticProgram);
        QVERIFY(identity.has_value());
        QVERIFY(identity->interpreter.empty() && identity->needed.empty());
    }

    void theBuildIdIsTheNotes()
    {
        QByteArray note;
        const Elf64_Nhdr header{4, 4, NT_GNU_BUILD_ID};
        Elf64_Ehdr file{};
        std::memcpy(file.e_ident, ELFMAG, SELFMAG);
        file.e_ident[EI_CLASS] = ELFCLASS64;
        file.e_ident[EI_DATA] = ELFDATA2LSB;
        file.e_machine = EM_X86_64;
        file.e_phoff = sizeof(file);
        file.e_phnum = 1;
        file.e_phentsize = sizeof(Elf64_Phdr);
        Elf64_Phdr program{};
        program.p_type = PT_NOTE;
        program.p_offset = sizeof(file) + sizeof(program);
        program.p_filesz = sizeof(header) + 8;
        const auto append = [&](const auto &value) {
            note.append(reinterpret_cast<const char *>(&value), sizeof(value));
        };
        append(file);
        append(program);
        append(header);
        note.append("GNU\0\x01\xab\xff\x10", 8);
        const std::span bytes(note.constData(), std::size_t(note.size()));
        const auto identity = readElfIdentity(BinaryReader(std::as_bytes(bytes)));
        QVERIFY(identity.has_value());
        QCOMPARE(identity->buildId, std::string("01abff10"));
    }

    void thirtyTwoBitProgramsAreRecognised()
    {
        QByteArray file(64, '\0');
        std::memcpy(file.data(), ELFMAG, SELFMAG);
        file[EI_CLASS] = ELFCLASS32;
        file[EI_DATA] = ELFDATA2LSB;
        file[16] = ET_EXEC;
        file[18] = EM_386;
        const std::span bytes(file.constData(), std::size_t(file.size()));
        const auto identity = readElfIdentity(BinaryReader(std::as_bytes(bytes)));
        QVERIFY(identity.has_value());
        QCOMPARE(identity->elfClass, ElfClass::Elf32);
        QCOMPARE(identity->machine, std::uint16_t(EM_386));
    }

    void whatIsNoElfIsRefused()
    {
        QCOMPARE(readElfIdentity("/etc/passwd").error().code, ErrorCode::UnknownFormat);
        QCOMPARE(readElfIdentity("/nonexistent").error().code, ErrorCode::FileNotFound);
        QCOMPARE(readElfIdentity("/proc").error().code, ErrorCode::FileUnreadable);
        const auto content = contentOf(dynamicProgram);
        QCOMPARE(readElfIdentity(BinaryReader(std::span(content).first(70))).error().code,
                 ErrorCode::Truncated);
    }

    void cutAndChangedFilesDoNotHarm()
    {
        const auto content = contentOf(dynamicProgram);
        for (std::size_t size = 0; size < content.size(); size += 7)
            (void)readElfIdentity(BinaryReader(std::span(content).first(size)));
        std::mt19937 random(1);
        for (int round = 0; round < 5000; ++round) {
            auto changed = content;
            for (int change = 0; change < 4; ++change)
                changed[random() % 1024] = static_cast<std::byte>(random());
            const auto identity = readElfIdentity(BinaryReader(changed));
            if (identity)
                (void)identity->biasOf(4096, 0x1000);
        }
    }

    void raisedPrivilegesAreSeen()
    {
        QTemporaryDir directory;
        const auto path = directory.filePath(QStringLiteral("program"));
        QVERIFY(QFile::copy(QString::fromStdString(dynamicProgram), path));
        const auto native = path.toStdString();
        QVERIFY(!readRaisedPrivileges(native)->any());
        QCOMPARE(::chmod(native.c_str(), 04755), 0);
        QVERIFY(!readRaisedPrivileges(native)->setUser); // one's own
        if (::geteuid() != 0)
            QSKIP("only root can give a file away");
        QCOMPARE(::chown(native.c_str(), 65534, 65534), 0);
        QCOMPARE(::chmod(native.c_str(), 06755), 0);
        QVERIFY(readRaisedPrivileges(native)->setUser && readRaisedPrivileges(native)->setGroup);
        QCOMPARE(readRaisedPrivileges("/nonexistent").error().code, ErrorCode::FileNotFound);
    }

    void theSameFileHasOneIdentity()
    {
        QTemporaryDir directory;
        const auto path = directory.filePath(QStringLiteral("program"));
        QVERIFY(QFile::copy(QString::fromStdString(dynamicProgram), path));
        const auto other = directory.filePath(QStringLiteral("other"));
        QVERIFY(QFile::link(path, other));
        const auto first = readFileIdentity(path.toStdString());
        QCOMPARE(*first, *readFileIdentity(other.toStdString()));
        QVERIFY(!(*first == *readFileIdentity(dynamicProgram)));
    }
};

EMBER_TEST(TstElfIdentity)
#include "tst_elfidentity.moc"
