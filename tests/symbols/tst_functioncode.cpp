// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/symbolizer.h"
#include "tests/support/testmain.h"
#include "tests/symbols/symboltargets.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <elf.h>

using namespace ember::capture;
using namespace ember::model;
using namespace ember::tests;

namespace {

// Where the kernel would map a position-independent program.
constexpr std::uint64_t mappedCode = 0x555555554000;

} // namespace

// The machine code of functions, out of binaries.
class TstFunctionCode : public QObject {
    Q_OBJECT

private slots:
    void aFunctionHasTheBytesOfItsSymbol()
    {
        const auto path = symbolTarget("full");
        const auto start = addressOf(path, "plain_function");
        Symbolizer symbolizer;
        const auto code = symbolizer.functionCode(keyOf(path, mappedCode), mappedCode + start + 3);
        QCOMPARE(code.state, FunctionCode::State::Read);
        QCOMPARE(code.name, std::string("plain_function"));
        QCOMPARE(code.binary, path);
        QCOMPARE(code.start, start);
        QCOMPARE(code.bias, mappedCode);
        QVERIFY(!code.isCut);
        QCOMPARE(bytesOf(code), inFile(path, start, code.bytes.size()));
        // "ADDRESS SIZE T plain_function"
        const auto sized = run(QStringLiteral("nm"), {QStringLiteral("-S"), text(path)});
        QByteArray size;
        for (const QByteArray &line : sized.split('\n')) {
            if (line.endsWith(" plain_function"))
                size = line.split(' ')[1];
        }
        QCOMPARE(code.bytes.size(), std::size_t(size.toULongLong(nullptr, 16)));
    }

    void theMachineIsThatOfTheFile()
    {
        const auto path = symbolTarget("full");
        Symbolizer symbolizer;
        const auto code = symbolizer.functionCode(keyOf(path), addressOf(path, "main"));
#if defined(__x86_64__)
        QCOMPARE(code.machine, std::uint16_t(EM_X86_64));
#else
        QCOMPARE(code.machine, std::uint16_t(EM_AARCH64));
#endif
    }

    void withoutSymbolsAFunctionIsWhatUnwindInformationSays()
    {
#if !defined(__x86_64__)
        QSKIP("unwind information of this machine is not read for its functions");
#endif
        const auto path = copied("bare");
        run(QStringLiteral("strip"), {text(path)});
        const auto start = addressOf(symbolTarget("full"), "plain_function");
        Symbolizer symbolizer;
        const auto code = symbolizer.functionCode(keyOf(path), start + 3);
        QCOMPARE(code.state, FunctionCode::State::Read);
        QCOMPARE(code.name, std::string());
        QCOMPARE(code.start, start);
        QCOMPARE(bytesOf(code), inFile(path, start, code.bytes.size()));
    }

    void withoutEitherItsEndsAreNotKnown()
    {
        const auto path = copied("nothing");
        run(QStringLiteral("strip"),
            {QStringLiteral("-R"), QStringLiteral(".eh_frame"), text(path)});
        Symbolizer symbolizer;
        const auto start = addressOf(symbolTarget("full"), "plain_function");
        QCOMPARE(symbolizer.functionCode(keyOf(path), start).state,
                 FunctionCode::State::NoFunction);
    }

    void aDebugFileHasNoCode()
    {
        const auto path = m_folder.filePath(QStringLiteral("only.debug")).toStdString();
        run(QStringLiteral("objcopy"),
            {QStringLiteral("--only-keep-debug"), text(symbolTarget("full")), text(path)});
        Symbolizer symbolizer;
        const auto code =
            symbolizer.functionCode(keyOf(path), addressOf(symbolTarget("full"), "plain_function"));
        QCOMPARE(code.state, FunctionCode::State::NoCode);
    }

    void dataAndGapsAreNoCode()
    {
        const auto path = symbolTarget("full");
        Symbolizer symbolizer;
        QCOMPARE(symbolizer.functionCode(keyOf(path), 1).state, FunctionCode::State::NoCode);
    }

    void aFileThatIsGoneAndOneThatIsAnotherAreToldApart()
    {
        Symbolizer symbolizer;
        const auto gone = symbolizer.functionCode(keyOf("/no/such/file"), 0x1000);
        QCOMPARE(gone.state, FunctionCode::State::NoBinary);
        QCOMPARE(gone.binary, std::string("/no/such/file"));

        const auto path = symbolTarget("full");
        auto key = keyOf(path);
        key.codeId = "0123456789abcdef0123456789abcdef01234567";
        const auto other = symbolizer.functionCode(key, addressOf(path, "main"));
        QCOMPARE(other.state, FunctionCode::State::OtherBinary);
        QCOMPARE(other.binary, path);
    }

private:
    static QString text(const std::string &string)
    {
        return QString::fromStdString(string);
    }

    static QByteArray bytesOf(const FunctionCode &code)
    {
        return QByteArray(reinterpret_cast<const char *>(code.bytes.data()),
                          static_cast<qsizetype>(code.bytes.size()));
    }

    std::string copied(const char *name)
    {
        const QString path = m_folder.filePath(QString::fromLatin1(name));
        QFile::copy(text(symbolTarget("full")), path);
        return path.toStdString();
    }

    // As objcopy takes them out of .text.
    QByteArray inFile(const std::string &binary, std::uint64_t address, std::size_t size)
    {
        const QString out = m_folder.filePath(QStringLiteral("text"));
        run(QStringLiteral("objcopy"),
            {QStringLiteral("-O"), QStringLiteral("binary"), QStringLiteral("--only-section=.text"),
             text(binary), out});
        // "NUMBER .text SIZE ADDRESS …"
        const auto headers = run(
            QStringLiteral("objdump"),
            {QStringLiteral("-h"), QStringLiteral("-j"), QStringLiteral(".text"), text(binary)});
        const auto words = headers.mid(headers.indexOf(".text")).simplified().split(' ');
        const auto first = words[2].toULongLong(nullptr, 16);
        QFile file(out);
        if (!file.open(QIODevice::ReadOnly))
            return {};
        return file.readAll().mid(static_cast<qsizetype>(address - first),
                                  static_cast<qsizetype>(size));
    }

    QTemporaryDir m_folder;
};

EMBER_TEST(TstFunctionCode)
#include "tst_functioncode.moc"
