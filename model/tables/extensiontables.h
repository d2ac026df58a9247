// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/capture.h"
#include "model/profile/sample.h"
#include "model/tables/columns.h"

#include <array>
#include <string_view>
#include <tuple>
#include <utility>

// Facts that the seven tables have no column for (RPROFILE.md §5 to §9). Readers may ignore each
// table; each row, and the target of each reference, may be missing. Addresses are texts, "0x" and
// hex digits; times are nanoseconds from the profile's origin of time.
namespace ember::model::tables {

// How the tables spell the profile's enums.
inline constexpr std::array<std::string_view, 3> timeOriginNames{"unix", "start", "none"};
inline constexpr std::array<std::string_view, 3> valueKindNames{"sum", "gauge", "time"};
inline constexpr std::array<std::string_view, 4> threadStateNames{"", "running", "runnable",
                                                                  "blocked"};
inline constexpr std::array<std::string_view, 3> exitNames{"exited", "signalled", "dumped"};

// Metadata of a source; `value` is JSON text.
struct XSourceAttrs {
    Integers source;
    Texts key;
    Texts value;

    static constexpr std::string_view name = "x_source_attrs";
    static constexpr std::tuple columns{
        reference("source_id", &XSourceAttrs::source, Key::Source).inKey(),
        plain("key", &XSourceAttrs::key, Needs::Value).inKey(),
        plain("value", &XSourceAttrs::value, Needs::Value),
    };
};

// `timeOrigin`: "unix", "start" (of the profile), "none". `start` and `end`: time of the first and
// last sample. `origin`: the time that "start" means, since the Unix epoch, if known.
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
    static constexpr std::tuple columns{
        once("source_id", &XSourceDetails::source, Key::Source),
        reference("process_key", &XSourceDetails::process, Key::Process),
        plain("chunk_id", &XSourceDetails::chunkId),
        plain("bytes", &XSourceDetails::bytes),
        word("time_origin", &XSourceDetails::timeOrigin, timeOriginNames),
        plain("start_ns", &XSourceDetails::start),
        plain("end_ns", &XSourceDetails::end),
        plain("samples", &XSourceDetails::samples),
        plain("origin_ns", &XSourceDetails::origin),
    };
};

// The value types of a source, in its order; `kind`: "sum", "gauge", "time". In sample_values a
// type is "name/unit" if it has no name, or one that is already that of another type, of the time
// or of the number of samples. `isMain`: 1 for the type the file is about.
struct XValueTypes {
    Integers source;
    Integers ordinal;
    Texts type;
    Texts unit;
    Texts kind;
    Integers isMain;

    static constexpr std::string_view name = "x_value_types";
    static constexpr std::tuple columns{
        reference("source_id", &XValueTypes::source, Key::Source).inKey(),
        plain("ordinal", &XValueTypes::ordinal, Needs::Ordinal).inKey(),
        plain("type", &XValueTypes::type, Needs::Value),
        plain("unit", &XValueTypes::unit, Needs::Value),
        wordOrFirst("kind", &XValueTypes::kind, valueKindNames),
        plain("is_main", &XValueTypes::isMain),
    };
};

// Threads. Ids are texts: they may be above 2^53, and a later thread may have the same one.
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
    static constexpr std::tuple columns{
        primary("thread_key", &XThreads::key, Key::Thread),
        reference("source_id", &XThreads::source, Key::Source),
        plain("thread_id", &XThreads::id, Needs::TextOrEmpty),
        plain("name", &XThreads::threadName),
        plain("priority", &XThreads::priority),
        reference("process_key", &XThreads::process, Key::Process),
        plain("start_ns", &XThreads::start),
        plain("end_ns", &XThreads::end),
        plain("is_main", &XThreads::isMain),
    };
};

// Thread and exact time of each sample.
struct XSampleThreads {
    Integers sample;
    Integers thread;
    Longs time;

