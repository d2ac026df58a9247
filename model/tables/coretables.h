// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/columns.h"

// The seven tables of R's profile data, version 2 (the profile v2 plan; RPROFILE.md §5). Names and
// order of tables and columns are the plan's.
namespace ember::model::tables {

struct Meta {
    Texts key;
    Texts value;

    static constexpr std::string_view name = "meta";
    static constexpr std::array fields{Field{"key"}, Field{"value"}};
    static auto columns(auto &table) { return std::tie(table.key, table.value); }
};

// Where samples come from. `uri` and `timestamp` (seconds since the Unix epoch) may be NA.
struct Sources {
    Integers id;
    Texts type;
    Texts uri;
    Reals timestamp;

    static constexpr std::string_view name = "sources";
    static constexpr std::array fields{primary("source_id", Key::Source), Field{"source_type"},
                                       Field{"source_uri"}, Field{"source_timestamp"}};
    static auto columns(auto &table)
    {
        return std::tie(table.id, table.type, table.uri, table.timestamp);
    }
};

// A row per raw sample: nothing is aggregated.
struct Samples {
    Integers id;
    Integers source;

    static constexpr std::string_view name = "samples";
    static constexpr std::array fields{primary("sample_id", Key::Sample),
                                       reference("source_id", Key::Source)};
    static auto columns(auto &table) { return std::tie(table.id, table.source); }
};

// Long form: a row per sample and type of value.
struct SampleValues {
    Integers sample;
    Texts type;
    Texts unit;
    Reals value;

    static constexpr std::string_view name = "sample_values";
    static constexpr std::array fields{reference("sample_id", Key::Sample), Field{"type"},
                                       Field{"unit"}, Field{"value"}};
    static auto columns(auto &table)
    {
        return std::tie(table.sample, table.type, table.unit, table.value);
    }
};

// Stacks: depth 1 is the innermost call.
struct SampleLocations {
    Integers sample;
    Integers depth;
    Integers location;

    static constexpr std::string_view name = "sample_locations";
    static constexpr std::array fields{reference("sample_id", Key::Sample), Field{"depth"},
                                       reference("location_id", Key::Location)};
    static auto columns(auto &table) { return std::tie(table.sample, table.depth, table.location); }
};

// `function` and `line` may be NA.
struct Locations {
    Integers id;
    Integers function;
    Integers line;

    static constexpr std::string_view name = "locations";
    static constexpr std::array fields{primary("location_id", Key::Location),
                                       reference("function_id", Key::Function), Field{"line"}};
    static auto columns(auto &table) { return std::tie(table.id, table.function, table.line); }
};

// `filename` may be NA; `startLine` is 0 where it is not known.
struct Functions {
    Integers id;
    Texts functionName;
    Texts systemName;
    Texts filename;
    Integers startLine;

    static constexpr std::string_view name = "functions";
    static constexpr std::array fields{primary("function_id", Key::Function), Field{"name"},
                                       Field{"system_name"}, Field{"filename"},
                                       Field{"start_line"}};
    static auto columns(auto &table)
    {
        return std::tie(table.id, table.functionName, table.systemName, table.filename,
                        table.startLine);
    }
};

} // namespace ember::model::tables
