// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/debugfinder.h"
#include "tests/support/testmain.h"
#include "tests/symbols/symboltargets.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ember::capture;
using namespace ember::tests;

class TstDebugFinder : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_paths.debugRoots = {path("root")};
    }

    void theBuildIdPathIsFirst()
    {
        const auto binary = split("full", "app");
        const auto id = buildIdOf(binary);
        const auto byId = buildIdPath(path("root"), id, ".debug");
        place(path("app.debug"), byId);
        QCOMPARE(found(binary), byId);
    }

    void theLinkIsFollowedBesideTheBinaryInDotDebugAndUnderTheRoots_data()
    {
        QTest::addColumn<QString>("where");
        QTest::newRow("beside") << QStringLiteral("bin/app.debug");
        QTest::newRow(".debug") << QStringLiteral("bin/.debug/app.debug");
        QTest::newRow("root") << QStringLiteral("root%1/bin/app.debug");
    }

    void theLinkIsFollowedBesideTheBinaryInDotDebugAndUnderTheRoots()
    {
        QFETCH(QString, where);
        const auto real = QDir(m_folder->path()).canonicalPath();
        const auto wanted = path(where.contains(u"%1") ? where.arg(real) : where);
        split("full", "app");
        const auto binary = path("bin/app");
        place(path("app"), binary);
        place(path("app.debug"), wanted);
        QCOMPARE(QFileInfo(QString::fromStdString(found(binary))).canonicalFilePath(),
                 QFileInfo(QString::fromStdString(wanted)).canonicalFilePath());
    }

    void withoutBuildIdTheChecksumDecides()
    {
        const auto binary = split("noid", "app");
        QCOMPARE(found(binary), path("app.debug"));
        QFile debug(QString::fromStdString(path("app.debug")));
        QVERIFY(debug.open(QIODevice::Append));
        debug.write("x");
        debug.close();
        QCOMPARE(found(binary), std::string());
    }

    void aDebugFileOfAnotherBuildIsRefused()
    {
        const auto binary = split("full", "app");
        place(symbolTarget("dwarf4"), path("app.debug"));
        QCOMPARE(found(binary), std::string());
    }

    void aLinkToItselfOrOutOfItsFolderIsNotFollowed()
    {
        const auto binary = path("self");
        place(symbolTarget("noid"), binary);
        // objcopy computes the checksum of the file it is given: the right one, at a wrong place.
        place(symbolTarget("noid"), path("elsewhere"));
        run(QStringLiteral("objcopy"),
            {QStringLiteral("--add-gnu-debuglink=") + QString::fromStdString(path("elsewhere")),
             QString::fromStdString(binary)});
        QVERIFY(QFile::remove(QString::fromStdString(path("elsewhere"))));
        QCOMPARE(found(binary), std::string());
    }

    void theChecksumIsThatOfTheStandard()
    {
        QFile file(QString::fromStdString(path("digits")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("123456789");
        file.close();
        QCOMPARE(fileCrc(path("digits")), std::optional<std::uint32_t>(0xcbf43926U));
        QCOMPARE(fileCrc(path("nothing")), std::optional<std::uint32_t>());
    }

private:
    std::string path(const QString &name) const { return m_folder->filePath(name).toStdString(); }

    std::string path(const char *name) const { return path(QString::fromLatin1(name)); }

    static void place(const std::string &from, const std::string &to)
    {
        const auto target = QString::fromStdString(to);
        QDir().mkpath(QFileInfo(target).path());
        QFile::remove(target);
        QVERIFY(QFile::copy(QString::fromStdString(from), target));
        if (to != from && from.find("/targets/") == std::string::npos)
            QFile::remove(QString::fromStdString(from));
    }

    std::string split(const char *target, const char *name) const
    {
        const auto binary = QString::fromStdString(path(name));
        const auto debug = QString(binary + u".debug");
        QFile::copy(QString::fromStdString(symbolTarget(target)), binary);
        run(QStringLiteral("objcopy"), {QStringLiteral("--only-keep-debug"), binary, debug});
        run(QStringLiteral("strip"), {binary});
        run(QStringLiteral("objcopy"), {QStringLiteral("--add-gnu-debuglink=") + debug, binary});
        return binary.toStdString();
    }

    std::string found(const std::string &binary) const
    {
        const auto file = ElfFile::open(binary);
        if (!file)
            return "no binary";
        const auto debug = findDebugFile(*file, m_paths);
        return debug ? debug->path() : std::string();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    SymbolPaths m_paths;
};

EMBER_TEST(TstDebugFinder)
#include "tst_debugfinder.moc"
