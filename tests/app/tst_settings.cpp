// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/launchcommand.h"
#include "app/settings/settings.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"

using namespace ember;
using namespace ember::app;
using ember::tests::Sandbox;

class TstSettings : public QObject {
    Q_OBJECT
private slots:
    void recentFilesAreNewestFirstAndEachOnce()
    {
        const Sandbox sandbox;
        Settings settings;
        const QStringList one{QStringLiteral("/a")};
        const QStringList two{QStringLiteral("/b 1"), QStringLiteral("/c\n'")};
        settings.addRecentOpening(one);
        settings.addRecentOpening(two);
        settings.addRecentOpening(one);
        QCOMPARE(Settings().recentOpenings(), (QList<QStringList>{one, two}));
        settings.removeRecentOpening(one);
        QCOMPARE(Settings().recentOpenings(), QList<QStringList>{two});
    }

    void onlyTenRecentFilesAreKept()
    {
        const Sandbox sandbox;
        Settings settings;
        for (int i = 0; i < 15; ++i)
            settings.addRecentOpening({QString::number(i)});
        QCOMPARE(settings.recentOpenings().size(), 10);
        QCOMPARE(settings.recentOpenings().first(), QStringList{QStringLiteral("14")});
    }

    void themeAndDsnOutliveTheObject()
    {
        const Sandbox sandbox;
        {
            Settings settings;
            settings.setTheme(ThemeChoice::Dark);
            settings.setDsn(QStringLiteral("https://k@h/1"));
        }
        const Settings settings;
        QCOMPARE(settings.theme(), ThemeChoice::Dark);
        QCOMPARE(settings.dsn(), QStringLiteral("https://k@h/1"));
    }

    void whatTablesAndTheChartLookLikeIsThereAgain()
    {
        const QMap<QString, QStringList> hidden{
            {QStringLiteral("calltree"), {QStringLiteral("self")}},
            {QStringLiteral("functions"), {QStringLiteral("module"), QStringLiteral("total")}}};
        {
            Settings settings;
            settings.setGutterWidth(300);
            settings.setHiddenColumns(hidden);
        }
        const Settings settings;
        QCOMPARE(settings.gutterWidth(), 300);
        QCOMPARE(settings.hiddenColumns(), hidden);
    }

    void nobodyElseReadsThem()
    {
        const Sandbox sandbox;
        Settings().setTheme(ThemeChoice::Dark);
        const QString file = sandbox.path(QStringLiteral("config/emberchart/emberchart.ini"));
        constexpr auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup
            | QFileDevice::ExeGroup | QFileDevice::ReadOther | QFileDevice::WriteOther
            | QFileDevice::ExeOther;
        QVERIFY(QFile::exists(file));
        QVERIFY(!(QFile::permissions(file) & others));
        QVERIFY(!(QFile::permissions(sandbox.path(QStringLiteral("config/emberchart"))) & others));
        Settings().addRecentOpening({QStringLiteral("/a")});
        Settings().setChunks({});
        QVERIFY(!(QFile::permissions(file) & others));
    }

    void theSecretOfADsnIsNotKept()
    {
        const Sandbox sandbox;
        Settings().setDsn(QStringLiteral("https://key:hush@h:9000/p/1"));
        QCOMPARE(Settings().dsn(), QStringLiteral("https://key@h:9000/p/1"));
        for (const char *whole :
             {"https://key@h:9000/1", "http://key@[::1]:80/1", "nonsense", ""}) {
            Settings().setDsn(QString::fromLatin1(whole));
            QCOMPARE(Settings().dsn(), QString::fromLatin1(whole));
        }
    }

