// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "tests/support/testmain.h"
#include "views/code/sourceplaces.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace ember::views;

namespace {

QString text(const PathMapping &mapping)
{
    return QStringLiteral("%1 -> %2").arg(mapping.from, mapping.to);
}

} // namespace

class TstSourcePlaces : public QObject {
    Q_OBJECT

private slots:
    void anAbsolutePathIsLookedForWhereItSays()
    {
        const SourcePlaces places{{}, {QStringLiteral("/run")}, {}};
        QCOMPARE(sourceCandidates(QStringLiteral("/b/./src/../a.c"), places),
                 QStringList{QStringLiteral("/b/a.c")});
    }

    void aRelativePathCountsFromTheWorkingFolders()
    {
        const SourcePlaces places{{}, {QStringLiteral("/run"), QStringLiteral("/old")}, {}};
        QCOMPARE(sourceCandidates(QStringLiteral("src/a.c"), places),
                 (QStringList{QStringLiteral("/run/src/a.c"), QStringLiteral("/old/src/a.c")}));
    }

    void mappingsGoFirstAndInTheirOrder()
    {
        const SourcePlaces places{{{QStringLiteral("/build"), QStringLiteral("/home/me")},
                                   {QStringLiteral("/build/app/"), QStringLiteral("/app")}},
                                  {},
                                  {}};
        QCOMPARE(sourceCandidates(QStringLiteral("/build/app/a.c"), places),
                 (QStringList{QStringLiteral("/home/me/app/a.c"), QStringLiteral("/app/a.c"),
                              QStringLiteral("/build/app/a.c")}));
        // Only whole names of folders count.
        QCOMPARE(sourceCandidates(QStringLiteral("/builder/a.c"), places),
                 QStringList{QStringLiteral("/builder/a.c")});
    }

    void aMappingOfNothingIsThatOfRelativePaths()
    {
        const SourcePlaces places{{{QString(), QStringLiteral("/src")}}, {}, {}};
        QCOMPARE(sourceCandidates(QStringLiteral("a/b.py"), places),
                 QStringList{QStringLiteral("/src/a/b.py")});
        QCOMPARE(sourceCandidates(QStringLiteral("/a/b.py"), places),
                 QStringList{QStringLiteral("/a/b.py")});
    }

    void besideTheProfileLiesWhatEndsLikeThePath()
    {
        const SourcePlaces places{{}, {}, {QStringLiteral("/p")}};
        QCOMPARE(sourceCandidates(QStringLiteral("/b/src/a.c"), places),
                 (QStringList{QStringLiteral("/b/src/a.c"), QStringLiteral("/p/b/src/a.c"),
                              QStringLiteral("/p/src/a.c"), QStringLiteral("/p/a.c")}));
        // No path leads out of there.
        QCOMPARE(sourceCandidates(QStringLiteral("../../etc/a.c"), places),
                 (QStringList{QStringLiteral("/p/etc/a.c"), QStringLiteral("/p/a.c")}));
    }

    void pathsOfWindowsAreMappedToo()
    {
        const SourcePlaces places{
            {{QStringLiteral("C:\\work"), QStringLiteral("/home/me")}}, {}, {}};
        QCOMPARE(sourceCandidates(QStringLiteral("C:\\work\\src\\a.cpp"), places).constFirst(),
                 QStringLiteral("/home/me/src/a.cpp"));
    }

    void nothingIsNowhere()
    {
        QVERIFY(sourceCandidates(QString(), {{}, {QStringLiteral("/")}, {QStringLiteral("/")}})
                    .isEmpty());
    }

    void theFirstThatIsAFileIsTaken()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("a.c"))); // is none
        QFile file(folder.filePath(QStringLiteral("b.c")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(findSource({folder.filePath(QStringLiteral("gone")),
                             folder.filePath(QStringLiteral("a.c")), file.fileName()}),
                 file.fileName());
        QVERIFY(findSource({QStringLiteral("/dev/zero")}).isEmpty());
    }

    void aRelativePathIsNoFile()
    {
        const QTemporaryDir folder;
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(folder.path()));
        QFile file(QStringLiteral("-c.c"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QString found = findSource({file.fileName(), QStringLiteral("./-c.c")});
        QVERIFY(QDir::setCurrent(before));
        QCOMPARE(found, QString());
    }

    void whatTwoPathsEndWithIsNotPartOfTheirMapping_data()
    {
        QTest::addColumn<QString>("recorded");
        QTest::addColumn<QString>("located");
        QTest::addColumn<QString>("mapping");
        const auto row = [](const char *name, const char *recorded, const char *located,
                            const char *mapping) {
            QTest::newRow(name) << QString::fromUtf8(recorded) << QString::fromUtf8(located)
                                << QString::fromUtf8(mapping);
        };
        row("a common ending", "/build/app/src/a.c", "/home/me/app/src/a.c", "/build -> /home/me");
        row("the name alone", "/build/src/a.c", "/home/a.c", "/build/src -> /home");
        row("nothing", "/build/a.c", "/home/b.c", "/build/a.c -> /home/b.c");
        row("a relative one", "src/a.c", "/home/me/src/a.c", " -> /home/me");
        row("relative and another", "lib/a.c", "/home/src/a.c", "lib -> /home/src");
        row("from the root", "/src/a.c", "/home/src/a.c", "/ -> /home");
        row("Windows", "C:\\w\\src\\a.c", "/home/src/a.c", "C:/w -> /home");
    }

    void whatTwoPathsEndWithIsNotPartOfTheirMapping()
    {
        QFETCH(QString, recorded);
        QFETCH(QString, located);
        const auto mapping = mappingBetween(recorded, located);
        QTEST(text(mapping), "mapping");
        // And it does what it was made for.
        QCOMPARE(sourceCandidates(recorded, {{mapping}, {}, {}}).constFirst(), located);
    }

    void programsRanInTheirWorkingFolders()
    {
        ember::model::ProfileBuilder builder;
        for (const char *folder : {"/one", "", "/two", "/one", "here", "-c!touch x", "+1"}) {
            ember::model::Process process;
            process.workingDirectory = builder.string(folder);
            builder.addProcess(process);
        }
        QCOMPARE(workingFolders(*builder.snapshot()),
                 (QStringList{QStringLiteral("/one"), QStringLiteral("/two")}));
    }
};

EMBER_TEST(TstSourcePlaces)
#include "tst_sourceplaces.moc"
