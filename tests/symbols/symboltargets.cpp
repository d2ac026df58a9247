// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/symbols/symboltargets.h"

#include "capture/symbols/elffile.h"

#include <QFile>
#include <QProcess>
#include <QTest>

namespace ember::tests {

std::string symbolTarget(const char *name)
{
    return std::string(EMBER_SYMBOL_TARGETS "/") + name;
}

std::string symbolSource()
{
    return EMBER_SYMBOL_SOURCE;
}

std::string goSource()
{
    return EMBER_GO_SOURCE;
}

std::uint32_t markedLine(const char *name)
{
    QFile source(QStringLiteral(EMBER_SYMBOL_SOURCE));
    if (!source.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray mark = QByteArray("// MARK ") + name;
    const auto lines = source.readAll().split('\n');
    for (qsizetype line = 0; line < lines.size(); ++line) {
        if (lines[line].endsWith(mark))
            return static_cast<std::uint32_t>(line + 1);
    }
    return 0;
}

QByteArray run(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(program, arguments);
    if (!process.waitForFinished(60'000) || process.exitCode() != 0)
        QTest::qFail(qPrintable(program + u": " + arguments.join(u' ')), __FILE__, __LINE__);
    return process.readAllStandardOutput();
}

std::uint64_t addressOf(const std::string &binary, const char *symbol)
{
    const auto lines = run(QStringLiteral("nm"), {QString::fromStdString(binary)}).split('\n');
    for (const QByteArray &line : lines) {
        const auto fields = line.split(' '); // address type name
        if (fields.size() == 3 && fields[2] == symbol)
            return fields[0].toULongLong(nullptr, 16);
    }
    return 0;
}

std::string buildIdOf(const std::string &binary)
{
    const auto file = capture::ElfFile::open(binary);
    return file ? file->buildId() : std::string();
}

// objdump's lines: "inlined.cpp    21    0x1139    x"
std::vector<std::uint64_t> addressesOfLine(const std::string &binary, std::uint32_t line)
{
    std::vector<std::uint64_t> addresses;
    const auto text = run(QStringLiteral("objdump"),
                          {QStringLiteral("--dwarf=decodedline"), QString::fromStdString(binary)});
    for (const QByteArray &row : text.split('\n')) {
        const auto fields = row.simplified().split(' ');
        if (fields.size() >= 3 && fields[0].endsWith("inlined.cpp") && fields[1].toUInt() == line)
            addresses.push_back(fields[2].toULongLong(nullptr, 16));
    }
    return addresses;
}

model::ImageKey keyOf(std::string_view codeFile, std::uint64_t address)
{
    model::ImageKey key;
    key.codeFile = codeFile;
    key.address = address;
    return key;
}

} // namespace ember::tests
