// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/files/chunkwriter.h"
#include "model/profile/profilebuilder.h"
#include "model/spans/spantable.h"

#include <QString>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace ember::tests {

constexpr std::int64_t captureEpoch = 1'795'000'000'123'456'789;

// A native capture: one process, named and nameless frames, an inlined one, two threads that had
// the same id one after the other.
class NativeCapture {
public:
    NativeCapture();

    model::StringIndex text(std::string_view text) { return m_builder.string(text); }
    model::ProfileBuilder &builder() { return m_builder; }
    model::ProcessIndex process() const { return m_process; }
    model::ProfilePointer profile() { return m_builder.snapshot(); }

    model::ImageIndex image(std::string_view path, std::string_view buildId, std::uint64_t address);
    model::ThreadIndex thread(std::string_view id, std::string_view name);
    model::FrameIndex named(std::string_view name, std::uint32_t line, std::uint64_t pc);
    model::FrameIndex nameless(std::uint64_t pc);
    void add(model::ThreadIndex thread, std::int64_t ns, std::vector<model::FrameIndex> leafFirst);
    // Two threads, 100 ticks of 9.9 ms.
    model::ProfilePointer typical();

private:
    model::ProfileBuilder m_builder;
    model::ProcessIndex m_process;
    model::ImageIndex m_image;
    model::ImageIndex m_library;
};

std::vector<model::sentry::WrittenChunk> written(const model::Profile &profile,
                                                 const model::sentry::ChunkOptions &options = {},
                                                 model::sentry::WriteReport *report = nullptr);
std::vector<model::sentry::WrittenChunk> writtenAsV1(const model::Profile &profile,
                                                     model::sentry::WriteReport *report = nullptr);
// Whether a line of what changed begins so.
bool says(const model::sentry::WriteReport &report, std::string_view beginning);
nlohmann::json documentOf(const model::sentry::WrittenChunk &chunk);
// The one profile of a file; nullptr if there is none.
model::ProfilePointer openedText(std::string_view text);
// What the chunks are read back as; nullptr if they are not one profile.
model::ProfilePointer reopened(const std::vector<model::sentry::WrittenChunk> &chunks);
// "accepted" or Relay's reason, then the codes of what is worse than a note.
QString verdictOf(const model::sentry::WrittenChunk &chunk);

// Holds the calls of a thread against those of the thread of that name in the other table: equal
// but for a microsecond.
void compareCalls(const model::SpanTable &was, const model::SpanTable &is,
                  model::ThreadIndex thread);

// As text: Qt cannot print these values.
inline QString text(const nlohmann::json &value)
{
    return QString::fromStdString(value.dump());
}

#define COMPARE_JSON(got, ...) QCOMPARE(text(got), text(__VA_ARGS__))

} // namespace ember::tests
