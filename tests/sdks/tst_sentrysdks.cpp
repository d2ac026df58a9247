// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/support/testmain.h"
#include "tests/support/waitforend.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace ember::tests;

namespace {

QString ours(const char *file)
{
    return QStringLiteral(EMBER_SOURCE_DIR "/tests/sdks/") + QLatin1String(file);
}

// Whether a function of this name was called, directly or not, by one of these calls.
bool hasCall(const QJsonArray &calls, const QString &name)
{
    return std::ranges::any_of(calls, [&name](const QJsonValue &call) {
        return call[QLatin1String("name")].toString().contains(name)
            || hasCall(call[QLatin1String("children")].toArray(), name);
    });
}

// Whether knownLeaf was called below knownCaller.
bool hasKnownCalls(const QJsonArray &calls)
{
    return std::ranges::any_of(calls, [](const QJsonValue &call) {
        const auto children = call[QLatin1String("children")].toArray();
        const auto name = call[QLatin1String("name")].toString();
        return (name.contains(QLatin1String("knownCaller"))
                && hasCall(children, QStringLiteral("knownLeaf")))
            || hasKnownCalls(children);
    });
}

} // namespace

// What Sentry's SDKs send. EMBER_SDKS is a folder in which npm has installed @sentry/node and
// @sentry/profiling-node; the SDK for Python is the one that python3 finds.
class TstSentrySdks : public QObject {
    Q_OBJECT

private slots:
    void whatTheySendIsTakenAndOpens_data()
    {
        QTest::addColumn<QStringList>("command"); // empty: it is not there
        QTest::addColumn<QString>("profile"); // the type of its item; empty: an SDK without
        for (const char *kind : {"profile_chunk", "profile"}) {
            const auto type = QString::fromLatin1(kind);
            QTest::addRow("node, %s", kind) << nodeCommand(type) << type;
        }
        QTest::newRow("python") << pythonCommand()
                                << (pythonHas("sentry_sdk.profiler.start_profiler")
                                        ? QStringLiteral("profile_chunk")
                                        : QString());
    }

    void whatTheySendIsTakenAndOpens()
    {
        QFETCH(QStringList, command);
        QFETCH(QString, profile);
        if (command.isEmpty())
            QSKIP("no SDK (@sentry/node and @sentry/profiling-node in EMBER_SDKS; sentry_sdk)");
        const QTemporaryDir folder;
        const auto saved = folder.filePath(QStringLiteral("saved"));
        const auto run = cli(QStringList{QStringLiteral("listen"), QStringLiteral("--json"),
                                         QStringLiteral("-o"), saved, QStringLiteral("--")}
                             + command);
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QMap<QString, QString> files; // by types of items
        for (const auto &line : run.out.split('\n')) {
            const auto item = QJsonDocument::fromJson(line).object();
            if (item.isEmpty())
                continue;
            QVERIFY2(item[QLatin1String("verdict")] == QLatin1String("accepted"), line.constData());
            files.insert(item[QLatin1String("type")].toString(),
                         item[QLatin1String("file")].toString());
        }
        QVERIFY2(files.contains(QStringLiteral("transaction")), run.out.constData());
        QVERIFY2(profile.isEmpty() || files.contains(profile), run.out.constData());

        auto opened = QStringList{files[QStringLiteral("transaction")]};
        if (!profile.isEmpty() && files[profile] != opened.first()) // V1 comes with its transaction
            opened << files[profile];
        const auto summary =
            cli(QStringList{QStringLiteral("summary"), QStringLiteral("--json")} + opened);
        QVERIFY2(summary.exitCode == 0, summary.err.constData());
        QVERIFY(summary.out.contains("known work"));
        if (profile.isEmpty())
            return;
        const auto tree =
            cli({QStringLiteral("calltree"), QStringLiteral("--json"), files[profile]});
        QVERIFY2(tree.exitCode == 0, tree.err.constData());
        const auto threads = tree.json()[QLatin1String("threads")].toArray();
        QVERIFY(std::ranges::any_of(threads, [](const QJsonValue &thread) {
            return hasKnownCalls(thread[QLatin1String("roots")].toArray());
        }));
    }

private:
    static QStringList nodeCommand(const QString &kind)
    {
        const QString modules =
            qEnvironmentVariable("EMBER_SDKS") + QStringLiteral("/node_modules");
        const auto node = QStandardPaths::findExecutable(QStringLiteral("node"));
        if (node.isEmpty() || !QDir(modules).exists(QStringLiteral("@sentry/profiling-node")))
            return {};
        return {node, ours("knownwork.cjs"), modules, kind};
    }

    // Whether python3's sentry_sdk has it.
    static bool pythonHas(const char *name)
    {
        const auto program = QStringLiteral("import sentry_sdk; %1").arg(QLatin1String(name));
        QProcess python;
        python.setStandardErrorFile(QProcess::nullDevice()); // its traceback
        python.start(QStringLiteral("python3"), {QStringLiteral("-c"), program});
        return waitForEnd(python) && python.exitStatus() == QProcess::NormalExit
            && python.exitCode() == 0;
    }

    static QStringList pythonCommand()
    {
        if (!pythonHas("sentry_sdk.init"))
            return {};
        return {QStringLiteral("python3"), ours("knownwork.py")};
    }
};

EMBER_TEST(TstSentrySdks)
#include "tst_sentrysdks.moc"
