// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/debuginfo.h"
#include "capture/symbols/elffile.h"
#include "capture/symbols/symbolizer.h"
#include "capture/symbols/symboltable.h"
#include "tests/support/testmain.h"
#include "tests/symbols/symboltargets.h"

#include <QCoreApplication>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

#include <algorithm>

using namespace ember::capture;
using namespace ember::model;
using namespace ember::tests;

// This very program, with inlined templates all over, looked up by us and by others.
class TstAddr2Line : public QObject {
    Q_OBJECT

private slots:
    // Other eyes on DWARF than ours: names of inlined functions (the others we name by the symbol
    // table), files, lines, columns.
    void everyFunctionIsPlacedLikeElfutilsDo()
    {
        auto answers = ask(QStringLiteral("eu-addr2line"));
        if (answers.isEmpty())
            QSKIP("no eu-addr2line");
        dropContested(answers, ask(QStringLiteral("addr2line")), differInLines);
        dropContested(answers,
                      ask(QStringLiteral("llvm-symbolizer"), {QStringLiteral("--no-demangle")}),
                      differInColumnsOnly);
        compare(answers, asNameAndPlace, oursAsNameAndPlace);
    }

    // The same, and not a line of code in common.
    void everyFunctionIsPlacedLikeLlvmDoes()
    {
        const auto answers =
            ask(QStringLiteral("llvm-symbolizer"), {QStringLiteral("--no-demangle")});
        if (answers.isEmpty())
            QSKIP("no llvm-symbolizer");
        compare(answers, asNameAndPlace, oursAsNameAndPlace);
    }

    // An implementation that shares no code with ours. Lines only: up to binutils 2.40 it takes the
    // wrong file out of DWARF 5's tables. It misses inlined functions in clang's: then the
    // innermost.
    void everyFunctionIsAtTheLineBinutilsSay()
    {
        const auto answers = ask(QStringLiteral("addr2line"));
        if (answers.isEmpty())
            QSKIP("no addr2line");
        compare(answers, asLine,
                [](const ResolvedFrame &frame) { return QByteArray::number(frame.line); });
    }

private:
    struct Place {
        QByteArray name;
        QByteArray where;
        QByteArray inlinedAt; // as elfutils say it beside the name
        bool isInlined = false;
    };

    using Answer = QList<Place>; // innermost first

    // Line 0 is no line of any source (DWARF 5, 6.2.2): a file beside it means nothing.
    static QByteArray lineOf(const QByteArray &place)
    {
        const bool isNowhere = QString::fromUtf8(place).section(u':', -2, -2) == u"0";
        return isNowhere ? QByteArray(":0") : place;
    }

    // "path:12", "path:12:3", "path:12 (discriminator 3)", "path:?"
    static QByteArray asLine(const Place &place)
    {
        static const QRegularExpression line(QStringLiteral(":(\\d+)(:\\d+)?( \\(.*)?$"));
        return QByteArray::number(line.match(QString::fromUtf8(place.where)).captured(1).toInt());
    }

    static QByteArray linesOf(const Answer &answer)
    {
        QByteArray lines;
        for (const Place &place : answer)
            lines += asLine(place) + ' ';
        return lines;
    }

    // Whether two tools name different functions at one depth. Names that are not mangled are not
    // compared: binutils shorten them.
    static bool differInNames(const Answer &one, const Answer &other)
    {
        return !std::equal(one.begin(), one.end(), other.begin(), other.end(),
                           [](const Place &left, const Place &right) {
                               return left.name == right.name || !left.name.startsWith("_Z")
                                   || !right.name.startsWith("_Z");
                           });
    }

    static bool differInLines(const Answer &one, const Answer &other)
    {
        return linesOf(one) != linesOf(other) || differInNames(one, other);
    }

    // Two calls of one function on one line: a.duration() > b.duration().
    static bool differInColumnsOnly(const Answer &one, const Answer &other)
    {
        return !differInLines(one, other)
            && !std::equal(
                one.begin(), one.end(), other.begin(), other.end(),
                [](const Place &left, const Place &right) { return left.where == right.where; });
    }

    // GCC lets two inlined calls claim one address, and then the tools choose different ones, which
    // may have equal lines: two instances of a template, or two calls on one line. Such an address
    // is left to the comparisons with binutils and LLVM, which leave out none.
    static void dropContested(QList<Answer> &answers, const QList<Answer> &others,
                              [[maybe_unused]] bool (*areContested)(const Answer &, const Answer &))
    {
        qsizetype contested = 0;
        for (qsizetype i = 0; i < others.size(); ++i) {
#ifdef __clang__
            const bool isContested = false; // binutils miss its inlined functions
#else
            const bool isContested = areContested(answers[i], others[i]);
#endif
            if (isContested && !isWithoutDebugInfo(answers[i]) && !contradictsItself(answers[i])) {
                ++contested;
                answers[i].clear();
            }
        }
        qInfo("%lld places are contested", static_cast<long long>(contested));
        QVERIFY(contested * 100 <= answers.size());
    }

    static QByteArray asNameAndPlace(const Place &place)
    {
        return (place.isInlined ? place.name : QByteArray()) + ' ' + lineOf(place.where);
    }

    static QByteArray oursAsNameAndPlace(const ResolvedFrame &frame)
    {
        const auto &raw = frame.rawName.empty() ? frame.name : frame.rawName;
        const QByteArray place = QByteArray::fromStdString(frame.file) + ':'
            + QByteArray::number(frame.line) + ':' + QByteArray::number(frame.column);
        return QByteArray::fromStdString(frame.inlined == Inlined::Yes ? raw : "") + ' '
            + lineOf(place);
    }

