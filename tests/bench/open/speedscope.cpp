// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/open/speedscope.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <cstdio>

namespace ember::bench {

namespace {

constexpr int longestMs = 600'000;

std::optional<QByteArray> outputOf(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.start(program, arguments);
    if (process.waitForFinished(longestMs) && process.exitStatus() == QProcess::NormalExit
        && process.exitCode() == 0)
        return process.readAllStandardOutput();
    std::fprintf(stderr, "%s: %s\n", qPrintable(program),
                 process.readAllStandardError().constData());
    return std::nullopt;
}

} // namespace

std::optional<SpeedscopeOpening> openInSpeedscope(const QString &file)
{
    const auto node = QStandardPaths::findExecutable(QStringLiteral("node"));
    const auto browser = QStandardPaths::findExecutable(QStringLiteral("chromium"));
    const QString modules = qEnvironmentVariable("EMBER_VIEWERS") + QStringLiteral("/node_modules");
    if (node.isEmpty() || browser.isEmpty()
        || !QDir(modules + QStringLiteral("/speedscope")).exists()
        || !QDir(modules + QStringLiteral("/puppeteer-core")).exists()) {
        std::fprintf(stderr, "not compared: no node, chromium, speedscope, puppeteer-core\n");
        return std::nullopt;
    }
    const QTemporaryDir folder;
    const auto converted = folder.filePath(QStringLiteral("profile.speedscope.json"));
    const QString converter =
        QCoreApplication::applicationDirPath() + QStringLiteral("/emberchart-cli");
    if (!outputOf(converter, {QStringLiteral("convert"), file, QStringLiteral("-o"), converted}))
        return std::nullopt;
    const auto printed =
        outputOf(node,
                 {QStringLiteral(EMBER_SOURCE_DIR "/tests/bench/open/speedscope.mjs"), modules,
                  browser, converted});
    const auto numbers = printed.value_or(QByteArray()).trimmed().split(' ');
    if (numbers.size() != 3)
        return std::nullopt;
    return SpeedscopeOpening{numbers[0].toDouble(), numbers[1].toDouble(), numbers[2].toDouble(),
                             QFileInfo(converted).size()};
}

} // namespace ember::bench
