// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/stackmemory.h"
#include "capture/unwind/tablecache.h"
#include "tests/support/testmain.h"
#include "tests/support/waitforend.h"
#include "tests/unwind/dwflframes.h"
#include "tests/unwind/tracedprocess.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <ctime>

using namespace ember::capture;
using namespace ember::tests;

namespace {

constexpr int sampleCount = 25;

// Lets the program run on for a while between two samples. Nothing depends on how far it comes.
void letRun()
{
    const timespec pause{.tv_sec = 0, .tv_nsec = 7'000'000};
    ::nanosleep(&pause, nullptr);
}

struct Comparison {
    int samples = 0;
    int rootsReached = 0;
    int contradictions = 0; // libdw found a frame that we have not
    int guesses = 0; // without most registers, not what all of them lead to
    QByteArray lastFailure;
};

QByteArray describe(const UnwoundStack &stack, const std::vector<std::uint64_t> &expected)
{
    QByteArray text = "ours:";
    for (const UnwoundFrame &frame : stack.frames)
        text += ' ' + QByteArray::number(qulonglong(frame.pc), 16);
    text += " libdw:";
    for (const auto pc : expected)
        text += ' ' + QByteArray::number(qulonglong(pc), 16);
    return text;
}

// libdw stops where a binary has no unwind information; as far as it comes it is right.
bool beginsWith(const UnwoundStack &stack, const std::vector<std::uint64_t> &expected)
{
    return expected.size() <= stack.frames.size()
        && std::ranges::equal(expected, std::span(stack.frames).first(expected.size()), {}, {},
                              &UnwoundFrame::pc);
}

// What pc and sp alone lead to is either the same or says that it is not all.
bool isHonestWithoutRegisters(Unwinder &unwinder, const ThreadCapture &capture,
                              MemoryReader &memory, const UnwoundStack &whole)
{
    const StackCopy copy = capture.copy();
    const auto stack = unwinder.unwind(asInBlockedCall(capture.registers), {&copy, 1}, &memory);
    const bool isAll = stack.frames.size() == whole.frames.size();
    const bool isPart = stack.frames.size() < whole.frames.size() && stack.needsMissingRegister;
    return (isAll || isPart)
        && (stack.needsMissingRegister || stack.rootReached == whole.rootReached)
        && std::ranges::equal(stack.frames, std::span(whole.frames).first(stack.frames.size()), {},
                              &UnwoundFrame::pc, &UnwoundFrame::pc);
}

void compareOnce(TracedProcess &target, const std::shared_ptr<TableCache> &tables,
                 Comparison &result)
{
    const auto capture = target.capture(target.process());
    Unwinder unwinder({}, tables);
    for (const MappedImage &image : target.images(target.process()))
        unwinder.addImage(image);
    ProcessMemory memory(target.process());
    const StackCopy copy = capture.copy();
    const auto stack = unwinder.unwind(capture.registers, {&copy, 1}, &memory);
    const auto expected = dwflFrames(target.process(), target.process());
    ++result.samples;
    result.rootsReached += stack.rootReached ? 1 : 0;
    const bool agrees = beginsWith(stack, expected);
    result.contradictions += agrees ? 0 : 1;
    result.guesses += isHonestWithoutRegisters(unwinder, capture, memory, stack) ? 0 : 1;
    if (!agrees || !stack.rootReached)
        result.lastFailure = describe(stack, expected);
}

Comparison compare(const std::vector<std::string> &command)
{
    Comparison result;
    TracedProcess target(command);
    const auto tables = std::make_shared<TableCache>();
    while (target.isRunning() && result.samples < sampleCount && target.resume()) {
        letRun();
        if (target.stop())
            compareOnce(target, tables, result);
    }
    return result;
}

} // namespace

// Programs as Debian ships them: stripped, optimised, without frame pointers.
class TstSystemUnwind : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void systemProgramsAreUnwoundAsLibdwDoes_data();
    void systemProgramsAreUnwoundAsLibdwDoes();

