// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/import/importer.h"
#include "model/profile/profilebuilder.h"
#include "model/tables/combine.h"
#include "model/tables/fromprofile.h"
#include "model/tables/metarows.h"
#include "model/tables/toprofile.h"
#include "model/tables/validate.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "tests/tables/describedprofile.h"
#include "tests/tables/everyfact.h"

#include <QTest>

#include <map>
#include <set>

using namespace ember::model;
using namespace ember::model::tables;
using namespace ember::tests;

namespace {

Tables made(unsigned seed)
{
    return tablesOf(
               *syntheticProfile({.threads = 2, .samplesPerThread = 30, .depth = 6, .seed = seed}))
        .value();
}

// Three samples of a program of its own.
Tables recordedAt(std::int64_t hour)
{
    ProfileBuilder builder(TimeOrigin::UnixEpoch);
    Source source;
    source.process = builder.addProcess({});
    const auto own = builder.addSource(source);
    Thread thread;
    thread.process = source.process;
    const auto index = builder.addThread(thread);
    for (int sample = 0; sample < 3; ++sample)
        builder.addSample(index,
                          {timestampFromNs(1'700'000'000'000'000'000 + sample * 10'000'000)
                               + hour * std::chrono::hours(1),
                           emptyStack,
                           {},
                           own});
    return tablesOf(*builder.snapshot()).value();
}

// What adds up.
std::map<std::string, double> sums(const Tables &tables)
{
    std::map<std::string, double> sums;
    for (std::size_t row = 0; row < rowCount(tables.sampleValues); ++row)
        sums[std::string(tables.text(tables.sampleValues.type[row]))] +=
            tables.sampleValues.value[row];
    sums["#samples"] = double(rowCount(tables.samples));
    sums["#frames"] = double(rowCount(tables.sampleLocations));
    return sums;
}

// All tables as text, with the texts of their cells.
std::string printed(const Tables &tables)
{
    std::string text;
    forEachMember([&](auto member) {
        forEachColumn(tables.*member, [&](const Field &field, const auto &column) {
            text += '\n' + std::string(field.name) + ':';
            for (const auto cell : column) {
                if constexpr (std::is_same_v<std::decay_t<decltype(cell)>, StringIndex>)
                    text += ' ' + std::string(isNa(cell) ? "NA" : tables.text(cell));
                else
                    text += ' ' + std::to_string(cell);
            }
        });
    });
    return text;
}

Tables combined(const std::vector<Tables> &inputs)
{
    return combine(inputs).value();
}

} // namespace

class TstCombine : public QObject {
    Q_OBJECT

private slots:
    void whatAddsUpIsTheSumOfTheInputs()
    {
        const std::vector<Tables> inputs{made(1), made(2), made(1)};
        const auto all = combined(inputs);
        QCOMPARE(errorSummary(validate(all)), std::string());
        std::map<std::string, double> expected;
        for (const auto &input : inputs) {
            for (const auto &[key, sum] : sums(input))
                expected[key] += sum;
        }
        for (const auto &[key, sum] : sums(all))
            QVERIFY2(std::abs(sum - expected[key]) <= std::abs(sum) * 1e-12, key.c_str());
        QCOMPARE(rowCount(all.sources), std::size_t(3));
        QCOMPARE(rowCount(all.functions),
                 rowCount(inputs[0].functions) * 2 + rowCount(inputs[1].functions));
    }

    void eachSourceCanBeTakenOutAgain()
    {
        const std::vector<Tables> inputs{made(1), made(2), made(3)};
        const auto all = combined(inputs);
        for (std::int32_t source = 1; source <= 3; ++source) {
            const auto own = ofSource(all, source);
            QCOMPARE(errorSummary(validate(own)), std::string());
            QCOMPARE(rowCount(own.sources), std::size_t(1));
            const auto was = profilesOf(inputs[std::size_t(source) - 1]);
            const auto is = profilesOf(own);
            QCOMPARE(is.size(), std::size_t(1));
            QCOMPARE(QString::fromStdString(firstDifference(*was.front(), *is.front())), QString());
        }
    }

