// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/commandtext.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ember::app;

namespace {

QStringList words(std::initializer_list<const char *> list)
{
    QStringList words;
    for (const char *word : list)
        words.append(QString::fromUtf8(word));
    return words;
}

} // namespace

class TstCommandText : public QObject {
    Q_OBJECT
private slots:
    void wordsAreSplitLikeAShellDoes_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("nothing") << QByteArray() << QStringList();
        QTest::newRow("blanks") << QByteArray("  a \t b ") << words({"a", "b"});
        QTest::newRow("double quotes") << QByteArray("a \"b c\" d") << words({"a", "b c", "d"});
        QTest::newRow("single quotes keep backslashes") << QByteArray("'a\\b'") << words({"a\\b"});
        QTest::newRow("quotes in a word") << QByteArray("--name=\"x y\"") << words({"--name=x y"});
        QTest::newRow("escaped blank") << QByteArray("a\\ b") << words({"a b"});
        QTest::newRow("escaped quote") << QByteArray("\"a\\\"b\"") << words({"a\"b"});
        QTest::newRow("empty word") << QByteArray("a '' b") << words({"a", "", "b"});
        QTest::newRow("no variables") << QByteArray("$HOME *") << words({"$HOME", "*"});
        QTest::newRow("backslash at the end") << QByteArray("a\\") << words({"a\\"});
    }

    void wordsAreSplitLikeAShellDoes()
    {
        QFETCH(QByteArray, text);
        QFETCH(QStringList, expected);
        QCOMPARE(splitWords(QString::fromUtf8(text)), expected);
    }

    void aLineIsVariablesProgramAndArguments()
    {
        QCOMPARE(
            commandWords(QStringLiteral("A=1 B='x y' xz -T2 C=3")),
            (CommandWords{words({"A=1", "B=x y"}), QStringLiteral("xz"), words({"-T2", "C=3"})}));
        QCOMPARE(commandWords(QStringLiteral(" ")), CommandWords());
        QCOMPARE(commandWords(QStringLiteral("~/x")).program,
                 QString(QDir::homePath() % QLatin1String("/x")));
    }

    void thePathOfAProgramIsOneWord()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("my app"));
        QVERIFY(QFile::copy(QStringLiteral("/bin/true"), path));
        QCOMPARE(commandWords(path), (CommandWords{{}, path, {}}));
        QCOMPARE(commandWords(path % QLatin1String(" -x")).program,
                 folder.filePath(QStringLiteral("my")));
    }

    void anOpenQuoteIsFound()
    {
        QCOMPARE(openQuote(QStringLiteral("a 'b")), std::optional(QChar(u'\'')));
        QCOMPARE(openQuote(QStringLiteral("a \"b' c")), std::optional(QChar(u'"')));
        QVERIFY(!openQuote(QStringLiteral("a 'b' \\\"")));
    }

    void joinedWordsComeApartAgain()
    {
        const QStringList awkward =
            words({"plain", "", "with blank", "it's", "\"q\"", "a\\b", "$x", "new\nline"});
        QCOMPARE(splitWords(joinWords(awkward)), awkward);
    }

    void wordsWithoutNeedStayUnquoted()
    {
        QCOMPARE(joinWords(words({"-T2", "/usr/bin/xz", "a=b"})),
                 QStringLiteral("-T2 /usr/bin/xz a=b"));
    }
};

EMBER_TEST(TstCommandText)
#include "tst_commandtext.moc"
