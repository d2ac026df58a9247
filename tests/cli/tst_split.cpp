// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <set>
#include <string>

using namespace ember::tests;

namespace {

// A chunk with a sample every half second.
nlohmann::json longChunk(double start, int samples, const char *chunkId)
{
    auto chunk = baseChunk();
    chunk["chunk_id"] = chunkId;
    auto rows = nlohmann::json::array();
    for (int row = 0; row < samples; ++row)
        rows.push_back(
            {{"stack_id", row % 2}, {"thread_id", "1"}, {"timestamp", start + row * 0.5}});
    chunk["profile"]["samples"] = rows;
    return chunk;
}

constexpr auto longId = "00000000000040008000000000000001";
constexpr auto shortId = "00000000000040008000000000000002";

} // namespace

// emberchart-cli split.
class TstSplit : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString in(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    QString write(const char *name, const nlohmann::json &document) const
    {
        QFile file(in(name));
        if (file.open(QFile::WriteOnly))
            file.write(QByteArray::fromStdString(document.dump()));
        return file.fileName();
    }

private slots:
    void whatIsTooLongBecomesValidChunks()
    {
        const auto file = write("long.json", longChunk(1710805788.5, 401, longId)); // 200 s
        const QString out = in("out/");
        const auto run = cli({u"split"_qs, file, u"-o"_qs, out});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY2(run.err.contains("401 of 401 samples"), run.err.constData());
        const auto names = QDir(out).entryList({u"long*.json"_qs}, QDir::Files, QDir::Name);
        QVERIFY2(names.size() >= 4, run.err.constData());
        std::size_t samples = 0;
        std::set<std::string> ids{longId};
        for (const QString &name : names) {
            const auto chunk = jsonFile(out + name);
            const auto &rows = chunk["profile"]["samples"];
            samples += rows.size();
            QVERIFY(rows.back()["timestamp"].get<double>() - rows.front()["timestamp"].get<double>()
                    <= 60);
            QCOMPARE(chunk["profiler_id"].get<std::string>(),
                     baseChunk()["profiler_id"].get<std::string>());
            QVERIFY2(ids.insert(chunk["chunk_id"].get<std::string>()).second, qPrintable(name));
            const auto judged = cli({u"validate"_qs, u"--strict"_qs, out + name});
            QVERIFY2(judged.exitCode == 0, judged.out.constData());
        }
        QCOMPARE(samples, std::size_t(401));
    }

    void aChunkThatFitsStaysBesideOneThatDoesNot()
    {
        const auto first = write("first.json", longChunk(1710805788.5, 401, longId));
        const auto second = write("second.json", longChunk(1710806000.5, 20, shortId));
        const QString out = in("both");
        const auto run = cli({u"split"_qs, first, second, u"-o"_qs, out});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY2(run.err.contains(shortId), run.err.constData());
        QVERIFY2(!run.err.contains(longId), run.err.constData());
    }

    void anInputIsNotWrittenOver()
    {
        const auto file = write("own.json", longChunk(1710805788.5, 20, longId));
        const auto run = cli({u"split"_qs, file, u"-o"_qs, m_folder.path()});
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(jsonFile(file)["chunk_id"].get<std::string>(), std::string(longId));
    }
};

EMBER_TEST(TstSplit)
#include "tst_split.moc"
