// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/editorcommand.h"
#include "tests/app/fakeeditor.h"
#include "tests/support/testmain.h"
#include "tests/support/variable.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;

namespace {

QString line(const model::Result<QStringList> &words)
{
    return words ? words->join(QLatin1Char('|')) : QStringLiteral("error");
}

} // namespace

class TstEditorCommand : public QObject {
    Q_OBJECT

private slots:
    void placeholdersAreFilledIn_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, const char *command, const char *words) {
            QTest::newRow(name) << QString::fromUtf8(command) << QString::fromUtf8(words);
        };
        row("in one word", "code -g %f:%l:%c", "code|-g|/a b/x.c:12:3");
        row("in their own", "kate -l %l %f", "kate|-l|12|/a b/x.c");
        row("in quotes", "'my editor' \"+%l\" %f", "my editor|+12|/a b/x.c");
        row("no file", "gedit +%l", "gedit|+12|/a b/x.c");
        row("a percent sign", "e %%f %f%%", "e|%f|/a b/x.c%");
        row("a percent sign alone", "e %%f", "e|%f|/a b/x.c");
        row("nothing a shell would do", "e $HOME `id` | %f; *", "e|$HOME|`id`|||/a b/x.c;|*");
        row("nothing", "  ", "error");
        row("another placeholder", "e %x %f", "error");
        row("an open one", "e %f %", "error");
    }

    void placeholdersAreFilledIn()
    {
        QFETCH(QString, command);
        QTEST(line(editorWords(command, {QStringLiteral("/a b/x.c"), 12, 3})), "words");
    }

    void whatIsNotKnownIsTheFirst()
    {
        QCOMPARE(line(editorWords(QStringLiteral("e %f %l %c"), {QStringLiteral("/x"), 0, 0})),
                 QStringLiteral("e|/x|1|1"));
    }

    // Whatever a profile calls its files: an editor runs what it takes for its options.
    void aFileBeginsNoOption()
    {
        for (const char *file : {"-c!touch PWNED", "+!touch PWNED", "--cmd=x", "-"}) {
            const QString path = QString::fromUtf8(file);
            for (const char *command : {"e %f", "e", "e %f:%l", "e '%f' x"}) {
                const auto words = editorWords(QString::fromUtf8(command), {path, 12, 3});
                QVERIFY(words && words->size() > 1);
                QVERIFY2(words->at(1).startsWith(QDir::currentPath()), qPrintable(words->at(1)));
            }
        }
    }

    void editorsAreFoundInThePathAndTheUsersGoesFirst()
    {
        const Sandbox sandbox;
        const Variable path("PATH", QFile::encodeName(sandbox.path(QString())));
        const Variable visual("VISUAL", "/usr/bin/gvim -f");
        const Variable editor("EDITOR", "vi");
        QVERIFY(foundEditors().isEmpty());
        writeFakeEditor(sandbox, QStringLiteral("kate"));
        writeFakeEditor(sandbox, QStringLiteral("gvim"));
        sandbox.write(QStringLiteral("code"), "not executable");
        QCOMPARE(foundEditors(),
                 (QStringList{QStringLiteral("gvim +%l -- %f"),
                              QStringLiteral("kate --line %l --column %c -- %f")}));
    }

    void everyKnownCommandCanBeFilledIn()
    {
        const Sandbox sandbox;
        const Variable path("PATH", QFile::encodeName(sandbox.path(QString())));
        for (const char *name :
             {"code", "codium", "qtcreator", "kdevelop", "clion", "kate", "kwrite", "subl", "zed",
              "gnome-text-editor", "gedit", "gvim", "emacsclient"})
            writeFakeEditor(sandbox, QString::fromLatin1(name));
        QCOMPARE(foundEditors().size(), 13);
        for (const QString &command : foundEditors()) {
            QVERIFY(command.contains(QLatin1String("%f")) && command.contains(QLatin1String("%l")));
            QVERIFY2(editorWords(command, {QStringLiteral("/x"), 1, 1}), qPrintable(command));
        }
    }

    void anEditorGetsItsWordsAsTheyAre()
    {
        const Sandbox sandbox;
        const QString editor = writeFakeEditor(sandbox, QStringLiteral("editor"));
        const QString file = QStringLiteral("/a b/$(touch x); 'y'.c");
        QVERIFY(startEditor({editor, QStringLiteral("-l"), QString(), file}));
        EMBER_TRY(editorArguments(sandbox) == "-l\n\n" + file.toUtf8() + '\n');
    }

    void anEditorThatIsNotThereIsAnError()
    {
        const Sandbox sandbox;
        const auto missing = startEditor({QStringLiteral("no-such-editor")});
        QVERIFY(!missing && missing.error().code == model::ErrorCode::CommandNotFound);
        const auto plain = startEditor({sandbox.write(QStringLiteral("plain"), "text")});
        QVERIFY(!plain && plain.error().code == model::ErrorCode::CommandNotExecutable);
    }
};

EMBER_TEST(TstEditorCommand)
#include "tst_editorcommand.moc"
