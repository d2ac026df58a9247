// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/stringtable.h"
#include "model/formats/sentry/prepare.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::model;
using namespace ember::model::sentry;

namespace {

struct FrameText {
    const char *function = nullptr;
    const char *filename = nullptr;
    const char *package = nullptr;
};

// One stack over all frames, leaf first.
Chunk chunkOf(const char *platform, std::initializer_list<FrameText> frames)
{
    Chunk chunk;
    StringInterner strings(chunk.strings);
    const auto text = [&](const char *characters) {
        return characters ? strings.intern(characters) : StringIndex();
    };
    chunk.metadata.platform = text(platform);
    for (const auto &frame : frames) {
        ChunkFrame row;
        row.function = text(frame.function);
        row.filename = text(frame.filename);
        row.package = text(frame.package);
        chunk.frames.push_back(row);
        chunk.stacks.appendFrame(ChunkFrameIndex(chunk.frames.size() - 1));
    }
    chunk.stacks.endStack();
    return chunk;
}

std::vector<std::size_t> stackOf(const Chunk &chunk, std::size_t row = 0)
{
    std::vector<std::size_t> frames;
    for (const auto frame : chunk.stacks[ChunkStackIndex(row)])
        frames.push_back(frame.row());
    return frames;
}

} // namespace