    void whatSourcesShareGoesWithEach()
    {
        const auto all = tablesOf(*profileWithEveryFact()).value();
        for (const std::int32_t source : {1, 2}) {
            const auto own = ofSource(all, source);
            QCOMPARE(errorSummary(validate(own)), std::string());
            const auto profile = profilesOf(own).front();
            QCOMPARE(profile->sampleCount(), std::size_t(source == 1 ? 3 : 2));
            std::set<std::string_view> threads;
            for (const Thread &thread : profile->tables().threads)
                threads.insert(profile->text(thread.name));
            QVERIFY(threads.contains("newest name"));
            QVERIFY(isNa(own.processes.parent[0]) || own.processes.key[0] == 2);
            QCOMPARE(rowCount(own.mappings), std::size_t(1));
        }
    }

    void itDoesNotMatterWhatIsCombinedFirst()
    {
        const auto a = made(1);
        const auto b = tablesOf(*profileWithEveryFact()).value();
        const auto c = tablesOf(*profileOfValues()).value();
        const auto left = combined({combined({a, b}), c});
        const auto right = combined({a, combined({b, c})});
        QCOMPARE(printed(left), printed(right));
        QCOMPARE(printed(left), printed(combined({a, b, c})));
    }

    void oneInputIsNumberedFromOne()
    {
        auto tables = made(4);
        const auto expected = printed(combined({tables}));
        for (auto &id : tables.samples.id)
            id += 1000;
        for (auto *column : {&tables.sampleValues.sample, &tables.sampleLocations.sample,
                             &tables.sampleThreads.sample, &tables.sampleDetails.sample}) {
            for (auto &id : *column)
                id += 1000;
        }
        QCOMPARE(errorSummary(validate(tables)), std::string());
        QCOMPARE(printed(combined({tables})), expected);
    }

    void keysOfMetaThatDifferAreKeptApart()
    {
        auto a = made(1);
        auto b = made(2);
        const auto add = [](Tables &tables, std::string_view key, std::string_view value) {
            StringInterner strings(tables.strings);
            appendRow(tables.meta, strings.intern(key), strings.intern(value));
        };
        add(a, "same", "1");
        add(b, "same", "1");
        add(a, "other", "1");
        add(b, "other", "2");
        const auto all = combined({a, b});
        std::map<std::string_view, std::string_view> meta;
        for (std::size_t row = 0; row < rowCount(all.meta); ++row)
            meta[all.text(all.meta.key[row])] = all.text(all.meta.value[row]);
        const std::map<std::string_view, std::string_view> expected{
            {"version", "2.0"}, {"same", "1"}, {"1.other", "1"}, {"2.other", "2"}};
        QVERIFY(meta == expected);
    }

    void whatMetaSaysOfASourceGoesWithIt()
    {
        const auto withRows = [](unsigned seed, const MetaRows &rows) {
            auto tables = made(seed);
            StringInterner strings(tables.strings);
            for (const auto &[key, value] : rows)
                appendRow(tables.meta, strings.intern(key), strings.intern(value));
            return tables;
        };
        const std::vector<MetaRows> metas{
            {{"host", "A"}, {"same", "1"}}, {{"host", "B"}, {"same", "1"}}, {{"same", "1"}}};
        std::vector<Tables> inputs;
        for (unsigned row = 0; row < 3; ++row)
            inputs.push_back(withRows(row + 1, metas[row]));
        const auto all = combined({combined({inputs[0], inputs[1]}), inputs[2]});
        QCOMPARE(printed(all), printed(combined(inputs)));
        QCOMPARE(metaWithoutPlace(all), (std::vector<std::string>{"1.host", "2.host", "same"}));
        for (std::int32_t source = 1; source <= 3; ++source) {
            const auto own = ofSource(all, source);
            QCOMPARE(errorSummary(validate(own)), std::string());
            QCOMPARE(rowCount(own.meta), metas[std::size_t(source) - 1].size() + 1);
            QVERIFY(metaBySource(own).of(0) == metas[std::size_t(source) - 1]);
            for (const auto key : own.meta.key)
                QCOMPARE(own.text(key).find('.'), std::string_view::npos);
        }
        QCOMPARE(metaLossText(all), std::string("rows of meta are not kept: 1.host, 2.host, same"));
        QCOMPARE(metaLossText(made(1)), std::string());
    }

