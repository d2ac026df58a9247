// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/report/answerjson.h"

#include "model/formats/report/figures.h"

namespace ember::model::report {

namespace {

void writeFunctionNames(JsonWriter &json, const Profile &profile, FrameIndex function)
{
    json.key("name").value(frameName(profile, function));
    json.key("module").value(moduleName(profile, function));
}

void writeSpent(JsonWriter &json, const SpentTime &spent)
{
    json.key("busy_ns").value(spent.busy.count());
    json.key("running_ns").value(spent.running.count());
    json.key("runnable_ns").value(spent.runnable.count());
    json.key("blocked_ns").value(spent.blocked.count());
    json.key("blocked_in").objects(spent.blockedIn, [&](const BlockedTime &blocked) {
        json.key("call").value(systemCallText(blocked.call));
        json.key("ns").value(blocked.spent.time.count());
    });
}

void writeFunctions(JsonWriter &json, const Profile &profile, const HotFunctions &functions)
{
    json.key("functions_of_ns").value(functions.whole.count());
    json.key("with_system_code").boolean(functions.code == CodeOf::NotSystem);
    json.key("functions").objects(functions.functions, [&](const HotFunction &function) {
        writeFunctionNames(json, profile, function.frame);
        json.key("ns").value(function.time.count());
        json.key("share").value(functions.share(function));
    });
}

void writeThreads(JsonWriter &json, const Profile &profile, const ProfileAnswer &answer)
{
    json.key("busy_threads").objects(answer.busy, [&](const ThreadAnswer &thread) {
        json.key("id").value(profile.text(profile.thread(thread.thread).id));
        json.key("name").value(profile.text(profile.thread(thread.thread).name));
        writeSpent(json, thread.spent);
        writeFunctions(json, profile, thread.functions);
    });
}

void writeFrames(JsonWriter &json, const Profile &profile, const FramesAnswer &frames)
{
    json.key("frames").beginObject();
    json.key("slow").value(frames.slow);
    json.key("frozen").value(frames.frozen);
    json.key("longest_ns").value(frames.worst.range.duration().count());
    json.key("longest_start_ns").value(toNs(frames.worst.range.start));
    json.key("judged").value(frames.judged);
    json.key("held_up_by").objects(frames.holders, [&](const FrameHolder &holder) {
        writeFunctionNames(json, profile, holder.function);
        json.key("frames").value(holder.frames);
    });
    json.end();
}

std::string_view nameOf(FutexUse kind)
{
    switch (kind) {
    case FutexUse::Lock: return "lock";
    case FutexUse::Condition: return "condition";
    case FutexUse::Join: return "join";
    case FutexUse::Semaphore: return "semaphore";
    case FutexUse::Barrier: return "barrier";
    case FutexUse::Future: return "future";
    case FutexUse::Once: return "once";
    case FutexUse::Interpreter: return "interpreter";
    case FutexUse::Parked: return "parked";
    case FutexUse::Unknown: break;
    }
    return "unknown";
}

std::string_view nameOf(WaitRole role)
{
    switch (role) {
    case WaitRole::Holder: return "holder";
    case WaitRole::Waker: return "waker";
    case WaitRole::Joined: return "joined";
    }
    return "";
}

std::string_view idOf(const Profile &profile, ThreadIndex thread)
{
    return profile.text(profile.thread(thread).id);
}

void writeWaits(JsonWriter &json, const Profile &profile, const WaitsAnswer &waits)
{
    json.key("locks").objects(waits.locks, [&](const LockWaits &lock) {
        writeFunctionNames(json, profile, lock.caller);
        json.key("ns").value(lock.time.count());
        json.key("waits").value(lock.waits);
        json.key("threads").value(lock.threads.size());
        if (lock.holder.isValid())
            json.key("likely_holder").value(idOf(profile, lock.holder));
    });
    json.key("longest_waits").objects(waits.longest, [&](const Wait &wait) {
        json.key("thread").value(idOf(profile, wait.thread));
        json.key("kind").value(nameOf(wait.cause.kind));
        json.key("timed").boolean(wait.cause.isTimed);
        if (wait.cause.caller.isValid())
            writeFunctionNames(json, profile, wait.cause.caller);
        json.key("start_ns").value(toNs(wait.range.start));
        json.key("duration_ns").value(wait.range.duration().count());
        if (wait.likely) {
            json.key("likely").value(idOf(profile, wait.likely->thread));
            json.key("likely_role").value(nameOf(wait.likely->role));
        }
    });
}

void writeQuality(JsonWriter &json, const QualityAnswer &quality)
{
    json.key("quality").beginObject();
    json.key("ticks").value(quality.ticks);
    json.key("missed_ticks").value(quality.missedTicks);
    json.key("lost_samples").value(quality.lostSamples);
    json.key("lost_reports").value(quality.lostReports);
    json.key("stacks").value(quality.stacks);
    json.key("cut_stacks").value(quality.cutStacks);
    json.end();
}

} // namespace

void writeAnswer(JsonWriter &json, const Profile &profile, const ProfileAnswer &answer)
{
    json.beginObject();
    json.key("duration_ns").value(answer.range.duration().count());
    json.key("cpu_known").boolean(answer.isCpuKnown);
    json.key("cores").value(answer.cores());
    writeSpent(json, answer.spent);
    writeFunctions(json, profile, answer.functions);
    writeThreads(json, profile, answer);
    if (answer.frames)
        writeFrames(json, profile, *answer.frames);
    if (answer.machine) {
        json.key("machine").beginObject();
        json.key("cpus").value(answer.machine->cpus);
        json.key("waited_ns").value(answer.machine->waited.count());
        json.key("waited_beside_others_ns").value(answer.machine->waitedBesideOthers.count());
        json.end();
    }
    writeWaits(json, profile, answer.waits);
    if (isCapture(profile))
        writeQuality(json, answer.quality);
    json.end();
}

} // namespace ember::model::report
