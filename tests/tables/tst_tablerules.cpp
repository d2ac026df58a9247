// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/import/importer.h"
#include "model/tables/fromprofile.h"
#include "model/tables/validate.h"
#include "tests/support/testmain.h"
#include "tests/tables/everyfact.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace ember::model;
using namespace ember::model::tables;

namespace {

Tables soundTables()
{
    return tablesOf(*ember::tests::profileWithEveryFact()).value();
}

StringIndex text(Tables &tables, std::string_view text)
{
    return StringInterner(tables.strings).intern(text);
}

using Break = void (*)(Tables &);

struct Case {
    const char *name;
    Break breakIt;
    const char *finding; // what toText() begins with
};

// One rule broken at a time.
const Case cases[] = {
    {"no version", [](Tables &t) { t.meta.key.clear(), t.meta.value.clear(); }, "error M1 meta:"},
    {"two versions", [](Tables &t) { appendRow(t.meta, text(t, "version"), text(t, "2.0")); },
     "error M1 meta: 2"},
    {"version 3", [](Tables &t) { t.meta.value[0] = text(t, "3.0"); }, "error M1 meta row 1:"},
    {"version 20", [](Tables &t) { t.meta.value[0] = text(t, "20"); }, "error M1 meta row 1:"},
    {"key NA", [](Tables &t) { appendRow(t.meta, naText, naText); }, "error M1 meta row 2:"},
    {"sample twice", [](Tables &t) { t.samples.id[1] = 1; }, "error K1 samples row 2:"},
    {"source NA", [](Tables &t) { t.sources.id[1] = naInteger; }, "error K1 sources row 2:"},
    {"function twice", [](Tables &t) { t.functions.id[1] = 1; }, "error K1 functions row 2:"},
    {"no such source", [](Tables &t) { t.samples.source[2] = 9; }, "error F1 samples row 3:"},
    {"value of nobody", [](Tables &t) { t.sampleValues.sample[0] = 77; },
     "error F1 sample_values row 1:"},
    {"stack of nobody", [](Tables &t) { t.sampleLocations.sample.back() = naInteger; },
     "error F1 sample_locations row"},
    {"no such location", [](Tables &t) { t.sampleLocations.location[0] = 99; },
     "error F1 sample_locations row 1:"},
    {"no such function", [](Tables &t) { t.locations.function[0] = 99; },
     "error F2 locations row 1:"},
    {"depth 0", [](Tables &t) { t.sampleLocations.depth[0] = 0; },
     "error D1 sample_locations row 1:"},
    {"depth twice", [](Tables &t) { t.sampleLocations.depth[1] = 1; },
     "error D1 sample_locations row 2:"},
    {"depth left out", [](Tables &t) { t.sampleLocations.depth[3] = 9; },
     "error D1 sample_locations row 4:"},
    {"source without type", [](Tables &t) { t.sources.type[0] = text(t, ""); },
     "error S1 sources row 1:"},
    {"type twice", [](Tables &t) { t.sampleValues.type[1] = t.sampleValues.type[0]; },
     "error V1 sample_values row 2:"},
    {"type NA", [](Tables &t) { t.sampleValues.type[1] = naText; },
     "error V1 sample_values row 2:"},
    {"unit NA", [](Tables &t) { t.sampleValues.unit[1] = naText; },
     "error V1 sample_values row 2:"},
    {"infinite",
     [](Tables &t) { t.sampleValues.value[0] = std::numeric_limits<double>::infinity(); },
     "error V2 sample_values row 1:"},
    {"two units", [](Tables &t) { t.sampleValues.unit[0] = text(t, "pieces"); },
     "error V2 sample_values"},
    {"negative line", [](Tables &t) { t.locations.line[0] = -1; }, "error L1 locations row 1:"},
    {"no name", [](Tables &t) { t.functions.functionName[0] = text(t, ""); },
     "error N1 functions row 1: name"},
    {"no system name", [](Tables &t) { t.functions.systemName[0] = naText; },
     "error N1 functions row 1: system_name"},
    {"start line NA", [](Tables &t) { t.functions.startLine[0] = naInteger; },
     "error N2 functions row 1:"},
    {"sample without value", [](Tables &t) { appendRow(t.samples, 6, 1); },
     "warning V3 samples: 1 without a value"},
    {"sample without stack", [](Tables &) {}, "warning W samples: 1 without a stack"},
    {"beyond 2^53", [](Tables &t) { t.sampleValues.value[0] = 1e16; }, "warning W sample_values:"},
    {"unused function",
     [](Tables &t) { appendRow(t.functions, 99, text(t, "f"), text(t, "f"), naText, 0); },
     "warning W functions: 1"},
};

} // namespace

