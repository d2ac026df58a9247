// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/profile/reframe.h"
#include "model/spans/callpaths.h"
#include "model/spans/spantable.h"
#include "tests/support/testmain.h"

#include <QStringList>
#include <QTest>

#include <array>

using namespace ember::model;

namespace {

// Knows one image: [0x1000, 0x2000). Below 0x1800 lies "work" with "helper" inlined at
// 0x1100…0x1110.
class FakeResolver : public FrameResolver {
public:
    std::vector<ResolvedFrame> resolve(const ImageKey &image, std::uint64_t address) override
    {
        asked.push_back(address);
        if (image.codeFile != "/bin/app" || address >= 0x1800)
            return {};
        std::vector<ResolvedFrame> frames;
        if (address >= 0x1700) {
            frames.emplace_back().functionStart = 0x1700;
            return frames;
        }
        if (address >= 0x1100 && address < 0x1110)
            frames.push_back({"helper()", "_Z6helperv", "/src/h.h", 7, 3, 0x1000, Inlined::Yes});
        frames.push_back({"work", "", "/src/w.c", 20, 0, 0x1000, Inlined::No});
        return frames;
    }

    SymbolState state(const ImageKey &image) override
    {
        return image.codeFile == "/bin/app" ? SymbolState::Debug : SymbolState::Missing;
    }

    std::vector<std::uint64_t> asked;
};

} // namespace

