// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importlog.h"
#include "model/formats/sentry/tracingevent.h"
#include "model/profile/profilebuilder.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// A transaction that was read.
struct TransactionFile {
    TracingEvent event; // its root has times
    std::string uri; // file, or FILE#N for an item of an envelope
};

// The threads that have a name in common, found by the time in which they were sampled.
class Namesakes {
public:
    struct Found {
        ThreadIndex thread; // invalid: there is none
        Nanoseconds distance = Nanoseconds::max(); // to its samples; 0 among them
    };

    void add(ThreadIndex thread, const ThreadSamples &samples);
    // The one that was sampled nearest to the time; one without samples if none has any.
    Found nearest(Timestamp time);

private:
    struct Sampled {
        TimeRange range; // from its first to its last sample
        ThreadIndex thread;
    };

    void putInOrder();
    static Found found(const Sampled &one, Timestamp time);

    std::vector<Sampled> m_sampled;
    bool m_isInOrder = true;
    ThreadIndex m_unsampled;
};

// The ids in the thread_metadata of chunks.
using ThreadIds = std::set<std::string, std::less<>>;

// Adds transactions and their spans to a profile that has all its samples. A span is on the
// thread that has its thread.id at that time; where none has, a thread without samples is added.
class TransactionRows {
public:
    // `sampled` is a snapshot of `builder` with all samples of the process. Spans of a V1 profile
    // that name no thread are on `activeThread`. The builder must outlive this.
    TransactionRows(ProfileBuilder &builder, const Profile &sampled, ProcessIndex process,
                    ThreadIndex activeThread);

    void add(const TransactionFile &transaction);

    // Warns about thread ids of spans that no thread_metadata has (SPEC T2).
    void reportThreads(const ThreadIds &described, ImportLog &log) const;

private:
    // The threads with an id.
    struct SameId {
        Namesakes all;
        std::map<std::string, Namesakes, std::less<>> named; // "": those without a name

        Namesakes::Found nearest(std::string_view name, Timestamp time);
    };

    void know(ThreadIndex thread, const ThreadSamples &samples, std::string_view id,
              std::string_view name);
    StringIndex text(std::string_view text);
    ThreadIndex threadOf(const EventSpan &span, Timestamp start);
    ThreadIndex addThread(const EventSpan &span);

    ProfileBuilder &m_builder;
    ProcessIndex m_process;
    ThreadIndex m_activeThread;
    std::map<std::string, SameId, std::less<>> m_threads; // by id
    ThreadIds m_ids; // of all spans
    std::string m_firstUri;
};

} // namespace ember::model::sentry