    void rowsOfMetaThatAreOfNoSourceAreSaid()
    {
        auto tables = made(1);
        StringInterner strings(tables.strings);
        const auto add = [&](const char *key) {
            appendRow(tables.meta, strings.intern(key), strings.intern("x"));
        };
        add("host");
        add("user");
        QCOMPARE(replacedMetaText(tables), std::string());
        add("1.host");
        QCOMPARE(replacedMetaText(tables),
                 std::string("rows of meta are left out, as every source has its own: host"));
        appendRow(tables.sources, 2, tables.sources.type[0], tables.sources.uri[0],
                  tables.sources.timestamp[0]);
        QCOMPARE(replacedMetaText(tables), std::string()); // the second one has that of all
    }

    void keysThatSeemNumberedStayWithAllSources()
    {
        std::vector<Tables> inputs;
        for (unsigned seed = 1; seed <= 3; ++seed) {
            auto &tables = inputs.emplace_back(made(seed));
            StringInterner strings(tables.strings);
            appendRow(tables.meta, strings.intern("3.host"), strings.intern("H"));
        }
        const auto all = combined(inputs);
        for (std::int32_t source = 1; source <= 3; ++source) {
            const auto own = ofSource(all, source);
            QVERIFY((metaBySource(own).of(0) == MetaRows{{"3.host", "H"}}));
        }
    }

    void fewRowsOfMetaDoNotBecomeVeryMany()
    {
        auto many = made(1);
        StringInterner strings(many.strings);
        const auto add = [&](const std::string &key) {
            appendRow(many.meta, strings.intern(key), strings.intern("x"));
        };
        const auto first = many.sources;
        for (std::int32_t number = 2; number <= 2000; ++number) {
            appendRow(many.sources, number, first.type[0], first.uri[0], first.timestamp[0]);
            add("key " + std::to_string(number));
        }
        add("1.own");
        QCOMPARE(rowCount(combined({many}).meta), rowCount(many.meta));
        const auto both = combine(std::vector{many, made(2)});
        QVERIFY(!both);
        QVERIFY(both.error().code == ErrorCode::FileTooBig);
        QCOMPARE(rowCount(ofSource(many, 1).meta), rowCount(many.meta));
    }

    void onlyNamesOfThreadsAreTakenForThem()
    {
        auto tables = made(1);
        StringInterner strings(tables.strings);
        appendRow(tables.sampleValues, tables.samples.id.front(), strings.intern("thread"),
                  strings.intern("key"), 7.0);
        for (const auto *const key : {"thread 7", "threads_total", "thread x"})
            appendRow(tables.meta, strings.intern(key), strings.intern("x"));
        QCOMPARE(metaWithoutPlace(tables), (std::vector<std::string>{"threads_total", "thread x"}));
    }

    void namesOfThreadsStayWithTheirSources()
    {
        const auto named = [](std::string_view name) {
            ProfileBuilder builder(TimeOrigin::UnixEpoch);
            builder.addSource({});
            const auto thread = builder.addThread({});
            builder.addSample(thread, {timestampFromNs(1), emptyStack, {}, SourceIndex(0)});
            auto tables = tablesOf(*builder.snapshot()).value();
            forEachExtensionMember([&](auto member) { tables.*member = {}; });
            StringInterner strings(tables.strings);
            appendRow(tables.sampleValues, 1, strings.intern("thread"), strings.intern("key"), 7.0);
            appendRow(tables.meta, strings.intern("thread 7"), strings.intern(name));
            return tables;
        };
        const auto all = combined({named("first"), named("second")});
        const auto profile = profilesOf(all).at(0);
        std::set<std::string_view> names;
        for (const Thread &thread : profile->tables().threads)
            names.insert(profile->text(thread.name));
        QVERIFY((names == std::set<std::string_view>{"first", "second"}));
        QVERIFY(metaWithoutPlace(all).empty());
    }

