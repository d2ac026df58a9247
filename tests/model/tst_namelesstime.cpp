// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/namelesstime.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

constexpr std::int64_t ms = 1'000'000;

Image imageCalled(ProfileBuilder &builder, std::string_view path, std::string_view buildId)
{
    Image image;
    image.codeFile = builder.string(path);
    image.codeId = builder.string(buildId);
    image.address = 0x1000;
    image.size = 0x1000;
    return image;
}

Frame addressIn(ImageIndex image, std::uint64_t pc)
{
    Frame frame;
    frame.pc = pc;
    frame.address = pc;
    frame.image = image;
    return frame;
}

ThreadIndex addThread(ProfileBuilder &builder)
{
    Thread thread;
    thread.process = ProcessIndex(0);
    return builder.addThread(thread);
}

} // namespace

// Which part of the busy time is in functions without names.
class TstNamelessTime : public QObject {
    Q_OBJECT

private slots:
    void namesMadeOfAddressesAreNone_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("isNone");
        for (const char *none : {"libz.so.1+0x12ab", "0x7f001234", "[unknown]", "??"})
            QTest::newRow(none) << QByteArray(none) << true;
        for (const char *name : {"main", "operator+", "f0x12", "a+0x", "g+0x12z", "(anonymous)"})
            QTest::newRow(name) << QByteArray(name) << false;
    }

    void namesMadeOfAddressesAreNone()
    {
        QFETCH(QByteArray, name);
        QFETCH(bool, isNone);
        ProfileBuilder builder;
        Function function;
        function.name = builder.string(name.toStdString());
        Frame frame;
        frame.function = builder.function(function);
        const auto index = builder.frame(frame);
        QCOMPARE(isNameless(*builder.snapshot(), index), isNone);
    }

    // An anonymous function of a script has no name that could be found.
    void anAddressWithoutAFunctionIsNameless()
    {
        ProfileBuilder builder;
        const auto address = builder.frame(addressIn({}, 0x1234));
        Function script;
        script.file = builder.string("app.js");
        Frame anonymous;
        anonymous.function = builder.function(script);
        const auto ofScript = builder.frame(anonymous);
        const auto profile = builder.snapshot();
        QVERIFY(isNameless(*profile, address));
        QVERIFY(!isNameless(*profile, ofScript));
    }

    // Only the innermost function counts, and one binary in two processes is one.
    void timeIsAddedUpByModule()
    {
        ProfileBuilder builder;
        const auto first = builder.addImage(imageCalled(builder, "/usr/lib/libz.so", "aa"));
        const auto second = builder.addImage(imageCalled(builder, "/usr/lib/libz.so", "aa"));
        const auto other = builder.addImage(imageCalled(builder, "/usr/lib/libq.so", "bb"));
        addTextThread(builder, "main\n");
        const auto thread = addThread(builder);
        const auto main = textStack(builder, "main");
        const auto inFirst = builder.stack(main, builder.frame(addressIn(first, 0x1010)));
        const auto named = textStack(builder, "work");
        const auto inOther = builder.stack(main, builder.frame(addressIn(other, 0x1010)));
        const auto inSecond = builder.stack(inOther, builder.frame(addressIn(second, 0x1020)));
        std::int64_t time = 0;
        for (const auto stack : {inFirst, inSecond, inOther, named, main, main, emptyStack})
            builder.addSample(thread, {timestampFromNs(time += 10 * ms), stack, {}});
        const auto profile = builder.snapshot();
        const auto nameless = namelessTime(*profile);
        QCOMPARE(nameless.busy.time.count(), 60 * ms);
        QCOMPARE(nameless.nameless.time.count(), 30 * ms);
        QCOMPARE(nameless.share(), 0.5);
        QVERIFY(!nameless.isCpuTime);
        QCOMPARE(nameless.modules.size(), std::size_t(2));
        QCOMPARE(nameless.modules[0].name, std::string("libz"));
        QCOMPARE(nameless.modules[0].image, first);
        QCOMPARE(nameless.modules[0].spent.time.count(), 20 * ms);
        QCOMPARE(nameless.modules[1].name, std::string("libq"));
        QCOMPARE(nameless.modules[1].spent.samples, std::uint64_t(1));
    }

    // The waits of idle threads would hide what runs.
    void waitingThreadsDoNotCount()
    {
        ProfileBuilder builder;
        builder.addProcess({});
        const auto thread = addThread(builder);
        const auto nameless = builder.stack(emptyStack, builder.frame(addressIn({}, 0x99)));
        const auto named = textStack(builder, "work");
        auto add = [&, time = std::int64_t(0)](StackIndex stack, ThreadState state) mutable {
            SampleDetail detail;
            detail.state = state;
            builder.addSample(thread, {timestampFromNs(time), stack, detail});
            time += 10 * ms;
        };
        add(nameless, ThreadState::Blocked);
        add(nameless, ThreadState::Running);
        add(named, ThreadState::Running);
        add(named, ThreadState::Runnable);
        add(emptyStack, ThreadState::Blocked);
        const auto time = namelessTime(*builder.snapshot());
        QCOMPARE(time.busy.time.count(), 20 * ms);
        QCOMPARE(time.nameless.time.count(), 10 * ms);
        QCOMPARE(time.modules.at(0).name, std::string());
        QVERIFY(time.isCpuTime);
        QVERIFY(!time.modules.at(0).image.isValid());
    }

    void withoutTimesSamplesCount()
    {
        ProfileBuilder builder(TimeOrigin::None);
        builder.addProcess({});
        const auto thread = addThread(builder);
        const auto nameless = builder.stack(emptyStack, builder.frame(addressIn({}, 0x99)));
        for (const auto stack : {nameless, textStack(builder, "a"), textStack(builder, "b")})
            builder.addSample(thread, {Timestamp(), stack, {}});
        const auto time = namelessTime(*builder.snapshot());
        QVERIFY(time.share() > 0.33 && time.share() < 0.34);
        QCOMPARE(namelessTime(*ProfileBuilder().snapshot()).share(), 0.0);
    }
};

EMBER_TEST(TstNamelessTime)
#include "tst_namelesstime.moc"
