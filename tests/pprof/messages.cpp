// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pprof/messages.h"

#include "model/formats/pprof/pprofformat.h"

#include <QStringList>

namespace ember::tests {

using namespace model;

pprof::Message smallMessage()
{
    pprof::Message message;
    const auto text = [&](const char *words) { return message.add(words); };
    text("");
    message.sampleTypes = {{text("samples"), text("count")}, {text("cpu"), text("nanoseconds")}};
    message.mappings.push_back(
        {7, 0x1000, 0x9000, 0x10, text("/bin/program"), text("abcdef"), true, true, true, false});
    message.functions = {{10, 3, text("leaf()"), text("_Z4leafv"), text("a.cpp")},
                         {20, 9, text("main"), 0, text("a.cpp")},
                         {30, 0, text("spin"), 0, 0}};
    message.lines = {{10, 4, 2}, {20, 12, 0}, {30, 0, 0}};
    message.locations = {
        {100, 7, 0x1010, 2, false}, {200, 7, 0x1020, 3, false}, {300, 7, 0x1030, 3, true}};
    message.sampleLocations = {100, 200, 300, 200, 300, 200};
    message.sampleValues = {3, 30, 1, 10, 2, 20};
    message.sampleLabels = {{text("thread"), text("t1"), 0, 0},
                            {text("bytes"), 0, text("kilobytes"), 64},
                            {text("route"), text("/a"), 0, 0}};
    message.samples = {{2, 2, 2}, {4, 4, 3}, {6, 6, 3}};
    message.comments = {text("first"), text("second")};
    message.periodType = message.sampleTypes[1];
    message.period = 10;
    message.timeNanos = 1'700'000'000'000'000'000;
    message.durationNanos = 5'000'000;
    message.defaultSampleType = message.sampleTypes[0].type;
    return message;
}

std::string cpuProfile(std::vector<std::uint64_t> words, std::size_t wordSize, std::endian order)
{
    const std::vector<std::uint64_t> header{0, 3, 0, 10'000, 0};
    words.insert(words.begin(), header.begin(), header.end());
    std::string bytes;
    for (const auto word : words) {
        for (std::size_t i = 0; i < wordSize; ++i) {
            const auto byte = order == std::endian::big ? wordSize - 1 - i : i;
            bytes += static_cast<char>(word >> (8 * byte));
        }
    }
    return bytes;
}

Result<Import> imported(const std::string &bytes)
{
    std::vector<ImportFile> files;
    files.push_back({"test", Bytes{std::string_view(bytes)}});
    return FormatImporter(pprof::format).read(std::move(files), {});
}

QString printedSamples(const Profile &profile)
{
    QStringList lines;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const ThreadIndex thread(row);
        const auto &samples = profile.samples(thread);
        for (std::size_t sample = 0; sample < samples.size(); ++sample) {
            QStringList frames;
            for (auto stack = samples.stacks[SampleIndex(sample)]; stack != emptyStack;
                 stack = profile.stack(stack).parent)
                frames += QString::fromStdString(frameName(profile, profile.stack(stack).frame));
            QStringList values;
            for (const auto &column : samples.values)
                values += QString::number(column.values[SampleIndex(sample)], 'f', 0);
            QString line = frames.join(u'<') + QStringLiteral(" [") + values.join(u',') + u']';
            const auto id = profile.text(profile.thread(thread).id);
            if (!id.empty())
                line += u' ' + QString::fromUtf8(id.data(), qsizetype(id.size()));
            if (samples.labels.contains(SampleIndex(sample))
                && samples.labels[SampleIndex(sample)].isValid()) {
                const auto labels = profile.text(samples.labels[SampleIndex(sample)]);
                line += u' ' + QString::fromUtf8(labels.data(), qsizetype(labels.size()));
            }
            lines += line;
        }
    }
    lines.sort();
    return lines.join(u'\n');
}

} // namespace ember::tests
