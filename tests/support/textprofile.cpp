// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/textprofile.h"

#include "model/query/calltree.h"
#include "model/spans/spanbuilder.h"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <vector>

namespace ember::tests {

using namespace ember::model;

namespace {

using Cells = std::vector<std::string>;

std::vector<Cells> rowsOf(std::string_view picture)
{
    std::vector<Cells> rows;
    std::istringstream lines{std::string(picture)};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream cells(line);
        Cells row;
        for (std::string cell; cells >> cell;)
            row.push_back(cell);
        if (!row.empty())
            rows.push_back(std::move(row));
    }
    return rows;
}

std::uint64_t number(std::string_view text, int base)
{
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, base);
    return value;
}

// Cuts what follows `mark` off the text.
std::string_view cutOff(std::string_view &text, char mark)
{
    const auto place = text.rfind(mark);
    if (place == std::string_view::npos)
        return {};
    const auto rest = text.substr(place + 1);
    text = text.substr(0, place);
    return rest;
}

FrameIndex frameOf(ProfileBuilder &builder, std::string_view cell)
{
    const auto file = cutOff(cell, '#');
    const auto module = cutOff(cell, '!');
    const auto address = cutOff(cell, '@');
    const auto line = cutOff(cell, ':');
    Function function;
    function.name = builder.string(cell);
    if (!module.empty())
        function.module = builder.string(module);
    if (!file.empty())
        function.file = builder.string(file);
    Frame frame;
    frame.function = builder.function(function);
    frame.line = static_cast<std::uint32_t>(number(line, 10));
    if (!address.empty())
        frame.address = number(address, 16);
    return builder.frame(frame);
}

bool isTimeLine(const Cells &row)
{
    return std::ranges::all_of(row, [](const std::string &cell) {
        return cell.find_first_not_of("0123456789") == std::string::npos;
    });
}

std::string milliseconds(std::int64_t ns)
{
    return std::to_string(ns / 1'000'000);
}

} // namespace

ThreadIndex addTextThread(ProfileBuilder &builder, std::string_view picture, std::string_view id,
                          std::string_view name)
{
    if (builder.tables().processes.isEmpty())
        builder.addProcess({});
    Thread thread;
    thread.process = ProcessIndex(0);
    thread.id = builder.string(id);
    thread.name = builder.string(name);
    const auto index = builder.addThread(thread);

    auto rows = rowsOf(picture);
    Cells times;
    if (!rows.empty() && isTimeLine(rows.front())) {
        times = rows.front();
        rows.erase(rows.begin());
    }
    std::size_t columns = times.size();
    for (const auto &row : rows)
        columns = std::max(columns, row.size());
    for (std::size_t column = 0; column < columns; ++column) {
        auto stack = emptyStack;
        for (const auto &row : rows) {
            if (column >= row.size() || row[column] == ".")
                break;
            stack = builder.stack(stack, frameOf(builder, row[column]));
        }
        const auto ms = times.empty() ? column * 10 : number(times[column], 10);
        builder.addSample(index, {timestampFromNs(std::int64_t(ms) * 1'000'000), stack, {}});
    }
    return index;
}

StackIndex textStack(ProfileBuilder &builder, std::string_view frame)
{
    return builder.stack(emptyStack, frameOf(builder, frame));
}

FrameIndex frameCalled(const Profile &profile, std::string_view name)
{
    for (std::size_t row = 0; row < profile.tables().frames.size(); ++row) {
        if (frameName(profile, FrameIndex(row)) == name)
            return FrameIndex(row);
    }
    return {};
}

void addRprofSource(ProfileBuilder &builder, int intervalUs)
{
    Source source;
    source.type = builder.string("rprof");
    source.attributes.push_back(
        {builder.string("interval_us"), builder.string(std::to_string(intervalUs))});
    builder.addSource(std::move(source));
}

ProfilePointer textProfile(std::string_view picture)
{
    ProfileBuilder builder;
    addTextThread(builder, picture);
    return builder.snapshot();
}

ProfilePointer profileWithGap()
{
    ProfileBuilder builder(TimeOrigin::ProfileStart);
    const auto thread = addTextThread(builder, "a b\n", "1", "main");
    const auto stack = builder.tables().stacks.size() - 1;
    builder.addSample(thread, {timestampFromNs(20'000'000), emptyStack, {}, SourceIndex()});
    builder.addSample(thread, {timestampFromNs(60'000'000), StackIndex(stack), {}});
    builder.addSample(thread, {timestampFromNs(70'000'000), emptyStack, {}});
    return builder.snapshot();
}

std::string printedCalls(const ProfilePointer &profile, ThreadIndex thread)
{
    const auto spans = buildSpans(profile);
    std::string text;
    for (const auto &node : callTree(*spans, thread).nodes) {
        text.append(std::size_t(node.depth) * 2, ' ');
        text += frameName(*profile, node.frame);
        if (const auto line = profile->frame(node.frame).line; line != 0)
            text += ':' + std::to_string(line);
        text += ' ' + milliseconds(toNs(node.start)) + '+' + milliseconds(node.duration.count())
            + " (" + std::to_string(node.samples) + ")\n";
    }
    return text;
}

} // namespace ember::tests