class TstTableRules : public QObject {
    Q_OBJECT

private slots:
    void eachBrokenRuleIsFound_data()
    {
        QTest::addColumn<int>("place");
        int place = 0;
        for (const Case &one : cases)
            QTest::newRow(one.name) << place++;
    }

    void eachBrokenRuleIsFound()
    {
        QFETCH(int, place);
        auto tables = soundTables();
        cases[place].breakIt(tables);
        QStringList found;
        for (const auto &finding : validate(tables))
            found.append(QString::fromStdString(toText(finding)));
        const auto isIt = [&](const QString &line) {
            return line.startsWith(QLatin1String(cases[place].finding));
        };
        QVERIFY2(std::ranges::any_of(found, isIt), qPrintable(found.join(u'\n')));
    }

    void allFindingsComeAtOnce()
    {
        auto tables = soundTables();
        tables.samples.source[2] = 9;
        tables.sources.type[0] = naText;
        tables.locations.line[0] = -1;
        tables.locations.line[1] = -2;
        std::vector<std::string> errors;
        for (const auto &finding : validate(tables)) {
            if (finding.grade == Grade::Error)
                errors.emplace_back(ruleName(finding.rule));
        }
        QCOMPARE(errors, (std::vector<std::string>{"F1", "S1", "L1", "L1"}));
    }

    void findingsAreNotCountedWithoutEnd()
    {
        auto tables = soundTables();
        tables.locations.line.assign(2 * mostFindings, -1);
        tables.locations.id.resize(2 * mostFindings, naInteger);
        tables.locations.function.resize(2 * mostFindings, naInteger);
        const auto findings = validate(tables);
        QVERIFY(findings.size() < mostFindings + 20);
        QVERIFY(std::ranges::count(findings, "there are more findings than are listed",
                                   &TableFinding::detail)
                == 1);
    }

    void rowsInAnyOrderAreSound()
    {
        auto tables = soundTables();
        forEachCoreMember([&](auto member) {
            forEachColumn(tables.*member,
                          [](const Field &, auto &column) { std::ranges::reverse(column); });
        });
        QCOMPARE(errorSummary(validate(tables)), std::string());
    }

    void unitsMayDifferBetweenSourcesWithAWarning()
    {
        auto tables = soundTables();
        const auto count = tables.sampleValues.type[0];
        const auto pieces = text(tables, "pieces");
        for (std::size_t row = 0; row < rowCount(tables.sampleValues); ++row) {
            const auto sample = static_cast<std::size_t>(tables.sampleValues.sample[row]) - 1;
            if (tables.sampleValues.type[row] == count && tables.samples.source[sample] == 2)
                tables.sampleValues.unit[row] = pieces;
        }
        const auto findings = validate(tables);
        QCOMPARE(errorSummary(findings), std::string());
        QVERIFY(std::ranges::any_of(findings,
                                    [](const auto &finding) { return finding.rule == Rule::V2; }));
    }

    void emptyTablesWithAVersionAreSound()
    {
        Tables tables;
        QVERIFY(!errorSummary(validate(tables)).empty());
        appendRow(tables.meta, text(tables, "version"), text(tables, "2.0"));
        QCOMPARE(validate(tables).size(), std::size_t(0));
    }
};

EMBER_TEST(TstTableRules)
#include "tst_tablerules.moc"
