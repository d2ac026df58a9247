// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/secondrecords.h"

#include "model/core/text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace ember::model {

namespace {

constexpr std::size_t mostLookedAt = 20'000; // samples of a process, besides one per thread

// A sampled process: its threads that have samples, and the time range of the samples.
struct Record {
    ProcessIndex process;
    bool isCaptured = false;
    TimeRange range;
    std::vector<ThreadIndex> threads; // with samples
};

std::vector<Record> recordsOf(const Profile &profile)
{
    std::map<ProcessIndex, Record> records;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const ThreadIndex thread(row);
        const ThreadSamples &samples = profile.samples(thread);
        const ProcessIndex process = profile.thread(thread).process;
        if (samples.isEmpty() || !process.isValid())
            continue;
        const TimeRange range{samples.times[SampleIndex(0)], samples.times.back()};
        const auto [found, isNew] =
            records.try_emplace(process, Record{process, isCaptured(profile, thread), range, {}});
        found->second.range = united(found->second.range, range);
        found->second.threads.push_back(thread);
    }
    std::vector<Record> list;
    for (auto &[process, record] : records)
        list.push_back(std::move(record));
    return list;
}

// A function by the last part of its name and its file's name: SDKs and captures tell paths in
// different ways, and not all of them tell what inner functions and methods are in
// ("work.<locals>.<lambda>").
using Code = std::pair<std::string_view, std::string_view>;

std::string_view lastPart(std::string_view name)
{
    return name.substr(name.rfind('.') + 1); // npos + 1 is 0
}

std::optional<Code> codeOf(const Profile &profile, const Frame &frame)
{
    if (frame.inApp != InApp::Yes || !frame.function.isValid())
        return std::nullopt;
    const Function &function = profile.tables().functions[frame.function];
    const StringIndex file = function.absPath.isValid() ? function.absPath : function.file;
    if (!file.isValid() || !function.name.isValid())
        return std::nullopt;
    return Code(lastPart(profile.text(function.name)), fileNameOf(profile.text(file)));
}

// Calls `visit` with stacks of a record's samples, evenly spread.
template<typename Visitor>
void forStacks(const Profile &profile, const Record &record, const Visitor &visit)
{
    std::size_t samples = 0;
    for (const ThreadIndex thread : record.threads)
        samples += profile.samples(thread).size();
    const std::size_t step = samples / mostLookedAt + 1;
    for (const ThreadIndex thread : record.threads) {
        const auto &stacks = profile.samples(thread).stacks;
        for (std::size_t row = 0; row < stacks.size(); row += step)
            visit(stacks[SampleIndex(row)]);
    }
}

std::set<Code> codeRunBy(const Profile &profile, const Record &record)
{
    std::set<Code> code;
    std::vector<bool> isKnown(profile.tables().stacks.size());
    forStacks(profile, record, [&](StackIndex stack) {
        for (; stack != emptyStack && !isKnown[stack.row()]; stack = profile.stack(stack).parent) {
            isKnown[stack.row()] = true;
            const StackNode &node = profile.stack(stack);
            if (const auto own = codeOf(profile, profile.frame(node.frame)))
                code.insert(*own);
        }
    });
    return code;
}

// Whether `code` has the innermost user's function of at least half of the record's samples that
// have one.
bool runsMostly(const Profile &profile, const Record &record, const std::set<Code> &code)
{
    std::size_t known = 0;
    std::size_t samples = 0;
    forStacks(profile, record, [&](StackIndex stack) {
        for (; stack != emptyStack; stack = profile.stack(stack).parent) {
            const StackNode &node = profile.stack(stack);
            const auto own = codeOf(profile, profile.frame(node.frame));
            if (!own)
                continue;
            ++samples;
            known += code.contains(*own) ? 1U : 0U;
            return;
        }
    });
    return known > 0 && known * 2 >= samples;
}

bool overlap(TimeRange a, TimeRange b)
{
    return a.start < b.end && b.start < a.end;
}

// Recognises the processes of a profile's captures.
class CapturedProcesses {
public:
    CapturedProcesses(const Profile &profile, const std::vector<Record> &records)
        : m_profile(profile),
          m_records(records)
    {
    }

    bool contain(const Record &record)
    {
        return std::ranges::any_of(m_records, [&](const Record &captured) {
            return captured.isCaptured && overlap(record.range, captured.range)
                && isSame(record, captured);
        });
    }

private:
    bool isSame(const Record &record, const Record &captured)
    {
        const Process &process = m_profile.process(record.process);
        const Process &known = m_profile.process(captured.process);
        if (process.pid != 0)
            return process.pid == known.pid;
        if (process.profilerId.isValid() && process.profilerId == known.profilerId)
            return true;
        const auto [code, isNew] = m_code.try_emplace(captured.process);
        if (isNew)
            code->second = codeRunBy(m_profile, captured);
        return runsMostly(m_profile, record, code->second);
    }

    const Profile &m_profile;
    const std::vector<Record> &m_records;
    std::map<ProcessIndex, std::set<Code>> m_code; // the code of captured processes, once asked for
};

// Whether some of the profile is of a capture, and some is not.
bool hasBothKinds(const ProfileTables &tables, const Profile &profile)
{
    std::size_t captured = 0;
    for (const Source &source : tables.sources)
        captured += profile.text(source.type) == captureSource ? 1U : 0U;
    return captured > 0 && captured < tables.sources.size();
}

} // namespace

bool isCaptured(const Profile &profile, ThreadIndex thread)
{
    const auto &sources = profile.tables().sources;
    const ThreadSamples &samples = profile.samples(thread);
    return !samples.isEmpty() && !sources.isEmpty()
        && profile.text(sources[samples.source(SampleIndex(0))].type) == captureSource;
}

std::vector<ThreadIndex> secondRecords(const Profile &profile)
{
    const ProfileTables &tables = profile.tables();
    // Recordings of different days that lie above each other are no records of the same time.
    if (tables.origin != TimeOrigin::UnixEpoch || !hasBothKinds(tables, profile))
        return {};
    std::vector<ThreadIndex> threads;
    const auto records = recordsOf(profile);
    CapturedProcesses captured(profile, records);
    for (const Record &record : records) {
        if (!record.isCaptured && captured.contain(record))
            threads.insert(threads.end(), record.threads.begin(), record.threads.end());
    }
    std::ranges::sort(threads);
    return threads;
}

std::vector<ThreadIndex> withoutSecondRecords(const Profile &profile)
{
    const auto second = secondRecords(profile);
    std::vector<ThreadIndex> others;
    for (std::size_t row = 0; !second.empty() && row < profile.threadCount(); ++row) {
        if (!std::ranges::binary_search(second, ThreadIndex(row)))
            others.emplace_back(row);
    }
    return others;
}

} // namespace ember::model