class TstPrepare : public QObject {
    Q_OBJECT

private slots:
    void applicationCodeIsToldFromTheSystems_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<QString>("frame"); // "member=text member=text"
        QTest::addColumn<bool>("expected");
        const auto row = [](const char *profile, const char *frame, bool expected) {
            QTest::addRow("%s %s", profile, frame)
                << QString::fromLatin1(profile) << QString::fromLatin1(frame) << expected;
        };
        row("node", "", true);
        row("node", "absPath=/srv/app.js", true);
        row("node", "absPath=node:fs", false);
        row("node", "absPath=/srv/node_modules/x.js", false);
        row("node", "absPath=node:fs inApp=1", true);
        row("javascript", "function=[native]", false);
        row("javascript", "absPath=https://x/a.js", true);
        row("javascript", "filename=../node_modules/x.js", false);
        row("javascript", "absPath=@moz-extension://x", false);
        row("javascript", "absPath=chrome-extension://x", false);
        row("python", "", true);
        row("python", "module=app.views", true);
        row("python", "module=sentry_sdk.hub", false);
        row("python", "module=threading", false);
        row("python", "module=importlib._bootstrap", false);
        row("python", "module=macpath", false);
        row("python", "module=threadingx", true);
        row("python", "module=app absPath=/x/site-packages/a.py", false);
        row("python", "absPath=C:\\x\\dist-packages\\a.py", false);
        row("python", "absPath=/usr/local/a.py", false);
        row("python", "absPath=/usr/lib/a.py", true);
        row("php", "absPath=/srv/vendor/a.php", false);
        row("php", "absPath=/srv/a.php", true);
        row("rust", "", false);
        row("rust", "package=/home/me/target/app", true);
        row("rust", "package=/rustc/1/library/std/src/rt.rs", false);
        row("rust", "package=/usr/local/cargo/x", false);
        row("rust", "package=/usr/lib/system/libc", false);
        row("cocoa", "", false);
        row("cocoa", "package=/usr/lib/libSystem.dylib", false);
        row("cocoa", "package=/private/var/containers/Bundle/x/X", true);
        row("cocoa", "package=/Applications/X.app/X", true);
        row("cocoa", "package=/Applications/X.app/Frameworks/Sentry", false);
        row("cocoa", "package=/Applications/X.app/X module=hermes", false);
        row("android", "module=com.example.Main", true);
        row("android", "module=java.lang.Thread", false);
        row("android", "module=io.sentry.android.Core", false);
        row("android", "function=kotlin.run", false);
        row("android", "package=/system/lib64/libc.so", false);
        row("android", "package=apex/com.android.art/libart.so platform=native", false);
        row("android", "package=[vdso] platform=native", false);
        row("android", "package=/data/app/libgame.so platform=native", true);
        row("android", "package=/data/app/libgame.so platform=native inApp=0", false);
        row("android", "module=java.lang.Thread platform=java inApp=1", true);
        row("native", "package=/opt/app", false);
        row("native", "package=/opt/app inApp=1", true);
        row("elixir", "", false);
        // A frame of another platform: what the SDK said does not count.
        row("javascript", "platform=cocoa inApp=1 package=/usr/lib/x", false);
        row("cocoa", "platform=javascript inApp=0", true);
        row("java", "platform=native inApp=1", false);
    }

    void applicationCodeIsToldFromTheSystems()
    {
        QFETCH(QString, profile);
        QFETCH(QString, frame);
        QFETCH(bool, expected);
        std::map<QString, std::string> members;
        for (const auto &member : frame.split(u' ', Qt::SkipEmptyParts))
            members[member.section(u'=', 0, 0)] = member.section(u'=', 1).toStdString();
        const auto text = [&](const char *name) -> std::optional<std::string_view> {
            const auto found = members.find(QString::fromLatin1(name));
            return found == members.end() ? std::nullopt
                                          : std::optional<std::string_view>(found->second);
        };
        InAppFrame row{text("function"),
                       text("module"),
                       text("package"),
                       text("filename"),
                       text("absPath"),
                       text("platform"),
                       {}};
        if (const auto inApp = text("inApp"))
            row.inApp = *inApp == "1";
        QCOMPARE(isInApp(row, profile.toStdString()), expected);
    }

    void everyFrameGetsItsMark()
    {
        auto chunk = chunkOf("cocoa", {{"a", nullptr, nullptr}, {"b", nullptr, "/X.app/X"}});
        prepare(chunk);
        QCOMPARE(chunk.frames[0].inApp, InApp::No);
        QCOMPARE(chunk.frames[1].inApp, InApp::Yes);
    }

    void pythonsModuleFrameIsCutOffTheRoot()
    {
        auto chunk = chunkOf("python", {{"f", "a.py", nullptr}, {"<module>", "<string>", nullptr}});
        chunk.stacks.append(std::vector{ChunkFrameIndex(1)});
        chunk.stacks.append(std::vector{ChunkFrameIndex(1), ChunkFrameIndex(0)});
        prepare(chunk);
        QCOMPARE(stackOf(chunk, 0), (std::vector<std::size_t>{0}));
        QVERIFY(stackOf(chunk, 1).empty()); // idle now
        QCOMPARE(stackOf(chunk, 2), (std::vector<std::size_t>{1, 0}));
    }

    void onlyTheFirstModuleFrameOfTheTableIsCut()
    {
        auto chunk = chunkOf("python",
                             {{"<module>", "<string>", nullptr},
                              {"f", "a.py", nullptr},
                              {"<module>", "<string>", nullptr}});
        prepare(chunk);
        QCOMPARE(stackOf(chunk), (std::vector<std::size_t>{0, 1, 2}));
    }

    void otherPlatformsKeepTheirModuleFrame()
    {
        auto chunk = chunkOf("node", {{"f", "a", nullptr}, {"<module>", "<string>", nullptr}});
        prepare(chunk);
        QCOMPARE(stackOf(chunk), (std::vector<std::size_t>{0, 1}));
    }

    void androidsNoiseIsRemoved()
    {
        auto chunk = chunkOf("android",
                             {{"f", nullptr, nullptr},
                              {"art", nullptr, "/apex/x/libart.so"},
                              {nullptr, nullptr, "<anonymous:7f>"},
                              {"named", nullptr, "<anonymous:7f>"},
                              {nullptr, nullptr, nullptr}});
        prepare(chunk);
        QCOMPARE(stackOf(chunk), (std::vector<std::size_t>{0, 3, 4}));
    }
};

EMBER_TEST(TstPrepare)
#include "tst_prepare.moc"
