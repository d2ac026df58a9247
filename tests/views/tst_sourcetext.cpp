// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/views/picture.h"
#include "views/code/sourcefile.h"
#include "views/code/syntax.h"

#include <QTest>

using namespace ember::tests;
using namespace ember::views;

namespace {

// "1 first|2 second".
QString printed(const SourceText &text)
{
    QStringList lines;
    for (std::size_t row = 0; row < text.rowCount(); ++row)
        lines << QStringLiteral("%1 %2").arg(text.lineAt(row)).arg(text.textAt(row));
    return lines.join(QLatin1Char('|'));
}

QString printed(const QByteArray &bytes)
{
    return printed(SourceText::ofFile(bytes));
}

// Lines with their parts in brackets: "[k if] (x)".
QString marked(const char *name, const QByteArray &bytes)
{
    const auto text = SourceText::ofFile(bytes);
    const Syntax syntax(Syntax::languageOf(QString::fromLatin1(name)), text);
    QStringList lines;
    for (std::size_t row = 0; row < text.rowCount(); ++row) {
        QString line = text.textAt(row);
        const auto parts = syntax.partsOf(text, row);
        for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
            line.insert(part->start + part->length, u']');
            line.insert(part->start,
                        QStringLiteral("[%1 ").arg(QLatin1String("cskn").at(int(part->kind))));
        }
        lines << line;
    }
    return lines.join(u'\n');
}

} // namespace

class TstSourceText : public QObject {
    Q_OBJECT

private slots:
    void linesEndInAnyOfThreeWays()
    {
        QCOMPARE(printed("a\nb\r\nc\rd"), QStringLiteral("1 a|2 b|3 c|4 d"));
        QCOMPARE(printed("a\n\r\n\nb\n"), QStringLiteral("1 a|2 |3 |4 b"));
        QCOMPARE(printed(QByteArray()), QString());
    }

    void tabsReachToTheNextStop()
    {
        QCOMPARE(printed("\ta\n1234567\tb\n"), QStringLiteral("1         a|2 1234567 b"));
    }

    void textThatIsNotUtf8IsLatin1()
    {
        const auto text = SourceText::ofFile("gr\xfc\xdf");
        QVERIFY(!text.isUtf8());
        QCOMPARE(text.textAt(0), QString::fromUtf8("grüß"));
        QVERIFY(SourceText::ofFile(QByteArray("grüß")).isUtf8());
    }

    void longLinesAreCutWithASign()
    {
        const auto text = SourceText::ofFile(QByteArray(100'000, 'x') + "\ny");
        QCOMPARE(text.textAt(0).size(), SourceText::longestText + 1);
        QVERIFY(text.textAt(0).endsWith(QChar(0x2026)));
        QCOMPARE(text.textAt(1), QStringLiteral("y"));
        QCOMPARE(text.longestLine(), SourceText::longestText);
    }

    void commentsStringsKeywordsAndNumbersAreToldApart()
    {
        QCOMPARE(marked("a.cpp", "return f(\"a\\\"b\", 'x', 1'000.5f); // if"),
                 QStringLiteral("[k return] f([s \"a\\\"b\"], [s 'x'], [n 1'000.5f]); [c // if]"));
        QCOMPARE(marked("a.c", "int a; /* if\nreturn */ while"),
                 QStringLiteral("[k int] a; [c /* if]\n[c return */] [k while]"));
        QCOMPARE(marked("a.rs", "fn f<'a, 'b>(x: &'a str)"),
                 QStringLiteral("[k fn] f<'a, 'b>(x: &'a str)"));
        QCOMPARE(marked("a.js", "let a = `b\nc ${d}` + 'for'"),
                 QStringLiteral("[k let] a = [s `b]\n[s c ${d}`] + [s 'for']"));
        QCOMPARE(marked("a.py", "def f(): # not\n  \"\"\"if\n'\n\"\"\"; x1 = 0x1f"),
                 QStringLiteral(
                     "[k def] f(): [c # not]\n  [s \"\"\"if]\n[s ']\n[s \"\"\"]; x1 = [n 0x1f]"));
        QCOMPARE(marked("a.rb", "=begin\nif\n=end\nend # if"),
                 QStringLiteral("[c =begin]\n[c if]\n[c =end]\n[k end] [c # if]"));
        QCOMPARE(marked("a.txt", "if 1"), QStringLiteral("if 1"));
        QCOMPARE(marked("a.c", "\"open\n'\n"), QStringLiteral("[s \"open]\n'"));
    }

    void coloursOfCodeAreReadable_data() { addShades(); }

    void coloursOfCodeAreReadable()
    {
        QFETCH(Shade, shade);
        const Theme &theme = ember::views::theme(shade);
        for (const SyntaxKind kind :
             {SyntaxKind::Comment, SyntaxKind::String, SyntaxKind::Keyword, SyntaxKind::Number})
            QVERIFY(contrast(syntaxColour(theme, kind).rgb(), theme.background.rgb()) >= 4.5);
    }

    void linesThatAreTooManyAreCut()
    {
        const auto size = static_cast<qsizetype>(SourceText::mostLines);
        QVERIFY(!SourceText::ofFile(QByteArray(size, '\n')).isCut());
        const auto text = SourceText::ofFile(QByteArray(size + 1, '\n'));
        QVERIFY(text.isCut());
        QCOMPARE(text.rowCount(), SourceText::mostLines);
    }

    void someLinesHaveTheirNumbers()
    {
        const auto text =
            SourceText::ofLines({{7, QStringLiteral("seven")}, {9, QStringLiteral("nine\n")}});
        QCOMPARE(printed(text), QStringLiteral("7 seven|9 nine\n"));
        QCOMPARE(text.rowOf(9), std::optional<std::size_t>(1));
        QVERIFY(!text.rowOf(8));
        QVERIFY(!text.rowOf(10));
    }

    void linesOfAFileAreCountedFromOne()
    {
        const auto text = SourceText::ofFile("a\nb\n");
        QCOMPARE(text.rowOf(2), std::optional<std::size_t>(1));
        QVERIFY(!text.rowOf(0));
        QVERIFY(!text.rowOf(3));
    }
};

EMBER_TEST(TstSourceText)
#include "tst_sourcetext.moc"
