// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/tracesamples.h"

#include "model/formats/import/jsonreading.h"

#include <algorithm>
#include <cmath>

namespace ember::model::chrometrace {

namespace {

constexpr std::int64_t maxMicroseconds = 3'000'000'000'000'000; // the year 2065

} // namespace

Nanoseconds traceTime(double microseconds)
{
    constexpr auto most = static_cast<double>(maxMicroseconds);
    return Nanoseconds(std::llround(std::clamp(microseconds, -most, most) * 1000));
}

Nanoseconds traceTime(NumberText microseconds)
{
    constexpr int microsecondDigits = 6;
    constexpr Nanoseconds most{maxMicroseconds * 1000};
    microseconds.exponent -= microsecondDigits;
    return std::clamp(toTimestamp(microseconds).time_since_epoch(), -most, most);
}

Nanoseconds takeTraceTime(JsonCursor &json)
{
    std::string_view text;
    std::optional<NumberText> number;
    if (json.type() == JsonType::String) {
        text = json.string();
        number = scanNumber(text);
    } else {
        number = json.number();
    }
    // Quoted numbers may have forms that JSON does not allow (".5").
    const auto value = number ? toDouble(*number) : parseFloat(text);
    if (!value || !std::isfinite(*value))
        throw WrongContent{json.place(), "expected a finite number"};
    return number ? traceTime(*number) : traceTime(*value);
}

TraceSamples::Of TraceSamples::keyOf(Of of)
{
    if (!of.id.empty())
        of.tid.clear();
    return of;
}

void TraceSamples::readPiece(const Of &of, std::string_view arguments, std::size_t place,
                             const std::stop_token &stop)
{
    CpuProfilePiece piece(place);
    CpuProfilePiece outer(place);
    JsonCursor json(arguments, stop);
    const auto takeInto = [&json](CpuProfilePiece &to, std::string_view key) {
        if (!to.readMember(json, key))
            json.skip();
    };
    try {
        json.object([&](std::string_view key) {
            if (key != "data")
                return static_cast<void>(json.skip());
            json.object([&](std::string_view member) {
                if (member == "cpuProfile")
                    json.object([&](std::string_view inner) { takeInto(piece, inner); });
                else
                    takeInto(outer, member);
            });
        });
        piece.addOuter(std::move(outer));
        m_profiles[keyOf(of)].piece.append(std::move(piece));
    } catch (const WrongContent &wrong) {
        addBroken(place + wrong.offset, wrong.reason);
    } catch (const BadJson &bad) {
        addBroken(place + bad.offset, bad.reason);
    }
}

void TraceSamples::addBroken(std::size_t place, const char *reason)
{
    m_findings.add(TraceFinding::BrokenProfiles, "byte " + std::to_string(place) + ": " + reason);
}

void TraceSamples::setThread(const Of &of)
{
    m_profiles[keyOf(of)].tid = of.tid;
}

void TraceSamples::addFrame(const std::string &id, const std::string &name,
                            const std::string &callerId)
{
    const auto [place, isNew] =
        m_frameRows.emplace(id, static_cast<std::uint32_t>(m_frames.size()));
    const auto row = place->second;
    if (isNew) {
        m_frames.emplace_back().caller = row;
        m_callers.emplace_back();
    } else {
        ++m_findings[TraceFinding::RepeatedFrames];
    }
    m_frames[row].function = name;
    m_callers[row] = callerId;
}

void TraceSamples::addSample(const ThreadIds &ids, Nanoseconds time, const std::string &frameId)
{
    m_samples[ids].push_back({time, frameId});
}

SampledStacks TraceSamples::finish(std::size_t place) &&
{
    finishProfiles(place);
    finishSamples();
    return std::move(m_stacks);
}

// Finishes each profile by itself: one that lost a piece does not affect the others.
void TraceSamples::finishProfiles(std::size_t place)
{
    for (auto &[key, profile] : m_profiles) {
        if (profile.piece.isEmpty())
            continue;
        try {
            auto resolved = std::move(profile.piece).resolved(place);
            const auto start = traceTime(resolved.start);
            std::vector<Nanoseconds> times;
            times.reserve(resolved.times.size());
            for (const auto time : resolved.times)
                times.push_back(start + traceTime(time));
            m_stacks.threads.push_back(
                {.ids = {key.pid, profile.tid.value_or(key.id.empty() ? key.tid : key.id)},
                 .tree = m_stacks.trees.size(),
                 .rows = std::move(resolved.samples),
                 .times = std::move(times),
                 .end = {}});
            if (resolved.end)
                m_stacks.threads.back().end = start + traceTime(*resolved.end);
            m_stacks.trees.push_back(std::move(resolved.nodes));
            m_findings[TraceFinding::LostCallers] += resolved.lostCallers;
            m_findings[TraceFinding::LostCallees] += resolved.lostCallees;
            m_findings[TraceFinding::LostLeaves] += resolved.lostSamples;
        } catch (const WrongContent &wrong) {
            addBroken(wrong.offset, wrong.reason);
        }
    }
}

// Sets the callers of frames, which may come before or after their callees. A frame that would be
// among its own callers gets none.
void TraceSamples::linkFrames()
{
    enum class Mark : std::uint8_t { New, OnTheWay, Fine };
    std::vector<Mark> marks(m_frames.size(), Mark::New);
    std::vector<std::uint32_t> way;
    for (std::uint32_t start = 0; start < marks.size(); ++start) {
        auto row = start;
        while (marks[row] == Mark::New) {
            marks[row] = Mark::OnTheWay;
            way.push_back(row);
            if (m_callers[row].empty())
                break;
            const auto caller = m_frameRows.find(m_callers[row]);
            if (caller == m_frameRows.end()) {
                ++m_findings[TraceFinding::LostParents];
                break;
            }
            if (marks[caller->second] == Mark::OnTheWay) {
                ++m_findings[TraceFinding::CyclicFrames];
                break;
            }
            m_frames[row].caller = caller->second;
            row = caller->second;
        }
        for (const auto walked : way)
            marks[walked] = Mark::Fine;
        way.clear();
    }
}

void TraceSamples::finishSamples()
{
    linkFrames();
    const auto tree = m_stacks.trees.size();
    for (const auto &[ids, samples] : m_samples) {
        SampledThread thread{.ids = ids, .tree = tree, .rows = {}, .times = {}, .end = {}};
        for (const auto &[time, frameId] : samples) {
            const auto row = m_frameRows.find(frameId);
            if (row == m_frameRows.end()) {
                ++m_findings[TraceFinding::LostStacks];
                continue;
            }
            thread.rows.push_back(row->second);
            thread.times.push_back(time);
        }
        if (!thread.rows.empty())
            m_stacks.threads.push_back(std::move(thread));
    }
    m_stacks.trees.push_back(std::move(m_frames));
}

} // namespace ember::model::chrometrace
