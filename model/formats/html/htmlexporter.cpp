// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/text.h"
#include "model/core/uuid.h"
#include "model/formats/export/losses.h"
#include "model/formats/html/chartlanes.h"
#include "model/formats/html/htmlformat.h"
#include "model/formats/html/mergedgraphs.h"
#include "model/json/jsontext.h"
#include "model/profile/profile.h"
#include "model/spans/spanbuilder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ember::model::html {

namespace {

// The functions that a page names: each is written once, boxes have its number.
class PageNames {
public:
    explicit PageNames(const Profile &profile) : m_profile(profile) { }

    // The number of the frame's function. Frames of equal name, module and file have the same.
    std::uint32_t of(FrameIndex frame);

    // Writes [name, module, file, 1 if it is the application's own code, else 0] for each.
    void write(JsonWriter &json) const;

private:
    struct Name {
        std::string name;
        std::string module;
        std::string file;
        bool isOwn = false;
    };

    const Profile &m_profile;
    std::unordered_map<std::uint32_t, std::uint32_t> m_byFrame;
    std::unordered_map<std::string, std::uint32_t> m_byText;
    std::vector<Name> m_names;
};

// Text from a profile as the page takes it: UTF-8, and not too long to be looked at.
std::string shownText(std::string_view text)
{
    constexpr std::size_t longest = 1000; // bytes
    if (text.size() <= longest)
        return validUtf8(text);
    return validUtf8(utf8Prefix(text, longest)) + "…";
}

std::uint32_t PageNames::of(FrameIndex frame)
{
    const auto [known, isNew] = m_byFrame.try_emplace(frame.raw(), 0);
    if (!isNew)
        return known->second;
    Name name{.name = shownText(frameName(m_profile, frame)),
              .module = shownText(moduleName(m_profile, frame)),
              .file = {},
              .isOwn = m_profile.frame(frame).inApp == InApp::Yes};
    if (const auto function = m_profile.frame(frame).function; function.isValid())
        name.file = shownText(m_profile.text(m_profile.function(function).file));
    const auto text = name.name + '\0' + name.module + '\0' + name.file;
    known->second =
        m_byText.try_emplace(text, static_cast<std::uint32_t>(m_names.size())).first->second;
    if (known->second == m_names.size())
        m_names.push_back(std::move(name));
    return known->second;
}

void PageNames::write(JsonWriter &json) const
{
    json.beginArray();
    for (const Name &name : m_names) {
        json.beginArray();
        json.value(name.name);
        json.value(name.module);
        json.value(name.file);
        json.value(name.isOwn ? 1 : 0);
        json.end();
    }
    json.end();
}

// Limits for all profiles of a page together: browsers stay fast, and the page is some megabytes.
constexpr std::size_t mostBoxes = 240'000;
constexpr std::size_t mostNodes = 120'000;
constexpr std::size_t mostThreads = 500; // of a profile
constexpr std::size_t mostProfiles = 50;

// Threads with samples: main threads first, then those with the most samples.
std::vector<ThreadIndex> sampledThreads(const Profile &profile)
{
    std::vector<ThreadIndex> threads;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        if (!profile.samples(ThreadIndex(row)).isEmpty())
            threads.emplace_back(row);
    }
    std::ranges::stable_sort(threads, [&](ThreadIndex left, ThreadIndex right) {
        const auto rank = [&](ThreadIndex thread) {
            return std::tuple(profile.thread(thread).isMain, profile.samples(thread).size());
        };
        return rank(left) > rank(right);
    });
    return threads;
}

// The process that the user meant: the launched one, else the first.
const Process *mainProcess(const Profile &profile)
{
    const auto &processes = profile.tables().processes;
    const Process *first = nullptr;
    for (const Process &process : processes) {
        if (process.launched)
            return &process;
        if (first == nullptr)
            first = &process;
    }
    return first;
}

std::string baseName(std::string_view path)
{
    return shownText(fileNameOf(path));
}

std::string titleOf(const Profile &profile)
{
    const auto *const process = mainProcess(profile);
    if (process != nullptr && !profile.text(process->name).empty())
        return shownText(profile.text(process->name));
    for (const Source &source : profile.tables().sources) {
        if (auto name = baseName(profile.text(source.uri)); !name.empty())
            return name;
    }
    return "Profile";
}