private:
    QString preprocessed() const { return m_directory.filePath(QStringLiteral("source.ii")); }

    QTemporaryDir m_directory;
};

void TstSystemUnwind::initTestCase()
{
    QFile big(m_directory.filePath(QStringLiteral("big")));
    QVERIFY(big.open(QIODevice::WriteOnly));
    QByteArray block(1 << 20, '\0');
    std::uint32_t state = 1;
    for (char &byte : block)
        byte = char((state = state * 1664525 + 1013904223) >> 24U);
    for (int i = 0; i < 24; ++i)
        big.write(block);
    QFile source(m_directory.filePath(QStringLiteral("source.cpp")));
    QVERIFY(source.open(QIODevice::WriteOnly));
    source.write("#include <algorithm>\n#include <map>\n#include <regex>\n#include <string>\n"
                 "int main() { std::map<std::string, std::regex> m; return int(m.size()); }\n");
    source.close();
    // The compiler proper is to work, not to look for headers.
    QProcess::execute(
        QStringLiteral("g++"),
        {QStringLiteral("-E"), source.fileName(), QStringLiteral("-o"), preprocessed()});
}

void TstSystemUnwind::systemProgramsAreUnwoundAsLibdwDoes_data()
{
    QTest::addColumn<QStringList>("command");
    const auto big = m_directory.filePath(QStringLiteral("big"));
    QTest::newRow("xz") << QStringList{QStringLiteral("xz"), QStringLiteral("-9kc"), big};
    QTest::newRow("gzip") << QStringList{QStringLiteral("gzip"), QStringLiteral("-9kc"), big};
    QTest::newRow("python3") << QStringList{
        QStringLiteral("/usr/bin/python3"), QStringLiteral("-c"),
        QStringLiteral("import json\ndef f(n): return n if n < 2 else f(n - 1) + f(n - 2)\n"
                       "while True: json.loads(json.dumps([f(12), {'a': sorted(range(99))}]))")};
    QTest::newRow("sqlite3") << QStringList{
        QStringLiteral("sqlite3"), QStringLiteral(":memory:"),
        QStringLiteral("with recursive n(i) as (select 1 union all select i + 1 from n where "
                       "i < 90000000) select sum(i % 7), max(i * 3) from n;")};
    QProcess compiler;
    compiler.start(QStringLiteral("g++"), {QStringLiteral("-print-prog-name=cc1plus")});
    if (waitForEnd(compiler))
        QTest::newRow("cc1plus") << QStringList{
            QString::fromLocal8Bit(compiler.readAllStandardOutput().trimmed()),
            QStringLiteral("-quiet"),
            QStringLiteral("-fpreprocessed"),
            QStringLiteral("-O2"),
            preprocessed(),
            QStringLiteral("-o"),
            QStringLiteral("/dev/null")};
    QTest::newRow("perl") << QStringList{
        QStringLiteral("perl"), QStringLiteral("-e"),
        QStringLiteral(
            "while (1) { my %h = map { $_ => $_ x 3 } 1..999; join ',', sort keys %h }")};
    QTest::newRow("openssl") << QStringList{QStringLiteral("openssl"), QStringLiteral("speed"),
                                            QStringLiteral("-seconds"), QStringLiteral("30"),
                                            QStringLiteral("sha256")};
}

void TstSystemUnwind::systemProgramsAreUnwoundAsLibdwDoes()
{
    QFETCH(QStringList, command);
    if (QStandardPaths::findExecutable(command.first()).isEmpty())
        QSKIP("this machine has no such program");
    std::vector<std::string> arguments;
    for (const QString &argument : command)
        arguments.push_back(argument.toStdString());
    const auto result = compare(arguments);
    QVERIFY2(result.contradictions == 0, result.lastFailure.constData());
    QCOMPARE(result.guesses, 0);
    QVERIFY(result.samples > 0);
    QVERIFY2(result.rootsReached == result.samples, result.lastFailure.constData());
    qInfo("%d stacks", result.samples);
}

EMBER_TEST(TstSystemUnwind)
#include "tst_systemunwind.moc"
