// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/columns.h"

// Facts the seven tables have no column for (RPROFILE.md §5 to §9). A reader may ignore each of
// them, and each row may be missing; what a reference points to may be missing, too. Addresses are
// texts, "0x" and hex digits; nanoseconds count from the profile's origin of time.
namespace ember::model::tables {

// Metadata of a source; `value` is JSON text.
struct XSourceAttrs {
    Integers source;
    Texts key;
    Texts value;

    static constexpr std::string_view name = "x_source_attrs";
    static constexpr std::array fields{reference("source_id", Key::Source), Field{"key"},
                                       Field{"value"}};
    static auto columns(auto &table) { return std::tie(table.source, table.key, table.value); }
};

// `timeOrigin`: "unix", "start" (of the profile), "none". `start` and `end`: first and last sample.
// `origin`: what "start" was, since the Unix epoch, where known.
struct XSourceDetails {
    Integers source;
    Integers process;
    Texts chunkId;
    Longs bytes;
    Texts timeOrigin;
    Longs start;
    Longs end;
    Longs samples;
    Longs origin;

    static constexpr std::string_view name = "x_source_details";
    static constexpr std::array fields{reference("source_id", Key::Source),
                                       reference("process_key", Key::Process),
                                       Field{"chunk_id"},
                                       Field{"bytes"},
                                       Field{"time_origin"},
                                       Field{"start_ns"},
                                       Field{"end_ns"},
                                       Field{"samples"},
                                       Field{"origin_ns"}};
    static auto columns(auto &table)
    {
        return std::tie(table.source, table.process, table.chunkId, table.bytes, table.timeOrigin,
                        table.start, table.end, table.samples, table.origin);
    }
};

// What a source's values mean, in its own order; `kind`: "sum", "gauge", "time". A type whose name
// another one has is "name/unit" in sample_values. `isMain`: 1 for the one the file is about.
struct XValueTypes {
    Integers source;
    Integers ordinal;
    Texts type;
    Texts unit;
    Texts kind;
    Integers isMain;

    static constexpr std::string_view name = "x_value_types";
    static constexpr std::array fields{reference("source_id", Key::Source),
                                       Field{"ordinal"},
                                       Field{"type"},
                                       Field{"unit"},
                                       Field{"kind"},
                                       Field{"is_main"}};
    static auto columns(auto &table)
    {
        return std::tie(table.source, table.ordinal, table.type, table.unit, table.kind,
                        table.isMain);
    }
};

// Ids are texts: they may be numbers above 2^53, or used again by another thread.
struct XThreads {
    Integers key;
    Integers source;
    Texts id;
    Texts threadName;
    Longs priority;
    Integers process;
    Longs start;
    Longs end;
    Integers isMain;

    static constexpr std::string_view name = "x_threads";
    static constexpr std::array fields{primary("thread_key", Key::Thread),
                                       reference("source_id", Key::Source),
                                       Field{"thread_id"},
                                       Field{"name"},
                                       Field{"priority"},
                                       reference("process_key", Key::Process),
                                       Field{"start_ns"},
                                       Field{"end_ns"},
                                       Field{"is_main"}};
    static auto columns(auto &table)
    {
        return std::tie(table.key, table.source, table.id, table.threadName, table.priority,
                        table.process, table.start, table.end, table.isMain);
    }
};

// Whose a sample is and, exactly, when.
struct XSampleThreads {
    Integers sample;
    Integers thread;
    Longs time;

    static constexpr std::string_view name = "x_sample_threads";
    static constexpr std::array fields{reference("sample_id", Key::Sample),
                                       reference("thread_key", Key::Thread), Field{"time_ns"}};
    static auto columns(auto &table) { return std::tie(table.sample, table.thread, table.time); }
};

// Labels of pprof: a text, or a number with a unit.
struct XSampleLabels {
    Integers sample;
    Integers ordinal;
    Texts key;
    Texts text;
    Longs number;
    Texts unit;

    static constexpr std::string_view name = "x_sample_labels";
    static constexpr std::array fields{reference("sample_id", Key::Sample),
                                       Field{"ordinal"},
                                       Field{"key"},
                                       Field{"str"},
                                       Field{"num"},
                                       Field{"unit"}};
    static auto columns(auto &table)
    {
        return std::tie(table.sample, table.ordinal, table.key, table.text, table.number,
                        table.unit);
    }
};

// Series on their own clock; `timestamp` in seconds, as sample_values. A series without values is a
// row without time. `ordinal` counts the rows of a source.
struct XMeasurements {
    Integers source;
    Texts series;
    Texts unit;
    Integers ordinal;
    Reals timestamp;
    Reals value;
    Longs time;
    Integers process;