std::string threadTitle(const Profile &profile, ThreadIndex index)
{
    const Thread &thread = profile.thread(index);
    std::string title = shownText(profile.text(thread.name));
    const auto id = shownText(profile.text(thread.id));
    if (title.empty())
        title = id.empty() ? "thread" : "thread " + id;
    else if (!id.empty() && id != title)
        title += " (" + id + ")";
    if (profile.tables().processes.size() > 1 && thread.process.isValid()) {
        const Process &process = profile.process(thread.process);
        title += ", " + shownText(profile.text(process.name));
        if (process.pid != 0)
            title += " " + std::to_string(process.pid);
    }
    return title;
}

// When the profile started, in milliseconds since the Unix epoch.
std::optional<std::int64_t> startMs(const Profile &profile)
{
    const auto start = profile.timeRange().start;
    constexpr std::int64_t nsPerMs = 1'000'000;
    switch (profile.tables().origin) {
    case TimeOrigin::UnixEpoch: return toNs(start) / nsPerMs;
    case TimeOrigin::ProfileStart:
        if (const auto zero = profile.tables().start)
            return toNs(*zero) / nsPerMs + toNs(start) / nsPerMs;
        return std::nullopt;
    case TimeOrigin::None: return std::nullopt;
    }
    return std::nullopt;
}

// The unit of the chart in nanoseconds: a power of ten, so that the profile has at most a hundred
// million of them. A wide screen has some thousand pixels, so no useful zoom shows the rounding.
std::int64_t unitOf(Nanoseconds length)
{
    std::int64_t unit = 1;
    while (length.count() / unit > 100'000'000)
        unit *= 10;
    return unit;
}

void appendNumber(std::string &numbers, std::int64_t number)
{
    if (!numbers.empty())
        numbers += ',';
    numbers += std::to_string(number);
}

std::string counted(std::uint64_t count, const char *one, const char *several)
{
    return std::to_string(count) + ' ' + (count == 1 ? one : several);
}

// Writes the data of one page (FORMAT.md).
class PageWriter {
public:
    PageWriter(std::span<const ProfilePointer> profiles, const std::stop_token &stop)
        : m_profiles(profiles),
          m_stop(stop)
    {
    }

    Result<Export> run() &&
    {
        m_json.beginObject();
        m_json.key("profiles").beginArray();
        for (const auto &profile : m_profiles) {
            if (m_stop.stop_requested())
                return Error{ErrorCode::Cancelled, {}, {}};
            write(profile);
        }
        m_json.end();
        m_json.end();
        if (m_stop.stop_requested())
            return Error{ErrorCode::Cancelled, {}, {}};
        return Export{page(m_json.take()),
                      losses(),
                      {"a page to look at: it cannot be opened as a profile again"}};
    }

private:
    void write(const ProfilePointer &profile);
    void writeFacts(const Profile &profile);
    void writeThreads(const Profile &profile, const ChartLanes &chart, PageNames &names);
    void writeRow(const std::vector<LaneBox> &row, std::int64_t unit, PageNames &names);
    void writeStates(const std::vector<StateStretch> &states, std::int64_t unit);
    void writeMeasures(const MergedGraphs &graphs, PageNames &names);
    void writeGraph(const Graph &graph, PageNames &names);
    void writeNotes(const ChartLanes &chart, const MergedGraphs &graphs, std::size_t moreThreads);
    std::vector<Loss> losses() const;
    static std::string page(std::string json);

    std::span<const ProfilePointer> m_profiles;
    const std::stop_token &m_stop;
    JsonWriter m_json;
    std::uint64_t m_hiddenCalls = 0;
    std::uint64_t m_hiddenNodes = 0;
    std::uint64_t m_leftOutCalls = 0;
    std::uint64_t m_leftOutThreads = 0;
};

void PageWriter::write(const ProfilePointer &profile)
{
    const bool isTimed = profile->tables().origin != TimeOrigin::None;
    auto threads = sampledThreads(*profile);
    const auto moreThreads = threads.size() - std::min(threads.size(), mostThreads);
    threads.resize(threads.size() - moreThreads);
    const auto graphs = mergedGraphs(*profile, threads, mostNodes / m_profiles.size(), m_stop);
    ChartLanes chart;
    if (isTimed)
        chart = chartLanes(*buildSpans(profile, m_stop), threads, mostBoxes / m_profiles.size());
    else
        std::ranges::transform(threads, std::back_inserter(chart.lanes), [](ThreadIndex thread) {
            return Lane{thread, {}, {}};
        });
    PageNames names(*profile);
    const auto length = profile->timeRange().duration();
    m_json.beginObject();
    m_json.key("title").value(titleOf(*profile));
    m_json.key("startMs").valueOrNull(startMs(*profile));
    m_json.key("isTimed").boolean(isTimed);
    m_json.key("unit").value(unitOf(length));
    m_json.key("length").value(length.count() / unitOf(length));
    writeFacts(*profile);
    writeNotes(chart, graphs, moreThreads);
    writeThreads(*profile, chart, names);
    writeMeasures(graphs, names);
    m_json.key("names");
    names.write(m_json);
    m_json.end();
}

