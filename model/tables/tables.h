// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/stringtable.h"
#include "model/tables/columns.h"
#include "model/tables/extensiontables.h"

#include <string_view>
#include <tuple>

// The seven tables of R's profile data, version 2 (the profile v2 plan; RPROFILE.md §5). Names and
// order of tables and columns are the plan's.
namespace ember::model::tables {

struct Meta {
    Texts key;
    Texts value;

    static constexpr std::string_view name = "meta";
    static constexpr std::tuple columns{
        plain("key", &Meta::key, Needs::Value).breaking(Rule::M1).inKey(),
        plain("value", &Meta::value, Needs::Value),
    };
};

// Where samples come from. `uri` and `timestamp` (seconds since the Unix epoch) may be NA.
struct Sources {
    Integers id;
    Texts type;
    Texts uri;
    Reals timestamp;

    static constexpr std::string_view name = "sources";
    static constexpr std::tuple columns{
        primary("source_id", &Sources::id, Key::Source),
        plain("source_type", &Sources::type, Needs::Text).breaking(Rule::S1),
        plain("source_uri", &Sources::uri),
        plain("source_timestamp", &Sources::timestamp),
    };
};

// One row per sample: nothing is aggregated.
struct Samples {
    Integers id;
    Integers source;

    static constexpr std::string_view name = "samples";
    static constexpr std::tuple columns{
        primary("sample_id", &Samples::id, Key::Sample),
        reference("source_id", &Samples::source, Key::Source).breaking(Rule::F1),
    };
};

// Values of samples in long form: a row per sample and type of value.
struct SampleValues {
    Integers sample;
    Texts type;
    Texts unit;
    Reals value;

    static constexpr std::string_view name = "sample_values";
    static constexpr std::tuple columns{
        reference("sample_id", &SampleValues::sample, Key::Sample).inKey().breaking(Rule::F1),
        plain("type", &SampleValues::type, Needs::Text).inKey().breaking(Rule::V1),
        plain("unit", &SampleValues::unit, Needs::Value).breaking(Rule::V1),
        plain("value", &SampleValues::value, Needs::Finite).breaking(Rule::V2),
    };
};

// Stacks: depth 1 is the innermost call.
struct SampleLocations {
    Integers sample;
    Integers depth;
    Integers location;

    static constexpr std::string_view name = "sample_locations";
    static constexpr std::tuple columns{
        reference("sample_id", &SampleLocations::sample, Key::Sample).inKey().breaking(Rule::F1),
        plain("depth", &SampleLocations::depth, Needs::Depth).inKey(),
        reference("location_id", &SampleLocations::location, Key::Location).breaking(Rule::F1),
    };
};

// Places in functions, of which stacks are made. `function` and `line` may be NA.
struct Locations {
    Integers id;
    Integers function;
    Integers line;

    static constexpr std::string_view name = "locations";
    static constexpr std::tuple columns{
        primary("location_id", &Locations::id, Key::Location),
        reference("function_id", &Locations::function, Key::Function).breaking(Rule::F2),
        plain("line", &Locations::line, Needs::LineOrNa).breaking(Rule::L1),
    };
};

// `filename` may be NA; `startLine` is 0 where it is not known.
struct Functions {
    Integers id;
    Texts functionName;
    Texts systemName;
    Texts filename;
    Integers startLine;

    static constexpr std::string_view name = "functions";
    static constexpr std::tuple columns{
        primary("function_id", &Functions::id, Key::Function),
        plain("name", &Functions::functionName, Needs::Text).breaking(Rule::N1),
        plain("system_name", &Functions::systemName, Needs::Text).breaking(Rule::N1),
        plain("filename", &Functions::filename),
        plain("start_line", &Functions::startLine, Needs::Line).breaking(Rule::N2),
    };
};

// Profile data, version 2, in memory: plain columns, which may hold anything. validate() tells
// whether they keep the rules; tables made from a profile keep them.
struct Tables {
    StringTable strings; // of all text columns

    Meta meta;
    Sources sources;
    Samples samples;
    SampleValues sampleValues;
    SampleLocations sampleLocations;
    Locations locations;
    Functions functions;

    XSourceAttrs sourceAttrs;
    XSourceDetails sourceDetails;
    XValueTypes valueTypes;
    XProcesses processes;
    XThreads threads;
    XSampleThreads sampleThreads;
    XSampleDetails sampleDetails;
    XSampleLabels sampleLabels;
    XMeasurements measurements;
    XMappings mappings;
    XMappingAttrs mappingAttrs;
    XLocationAttrs locationAttrs;
    XFunctionAttrs functionAttrs;
    XThreadChanges threadChanges;
    XCutRoots cutRoots;
    XTransactions transactions;
    XSpans spans;
    XEvents events;
    XOutput output;
    XStatistics statistics;

    std::string_view text(StringIndex index) const { return strings[index]; }
};

constexpr std::string_view versionKey = "version";
constexpr std::string_view version = "2.0";

// The functions below call visit(member pointer): for the seven tables, in the plan's order; for
// the extensions, each after the tables that its rows refer to; for all tables.
void forEachCoreMember(auto visit)
{
    visit(&Tables::meta);
    visit(&Tables::sources);
    visit(&Tables::samples);
    visit(&Tables::sampleValues);
    visit(&Tables::sampleLocations);
    visit(&Tables::locations);
    visit(&Tables::functions);
}

void forEachExtensionMember(auto visit)
{
    visit(&Tables::sourceAttrs);
    visit(&Tables::processes);
    visit(&Tables::sourceDetails);
    visit(&Tables::valueTypes);
    visit(&Tables::threads);
    visit(&Tables::sampleThreads);
    visit(&Tables::sampleDetails);
    visit(&Tables::sampleLabels);
    visit(&Tables::measurements);
    visit(&Tables::mappings);
    visit(&Tables::mappingAttrs);
    visit(&Tables::locationAttrs);
    visit(&Tables::functionAttrs);
    visit(&Tables::threadChanges);
    visit(&Tables::cutRoots);
    visit(&Tables::transactions);
    visit(&Tables::spans);
    visit(&Tables::events);
    visit(&Tables::output);
    visit(&Tables::statistics);
}

void forEachMember(auto visit)
{
    forEachCoreMember(visit);
    forEachExtensionMember(visit);
}

} // namespace ember::model::tables
