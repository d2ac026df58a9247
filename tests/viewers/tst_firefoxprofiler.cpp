// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/formatregistry.h"
#include "tests/support/testmain.h"
#include "tests/viewers/tool.h"

#include <QTemporaryDir>

#include <map>
#include <set>
#include <utility>

using namespace ember::model;
using namespace ember::tests;

namespace {

struct Samples {
    std::uint64_t self = 0;
    std::uint64_t total = 0;

    friend bool operator==(const Samples &, const Samples &) = default;
};

// By thread id and the functions' names.
using Figures = std::map<std::pair<QString, QString>, Samples>;

QString fromModel(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

// Of functions that are sampled as a leaf or beneath one; those of one name are added up.
Figures figuresOf(const Profile &profile)
{
    Figures figures;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const ThreadIndex thread(row);
        const auto id = fromModel(profile.text(profile.thread(thread).id));
        profile.samples(thread).stacks.forEach([&](std::size_t, StackIndex stack) {
            const auto nameOf = [&](StackIndex node) {
                return QString::fromStdString(frameName(profile, profile.stack(node).frame));
            };
            if (stack != emptyStack)
                ++figures[{id, nameOf(stack)}].self;
            // What has no name is called after its address, and all of a library may be one
            // function.
            std::set<std::pair<FunctionIndex, QString>> seen;
            for (; stack != emptyStack; stack = profile.stack(stack).parent) {
                const auto function = profile.frame(profile.stack(stack).frame).function;
                if (const auto name = nameOf(stack); seen.emplace(function, name).second)
                    ++figures[{id, name}].total;
            }
        });
    }
    return figures;
}

Figures figuresIn(const QString &lines)
{
    Figures figures;
    for (const auto &line : lines.split(u'\n', Qt::SkipEmptyParts)) {
        const auto cells = line.split(u'\t');
        if (cells.size() != 4)
            continue;
        auto &figure = figures[{cells[0], cells[1]}];
        figure.self += cells[2].toULongLong();
        figure.total += cells[3].toULongLong();
    }
    return figures;
}

QStringList countersIn(const QString &lines)
{
    QStringList names;
    for (const auto &line : lines.split(u'\n', Qt::SkipEmptyParts)) {
        const auto cells = line.split(u'\t');
        if (cells.size() == 2)
            names += cells[1];
    }
    names.sort();
    return names;
}

// Those that have values.
QStringList seriesOf(const Profile &profile)
{
    QStringList names;
    for (const Measurement &series : profile.tables().measurements) {
        if (!series.values.isEmpty())
            names += fromModel(profile.text(series.name));
    }
    names.sort();
    return names;
}

} // namespace

// The Firefox Profiler's reader. EMBER_VIEWERS is a folder in which npm has installed its command
// line program, and the node that needs.
class TstFirefoxProfiler : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_modules = qEnvironmentVariable("EMBER_VIEWERS") + QStringLiteral("/node_modules");
        const QDir modules(m_modules);
        const auto nodes = modules.entryList({QStringLiteral("node-linux-*")});
        if (nodes.isEmpty() || !modules.exists(QStringLiteral("@firefox-devtools/profiler-cli")))
            QSKIP("no node-linux, @firefox-devtools/profiler-cli");
        m_node = modules.filePath(nodes.front() + QStringLiteral("/bin/node"));
    }

    void itCountsTheSamplesOfOurFilesAsWeDo_data()
    {
        QTest::addColumn<QString>("input");
        QTest::newRow("a capture") << QString();
        for (const char *name : {"sentry/real/node_manual_long/001.profile_chunk.json",
                                 "rprofile/perf/perf_script.txt", "rprofile/rprof/line_20ms.out"}) {
            const auto path = referenceData(QString::fromLatin1(name));
            if (!path.isEmpty() && QFile::exists(path))
                QTest::newRow(name) << path;
        }
    }

    void itCountsTheSamplesOfOurFilesAsWeDo()
    {
        QFETCH(QString, input);
        const QTemporaryDir folder;
        if (input.isEmpty()) {
            input = folder.filePath(QStringLiteral("c.ember"));
            QVERIFY(recordedDemo(input));
        }
        const auto file = folder.filePath(QStringLiteral("p.firefox.json"));
        QVERIFY(converted(input, file));
        const auto import = builtinFormats().open({input.toStdString()}, {});
        QVERIFY(import->refused.empty());
        const auto expected = figuresOf(*import->profiles.front().profile);
        QVERIFY(!expected.empty());
        const auto shown =
            outputOf(m_node,
                     {QStringLiteral(EMBER_SOURCE_DIR "/tests/viewers/firefoxprofiler.mjs"),
                      m_modules, file, folder.path()});
        QCOMPARE(figuresIn(shown), expected);
        const auto series = seriesOf(*import->profiles.front().profile);
        QVERIFY(!series.isEmpty() || !input.endsWith(QStringLiteral(".ember")));
        QCOMPARE(countersIn(shown), series);
    }

private:
    QString m_modules;
    QString m_node;
};

EMBER_TEST(TstFirefoxProfiler)
#include "tst_firefoxprofiler.moc"
