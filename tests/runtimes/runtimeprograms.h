// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QStandardPaths>
#include <QString>
#include <QTest>

namespace ember::tests {

// Adds a row (column "program") for the system's program of a language and for each further version
// in the folder $EMBER_TEST_RUNTIMES, whose programs are named LANGUAGE-VERSION. A row whose
// program is absent has "".
inline void addRuntimePrograms(const QString &language)
{
    QTest::addColumn<QString>("program");
    QTest::newRow("system's") << QStandardPaths::findExecutable(
        language, {QStringLiteral("/usr/bin"), QStringLiteral("/usr/local/bin")});
    const QDir folder(qEnvironmentVariable("EMBER_TEST_RUNTIMES", QStringLiteral("/nowhere")));
    const auto found =
        folder.entryInfoList({language + QStringLiteral("-*")}, QDir::Files, QDir::Name);
    for (const auto &program : found)
        QTest::newRow(qPrintable(program.fileName())) << program.absoluteFilePath();
    if (found.isEmpty())
        QTest::newRow("further versions") << QString();
}

// As addRuntimePrograms(), of Python; versions of pyenv are further ones.
inline void addPythons()
{
    addRuntimePrograms(QStringLiteral("python3"));
    const QString versions = QDir::homePath() + QStringLiteral("/.pyenv/versions/");
    for (const auto *version : {"3.8.18", "3.9.18", "3.10.13", "3.11.7", "3.12.1", "3.13.0"})
        QTest::newRow(version) << QStandardPaths::findExecutable(
            QStringLiteral("python3"),
            {versions + QString::fromLatin1(version) + QStringLiteral("/bin")});
}

} // namespace ember::tests