void PageWriter::writeFacts(const Profile &profile)
{
    const auto fact = [&](const char *name, const std::string &text) {
        if (text.empty())
            return;
        m_json.beginArray();
        m_json.value(name);
        m_json.value(text);
        m_json.end();
    };
    m_json.key("facts").beginArray();
    if (const auto *const process = mainProcess(profile)) {
        fact("command", shownText(profile.text(process->command)));
        fact("process", process->pid != 0 ? std::to_string(process->pid) : std::string());
        fact("release", shownText(profile.text(process->release)));
        fact("environment", shownText(profile.text(process->environment)));
    }
    fact("samples", std::to_string(profile.sampleCount()));
    if (const auto rate = profile.tables().statistics.rateHz; rate > 0)
        fact("rate", plainNumber(std::round(rate)) + " Hz");
    m_json.end();
}

void PageWriter::writeNotes(const ChartLanes &chart, const MergedGraphs &graphs,
                            std::size_t moreThreads)
{
    m_hiddenCalls += chart.hidden;
    m_hiddenNodes += graphs.hidden;
    m_leftOutCalls += chart.tooDeep + chart.withoutTime;
    m_leftOutThreads += moreThreads + chart.leftOut;
    m_json.key("notes").beginArray();
    if (chart.hidden > 0)
        m_json.value("Flame chart: " + counted(chart.hidden, "short call is", "short calls are")
                     + " drawn together with others and cannot be searched.");
    if (graphs.hidden > 0)
        m_json.value("Flame graph: " + counted(graphs.hidden, "small call", "small calls")
                     + ", with all that they call, drawn together and cannot be searched.");
    if (chart.withoutTime > 0)
        m_json.value("Flame chart: " + counted(chart.withoutTime, "call", "calls")
                     + " took no time and cannot be seen.");
    if (chart.tooDeep > 0)
        m_json.value("Flame chart: " + counted(chart.tooDeep, "call", "calls") + " beyond "
                     + std::to_string(deepestCall) + " callers left out.");
    if (moreThreads > 0)
        m_json.value(counted(moreThreads, "thread", "threads")
                     + " with the fewest samples are in the flame graph of all threads only.");
    if (chart.leftOut > 0)
        m_json.value("Flame chart: " + counted(chart.leftOut, "thread", "threads")
                     + " with the fewest samples left out.");
    if (graphs.leftOut > 0)
        m_json.value("Flame graph: " + counted(graphs.leftOut, "thread has", "threads have")
                     + " none of their own.");
    m_json.end();
}

void PageWriter::writeThreads(const Profile &profile, const ChartLanes &chart, PageNames &names)
{
    const auto unit = unitOf(profile.timeRange().duration());
    m_json.key("threads").objects(chart.lanes, [&](const Lane &lane) {
        m_json.key("title").value(threadTitle(profile, lane.thread));
        m_json.key("rows").beginArray();
        for (const auto &row : lane.rows)
            writeRow(row, unit, names);
        m_json.end();
        m_json.key("states");
        writeStates(lane.states, unit);
    });
}

// Ends are rounded, not lengths, so that boxes which touch still do.
void PageWriter::writeRow(const std::vector<LaneBox> &row, std::int64_t unit, PageNames &names)
{
    std::string numbers;
    std::int64_t at = 0;
    for (const LaneBox &box : row) {
        const auto start = box.start.count() / unit;
        const auto end = box.end.count() / unit;
        appendNumber(numbers, start - at);
        appendNumber(numbers, end - start);
        appendNumber(numbers,
                     box.hidden > 0 ? -1 - std::int64_t(box.hidden)
                                    : std::int64_t(names.of(box.frame)));
        appendNumber(numbers, box.self.count() / unit);
        at = end;
    }
    m_json.raw('[' + numbers + ']');
}