    static constexpr std::string_view name = "x_sample_threads";
    static constexpr std::tuple columns{
        once("sample_id", &XSampleThreads::sample, Key::Sample),
        reference("thread_key", &XSampleThreads::thread, Key::Thread),
        plain("time_ns", &XSampleThreads::time),
    };
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
    static constexpr std::tuple columns{
        reference("sample_id", &XSampleLabels::sample, Key::Sample).inKey(),
        plain("ordinal", &XSampleLabels::ordinal, Needs::Ordinal).inKey(),
        plain("key", &XSampleLabels::key, Needs::Value),
        plain("str", &XSampleLabels::text),
        plain("num", &XSampleLabels::number),
        plain("unit", &XSampleLabels::unit),
    };
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
    static constexpr std::tuple columns{
        reference("source_id", &XMeasurements::source, Key::Source).inKey(),
        plain("name", &XMeasurements::series, Needs::Value).inKey(),
        plain("unit", &XMeasurements::unit, Needs::TextOrEmpty),
        plain("ordinal", &XMeasurements::ordinal, Needs::Ordinal).inKey(),
        plain("timestamp", &XMeasurements::timestamp),
        plain("value", &XMeasurements::value, Needs::Finite),
        plain("time_ns", &XMeasurements::time),
        reference("process_key", &XMeasurements::process, Key::Process),
    };
};

// Loaded binaries. `json`: the whole entry of the file, for entries that were not split into
// columns.
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
    static constexpr std::tuple columns{
        primary("mapping_id", &XMappings::id, Key::Mapping),
        reference("source_id", &XMappings::source, Key::Source),
        plain("mem_start", &XMappings::start),
        plain("mem_limit", &XMappings::limit),
        plain("file_offset", &XMappings::offset),
        plain("filename", &XMappings::filename),
        plain("build_id", &XMappings::buildId),
        plain("flags", &XMappings::flags),
        plain("json", &XMappings::json),
        reference("process_key", &XMappings::process, Key::Process),
        plain("type", &XMappings::type),
        plain("debug_file", &XMappings::debugFile),
        plain("debug_id", &XMappings::debugId),
        plain("bias", &XMappings::bias),
        plain("loaded_ns", &XMappings::loaded),
        plain("unloaded_ns", &XMappings::unloaded),
        plain("symbols", &XMappings::symbols),
    };
};

// Other members of a mapping; `value` is JSON text.
struct XMappingAttrs {
    Integers mapping;
    Integers ordinal;
    Texts key;
    Texts value;

    static constexpr std::string_view name = "x_mapping_attrs";
    static constexpr std::tuple columns{
        reference("mapping_id", &XMappingAttrs::mapping, Key::Mapping).inKey(),
        plain("ordinal", &XMappingAttrs::ordinal, Needs::Ordinal).inKey(),
        plain("key", &XMappingAttrs::key, Needs::Value),
        plain("value", &XMappingAttrs::value, Needs::Value),
    };
};

// `frameJson`: members of the file's frame that have no column, a JSON object. `inApp`: NA if
// unknown. `inAppOfFile`: the file's value if it differs: 0, 1, or 2 if the file has none.
// `wideLine` and `wideColumn`: numbers above R's largest integer, which are NA in their own
// columns.
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
    static constexpr std::tuple columns{
        once("location_id", &XLocationAttrs::location, Key::Location),
        plain("col", &XLocationAttrs::column),
        plain("address", &XLocationAttrs::address),
        reference("mapping_id", &XLocationAttrs::mapping, Key::Mapping),
        plain("group_id", &XLocationAttrs::group),
        plain("inlined", &XLocationAttrs::inlined),
        plain("folded", &XLocationAttrs::folded),
        plain("frame_json", &XLocationAttrs::frameJson),
        plain("pc", &XLocationAttrs::pc),
        plain("in_app", &XLocationAttrs::inApp),
        plain("platform", &XLocationAttrs::platform),
        plain("in_app_of_file", &XLocationAttrs::inAppOfFile),
        plain("wide_line", &XLocationAttrs::wideLine),
        plain("wide_col", &XLocationAttrs::wideColumn),
    };
};