class TstReframe : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_builder = std::make_unique<ProfileBuilder>();
        Process process;
        process.pid = 7;
        const auto owner = m_builder->addProcess(process);
        Thread thread;
        thread.process = owner;
        thread.name = m_builder->string("crunch");
        m_thread = m_builder->addThread(thread);
        m_image = addImage("/bin/app", 0x1000);
        addImage("/lib/other.so", 0x9000);
    }

    void addressesGetNamesAndInlinedFunctionsBecomeFrames()
    {
        addStack({0x1104, 0x1200});
        FakeResolver resolver;
        const auto profile = reframed(*m_builder->snapshot(), resolver);
        QCOMPARE(names(*profile, 0),
                 QStringList(
                     {QStringLiteral("work"), QStringLiteral("work"), QStringLiteral("helper()")}));
        const auto leaf = leafFrame(*profile, 0);
        QCOMPARE(leaf.inlined, Inlined::Yes);
        QCOMPARE(leaf.line, 7U);
        QCOMPARE(leaf.column, 3U);
        QCOMPARE(leaf.pc, std::uint64_t(0x1104));
        QCOMPARE(leaf.address, std::optional<std::uint64_t>(0x1000));
        const auto &function = profile->function(leaf.function);
        QCOMPARE(profile->text(function.rawName), std::string_view("_Z6helperv"));
        QCOMPARE(profile->text(function.package), std::string_view("/bin/app"));
        QCOMPARE(profile->text(function.absPath), std::string_view("/src/h.h"));
        QCOMPARE(profile->tables().images[m_image].symbols, SymbolState::Debug);
    }

    // Such functions are templates of the C++ library that were compiled into the program.
    void inlinedFunctionsOfTheSystemAreNotTheUsersOwn()
    {
        Frame frame;
        frame.inApp = InApp::Yes;
        const std::array resolved{
            ResolvedFrame{"std::find", "", "/usr/include/c++/12/bits/stl_algo.h", 7, 3, 0,
                          Inlined::Yes},
            ResolvedFrame{"work", "", "/home/me/work.cpp", 20, 0, 0, Inlined::No}};
        const auto frames = addResolvedFrames(*m_builder, resolved, frame, {});
        const auto profile = m_builder->snapshot();
        QCOMPARE(profile->frame(frames[0]).inApp, InApp::No);
        QCOMPARE(profile->frame(frames[1]).inApp, InApp::Yes);
    }

    void aCallerIsLookedUpWhereItCalls()
    {
        // 0x1110 is behind the inlined stretch, but a call that returns there lies in it.
        addStack({0x1110, 0x1110});
        FakeResolver resolver;
        const auto profile = reframed(*m_builder->snapshot(), resolver);
        QCOMPARE(names(*profile, 0),
                 QStringList(
                     {QStringLiteral("work"), QStringLiteral("helper()"), QStringLiteral("work")}));
        QCOMPARE(resolver.asked, std::vector<std::uint64_t>({0x110f, 0x1110}));
    }

    void whatHasANameOrNoneToGiveStays()
    {
        Function named;
        named.name = m_builder->string("already");
        Frame frame;
        frame.function = m_builder->function(named);
        frame.address = 0x1104;
        frame.image = m_image;
        const auto unknown = addressFrame(0x1900);
        const auto nowhere = addressFrame(0x77);
        addSample(
            m_builder->stackFromLeafFirst(std::array{m_builder->frame(frame), unknown, nowhere}));
        FakeResolver resolver;
        const auto before = m_builder->snapshot();
        const auto profile = reframed(*before, resolver);
        QCOMPARE(names(*profile, 0),
                 QStringList({QStringLiteral("0x77"), QStringLiteral("app+0x900"),
                              QStringLiteral("already")}));
    }

    void placesInAFunctionWithoutANameAreOneBox()
    {
        addStack({0x1710, 0x1200});
        addStack({0x1722, 0x1200});
        FakeResolver resolver;
        const auto profile = reframed(*m_builder->snapshot(), resolver);
        const QStringList expected{QStringLiteral("work"), QStringLiteral("app+0x700")};
        QCOMPARE(names(*profile, 0), expected);
        QCOMPARE(names(*profile, 1), expected);
        QCOMPARE(leafFrame(*profile, 0).pc, std::uint64_t(0x1710));
        QCOMPARE(leafFrame(*profile, 1).pc, std::uint64_t(0x1722));
        CallPaths paths;
        paths.update(*profile);
        const auto &stacks = profile->samples(m_thread).stacks;
        QCOMPARE(paths.path(stacks[SampleIndex(0)]), paths.path(stacks[SampleIndex(1)]));
    }

    // A name made of the address of a function, as it stands in chunks: the address is not one that
    // a call returns to, also in a caller.
    void aNameMadeOfAnAddressIsNone()
    {
        Function named;
        named.name = m_builder->string("app+0x100");
        Frame frame;
        frame.function = m_builder->function(named);
        frame.address = 0x1100;
        const auto caller = m_builder->frame(frame);
        addSample(m_builder->stackFromLeafFirst(std::array{addressFrame(0x1200), caller}));
        FakeResolver resolver;
        const auto profile = reframed(*m_builder->snapshot(), resolver);
        QCOMPARE(names(*profile, 0),
                 QStringList(
                     {QStringLiteral("work"), QStringLiteral("helper()"), QStringLiteral("work")}));
    }

    // Debug info that comes later knows lines, and inlined functions, of what symbols have named.
    void functionsWithoutLinesGetThemWhereWanted()
    {
        Function named;
        named.name = m_builder->string("work");
        Frame frame;
        frame.function = m_builder->function(named);
        frame.pc = 0x1104;
        frame.address = 0x1000;
        frame.image = m_image;
        addSample(m_builder->stackFromLeafFirst(std::array{m_builder->frame(frame)}));
        FakeResolver resolver;
        const auto before = m_builder->snapshot();
        QCOMPARE(leafFrame(*reframed(*before, resolver), 0).line, 0U);
        QVERIFY(resolver.asked.empty());
        const auto profile = reframed(*before, resolver, LookUp::LinesToo);
        QCOMPARE(names(*profile, 0),
                 QStringList({QStringLiteral("work"), QStringLiteral("helper()")}));
        QCOMPARE(leafFrame(*profile, 0).line, 7U);
    }

    // It has other stacks: who has added up the ones before must begin anew.
    void theResultIsNoLaterStateOfTheProfile()
    {
        addStack({0x1104});
        FakeResolver resolver;
        const auto before = m_builder->snapshot();
        const auto after = reframed(*before, resolver);
        QVERIFY(!isContinued(before->samples(m_thread), after->samples(m_thread)));
    }

    void everythingElseIsKept()
    {
        addStack({0x1104});
        addSample(emptyStack);
        addStack({0x1104}, SampleDetail{5, 6, ThreadState::Running});
        m_builder->addThreadChange({m_thread, timestampFromNs(1), m_builder->string("early"), 3});
        m_builder->thread(m_thread).name = m_builder->string("late");
        m_builder->addEvent({timestampFromNs(2), CaptureEventKind::Paused, 1, {}});
        m_builder->addOutput({timestampFromNs(3), OutputStream::Error, m_builder->string("oops")});
        m_builder->statistics().ticks = 99;
        Source source;
        source.uri = m_builder->string("file.json");
        m_builder->addSource(source);
        const auto before = m_builder->snapshot();
        FakeResolver resolver;
        const auto after = reframed(*before, resolver);

        QCOMPARE(after->sampleCount(), before->sampleCount());
        QCOMPARE(after->timeRange(), before->timeRange());
        for (std::size_t row = 0; row < before->strings().size(); ++row)
            QCOMPARE(after->text(StringIndex(row)), before->text(StringIndex(row)));
        QCOMPARE(after->text(after->thread(m_thread).name), std::string_view("late"));
        QCOMPARE(after->tables().threadChanges.size(), std::size_t(1));
        QCOMPARE(after->tables().events.size(), std::size_t(1));
        QCOMPARE(after->text(after->tables().output.back().text), std::string_view("oops"));
        QCOMPARE(after->tables().statistics.ticks, std::uint64_t(99));
        QCOMPARE(after->text(after->tables().sources.begin()->uri), std::string_view("file.json"));
        const auto &samples = after->samples(m_thread);
        QCOMPARE(samples.stacks[SampleIndex(1)], emptyStack);
        QCOMPARE(samples.stacks[SampleIndex(0)], samples.stacks[SampleIndex(2)]);
        QCOMPARE(samples.times[SampleIndex(2)], before->samples(m_thread).times[SampleIndex(2)]);
        QCOMPARE(samples.details.size(), before->samples(m_thread).details.size());
    }

    void aStackOfAHundredThousandFramesIsNoProblem()
    {
        std::vector<FrameIndex> frames(100'000, addressFrame(0x1200));
        addSample(m_builder->stackFromLeafFirst(frames));
        FakeResolver resolver;
        const auto profile = reframed(*m_builder->snapshot(), resolver);
        QCOMPARE(profile->stack(profile->samples(m_thread).stacks[SampleIndex(0)]).depth, 100'000U);
        QCOMPARE(resolver.asked.size(), std::size_t(2));
    }

private:
    ImageIndex addImage(const char *path, std::uint64_t address)
    {
        Image image;
        image.codeFile = m_builder->string(path);
        image.address = address;
        image.size = 0x1000;
        return m_builder->addImage(image);
    }

    FrameIndex addressFrame(std::uint64_t pc)
    {
        Frame frame;
        frame.pc = pc;
        return m_builder->frame(frame);
    }

    void addStack(std::initializer_list<std::uint64_t> leafFirst,
                  std::optional<SampleDetail> detail = {})
    {
        std::vector<FrameIndex> frames;
        for (const auto pc : leafFirst) {
            Frame frame;
            frame.pc = pc;
            frame.image = m_image;
            frames.push_back(m_builder->frame(frame));
        }
        addSample(m_builder->stackFromLeafFirst(frames), detail);
    }

    void addSample(StackIndex stack, std::optional<SampleDetail> detail = {})
    {
        m_builder->addSample(m_thread, {timestampFromNs(++m_time), stack, detail});
    }

    // Root first.
    QStringList names(const Profile &profile, std::size_t sample) const
    {
        QStringList list;
        auto node = profile.samples(m_thread).stacks[SampleIndex(sample)];
        for (; node != emptyStack; node = profile.stack(node).parent)
            list.prepend(QString::fromStdString(frameName(profile, profile.stack(node).frame)));
        return list;
    }

    Frame leafFrame(const Profile &profile, std::size_t sample) const
    {
        const auto node = profile.samples(m_thread).stacks[SampleIndex(sample)];
        return profile.frame(profile.stack(node).frame);
    }

    std::unique_ptr<ProfileBuilder> m_builder;
    ThreadIndex m_thread;
    ImageIndex m_image;
    std::int64_t m_time = 1'000;
};

EMBER_TEST(TstReframe)
#include "tst_reframe.moc"
