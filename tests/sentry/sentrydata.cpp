// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sentry/sentrydata.h"

#include <QDir>
#include <QFile>

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

std::vector<ExpectedVerdict> expectedVerdicts(const QString &tsv)
{
    std::vector<ExpectedVerdict> rows;
    QFile file(tsv);
    if (!file.open(QIODevice::ReadOnly))
        return rows;
    file.readLine(); // names of the columns
    while (!file.atEnd()) {
        const auto cells = QString::fromUtf8(file.readLine()).trimmed().split(u'\t');
        if (cells.size() >= 2 && !cells[0].startsWith(QLatin1String("v1_")))
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

} // namespace ember::tests