// All fields of a function, of which its row in functions may show more or fewer. `wideStartLine`:
// a number above R's largest integer, which is 0 there.
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
    static constexpr std::tuple columns{
        once("function_id", &XFunctionAttrs::function, Key::Function),
        plain("name", &XFunctionAttrs::functionName),
        plain("raw_name", &XFunctionAttrs::rawName),
        plain("module", &XFunctionAttrs::module),
        plain("package", &XFunctionAttrs::package),
        plain("file", &XFunctionAttrs::file),
        plain("abs_path", &XFunctionAttrs::absPath),
        plain("wide_start_line", &XFunctionAttrs::wideStartLine),
    };
};

// Tables that captures fill; processes, transactions and spans also come from other files.

// Process images: exec starts a new one with the same pid. `exitHow`: "exited", "signalled",
// "dumped".
struct XProcesses {
    Integers key;
    Integers source;
    Longs pid;
    Integers parent;
    Texts processName;
    Texts command;
    Texts executable;
    Texts profilerId;
    Texts platform;
    Texts release;
    Texts environment;
    Texts dist;
    Texts sdkName;
    Texts sdkVersion;
    Longs start;
    Longs end;
    Integers exitCode;
    Texts exitHow;
    Integers launched;
    Texts workingDirectory;

    static constexpr std::string_view name = "x_processes";
    static constexpr std::tuple columns{
        primary("process_key", &XProcesses::key, Key::Process),
        reference("source_id", &XProcesses::source, Key::Source),
        plain("pid", &XProcesses::pid),
        reference("parent_key", &XProcesses::parent, Key::Process),
        plain("name", &XProcesses::processName),
        plain("command", &XProcesses::command),
        plain("executable", &XProcesses::executable),
        plain("profiler_id", &XProcesses::profilerId),
        plain("platform", &XProcesses::platform),
        plain("release", &XProcesses::release),
        plain("environment", &XProcesses::environment),
        plain("dist", &XProcesses::dist),
        plain("sdk_name", &XProcesses::sdkName),
        plain("sdk_version", &XProcesses::sdkVersion),
        plain("start_ns", &XProcesses::start),
        plain("end_ns", &XProcesses::end),
        plain("exit_code", &XProcesses::exitCode),
        word("exit_how", &XProcesses::exitHow, exitNames),
        plain("launched", &XProcesses::launched),
        plain("working_directory", &XProcesses::workingDirectory, Needs::AbsolutePath),
    };
};

// `state`: "running", "runnable", "blocked", NA; `call`: the number of the system call.
struct XSampleDetails {
    Integers sample;
    Longs cpu;
    Longs stop;
    Texts state;
    Integers call;

    static constexpr std::string_view name = "x_sample_details";
    static constexpr std::tuple columns{
        once("sample_id", &XSampleDetails::sample, Key::Sample),
        plain("cpu_ns", &XSampleDetails::cpu),
        plain("stop_ns", &XSampleDetails::stop),
        word("state", &XSampleDetails::state, threadStateNames),
        plain("system_call", &XSampleDetails::call),
    };
    // The columns that hold a member of SampleDetail as it is.
    static constexpr std::tuple numbers{
        std::pair(&XSampleDetails::cpu, &SampleDetail::cpuNs),
        std::pair(&XSampleDetails::stop, &SampleDetail::stopNs),
    };
};

// A thread's new name or priority, valid from `time` on.
struct XThreadChanges {
    Integers thread;
    Longs time;
    Texts threadName;
    Longs priority;

    static constexpr std::string_view name = "x_thread_changes";
    static constexpr std::tuple columns{
        reference("thread_key", &XThreadChanges::thread, Key::Thread),
        plain("time_ns", &XThreadChanges::time, Needs::Time),
        plain("name", &XThreadChanges::threadName),
        plain("priority", &XThreadChanges::priority),
    };
};

// Functions whose callers the recorder did not find, and the number of samples in which it did not.
struct XCutRoots {
    Integers location;
    Longs samples;

