// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sentry/sentrydata.h"

#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QTest>

namespace ember::tests {

model::Bytes fileBytes(const QString &path)
{
    auto bytes = model::Bytes::readFile(path.toStdString());
    return bytes ? std::move(bytes).value() : model::Bytes();
}

nlohmann::json jsonFile(const QString &path)
{
    return nlohmann::json::parse(fileBytes(path).view(), nullptr, false);
}

QStringList filesIn(const QString &folder, const QString &pattern)
{
    QStringList paths;
    const QDir dir(folder);
    for (const auto &name : dir.entryList({pattern}, QDir::Files, QDir::Name))
        paths.append(dir.filePath(name));
    return paths;
}

void addReferenceFiles(const QStringList &folders, const QStringList &patterns)
{
    QTest::addColumn<QString>("path");
    for (const auto &name : folders) {
        const auto folder = referenceData(name);
        if (folder.isEmpty())
            QSKIP("no reference data");
        for (const auto &pattern : patterns) {
            for (const auto &path : filesIn(folder, pattern))
                QTest::newRow(qPrintable(path.section(u'/', -2))) << path;
        }
    }
}

std::vector<ExpectedVerdict> expectedVerdicts(const QString &tsv)
{
    std::vector<ExpectedVerdict> rows;
    QFile file(tsv);
    if (!file.open(QIODevice::ReadOnly))
        return rows;
    file.readLine(); // names of the columns
    while (!file.atEnd()) {
        const auto cells = QString::fromUtf8(file.readLine()).trimmed().split(u'\t');
        if (cells.size() >= 2)
            rows.push_back({cells[0], cells[1]});
    }
    return rows;
}

nlohmann::json baseChunk()
{
    return nlohmann::json::parse(R"({
        "version": "2",
        "chunk_id": "0432a0a4c25f4697bf9f0a2fcbe6a814",
        "profiler_id": "4d229f1d3807421ba62a5f8bc295d836",
        "release": "app@1.0", "environment": "test", "platform": "node",
        "client_sdk": {"name": "sentry.javascript.node", "version": "10.63.0"},
        "profile": {
            "samples": [
                {"stack_id": 0, "thread_id": "1", "timestamp": 1710805788.5},
                {"stack_id": 1, "thread_id": "1", "timestamp": 1710805788.51},
                {"stack_id": 0, "thread_id": "1", "timestamp": 1710805788.52},
                {"stack_id": 1, "thread_id": "1", "timestamp": 1710805788.53},
                {"stack_id": 2, "thread_id": "2", "timestamp": 1710805788.531},
                {"stack_id": 2, "thread_id": "2", "timestamp": 1710805788.532},
                {"stack_id": 2, "thread_id": "2", "timestamp": 1710805788.533}],
            "stacks": [[1, 0], [2, 1, 0], [0]],
            "frames": [
                {"function": "main", "filename": "a.js", "lineno": 1},
                {"function": "f", "filename": "a.js", "lineno": 10},
                {"function": "g", "filename": "a.js", "lineno": 20}],
            "thread_metadata": {"1": {"name": "main", "priority": 31}, "2": {"name": "worker"}}
        }})");
}

nlohmann::json baseProfileV1()
{
    return nlohmann::json::parse(R"({
        "version": "1", "event_id": "41fed0925670468bb0457f61a74688ec",
        "timestamp": "2026-11-21T07:00:00.25Z",
        "release": "app@1.0", "environment": "test", "platform": "node",
        "device": {"architecture": "x64", "model": "Box", "is_emulator": false},
        "os": {"name": "linux", "version": "6.1"},
        "runtime": {"name": "node", "version": "20"},
        "transaction": {
            "id": "30976f2ddbe04ac9b6bffe6e35d4710c", "name": "GET /",
            "trace_id": "4b25bc58f14243d8b208d1e22a054164", "active_thread_id": "7"},
        "measurements": {"cpu_usage": {"unit": "percent", "values": [
            {"elapsed_since_start_ns": "15000000", "value": 12.5}]}},
        "profile": {
            "samples": [
                {"stack_id": 3, "thread_id": "3", "elapsed_since_start_ns": "1000000"},
                {"stack_id": 0, "thread_id": "7", "elapsed_since_start_ns": "1000000"},
                {"stack_id": 1, "thread_id": "7", "elapsed_since_start_ns": "11000000"},
                {"stack_id": 2, "thread_id": "7", "elapsed_since_start_ns": "21000000"},
                {"stack_id": 0, "thread_id": "7", "elapsed_since_start_ns": "31000000"},
                {"stack_id": 1, "thread_id": "7", "elapsed_since_start_ns": "41000000"},
                {"stack_id": 3, "thread_id": "3", "elapsed_since_start_ns": "41000000"}],
            "stacks": [[1, 0], [2, 1, 0], [], [0]],
            "frames": [
                {"function": "main", "filename": "a.js", "lineno": 1},
                {"function": "f", "filename": "a.js", "lineno": 10},
                {"function": "g", "filename": "a.js", "lineno": 20}],
            "thread_metadata": {"3": {"name": "worker"}, "7": {"name": "main"}}
        }})");
}

} // namespace ember::tests
