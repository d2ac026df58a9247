// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/columns.h"

// What only captures know. Rows may be missing, as in extensiontables.h.
namespace ember::model::tables {

// Process images. `exitHow`: "exited", "signalled", "dumped".
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
    static constexpr std::array fields{primary("process_key", Key::Process),
                                       reference("source_id", Key::Source),
                                       Field{"pid"},
                                       reference("parent_key", Key::Process),
                                       Field{"name"},
                                       Field{"command"},
                                       Field{"executable"},
                                       Field{"profiler_id"},
                                       Field{"platform"},
                                       Field{"release"},
                                       Field{"environment"},
                                       Field{"dist"},
                                       Field{"sdk_name"},
                                       Field{"sdk_version"},
                                       Field{"start_ns"},
                                       Field{"end_ns"},
                                       Field{"exit_code"},
                                       Field{"exit_how"},
                                       Field{"launched"},
                                       Field{"working_directory"}};
    static auto columns(auto &table)
    {
        return std::tie(table.key, table.source, table.pid, table.parent, table.processName,
                        table.command, table.executable, table.profilerId, table.platform,
                        table.release, table.environment, table.dist, table.sdkName,
                        table.sdkVersion, table.start, table.end, table.exitCode, table.exitHow,
                        table.launched, table.workingDirectory);
    }
};

// `state`: "running", "runnable", "blocked", NA; `call`: the number of the system call.
struct XSampleDetails {
    Integers sample;
    Longs cpu;
    Longs stop;
    Texts state;
    Integers call;

    static constexpr std::string_view name = "x_sample_details";
    static constexpr std::array fields{reference("sample_id", Key::Sample), Field{"cpu_ns"},
                                       Field{"stop_ns"}, Field{"state"}, Field{"system_call"}};
    static auto columns(auto &table)
    {
        return std::tie(table.sample, table.cpu, table.stop, table.state, table.call);
    }
};

// Another name or priority from then on.
struct XThreadChanges {
    Integers thread;
    Longs time;
    Texts threadName;
    Longs priority;

    static constexpr std::string_view name = "x_thread_changes";
    static constexpr std::array fields{reference("thread_key", Key::Thread), Field{"time_ns"},
                                       Field{"name"}, Field{"priority"}};
    static auto columns(auto &table)
    {
        return std::tie(table.thread, table.time, table.threadName, table.priority);
    }
};

// Functions whose callers the recorder did not find, and in how many samples it did not.
struct XCutRoots {
    Integers location;
    Longs samples;

    static constexpr std::string_view name = "x_cut_roots";
    static constexpr std::array fields{reference("location_id", Key::Location), Field{"samples"}};
    static auto columns(auto &table) { return std::tie(table.location, table.samples); }
};

// What a program said it did for a while.
struct XSpans {
    Integers source;
    Integers process;
    Integers thread;
    Texts spanName;
    Longs start;
    Longs end;

    static constexpr std::string_view name = "x_spans";
    static constexpr std::array fields{reference("source_id", Key::Source),
                                       reference("process_key", Key::Process),
                                       reference("thread_key", Key::Thread),
                                       Field{"name"},
                                       Field{"start_ns"},
                                       Field{"end_ns"}};
    static auto columns(auto &table)
    {
        return std::tie(table.source, table.process, table.thread, table.spanName, table.start,
                        table.end);
    }
};

// Gaps and losses of the capture, by the number of their kind.
struct XEvents {
    Integers source;
    Longs time;
    Integers kind;
    Longs count;
    Texts text;

    static constexpr std::string_view name = "x_events";
    static constexpr std::array fields{reference("source_id", Key::Source), Field{"time_ns"},
                                       Field{"kind"}, Field{"count"}, Field{"text"}};
    static auto columns(auto &table)
    {
        return std::tie(table.source, table.time, table.kind, table.count, table.text);
    }
};

// Lines the program printed; `stream`: 1 or 2.
struct XOutput {
    Integers source;
    Longs time;
    Integers stream;
    Texts text;

    static constexpr std::string_view name = "x_output";
    static constexpr std::array fields{reference("source_id", Key::Source), Field{"time_ns"},
                                       Field{"stream"}, Field{"text"}};
    static auto columns(auto &table)
    {
        return std::tie(table.source, table.time, table.stream, table.text);
    }
};

// Figures of a capture by name.
struct XStatistics {
    Integers source;
    Texts key;
    Reals value;

    static constexpr std::string_view name = "x_statistics";
    static constexpr std::array fields{reference("source_id", Key::Source), Field{"key"},
                                       Field{"value"}};
    static auto columns(auto &table) { return std::tie(table.source, table.key, table.value); }
};

} // namespace ember::model::tables
