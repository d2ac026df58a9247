// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/speedscope/speedscopedocument.h"

#include "model/core/memorybudget.h"
#include "model/formats/import/jsonreading.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace ember::model::speedscope {

namespace {

// The units that the schema allows.
constexpr std::array<std::string_view, 6> knownUnits{"none",         "bytes",        "nanoseconds",
                                                     "microseconds", "milliseconds", "seconds"};

class DocumentReader {
public:
    explicit DocumentReader(JsonCursor &json) : m_json(json) { }

    Document read()
    {
        bool hasProfiles = false;
        m_json.object([&](std::string_view key) {
            if (key == "name" && m_json.type() == JsonType::String) {
                m_document.name = m_json.string();
            } else if (key == "shared") {
                readShared();
            } else if (key == "profiles") {
                hasProfiles = true;
                m_json.array([&] { readProfile(); });
            } else {
                m_json.skip();
            }
        });
        if (!hasProfiles)
            fail("expected \"profiles\"");
        if (m_lastFrame && m_lastFrame->row >= m_document.frames.size())
            throw WrongContent{m_lastFrame->place,
                               "a sample or event is of a frame that is not in \"shared\""};
        return std::move(m_document);
    }

private:
    [[noreturn]] void fail(const char *reason) const { throw WrongContent{m_json.place(), reason}; }

    std::uint32_t row()
    {
        const auto place = m_json.place();
        const auto index = m_json.index();
        if (!index) {
            m_json.number(); // throws BadJson if the file is cut here
            fail("expected the number of a frame");
        }
        if (!m_lastFrame || *index > m_lastFrame->row)
            m_lastFrame = {*index, place};
        return *index;
    }

    // Reads a line or column; 0 if it is none. null and -1 occur in files.
    std::uint32_t place()
    {
        const bool isNumber = m_json.type() == JsonType::Number;
        if (const auto index = m_json.index())
            return *index;
        m_document.invalidPlaces += isNumber ? 1U : 0U;
        m_json.skip();
        return 0;
    }

    std::uint32_t optionalRow()
    {
        if (const auto index = m_json.index())
            return *index;
        m_json.skip();
        return 0;
    }

    std::string optionalText()
    {
        if (m_json.type() == JsonType::String)
            return std::string(m_json.string());
        m_json.skip();
        return {};
    }

    void readShared();
    void readFrame();
    void readProfile();
    void readSamples(ProfileEntry &profile);
    void readEvent(ProfileEntry &profile);
    void readOwnMember(ProfileEntry &profile);
    void finish(ProfileEntry &profile, const std::string &type);

    struct FrameUse {
        std::uint32_t row = 0;
        std::size_t place = 0;
    };