    // One axis was 19 638 hours long, and nothing could be seen on it.
    void sourcesOfOtherYearsAreProfilesOfTheirOwn()
    {
        const auto of = [](std::initializer_list<std::int64_t> hours) {
            std::vector<Tables> inputs;
            for (const auto hour : hours)
                inputs.push_back(recordedAt(hour));
            return profilesOf(combined(inputs));
        };
        QCOMPARE(of({0, 1}).size(), std::size_t(1));
        QCOMPARE(of({0, 23}).size(), std::size_t(1));
        const auto apart = of({0, 19638, 1});
        QCOMPARE(apart.size(), std::size_t(2));
        QCOMPARE(apart[0]->sampleCount(), 2 * apart[1]->sampleCount());
        QVERIFY(apart[0]->timeRange().duration() < std::chrono::hours(2));
        QVERIFY(apart[1]->timeRange().start - apart[0]->timeRange().start
                == std::chrono::hours(19638));
        // Nobody chooses among so many.
        std::vector<Tables> many;
        for (int place = 0; place < 101; ++place)
            many.push_back(recordedAt(place * 1000));
        QCOMPARE(profilesOf(combined(many)).size(), std::size_t(1));
    }

    // What one process or thread did stays one picture, however long it slept.
    void sourcesOfOneProcessStayTogether()
    {
        ProfileBuilder builder(TimeOrigin::UnixEpoch);
        const auto process = builder.addProcess({});
        Thread thread;
        thread.process = process;
        const auto index = builder.addThread(thread);
        for (const int day : {0, 100}) {
            Source source;
            source.process = process;
            const auto own = builder.addSource(source);
            builder.addSample(
                index, {timestampFromNs(1) + day * std::chrono::hours(24), emptyStack, {}, own});
        }
        const auto tables = tablesOf(*builder.snapshot()).value();
        QCOMPARE(rowCount(tables.sources), std::size_t(2));
        QCOMPARE(profilesOf(tables).size(), std::size_t(1));
    }

    void equalFunctionsAndLocationsBecomeOne()
    {
        const auto one = made(1);
        const auto once = withoutDuplicates(one);
        const auto twice = withoutDuplicates(combined({one, one}));
        QCOMPARE(errorSummary(validate(twice)), std::string());
        QCOMPARE(rowCount(twice.functions), rowCount(once.functions));
        QCOMPARE(rowCount(twice.locations), rowCount(once.locations));
        QCOMPARE(rowCount(twice.samples), 2 * rowCount(one.samples));
        const auto is = profilesOf(ofSource(twice, 2));
        QCOMPARE(QString::fromStdString(firstDifference(*profilesOf(one).front(), *is.front())),
                 QString());
    }

    // The stacks of one are cut at a function that is called by main in the other.
    void cutRootsStayThoseOfTheirSource()
    {
        const auto recorded = [](bool isCut) {
            ProfileBuilder builder;
            const auto thread = builder.addThread({});
            const auto frame = [&](const char *name) {
                Function function;
                function.name = builder.string(name);
                Frame called;
                called.function = builder.function(function);
                return builder.frame(called);
            };
            const auto main = builder.stack(emptyStack, frame("main"));
            const auto work = builder.stack(isCut ? emptyStack : main, frame("work"));
            for (const int time : {1, 2})
                builder.addSample(thread, {timestampFromNs(time), work, {}});
            builder.addSample(thread, {timestampFromNs(3), main, {}});
            if (isCut)
                builder.countCut(work, 2);
            return builder.snapshot();
        };
        const auto cut = recorded(true);
        const auto whole = recorded(false);
        const auto all = withoutDuplicates(
            combined({tablesOf(*whole).value(), tablesOf(*cut).value(), tablesOf(*cut).value()}));
        QCOMPARE(errorSummary(validate(all)), std::string());
        std::int32_t source = 0;
        for (const auto &profile : {whole, cut, cut}) {
            const auto is = profilesOf(ofSource(all, ++source));
            const auto alone = profilesOf(tablesOf(*profile).value());
            QCOMPARE(QString::fromStdString(firstDifference(*alone.front(), *is.front())),
                     QString());
            QCOMPARE(is.front()->tables().cutRoots.size(), profile->tables().cutRoots.size());
        }
    }
};

EMBER_TEST(TstCombine)
#include "tst_combine.moc"