void PageWriter::writeStates(const std::vector<StateStretch> &states, std::int64_t unit)
{
    std::string numbers;
    Nanoseconds time{};
    for (const StateStretch &stretch : states) {
        const auto start = time.count() / unit;
        time += stretch.length;
        appendNumber(numbers, time.count() / unit - start);
        appendNumber(numbers, std::int64_t(stretch.state));
    }
    m_json.raw('[' + numbers + ']');
}

void PageWriter::writeMeasures(const MergedGraphs &graphs, PageNames &names)
{
    m_json.key("measures").objects(graphs.measures, [&](const MeasuredGraphs &measure) {
        m_json.key("name").value(shownText(measure.name));
        m_json.key("unit").value(shownText(measure.unit));
        m_json.key("graphs").beginArray();
        writeGraph(measure.all, names);
        for (const Graph &graph : measure.threads)
            writeGraph(graph, names);
        m_json.end();
    });
}

void PageWriter::writeGraph(const Graph &graph, PageNames &names)
{
    std::string numbers;
    for (const GraphNode &node : graph.nodes) {
        appendNumber(numbers, node.depth);
        appendNumber(numbers,
                     node.hidden > 0 ? -1 - std::int64_t(node.hidden)
                                     : std::int64_t(names.of(node.frame)));
        numbers += ',';
        appendJsonNumber(numbers, node.total);
    }
    m_json.beginObject();
    m_json.key("total").value(graph.total);
    m_json.key("nodes").raw('[' + numbers + ']');
    m_json.end();
}

std::vector<Loss> PageWriter::losses() const
{
    LossList losses(lossesBeside({Part::Times, Part::Dates, Part::LastDurations, Part::Threads,
                                  Part::ThreadIds, Part::Processes, Part::ProcessIds,
                                  Part::ProcessNames, Part::Modules, Part::Files, Part::Values},
                                 m_profiles));
    losses.add("short calls of the flame chart, which are drawn together", m_hiddenCalls);
    losses.add("small calls of the flame graph, which are drawn together", m_hiddenNodes);
    losses.add("calls of the flame chart that are too deep or took no time", m_leftOutCalls);
    losses.add("threads with the fewest samples in the flame chart", m_leftOutThreads);
    return std::move(losses).take();
}

// Returns the page: one file with style, script and data. Text of the profile is in the data only,
// where "<" is written as an escape, so it cannot end its element. Only elements with the page's
// random number are run or applied, and nothing is loaded, whatever the page contains.
std::string PageWriter::page(std::string json)
{
    const auto number = randomUuid();
    std::string page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                       "script-src 'nonce-"
        + number + "'; style-src 'nonce-" + number
        + "'; base-uri 'none'; form-action 'none'\">\n"
          "<meta name=\"viewport\" content=\"width=device-width\">\n"
          "<meta name=\"referrer\" content=\"no-referrer\">\n"
          "<meta name=\"generator\" content=\"Emberchart " EMBER_VERSION "\">\n"
          "<title>Flame graph</title>\n<style nonce=\""
        + number + "\">\n";
    page += pageStyle;
    page += "</style>\n</head>\n";
    page += pageBody;
    page += "<script type=\"application/json\" id=\"data\">";
    page.reserve(page.size() + json.size() + pageScript.size());
    for (const char letter : json) {
        if (letter == '<')
            page += "\\u003c";
        else
            page += letter;
    }
    page += "</script>\n<script nonce=\"" + number + "\">\n";
    page += pageScript;
    page += "</script>\n</body>\n</html>\n";
    return page;
}

constexpr std::array<std::string_view, 2> extensions{"html", "htm"};

} // namespace

constinit const FileFormat format{
    .name = "html",
    .title = "a page",
    .extensions = extensions,
    .write = writePage,
};

Result<Export> writePage(std::span<const ProfilePointer> profiles, const ExportOptions &options)
try {
    if (profiles.empty() || profiles.size() > mostProfiles)
        return Error{ErrorCode::FormatCannotHold,
                     {},
                     "a page shows 1 to " + std::to_string(mostProfiles) + " profiles, not "
                         + std::to_string(profiles.size())};
    return PageWriter(profiles, options.stop).run();
} catch (const BoxesUnwanted &) {
    return Error{ErrorCode::Cancelled, {}, {}};
}

} // namespace ember::model::html
