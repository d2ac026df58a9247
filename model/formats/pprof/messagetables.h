// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/pprof/message.h"
#include "model/profile/profile.h"

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

// Whether a frame is a line of its location: what has neither a name nor a place in source is its
// address alone.
bool isLine(const Profile &profile, const Frame &frame);

// The texts of a message that is being made, each once.
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
    std::vector<Id> m_single; // by frame: the location of that frame alone; 0: none yet
    std::map<Frames, Id> m_inlined;
    std::vector<Id> m_functions; // by function; likewise
    std::vector<Id> m_mappings; // by image
    Frames m_open; // of the location being read
};

// What was not written as it was.
struct Rounding {
    std::uint64_t fractions = 0;
    std::uint64_t outOfRange = 0;
    std::uint64_t absent = 0; // written as 0
};

// The nearest integer; counts what is not exact.
std::int64_t roundedValue(double value, Rounding &rounding);

// Adds to the message's values. What sums have beside whole numbers is rounded once all is added:
// of a thousand samples of 0.4 there is something left.
class SampleSums {
public:
    SampleSums(std::vector<std::int64_t> &values, Rounding &rounding)
        : m_values(values),
          m_rounding(rounding)
    {
    }

    void add(std::size_t place, std::int64_t whole);
    void add(std::size_t place, double value, double scale);
    // Nothing more is added to these places.
    void round();

private:
    struct Rest {
        double sum = 0;
        bool isLoss = false;
    };

    std::vector<std::int64_t> &m_values;
    Rounding &m_rounding;
    std::unordered_map<std::size_t, Rest> m_rests; // by place
};

// Sample types of the file that is being made: those of all profiles, equal ones once.
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

// The values of one profile's samples in these columns. pprof adds values up, so gauges are none of
// them. A profile of times has beside its own types samples/count, wall/nanoseconds (up to the
// thread's next sample; the last one as long as lastDuration() has it) and, if the capture knows
// it, cpu/nanoseconds.
class SampleColumns {
public:
    SampleColumns(const Profile &profile, SampleTypes &types);

    // Whether the sample is nothing but the end of the one before it: a thread's last one, without
    // a stack, that lasts 0 and has no value.
    bool isEndOnly(const ThreadSamples &samples, SampleIndex sample, Nanoseconds last) const;

    // Adds a sample's values to those of a record, whose first one is at `place`. `last` is how
    // long the thread's last sample lasts.
    void add(const ThreadSamples &samples, SampleIndex sample, Nanoseconds last, SampleSums &sums,
             std::size_t place) const;

    // The column that the profile is about.
    std::optional<std::size_t> mainColumn() const { return m_main; }

private:
    struct Own {
        ValueTypeIndex type;
        std::size_t column;
        double scale; // seconds are written as nanoseconds
    };

    std::size_t mostSampled(const Profile &profile) const;

    std::vector<Own> m_own;
    std::optional<std::size_t> m_samples;
    std::optional<std::size_t> m_wall;
    std::optional<std::size_t> m_cpu;
    std::optional<std::size_t> m_main;
};

} // namespace ember::model::pprof
