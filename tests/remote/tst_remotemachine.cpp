// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/remotemachine.h"
#include "tests/support/testmain.h"
#include "tests/support/waitforend.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace ember::app;

class TstRemoteMachine : public QObject {
    Q_OBJECT

private slots:
    void aHostIsOneWordThatNoShellMinds_data()
    {
        QTest::addColumn<QString>("host");
        QTest::addColumn<bool>("isGood");
        QTest::newRow("name") << QStringLiteral("build7") << true;
        QTest::newRow("user") << QStringLiteral("me@build-7.example.org") << true;
        QTest::newRow("address") << QStringLiteral("me@fe80::1%eth0") << true;
        QTest::newRow("URI") << QStringLiteral("ssh://me@build7:2222") << true;
        QTest::newRow("empty") << QString() << false;
        QTest::newRow("option") << QStringLiteral("-oProxyCommand=id") << false;
        QTest::newRow("blank") << QStringLiteral("a b") << false;
        QTest::newRow("line feed") << QStringLiteral("a\nb") << false;
        QTest::newRow("substitution") << QStringLiteral("$(id)") << false;
        QTest::newRow("quote") << QStringLiteral("a'b") << false;
    }

    void aHostIsOneWordThatNoShellMinds()
    {
        QFETCH(QString, host);
        QFETCH(bool, isGood);
        QCOMPARE(checkHost(host).has_value(), isGood);
    }

    void theHostCannotBeAnOptionOfSsh()
    {
        const auto arguments = sshArguments({QStringLiteral("there"), {}}, {QStringLiteral("-F")});
        const auto place = arguments.indexOf(QStringLiteral("--"));
        QCOMPARE(arguments.mid(place),
                 (QStringList{QStringLiteral("--"), QStringLiteral("there"),
                              QStringLiteral("exec 'emberchart-record' '-F'")}));
    }

    // Whatever the user's ssh config forwards elsewhere.
    void neitherKeysNorDisplayAreForwarded()
    {
        const auto arguments = sshArguments({QStringLiteral("there"), {}}, {});
        const auto options = arguments.first(arguments.indexOf(QStringLiteral("--")));
        QVERIFY(options.contains(QStringLiteral("-a")) && options.contains(QStringLiteral("-x")));
    }

    void quotedWordsAreTheSameInAllShells_data()
    {
        QTest::addColumn<QString>("shell");
        for (const char *shell : {"sh", "bash", "dash", "zsh", "fish", "ksh", "busybox"}) {
            const auto path = QStandardPaths::findExecutable(QString::fromLatin1(shell));
            if (!path.isEmpty())
                QTest::newRow(shell) << path;
        }
    }

    void quotedWordsAreTheSameInAllShells()
    {
        QFETCH(QString, shell);
        const QStringList words{QStringLiteral("plain"),         QString(),
                                QStringLiteral("it's 'quoted'"), QStringLiteral("\\ \\\\ \\' \\n"),
                                QStringLiteral("$HOME `id` !!"), QStringLiteral("a\nb\tc")};
        QString command = QStringLiteral("printf '<%s>'");
        for (const QString &word : words)
            command += QLatin1Char(' ') + shellQuoted(word);
        QProcess process;
        QStringList arguments{QStringLiteral("-c"), command};
        if (shell.endsWith(QLatin1String("busybox")))
            arguments.prepend(QStringLiteral("sh"));
        process.start(shell, arguments);
        QVERIFY(ember::tests::waitForEnd(process));
        QCOMPARE(QString::fromUtf8(process.readAllStandardOutput()),
                 QLatin1Char('<') + words.join(QStringLiteral("><")) + QLatin1Char('>'));
    }
};

EMBER_TEST(TstRemoteMachine)
#include "tst_remotemachine.moc"
