// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/twicerecorded.h"

#include <array>

namespace ember::tests {

using namespace model;

ProfilePointer recorded(const RecordedProcess &wanted)
{
    ProfileBuilder builder;
    Process process;
    process.pid = wanted.pid;
    if (!wanted.profilerId.empty())
        process.profilerId = builder.string(wanted.profilerId);
    Thread thread;
    thread.process = builder.addProcess(process);
    thread.id = builder.string("1");
    thread.name = builder.string(wanted.source);
    const ThreadIndex index = builder.addThread(thread);
    Source source;
    source.type = builder.string(wanted.source);
    source.process = thread.process;
    builder.addSource(source);
    Function function;
    function.name = builder.string(wanted.function);
    function.absPath = builder.string(wanted.file);
    Frame frame;
    frame.function = builder.function(function);
    frame.inApp = wanted.inApp;
    const StackIndex stack = builder.stack(emptyStack, builder.frame(frame));
    for (std::int64_t ms = wanted.startMs; ms <= wanted.startMs + 100; ms += 10)
        builder.addSample(index, {timestampFromNs(ms * 1'000'000), stack, {}});
    return builder.snapshot();
}

ProfilePointer recordedBeside(const RecordedProcess &first, const RecordedProcess &second)
{
    const std::array both{recorded(first), recorded(second)};
    return onOneClock(both);
}

ProfilePointer recordedTwice()
{
    return recordedBeside({.source = captureSource, .pid = 7, .profilerId = "aa"}, {.pid = 7});
}

} // namespace ember::tests
