// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/pprof/message.h"
#include "model/profile/profile.h"
#include "model/profile/profilebuilder.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace ember::model::pprof {

// Labels that hold what pprof has no field for.
namespace labelkey {
constexpr const char *thread = "thread";
constexpr const char *threadName = "thread_name";
constexpr const char *timestamp = "timestamp"; // nanoseconds since 1970
} // namespace labelkey

constexpr const char *timestampUnit = "nanoseconds";

// Name of functions without one; pprof has "" for them.
constexpr const char *namelessFunction = "<?>";

// The functions below convert metadata of a message for which a profile has no place of its own to
// attributes of its source and images, and back.

// Attributes of a frame whose location is folded.
constexpr const char *foldedAttributes = R"({"is_folded":true})";

std::vector<Attribute> metadataOf(const Message &message, ProfileBuilder &builder);
std::vector<Attribute> attributesOf(const Mapping &mapping, ProfileBuilder &builder);

// Copies the metadata that is stored in the attributes of the source back into the message; ignores
// attributes it does not know.
void takeMetadata(const Profile &profile, const Source &source, Message &message);

// Returns the main sample type: the default type of the message, otherwise the last. There must be
// one.
std::size_t mainType(const Message &message);

// Whether a frame becomes a line of its location. A frame without name and source position is only
// the location's address.
bool isLine(const Profile &profile, const Frame &frame);

// The strings of a message that is being built, each once.
class TextTable {
public:
    explicit TextTable(Message &message);

    Text text(std::string_view text);

private:
    Message &m_message;
    std::unordered_map<std::string_view, Text> m_known;
};

// Enters the code of one profile into a message: mappings, functions and locations.
class CodeTables {
public:
    CodeTables(const Profile &profile, Message &message, TextTable &texts);

    // Appends a stack's locations, leaf first. Inlined frames are lines of the location of the
    // frame they are inlined into.
    void appendStack(StackIndex stack, std::vector<Id> &locations);

private:
    // The frames of one location, innermost first.
    using Frames = std::vector<FrameIndex>;

    Id location(const Frames &frames);
    Id function(FunctionIndex index);
    Id mapping(ImageIndex index);

    const Profile &m_profile;
    Message &m_message;
    TextTable &m_texts;
    std::vector<Id> m_single; // by frame: the location of this frame alone; 0: not yet entered
    std::map<Frames, Id> m_inlined;
    std::vector<Id> m_functions; // by function; 0: not yet entered
    std::vector<Id> m_mappings; // by image
    Frames m_open; // of the location that is being built
};

// Counts values that were not written exactly.
struct Rounding {
    std::uint64_t fractions = 0;
    std::uint64_t outOfRange = 0;
    std::uint64_t absent = 0; // values that are missing, written as 0
};

// Returns the nearest integer; counts values that are not exact.
std::int64_t roundedValue(double value, Rounding &rounding);

// Adds to the message's values. Fractions are summed up and rounded at the end, so that a thousand
// samples of 0.4 do not vanish.
class SampleSums {
public:
    SampleSums(std::vector<std::int64_t> &values, Rounding &rounding)
        : m_values(values),
          m_rounding(rounding)
    {
    }

    void add(std::size_t place, std::int64_t whole);
    void add(std::size_t place, double value, double scale);
    // Rounds the fractions added so far. Call it when nothing more is added at their places.
    void round();

private:
    struct Rest {
        double sum = 0;
        bool isLoss = false;
    };

    std::vector<std::int64_t> &m_values;
    Rounding &m_rounding;
    std::unordered_map<std::size_t, Rest> m_rests; // by place in m_values
};

// The sample types of the file that is being built: those of all profiles, equal ones once.
class SampleTypes {
public:
    explicit SampleTypes(Message &message, TextTable &texts)
        : m_message(message),
          m_texts(texts) { }

    std::size_t column(std::string_view type, std::string_view unit);

private:
    Message &m_message;
    TextTable &m_texts;
};

// Maps one profile's values to sample types. pprof adds values up, so gauges are left out. A
// profile with times also has samples/count, wall/nanoseconds (until the thread's next sample; for
// the last one lastDuration()) and, if the capture knows it, cpu/nanoseconds.
class SampleColumns {
public:
    SampleColumns(const Profile &profile, SampleTypes &types);

    // Whether the sample only ends the one before it: a thread's last one, without a stack, with
    // duration 0 and without values.
    bool isEndOnly(const ThreadSamples &samples, SampleIndex sample, Nanoseconds last) const;

    // Adds a sample's values to those of a record, which begin at `place`. `last` is the duration
    // of the thread's last sample.
    void add(const ThreadSamples &samples, SampleIndex sample, Nanoseconds last, SampleSums &sums,
             std::size_t place) const;

    // The column of the profile's main value.
    std::optional<std::size_t> mainColumn() const { return m_main; }

private:
    struct Own {
        ValueTypeIndex type;
        std::size_t column;
        double scale; // converts seconds to nanoseconds
    };

    std::size_t mostSampled(const Profile &profile) const;

    std::vector<Own> m_own;
    std::optional<std::size_t> m_samples;
    std::optional<std::size_t> m_wall;
    std::optional<std::size_t> m_cpu;
    std::optional<std::size_t> m_main;
};

} // namespace ember::model::pprof