    // An older program has kept what was typed, unasked.
    void aDsnThatWasKeptUnaskedIsForgotten()
    {
        const Sandbox sandbox;
        {
            QSettings store(QSettings::IniFormat, QSettings::UserScope,
                            QStringLiteral("emberchart"), QStringLiteral("emberchart"));
            store.setValue(QStringLiteral("upload/dsn"), QStringLiteral("https://key:hush@h/1"));
        }
        QCOMPARE(Settings().dsn(), QString());
        QFile file(sandbox.path(QStringLiteral("config/emberchart/emberchart.ini")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!file.readAll().contains("key"));
    }

    void commandsAreRememberedWithAllTheyHave()
    {
        const Sandbox sandbox;
        LaunchCommand command;
        command.program = QStringLiteral("/bin/echo");
        command.arguments = {QStringLiteral("a b"), QString()};
        command.directory = QStringLiteral("/tmp");
        command.environment = {QStringLiteral("X=1"), QStringLiteral("Y=a=b")};
        command.stdinFile = QStringLiteral("/dev/zero");
        command.rateHz = 997;
        command.followChildren = FollowChildren::No;
        command.ring = {QStringLiteral("10min"), QStringLiteral("30s"),
                        QStringList{QStringLiteral("cpu>150")}};
        LaunchSettings().remember(command);
        QCOMPARE(LaunchSettings().recent(), QList<LaunchCommand>{command});
    }

    void theSameCommandIsRememberedOnceWithItsNewestOptions()
    {
        const Sandbox sandbox;
        LaunchCommand command;
        command.program = QStringLiteral("true");
        LaunchSettings().remember(command);
        command.rateHz = 499;
        LaunchSettings().remember(command);
        const auto recent = LaunchSettings().recent();
        QCOMPARE(recent.size(), 1);
        QCOMPARE(recent.first().rateHz, 499);
    }

    void whatIsSetForNamesAndChunksIsThereAgain()
    {
        const Sandbox sandbox;
        const SymbolSettings symbols{.searchFolders = {QStringLiteral("/bins")},
                                     .debugFiles = DebugFiles::No,
                                     .debugServers = {QStringLiteral("https://a/")},
                                     .askDebugServers = AskDebugServers::Yes,
                                     .ownPaths = {QStringLiteral("/usr/lib/mine")},
                                     .foreignPaths = {QStringLiteral("/opt/vendor")}};
        const ChunkSettings chunks{.release = QStringLiteral("app@2"),
                                   .environment = QStringLiteral("staging"),
                                   .dist = QStringLiteral("7"),
                                   .platform = QStringLiteral("cocoa"),
                                   .ids = model::sentry::Ids::Fresh};
        const SourceSettings source{.mappings = {{QStringLiteral("/build"), QStringLiteral("/a b")},
                                                 {QString(), QStringLiteral("/c,d")}},
                                    .editor = QStringLiteral("kate -l %l \"%f\"")};
        Settings().setSource(source);
        QCOMPARE(Settings().source(), source);
        Settings().setSource({});
        QCOMPARE(Settings().source(), SourceSettings());
        Settings().setSymbols(symbols);
        Settings().setChunks(chunks);
        QCOMPARE(Settings().symbols(), symbols);
        QCOMPARE(Settings().chunks(), chunks);
    }

    void theSettingsReachSymbolizerAndWriter()
    {
        const SymbolSettings symbols{.searchFolders = {QStringLiteral("/bins")},
                                     .debugFiles = DebugFiles::No,
                                     .debugServers = {QStringLiteral("https://a/")},
                                     .askDebugServers = AskDebugServers::Yes,
                                     .ownPaths = {QStringLiteral("/usr/lib/mine")},
                                     .foreignPaths = {QStringLiteral("/opt/vendor")}};
        QCOMPARE(symbols.paths().searchFolders, std::vector<std::string>{"/bins"});
        QVERIFY(symbols.paths().debugRoots.empty());
        QVERIFY(!SymbolSettings().paths().debugRoots.empty());
        QCOMPARE(symbols.paths().servers, capture::AskServers::IfInEnvironment);
        QCOMPARE(SymbolSettings().paths().servers, capture::AskServers::Never);
        const auto rule = symbols.inAppRule();
        QCOMPARE(rule.of("/usr/lib/mine/a.so", ""), model::InApp::Yes);
        QCOMPARE(rule.of("/opt/vendor/b.so", ""), model::InApp::No);
        ChunkSettings chunks;
        chunks.release = QStringLiteral(" app@2 ");
        const auto options = chunks.options();
        QCOMPARE(options.release.value_or(""), std::string("app@2"));
        QVERIFY(!options.environment);
    }
};

EMBER_TEST(TstSettings)
#include "tst_settings.moc"
