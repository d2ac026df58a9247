// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/stringtable.h"
#include "model/tables/coretables.h"
#include "model/tables/extensiontables.h"

namespace ember::model::tables {

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

// Calls visit(member pointer) for each of the seven tables, in the plan's order, then for each
// extension. A table comes after those that its rows refer to.
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