    // "path:?" alone: binutils find the file, but no line of it.
    static bool isWithoutLine(const Answer &answer)
    {
        return answer.size() == 1 && answer.front().where.endsWith(":?");
    }

    // LLVM takes a file's name from the symbol table then.
    static bool isWithoutDebugInfo(const Answer &answer)
    {
        return answer.isEmpty() || answer.front().where.startsWith('?')
            || (answer.size() == 1 && answer.front().where.endsWith(":0:0"));
    }

    // Where several calls were inlined into one function, eu-addr2line 0.188 now and then prints
    // the place of another one than it has just named, or the function as inlined into itself.
    static bool contradictsItself(const Answer &answer)
    {
        if (answer.size() > 1 && answer[0].name == answer[1].name)
            return true;
        for (qsizetype i = 1; i < answer.size(); ++i) {
            const auto &inlinedAt = answer[i - 1].inlinedAt;
            if (!inlinedAt.isEmpty() && inlinedAt != answer[i].where)
                return true;
        }
        return false;
    }

    template<typename Theirs, typename Ours>
    void compare(const QList<Answer> &answers, Theirs asTheirs, Ours asOurs)
    {
        QCOMPARE(answers.size(), qsizetype(m_addresses.size()));
        Symbolizer symbolizer;
        const auto path = program();
        int different = 0;
        int compared = 0;
        for (std::size_t i = 0; i < m_addresses.size(); ++i) {
            QByteArray ours;
            for (const ResolvedFrame &frame : symbolizer.resolve(keyOf(path), m_addresses[i]))
                ours += asOurs(frame) + '\n';
            const Answer &answer = answers[qsizetype(i)];
            if (isWithoutDebugInfo(answer) || isWithoutLine(answer) || contradictsItself(answer))
                continue;
            QByteArray theirs;
            for (const Place &place : answer)
                theirs += asTheirs(place) + '\n';
#ifdef __clang__
            ours = ours.left(ours.indexOf('\n'));
            theirs = theirs.left(theirs.indexOf('\n'));
#endif
            ++compared;
            if (ours != theirs && ++different <= 5)
                qInfo("at %llx\nours:\n%stheirs:\n%s",
                      static_cast<unsigned long long>(m_addresses[i]), ours.constData(),
                      theirs.constData());
        }
        qInfo("%d of %d places differ", different, compared);
        if (compared == 0)
            QSKIP("the tool reads nothing in this program"); // elfutils without .debug_aranges
        QVERIFY(compared > 1'000);
        QCOMPARE(different, 0);
    }

    // The start and the middle of up to a few thousand functions.
    static std::vector<std::uint64_t> placesIn(const std::string &program)
    {
        std::vector<std::uint64_t> addresses;
        const auto file = ElfFile::open(program);
        if (!file)
            return addresses;
        SymbolTable table;
        table.addSymbols(*file);
        table.finish(*file);
        const auto step = table.size() / 2'000 + 1;
        for (std::size_t row = 0; row < table.size(); row += step) {
            const Symbol &symbol = table.symbols()[row];
            addresses.push_back(symbol.start);
            addresses.push_back(symbol.start + (symbol.end - symbol.start) / 2);
        }
        return addresses;
    }

    static std::string program()
    {
        return QCoreApplication::applicationFilePath().toStdString();
    }

    // Empty if there is no such tool.
    QList<Answer> ask(const QString &tool, const QStringList &options = {})
    {
        QList<Answer> answers;
        if (QStandardPaths::findExecutable(tool).isEmpty())
            return answers;
        m_addresses = placesIn(program());
        QProcess process;
        process.start(tool,
                      options
                          + QStringList{QStringLiteral("-a"), QStringLiteral("-f"),
                                        QStringLiteral("-i"), QStringLiteral("-e"),
                                        QString::fromStdString(program())});
        for (const auto address : m_addresses)
            process.write("0x" + QByteArray::number(qulonglong(address), 16) + '\n');
        process.closeWriteChannel();
        if (!process.waitForFinished(100'000))
            return answers;
        // 0xADDRESS, then per frame a line with the function and one with the place.
        const auto lines = process.readAllStandardOutput().split('\n');
        for (qsizetype i = 0; i < lines.size(); ++i) {
            if (lines[i].startsWith("0x")) {
                answers.append(Answer());
            } else if (!answers.isEmpty() && i + 1 < lines.size() && !lines[i].isEmpty()) {
                addPlace(answers.back(), lines[i], lines[i + 1]);
                ++i;
            }
        }
        return answers;
    }

    // What came before was inlined into this. The name may go on: "name inlined at PLACE in
    // CALLER".
    static void addPlace(Answer &answer, const QByteArray &name, const QByteArray &where)
    {
        static constexpr QByteArrayView mark = " inlined at ";
        if (!answer.isEmpty())
            answer.back().isInlined = true;
        const auto end = name.indexOf(mark);
        if (end < 0)
            return answer.append({name, where, {}});
        const auto rest = name.mid(end + mark.size());
        answer.append({name.left(end), where, rest.left(rest.indexOf(" in "))});
    }

    std::vector<std::uint64_t> m_addresses;
};

EMBER_TEST(TstAddr2Line)
#include "tst_addr2line.moc"