    static constexpr std::string_view name = "x_measurements";
    static constexpr std::array fields{reference("source_id", Key::Source),
                                       Field{"name"},
                                       Field{"unit"},
                                       Field{"ordinal"},
                                       Field{"timestamp"},
                                       Field{"value"},
                                       Field{"time_ns"},
                                       reference("process_key", Key::Process)};
    static auto columns(auto &table)
    {
        return std::tie(table.source, table.series, table.unit, table.ordinal, table.timestamp,
                        table.value, table.time, table.process);
    }
};

// Loaded binaries. `json`: all there is, where nobody took it apart.
struct XMappings {
    Integers id;
    Integers source;
    Texts start;
    Texts limit;
    Texts offset;
    Texts filename;
    Texts buildId;
    Integers flags;
    Texts json;
    Integers process;
    Texts type;
    Texts debugFile;
    Texts debugId;
    Texts bias;
    Longs loaded;
    Longs unloaded;
    Integers symbols;

    static constexpr std::string_view name = "x_mappings";
    static constexpr std::array fields{primary("mapping_id", Key::Mapping),
                                       reference("source_id", Key::Source),
                                       Field{"mem_start"},
                                       Field{"mem_limit"},
                                       Field{"file_offset"},
                                       Field{"filename"},
                                       Field{"build_id"},
                                       Field{"flags"},
                                       Field{"json"},
                                       reference("process_key", Key::Process),
                                       Field{"type"},
                                       Field{"debug_file"},
                                       Field{"debug_id"},
                                       Field{"bias"},
                                       Field{"loaded_ns"},
                                       Field{"unloaded_ns"},
                                       Field{"symbols"}};
    static auto columns(auto &table)
    {
        return std::tie(table.id, table.source, table.start, table.limit, table.offset,
                        table.filename, table.buildId, table.flags, table.json, table.process,
                        table.type, table.debugFile, table.debugId, table.bias, table.loaded,
                        table.unloaded, table.symbols);
    }
};

// Other members of a mapping; `value` is JSON text.
struct XMappingAttrs {
    Integers mapping;
    Integers ordinal;
    Texts key;
    Texts value;

    static constexpr std::string_view name = "x_mapping_attrs";
    static constexpr std::array fields{reference("mapping_id", Key::Mapping), Field{"ordinal"},
                                       Field{"key"}, Field{"value"}};
    static auto columns(auto &table)
    {
        return std::tie(table.mapping, table.ordinal, table.key, table.value);
    }
};

// `frameJson`: members of the file's frame without a column, a JSON object. `inApp`: NA not said.
// `inAppOfFile`: what the file said, where that is another: 0, 1, or 2 for nothing. `wideLine` and
// `wideColumn`: those that have more than R's 32 bits and are NA in their own columns.
struct XLocationAttrs {
    Integers location;
    Integers column;
    Texts address;
    Integers mapping;
    Integers group;
    Integers inlined;
    Integers folded;
    Texts frameJson;
    Texts pc;
    Integers inApp;
    Texts platform;
    Integers inAppOfFile;
    Longs wideLine;
    Longs wideColumn;

    static constexpr std::string_view name = "x_location_attrs";
    static constexpr std::array fields{reference("location_id", Key::Location),
                                       Field{"col"},
                                       Field{"address"},
                                       reference("mapping_id", Key::Mapping),
                                       Field{"group_id"},
                                       Field{"inlined"},
                                       Field{"folded"},
                                       Field{"frame_json"},
                                       Field{"pc"},
                                       Field{"in_app"},
                                       Field{"platform"},
                                       Field{"in_app_of_file"},
                                       Field{"wide_line"},
                                       Field{"wide_col"}};
    static auto columns(auto &table)
    {
        return std::tie(table.location, table.column, table.address, table.mapping, table.group,
                        table.inlined, table.folded, table.frameJson, table.pc, table.inApp,
                        table.platform, table.inAppOfFile, table.wideLine, table.wideColumn);
    }
};

// Of a function that is more, or less, than its row in functions: all there is of it.
// `wideStartLine`: one that has more than R's 32 bits and is 0 there.
struct XFunctionAttrs {
    Integers function;
    Texts functionName;
    Texts rawName;
    Texts module;
    Texts package;
    Texts file;
    Texts absPath;
    Longs wideStartLine;

    static constexpr std::string_view name = "x_function_attrs";
    static constexpr std::array fields{reference("function_id", Key::Function),
                                       Field{"name"},
                                       Field{"raw_name"},
                                       Field{"module"},
                                       Field{"package"},
                                       Field{"file"},
                                       Field{"abs_path"},
                                       Field{"wide_start_line"}};
    static auto columns(auto &table)
    {
        return std::tie(table.function, table.functionName, table.rawName, table.module,
                        table.package, table.file, table.absPath, table.wideStartLine);
    }
};

} // namespace ember::model::tables
