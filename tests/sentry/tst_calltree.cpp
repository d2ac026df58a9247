// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/chunkimporter.h"
#include "model/query/calltree.h"
#include "model/spans/spanbuilder.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QTest>

#include <zlib.h>

#include <map>
#include <memory>

using namespace ember;
using namespace ember::model;
using nlohmann::json;

namespace {

// A file as it is, or unpacked: gzread takes both.
json unpacked(const QString &path)
{
    const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(
        gzopen(path.toLocal8Bit().constData(), "rb"), gzclose);
    std::string text;
    std::array<char, 65536> block{};
    while (file) {
        const int got = gzread(file.get(), block.data(), unsigned(block.size()));
        if (got <= 0)
            break;
        text.append(block.data(), std::size_t(got));
    }
    return json::parse(text, nullptr, false);
}

// What the backend calls a node, in one line per call: depth, name, package, line, in_app, samples.
struct Call {
    std::string text;
    std::int64_t start = 0;
    std::int64_t duration = 0;
};

using Calls = std::map<std::string, std::vector<Call>>; // by thread id

void flatten(const json &nodes, int depth, std::vector<Call> &calls)
{
    for (const auto &node : nodes) {
        calls.push_back({std::to_string(depth) + ' ' + node.at("name").get<std::string>() + " ["
                             + node.at("package").get<std::string>() + "] line "
                             + std::to_string(node.value("line", 0))
                             + (node.at("in_app").get<bool>() ? " in_app" : "") + " samples "
                             + std::to_string(node.at("samples").get<int>()),
                         node.at("start_ns").get<std::int64_t>(),
                         node.at("duration_ns").get<std::int64_t>()});
        if (node.contains("children"))
            flatten(node.at("children"), depth + 1, calls);
    }
}

Calls expectedCalls(const json &document)
{
    Calls calls;
    for (const auto &[thread, roots] : document.at("call_trees").items())
        flatten(roots, 0, calls[thread]);
    return calls;
}

Calls callsOf(const ProfilePointer &profile)
{
    Calls calls;
    const auto spans = buildSpans(profile);
    for (std::size_t row = 0; row < profile->threadCount(); ++row) {
        const ThreadIndex thread(row);
        for (const auto &node : callTree(*spans, thread).nodes) {
            const Frame &frame = profile->frame(node.frame);
            calls[std::string(profile->text(profile->thread(thread).id))].push_back(
                {std::to_string(node.depth) + ' '
                     + std::string(profile->text(profile->function(frame.function).name)) + " ["
                     + std::string(moduleName(*profile, node.frame)) + "] line "
                     + std::to_string(frame.line) + (frame.inApp == InApp::No ? "" : " in_app")
                     + " samples " + std::to_string(node.samples),
                 toNs(node.start), node.duration.count()});
        }
    }
    return calls;
}

// A row per tree of a folder; `payload` makes a payload's path of the tree's name.
template<typename Payload>
void addRows(const QString &folder, Payload payload)
{
    for (const auto &path : tests::filesIn(folder, QStringLiteral("*.json*"))) {
        const auto name = QFileInfo(path).fileName().section(u'.', 0, 0);
        QTest::newRow(qPrintable(name)) << path << payload(name);
    }
}

} // namespace

class TstCallTree : public QObject {
    Q_OBJECT

private slots:
    void everyTreeEqualsTheBackends_data()
    {
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QString>("payload");
        const auto base = tests::referenceData(QStringLiteral("sentry"));
        if (base.isEmpty())
            QSKIP("no reference data");
        const QString cases = base + QStringLiteral("/cases/");
        addRows(cases + QStringLiteral("calltree"), [&](const QString &name) -> QString {
            return cases + name + QStringLiteral(".json");
        });
        const QDir real(base + QStringLiteral("/real"));
        for (const auto &session : real.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const QString folder = real.filePath(session) + QLatin1Char('/');
            addRows(folder + QStringLiteral("expected"), [&](const QString &name) -> QString {
                const QString stem = folder + name.section(u'_', -1);
                return stem
                    + (session.endsWith(QLatin1String("_v1"))
                           ? QStringLiteral(".profile.json")
                           : QStringLiteral(".profile_chunk.json"));
            });
        }
    }

    void everyTreeEqualsTheBackends()
    {
        QFETCH(QString, expected);
        QFETCH(QString, payload);
        std::vector<ImportFile> files;
        files.push_back({payload.toStdString(), tests::fileBytes(payload)});
        const auto import = sentry::ChunkImporter().read(std::move(files), {});
        QVERIFY2(import, import ? "" : import.error().detail.c_str());
        QCOMPARE(import->profiles.size(), std::size_t(1));

        const auto wanted = expectedCalls(unpacked(expected));
        const auto got = callsOf(import->profiles.front().profile);
        // Of V1 profiles the backend draws the active thread only.
        const bool isV1 = import->profiles.front().format == "sentry-v1";
        QVERIFY(isV1 || got.size() == wanted.size());
        for (const auto &[thread, calls] : wanted) {
            QVERIFY2(got.count(thread) == 1, thread.c_str());
            compare(got.at(thread), calls);
        }
    }

private:
    // The backend calculates in doubles, whose steps are 256 ns at today's epoch.
    static void compare(const std::vector<Call> &got, const std::vector<Call> &wanted)
    {
        for (std::size_t row = 0; row < std::min(got.size(), wanted.size()); ++row) {
            QCOMPARE(QString::fromStdString(got[row].text),
                     QString::fromStdString(wanted[row].text));
            QCOMPARE_LE(std::abs(got[row].start - wanted[row].start), std::int64_t(384));
            QCOMPARE_LE(std::abs(got[row].duration - wanted[row].duration), std::int64_t(640));
        }
        QCOMPARE(got.size(), wanted.size());
    }
};

EMBER_TEST(TstCallTree)
#include "tst_calltree.moc"
