// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/report/figures.h"
#include "model/formats/report/summaryjson.h"
#include "model/query/summary.h"
#include "model/query/threadstates.h"
#include "model/query/weights.h"

#include <algorithm>

namespace ember::model::report {

namespace {

constexpr std::size_t shownFunctions = 20;
constexpr std::size_t shownThreads = 40;
constexpr std::size_t column = 12;
constexpr std::size_t wideColumn = 16;

double share(Nanoseconds part, Nanoseconds whole)
{
    return whole.count() > 0
        ? static_cast<double>(part.count()) / static_cast<double>(whole.count())
        : 0;
}

// Where a thread mostly waits; of threads that never were seen to, nothing.
std::string waitText(const ThreadSamples &samples)
{
    const auto states = threadStates(samples, SampleIndex(0), SampleIndex(samples.size()));
    const auto known = static_cast<double>(states.known());
    if (states.blockedIn.empty() || states.blockedIn.front().call == noSystemCall)
        return {};
    const auto &most = states.blockedIn.front();
    return ", " + percent(static_cast<double>(most.samples) / known) + " in "
        + systemCallText(most.call);
}

std::string threadLines(const Profile &profile, const Summary &summary)
{
    std::string text = rightAligned("samples", column) + rightAligned("running ms", column)
        + rightAligned("lasts ms", column) + "  thread\n";
    std::size_t left = shownThreads;
    const auto order = threadsByActivity(profile);
    for (const auto index : order) {
        const auto &row = summary.threads[index.row()];
        const Thread &thread = profile.thread(index);
        if (left-- == 0) {
            text += "  … and " + std::to_string(order.size() - shownThreads) + " more\n";
            break;
        }
        text += rightAligned(std::to_string(row.samples), column)
            + rightAligned(milliseconds(row.running), column)
            + rightAligned(milliseconds(row.duration), column) + "  "
            + std::string(profile.text(thread.name)) + " (" + std::string(profile.text(thread.id))
            + ")" + waitText(profile.samples(index)) + "\n";
    }
    return text;
}

std::string nameOf(const FunctionStatistics &function)
{
    return function.name
        + (function.module.empty() ? std::string() : "  [" + function.module + "]");
}

std::string timeLines(const Summary &summary)
{
    Nanoseconds whole{};
    for (const auto &function : summary.functions)
        whole += function.self;
    std::string text = rightAligned("self", column) + rightAligned("self ms", column)
        + rightAligned("total ms", column) + "  function\n";
    for (std::size_t i = 0; i < std::min(shownFunctions, summary.functions.size()); ++i) {
        const auto &function = summary.functions[i];
        text += rightAligned(percent(share(function.self, whole)), column)
            + rightAligned(milliseconds(function.self), column)
            + rightAligned(milliseconds(function.total), column) + "  " + nameOf(function) + '\n';
    }
    return text;
}

std::string valueLines(const Profile &profile, const Summary &summary)
{
    double whole = 0;
    for (const auto &function : summary.functions)
        whole += function.selfValue;
    const auto &type = profile.tables().valueTypes[summary.weight];
    std::string text = rightAligned("self", column) + rightAligned("self", wideColumn)
        + rightAligned("total", wideColumn) + "  function, by "
        + std::string(profile.text(type.type)) + " in " + std::string(profile.text(type.unit))
        + '\n';
    for (std::size_t i = 0; i < std::min(shownFunctions, summary.functions.size()); ++i) {
        const auto &function = summary.functions[i];
        text += rightAligned(percent(whole != 0 ? function.selfValue / whole : 0), column)
            + rightAligned(plainNumber(function.selfValue), wideColumn)
            + rightAligned(plainNumber(function.totalValue), wideColumn) + "  " + nameOf(function)
            + '\n';
    }
    return text;
}

std::string sumLines(const Profile &profile, const Summary &summary)
{
    std::string text;
    for (const auto &[index, sum] : summary.values) {
        const auto &type = profile.tables().valueTypes[index];
        text += rightAligned(plainNumber(sum), wideColumn) + "  "
            + std::string(profile.text(type.type)) + " (" + std::string(profile.text(type.unit))
            + ")\n";
    }
    return text.empty() ? text : text + '\n';
}

std::string captureLines(const Profile &profile, const Summary &summary)
{
    const CaptureStatistics &statistics = profile.tables().statistics;
    std::string text = std::to_string(statistics.ticks) + " ticks, "
        + std::to_string(statistics.missedTicks) + " missed; "
        + std::to_string(statistics.suspensions) + " suspensions, "
        + std::to_string(statistics.reused) + " samples without one; "
        + std::to_string(statistics.dropped) + " dropped\n";
    text += "stop time p50 " + milliseconds(statistics.stopP50) + " ms, p99 "
        + milliseconds(statistics.stopP99) + " ms";
    if (summary.rootReached)
        text += "; " + percent(*summary.rootReached) + " of the stacks reach their root";
    return text + '\n';
}

} // namespace

std::string summaryText(std::span<const ImportedProfile> profiles, std::string_view weight)
{
    std::string text;
    for (const auto &imported : profiles) {
        const Profile &profile = *imported.profile;
        const Summary summary = summarise(profile, findValueType(profile, weight));
        text += (imported.files.empty() ? std::string() : imported.files.front()) + " ("
            + imported.format + "): " + std::to_string(summary.samples) + " samples of "
            + std::to_string(profile.threadCount()) + " threads in "
            + milliseconds(summary.duration) + " ms\n\n" + threadLines(profile, summary) + '\n'
            + sumLines(profile, summary)
            + (summary.weight.isValid() ? valueLines(profile, summary) : timeLines(summary));
        if (isCapture(profile))
            text += '\n' + captureLines(profile, summary);
        text += '\n';
    }
    return text;
}

} // namespace ember::model::report
