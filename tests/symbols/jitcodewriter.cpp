// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/symbols/jitcodewriter.h"

#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

namespace ember::tests {

namespace {

constexpr std::size_t markSize = 4096;

template<typename Number>
void append(QByteArray &bytes, Number number)
{
    bytes.append(reinterpret_cast<const char *>(&number), sizeof(number));
}

} // namespace

JitDumpWriter::JitDumpWriter(const QString &folder, Times times)
    : m_file(QStringLiteral("%1/jit-%2.dump").arg(folder).arg(getpid()))
{
    if (!m_file.open(QIODevice::ReadWrite | QIODevice::Unbuffered))
        qFatal("cannot write a jitdump");
    QByteArray header;
    append(header, std::uint32_t(0x4a695444));
    append(header, std::uint32_t(1));
    append(header, std::uint32_t(40));
    append(header, std::uint32_t(EM_X86_64));
    append(header, std::uint32_t(0));
    append(header, std::uint32_t(getpid()));
    append(header, std::uint64_t(0));
    append(header, std::uint64_t(times == Times::CycleCounter ? 1 : 0));
    write(header);
    m_mark = mmap(nullptr, markSize, PROT_READ | PROT_EXEC, MAP_PRIVATE, m_file.handle(), 0);
    if (m_mark == MAP_FAILED)
        qFatal("cannot map a jitdump");
}

JitDumpWriter::~JitDumpWriter()
{
    munmap(m_mark, markSize);
}

void JitDumpWriter::write(const QByteArray &bytes)
{
    if (m_file.write(bytes) != bytes.size())
        qFatal("cannot write into a jitdump");
}

void JitDumpWriter::writeRecord(std::uint32_t type, std::chrono::nanoseconds time,
                                const QByteArray &body)
{
    QByteArray record;
    append(record, type);
    append(record, static_cast<std::uint32_t>(16 + body.size()));
    append(record, static_cast<std::uint64_t>(time.count()));
    write(record + body);
}

void JitDumpWriter::load(std::uint64_t start, const QByteArray &code, const QByteArray &name,
                         std::chrono::nanoseconds time)
{
    QByteArray body;
    append(body, std::uint32_t(getpid()));
    append(body, std::uint32_t(gettid()));
    append(body, start);
    append(body, start);
    append(body, static_cast<std::uint64_t>(code.size()));
    append(body, std::uint64_t(0));
    writeRecord(0, time, body + name + '\0' + code);
}

void JitDumpWriter::move(std::uint64_t from, std::uint64_t to, std::uint64_t size,
                         std::chrono::nanoseconds time)
{
    QByteArray body;
    append(body, std::uint32_t(getpid()));
    append(body, std::uint32_t(gettid()));
    for (const std::uint64_t value : {to, from, to, size, std::uint64_t(0)})
        append(body, value);
    writeRecord(1, time, body);
}

} // namespace ember::tests