    JsonCursor &m_json;
    Document m_document;
    // The use of the highest row of frames, which is checked at the end, as "shared" may follow
    // "profiles".
    std::optional<FrameUse> m_lastFrame;
};

void DocumentReader::readShared()
{
    m_json.object([&](std::string_view key) {
        if (key == "frames")
            m_json.array([&] { readFrame(); });
        else
            m_json.skip();
    });
}

void DocumentReader::readFrame()
{
    NamedFrame frame;
    m_json.object([&](std::string_view key) {
        if (key == "name")
            frame.name = m_json.string();
        else if (key == "file")
            frame.file = optionalText();
        else if (key == "line")
            frame.line = place();
        else if (key == "col")
            frame.column = place();
        else
            m_json.skip();
    });
    m_document.frames.push_back(std::move(frame));
}

void DocumentReader::readProfile()
{
    ProfileEntry profile;
    std::string type;
    m_json.object([&](std::string_view key) {
        if (key == "type")
            type = m_json.string();
        else if (key == "name")
            profile.name = m_json.string();
        else if (key == "unit")
            profile.unit = m_json.string();
        else if (key == "startValue")
            profile.start = finiteNumber(m_json);
        else if (key == "endValue")
            profile.end = finiteNumber(m_json);
        else if (key == "samples")
            readSamples(profile);
        else if (key == "weights")
            m_json.array([&] { profile.weights.push_back(finiteNumber(m_json)); });
        else if (key == "events")
            m_json.array([&] { readEvent(profile); });
        else if (key == ownMember)
            readOwnMember(profile);
        else
            m_json.skip();
    });
    finish(profile, type);
    m_document.profiles.push_back(std::move(profile));
}

void DocumentReader::readSamples(ProfileEntry &profile)
{
    m_json.array([&] {
        m_json.array([&] { profile.frames.push_back(row()); });
        if (profile.frames.size() > std::numeric_limits<std::uint32_t>::max())
            fail("there are more than 2^32 frames in samples");
        profile.sampleEnds.push_back(static_cast<std::uint32_t>(profile.frames.size()));
    });
}

void DocumentReader::readEvent(ProfileEntry &profile)
{
    FrameEvent event;
    std::optional<std::uint32_t> frame;
    std::string type;
    m_json.object([&](std::string_view key) {
        if (key == "type")
            type = m_json.string();
        else if (key == "frame")
            frame = row();
        else if (key == "at")
            event.at = finiteNumber(m_json);
        else
            m_json.skip();
    });
    if (type != "O" && type != "C")
        fail("expected an event of type O or C");
    if (!frame)
        fail("an event has no frame");
    event.frame = *frame;
    event.kind = type == "O" ? FrameEvent::Kind::Open : FrameEvent::Kind::Close;
    if (!profile.events.empty() && event.at < profile.events.back().at)
        fail("an event is earlier than the one before it");
    profile.events.push_back(event);
}

void DocumentReader::readOwnMember(ProfileEntry &profile)
{
    auto &value = profile.value.emplace();
    m_json.object([&](std::string_view key) {
        if (key == "gaps" && m_json.type() == JsonType::Array)
            m_json.array([&] { profile.gaps.push_back(optionalRow()); });
        else if (key == "profile")
            value.profile = optionalRow();
        else if (key == "thread")
            value.thread = optionalRow();
        else if (key == "id")
            value.threadId = optionalText();
        else if (key == "name")
            value.threadName = optionalText();
        else if (key == "type")
            value.type = optionalText();
        else if (key == "unit")
            value.unit = optionalText();
        else if (key == "main")
            value.isMain = optionalRow() == 1;
        else
            m_json.skip();
    });
}

void DocumentReader::finish(ProfileEntry &profile, const std::string &type)
{
    if (type != "sampled" && type != "evented")
        fail("expected a profile of type sampled or evented");
    if (std::ranges::find(knownUnits, profile.unit) == knownUnits.end())
        fail("a profile has an unknown unit");
    profile.kind = type == "sampled" ? ProfileKind::Sampled : ProfileKind::Evented;
    if (profile.kind == ProfileKind::Evented || (profile.value && profile.value->type.empty()))
        profile.value.reset();
    if (profile.kind == ProfileKind::Sampled && profile.weights.size() != profile.sampleEnds.size())
        fail("a profile has not as many weights as samples");
    if (std::ranges::any_of(profile.weights, [](double weight) { return weight < 0; }))
        fail("a weight is negative");
}

} // namespace

Result<Document> readDocument(const ImportFile &file, const std::stop_token &stop)
{
    Document document;
    EMBER_RETURN_IF_ERROR(readJson("speedscope", file, stop, [&](JsonCursor &json) {
        document = DocumentReader(json).read();
    }));
    const auto threads = document.profiles.size();
    if (threads > mostWithinBudget(threadMemory, file.bytes.size()))
        return Error{ErrorCode::FileTooBig, file.name,
                     "speedscope, profiles: " + std::to_string(threads)
                         + " are more than a file of this size may have"};
    return document;
}

} // namespace ember::model::speedscope
