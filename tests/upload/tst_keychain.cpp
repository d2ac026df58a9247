// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace ember::tests;

namespace {

constexpr int keychainPatience = 60'000; // ms a loaded machine may take
constexpr const char *key = "0123456789abcdef0123456789abcdef";

struct KeychainRun {
    int exitCode = -1;
    QByteArray out;
    QByteArray err;
};

} // namespace

// Destinations with a real secret service: GNOME's keyring on a message bus of its own, which each
// command starts anew over the same files.
class TstKeychain : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;

    KeychainRun run(const QStringList &arguments) const
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("LANGUAGE"), QStringLiteral("en"));
        environment.insert(QStringLiteral("HOME"), m_home->path());
        environment.insert(QStringLiteral("XDG_CURRENT_DESKTOP"), QStringLiteral("GNOME"));
        for (const char *kind :
             {"CONFIG_HOME", "DATA_HOME", "STATE_HOME", "CACHE_HOME", "RUNTIME_DIR"})
            environment.insert(QStringLiteral("XDG_%1").arg(QLatin1String(kind)), m_home->path());
        environment.remove(QStringLiteral("SENTRY_DSN"));
        if (arguments.contains(QStringLiteral("--add")))
            environment.insert(QStringLiteral("SENTRY_DSN"),
                               QStringLiteral("http://%1@127.0.0.1:1/42").arg(QLatin1String(key)));
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral("dbus-run-session"),
                      QStringList{QStringLiteral("--"), QStringLiteral("sh"), QStringLiteral("-c"),
                                  QStringLiteral("printf word | gnome-keyring-daemon --unlock "
                                                 "--components=secrets >/dev/null && exec \"$@\""),
                                  QStringLiteral("sh"),
                                  QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli")}
                          + arguments);
        const bool isOver = process.waitForFinished(keychainPatience);
        return {isOver ? process.exitCode() : -1, process.readAllStandardOutput(),
                process.readAllStandardError()};
    }

    // Whether the key stands in one of the user's files.
    bool isKeyInFiles() const
    {
        QDirIterator files(m_home->path(), QDir::Files | QDir::Hidden,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QFile::ReadOnly) && file.readAll().contains(key))
                return true;
        }
        return false;
    }

private slots:
    void initTestCase()
    {
        for (const char *program : {"dbus-run-session", "gnome-keyring-daemon"}) {
            if (QStandardPaths::findExecutable(QLatin1String(program)).isEmpty())
                QSKIP("no gnome-keyring or dbus-run-session");
        }
    }

    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void aKeyIsInTheKeychainAloneAndIsFoundAgain()
    {
        const QString name = QStringLiteral("one");
        const auto added = run({QStringLiteral("destinations"), QStringLiteral("--add"), name});
        QVERIFY2(added.exitCode == 0, added.err.constData());
        QVERIFY2(added.err.contains("its key is in the keychain"), added.err.constData());
        QVERIFY(!isKeyInFiles());
        const QString chunk = m_home->filePath(QStringLiteral("chunk.json"));
        {
            QFile file(chunk);
            QVERIFY(file.open(QFile::WriteOnly));
            file.write(QByteArray::fromStdString(baseChunk().dump()));
        }
        const QStringList sending{QStringLiteral("upload"), QStringLiteral("--to"), name,
                                  QStringLiteral("--dry-run"), chunk};
        const auto found = run(sending);
        QVERIFY2(found.exitCode == 0, found.err.constData());
        QVERIFY2(found.out.contains("would go to http://127.0.0.1:1/api/42/envelope/"),
                 found.out.constData());
        const auto removed =
            run({QStringLiteral("destinations"), QStringLiteral("--remove"), name});
        QVERIFY2(removed.exitCode == 0, removed.err.constData());
        QVERIFY(run(sending).exitCode != 0);
    }
};

EMBER_TEST(TstKeychain)
#include "tst_keychain.moc"
