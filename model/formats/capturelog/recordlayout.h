// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/bookmarks.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/records.h"
#include "model/formats/import/keptview.h"

#include <tuple>

// Type and members of every record that holds one thing, in the order in which they are written. A
// new kind of record is its struct, its row in FORMAT.md, its layout here, and a line each in
// Writer and ProfileFeed; one with a lifetime is also kept in LiveState, which repeats it in each
// segment.
namespace ember::model::capturelog {

// Members whose type alone does not decide how they are written.
template<typename Record, typename Tag>
struct OptionalIndex {
    Index<Tag> Record::*member; // "none" is 0, row n is n + 1; other indices must be there
};

template<typename Record>
struct FixedNumber {
    std::uint64_t Record::*member; // eight bytes: high addresses, and numbers that wrap below zero
};

template<typename Record, typename Tag>
constexpr OptionalIndex<Record, Tag> optional(Index<Tag> Record::*member)
{
    return {member};
}

template<typename Record>
constexpr FixedNumber<Record> fixed8(std::uint64_t Record::*member)
{
    return {member};
}

// `later`, where there is one, has the members that were added to a record: logs from before end
// before them.
template<typename Record>
struct Layout;

template<>
struct Layout<SegmentEndRecord> {
    using R = SegmentEndRecord;
    static constexpr auto type = RecordType::SegmentEnd;
    static constexpr std::tuple members{&R::bytes, &R::lastTick, &R::ticks, &R::samples};
};

template<>
struct Layout<ProcessRecord> {
    using R = ProcessRecord;
    static constexpr auto type = RecordType::Process;
    static constexpr std::tuple members{
        &R::serial,     optional(&R::parent), &R::pid,        &R::execGeneration,   &R::launched,
        &R::profilerId, &R::command,          &R::executable, &R::workingDirectory, &R::start};
};

template<>
struct Layout<ProcessEndRecord> {
    using R = ProcessEndRecord;
    static constexpr auto type = RecordType::ProcessEnd;
    static constexpr std::tuple members{&R::process, &R::time, &R::exit};
};

template<>
struct Layout<ThreadRecord> {
    using R = ThreadRecord;
    static constexpr auto type = RecordType::Thread;
    static constexpr std::tuple members{&R::serial, &R::process,  &R::tid,  &R::isMain,
                                        &R::name,   &R::priority, &R::start};
};

template<>
struct Layout<ThreadChangeRecord> {
    using R = ThreadChangeRecord;
    static constexpr auto type = RecordType::ThreadChange;
    static constexpr std::tuple members{&R::thread, &R::time, &R::name, &R::priority};
};

template<>
struct Layout<ThreadEndRecord> {
    using R = ThreadEndRecord;
    static constexpr auto type = RecordType::ThreadEnd;
    static constexpr std::tuple members{&R::thread, &R::time};
};

template<>
struct Layout<ImageRecord> {
    using R = ImageRecord;
    static constexpr auto type = RecordType::Image;
    static constexpr std::tuple members{&R::serial,  &R::process, &R::path,         &R::buildId,
                                        &R::address, &R::size,    fixed8(&R::bias), &R::loaded};
};

template<>
struct Layout<ImageUnloadRecord> {
    using R = ImageUnloadRecord;
    static constexpr auto type = RecordType::ImageUnload;
    static constexpr std::tuple members{&R::image, &R::time};
};

template<>
struct Layout<EventRecord> {
    using R = EventRecord;
    static constexpr auto type = RecordType::Event;
    static constexpr std::tuple members{&R::kind, &R::time, &R::count, &R::text};
};

template<>
struct Layout<OutputRecord> {
    using R = OutputRecord;
    static constexpr auto type = RecordType::Output;
    static constexpr std::tuple members{&R::stream, &R::time, &R::bytes};
};

template<>
struct Layout<SeriesRecord> {
    using R = SeriesRecord;
    static constexpr auto type = RecordType::Series;
    static constexpr std::tuple members{&R::serial, &R::process, &R::name, &R::unit};
};

template<>
struct Layout<ValueRecord> {
    using R = ValueRecord;
    static constexpr auto type = RecordType::Value;
    static constexpr std::tuple members{&R::series, &R::time, &R::value};
};

template<>
struct Layout<SpanRecord> {
    using R = SpanRecord;
    static constexpr auto type = RecordType::Span;
    static constexpr std::tuple members{&R::process, optional(&R::thread), &R::name, &R::start,
                                        &R::end};
    static constexpr std::tuple later{&R::op, fixed8(&R::id), fixed8(&R::parent),
                                      fixed8(&R::transaction), &R::status};
};

template<>
struct Layout<TransactionRecord> {
    using R = TransactionRecord;
    static constexpr auto type = RecordType::Transaction;
    static constexpr std::tuple members{
        &R::process,          optional(&R::thread), &R::name,   &R::op,    fixed8(&R::traceHigh),
        fixed8(&R::traceLow), fixed8(&R::id),       &R::status, &R::start, &R::end};
};

template<>
struct Layout<BookmarkRecord> {
    using R = BookmarkRecord;
    static constexpr auto type = RecordType::Bookmark;
    static constexpr std::tuple members{&R::number,     &R::state,    &R::start, &R::end,
                                        &R::profilerId, &R::threadId, &R::note};
};

template<>
struct Layout<KeptView> {
    using R = KeptView;
    static constexpr auto type = RecordType::View;
    static constexpr std::tuple members{&R::range, &R::filters, &R::order, &R::others, &R::threads};
    static constexpr std::tuple later{&R::isLanesOnly};
};

template<>
struct Layout<EndRecord> {
    using R = EndRecord;
    static constexpr auto type = RecordType::End;
    static constexpr std::tuple members{&R::reason, &R::time, &R::text};
};

} // namespace ember::model::capturelog