    static constexpr std::string_view name = "x_cut_roots";
    static constexpr std::tuple columns{
        reference("location_id", &XCutRoots::location, Key::Location),
        plain("samples", &XCutRoots::samples, Needs::Count),
    };
};

// Transactions: root spans. `event`: the JSON of the event it was read from. Ids are hex digits.
struct XTransactions {
    Integers key;
    Integers source;
    Integers process;
    Integers thread;
    Texts transactionName;
    Texts op;
    Texts traceId;
    Texts spanId;
    Texts parent;
    Texts status;
    Texts profilerId;
    Longs start;
    Longs end;
    Texts event;

    static constexpr std::string_view name = "x_transactions";
    static constexpr std::tuple columns{
        primary("transaction_key", &XTransactions::key, Key::Transaction),
        reference("source_id", &XTransactions::source, Key::Source),
        reference("process_key", &XTransactions::process, Key::Process),
        reference("thread_key", &XTransactions::thread, Key::Thread),
        plain("name", &XTransactions::transactionName),
        plain("op", &XTransactions::op),
        plain("trace_id", &XTransactions::traceId),
        plain("span_id", &XTransactions::spanId),
        plain("parent_span_id", &XTransactions::parent),
        plain("status", &XTransactions::status),
        plain("profiler_id", &XTransactions::profilerId),
        plain("start_ns", &XTransactions::start, Needs::Time),
        plain("end_ns", &XTransactions::end, Needs::Time),
        plain("event", &XTransactions::event),
    };
};

// Spans: named activities of a program, with start and end. `transaction`: NA if it is part of
// none.
struct XSpans {
    Integers source;
    Integers process;
    Integers thread;
    Texts spanName;
    Longs start;
    Longs end;
    Texts op;
    Texts id;
    Texts parent;
    Texts status;
    Integers transaction;

    static constexpr std::string_view name = "x_spans";
    static constexpr std::tuple columns{
        reference("source_id", &XSpans::source, Key::Source),
        reference("process_key", &XSpans::process, Key::Process),
        reference("thread_key", &XSpans::thread, Key::Thread),
        plain("name", &XSpans::spanName),
        plain("start_ns", &XSpans::start, Needs::Time),
        plain("end_ns", &XSpans::end, Needs::Time),
        plain("op", &XSpans::op),
        plain("span_id", &XSpans::id),
        plain("parent_span_id", &XSpans::parent),
        plain("status", &XSpans::status),
        reference("transaction_key", &XSpans::transaction, Key::Transaction),
    };
};

// Gaps and losses of the capture. `kind`: the number of a CaptureEventKind.
struct XEvents {
    Integers source;
    Longs time;
    Integers kind;
    Longs count;
    Texts text;

    static constexpr std::string_view name = "x_events";
    static constexpr std::tuple columns{
        reference("source_id", &XEvents::source, Key::Source),
        plain("time_ns", &XEvents::time, Needs::Time),
        plain("kind", &XEvents::kind, Needs::Count)
            .upTo(std::int32_t(CaptureEventKind::ReportsLost)),
        plain("count", &XEvents::count),
        plain("text", &XEvents::text),
    };
};

// Lines the program printed; `stream`: 1 or 2.
struct XOutput {
    Integers source;
    Longs time;
    Integers stream;
    Texts text;

    static constexpr std::string_view name = "x_output";
    static constexpr std::tuple columns{
        reference("source_id", &XOutput::source, Key::Source),
        plain("time_ns", &XOutput::time, Needs::Time),
        plain("stream", &XOutput::stream),
        plain("text", &XOutput::text),
    };
};

// Statistics of a capture by name.
struct XStatistics {
    Integers source;
    Texts key;
    Reals value;

    static constexpr std::string_view name = "x_statistics";
    static constexpr std::tuple columns{
        reference("source_id", &XStatistics::source, Key::Source),
        plain("key", &XStatistics::key, Needs::Value),
        plain("value", &XStatistics::value),
    };
};

} // namespace ember::model::tables
