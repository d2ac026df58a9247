// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sentry/writtenchunks.h"

#include "model/formats/sentry/chunkreader.h"
#include "model/formats/sentry/files/chunkimporter.h"
#include "model/formats/sentry/relay.h"
#include "model/query/calltree.h"

#include <QTest>

#include <cmath>

namespace ember::tests {

using namespace model;
using namespace model::sentry;
using nlohmann::json;

namespace {

// By id and name; where the id is new, by name alone.
ThreadIndex sameThread(const Profile &profile, const Profile &other, ThreadIndex thread)
{
    const auto &wanted = profile.thread(thread);
    ThreadIndex byName;
    for (std::size_t row = 0; row < other.threadCount(); ++row) {
        const auto &candidate = other.thread(ThreadIndex(row));
        if (other.text(candidate.name) != profile.text(wanted.name))
            continue;
        if (other.text(candidate.id) == profile.text(wanted.id))
            return ThreadIndex(row);
        byName = ThreadIndex(row);
    }
    return byName;
}

} // namespace

NativeCapture::NativeCapture()
{
    Process process;
    process.pid = 42;
    process.name = text("app");
    process.executable = text("/opt/app/app");
    process.profilerId = text("4d229f1d3807421ba62a5f8bc295d836");
    process.platform = text("native");
    m_process = m_builder.addProcess(process);
    m_image = image("/opt/app/app", "0123456789abcdef0123456789abcdef01234567", 0x5000);
    m_library = image("/usr/lib/libz.so.1", "fedcba9876543210fedcba9876543210fedcba98", 0x9000);
    image("/usr/lib/noid.so", "", 0xa000);
}

ImageIndex NativeCapture::image(std::string_view path, std::string_view buildId,
                                std::uint64_t address)
{
    Image image;
    image.process = m_process;
    image.type = text("symbolic");
    image.codeFile = text(path);
    image.codeId = text(buildId);
    image.address = address;
    image.size = 0x1000;
    return m_builder.addImage(image);
}

ThreadIndex NativeCapture::thread(std::string_view id, std::string_view name)
{
    Thread thread;
    thread.process = m_process;
    thread.id = text(id);
    thread.name = text(name);
    thread.priority = 20;
    return m_builder.addThread(thread);
}

FrameIndex NativeCapture::named(std::string_view name, std::uint32_t line, std::uint64_t pc)
{
    Function function;
    function.name = text(name);
    function.rawName = text("_Z" + std::string(name));
    function.package = text("/opt/app/app");
    function.file = text("/src/app.cpp");
    function.absPath = function.file;
    Frame frame;
    frame.function = m_builder.function(function);
    frame.line = line;
    frame.address = 0x5100;
    frame.pc = pc;
    frame.image = m_image;
    frame.inApp = InApp::Yes;
    return m_builder.frame(frame);
}

FrameIndex NativeCapture::nameless(std::uint64_t pc)
{
    Frame frame;
    frame.address = pc;
    frame.pc = pc;
    frame.image = m_library;
    frame.inApp = InApp::No;
    return m_builder.frame(frame);
}

void NativeCapture::add(ThreadIndex thread, std::int64_t ns, std::vector<FrameIndex> leafFirst)
{
    m_builder.addSample(
        thread, {timestampFromNs(captureEpoch + ns), m_builder.stackFromLeafFirst(leafFirst), {}});
}

ProfilePointer NativeCapture::typical()
{
    const auto first = thread("42", "main");
    const auto second = thread("42", "again");
    for (int tick = 0; tick < 100; ++tick) {
        const auto line = std::uint32_t(tick / 10 + 1);
        const auto pc = std::uint64_t(tick);
        add(first, tick * 9'900'990,
            {nameless(0x9100 + pc % 3), named("work", line, 0x5110 + pc),
             named("main", 7, 0x5200)});
        if (tick % 4 == 3)
            add(second, tick * 9'900'990, {});
        else
            add(second, tick * 9'900'990, {named("other", 3, 0x5300 + pc)});
    }
    Measurement series;
    series.process = m_process;
    series.name = text("cpu_usage");
    series.unit = text("percent");
    const auto index = m_builder.addMeasurement(series);
    m_builder.addMeasurementValue(index, {timestampFromNs(captureEpoch + 5), 99.5});
    return profile();
}

std::vector<WrittenChunk> written(const Profile &profile, const ChunkOptions &options,
                                  WriteReport *report)
{
    std::vector<WrittenChunk> chunks;
    const auto outcome = writeChunks(profile, {}, options, [&](WrittenChunk &&chunk) {
        chunks.push_back(std::move(chunk));
        return Result<void>();
    });
    if (report && outcome)
        *report = *outcome;
    return chunks;
}

json documentOf(const WrittenChunk &chunk)
{
    return json::parse(chunk.json, nullptr, false);
}

ProfilePointer reopened(const std::vector<WrittenChunk> &chunks)
{
    std::vector<ImportFile> files;
    for (std::size_t row = 0; row < chunks.size(); ++row)
        files.push_back({"chunk" + std::to_string(row), Bytes(chunks[row].json)});
    auto import = ChunkImporter().read(std::move(files), {});
    return import && import->profiles.size() == 1 ? import->profiles.front().profile : nullptr;
}

QString verdictOf(const WrittenChunk &chunk)
{
    const Bytes bytes(chunk.json);
    auto reading = readChunk(bytes.view());
    if (!reading)
        return QString::fromStdString(reading.error().detail);
    const auto verdict = judge(*reading);
    QString text = verdict.isAccepted()
        ? QStringLiteral("accepted")
        : QString::fromLatin1(reasonName(verdict.rejection->reason));
    for (const auto &finding : reading->log.findings()) {
        if (finding.severity != Severity::Note)
            text += QLatin1Char(' ') + QString::fromStdString(finding.code);
    }
    return text;
}

void compareCalls(const SpanTable &was, const SpanTable &is, ThreadIndex thread)
{
    const auto other = sameThread(*was.profile(), *is.profile(), thread);
    QVERIFY(other.isValid());
    const auto wanted = callTree(was, thread).nodes;
    const auto got = callTree(is, other).nodes;
    QCOMPARE(got.size(), wanted.size());
    for (std::size_t row = 0; row < got.size(); ++row) {
        QCOMPARE(frameName(*is.profile(), got[row].frame),
                 frameName(*was.profile(), wanted[row].frame));
        QCOMPARE(got[row].depth, wanted[row].depth);
        QCOMPARE(got[row].samples, wanted[row].samples);
        QCOMPARE_LT(std::abs((got[row].start - wanted[row].start).count()), std::int64_t(1000));
        QCOMPARE_LT(std::abs((got[row].duration - wanted[row].duration).count()),
                    std::int64_t(1000));
    }
}

ProfilePointer openedText(std::string_view text)
{
    std::vector<ImportFile> files;
    files.push_back({"file", Bytes(text)});
    const auto import = ChunkImporter().read(std::move(files), {});
    return import && import->profiles.size() == 1 ? import->profiles.front().profile : nullptr;
}

std::vector<WrittenChunk> writtenAsV1(const Profile &profile, WriteReport *report)
{
    ChunkOptions options;
    options.format = SampleFormat::V1;
    return written(profile, options, report);
}

bool says(const WriteReport &report, std::string_view beginning)
{
    return std::ranges::any_of(report.changes, [beginning](const std::string &change) {
        return change.starts_with(beginning);
    });
}

} // namespace ember::tests
