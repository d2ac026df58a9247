// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/core/index.h"
#include "model/core/time.h"
#include "model/profile/images.h"

namespace ember::model {

struct TransactionTag;
using TransactionIndex = Index<TransactionTag>;

// A span: a time in which a program says that it did something. Spans may be nested, and may cross.
// Ids are lower hex digits, as Sentry's tracing has them.
struct TracingSpan {
    ProcessIndex process;
    ThreadIndex thread; // invalid: not known
    StringIndex name; // Sentry's `description`
    Timestamp start;
    Timestamp end;
    StringIndex op = {}; // the kind of work, "db.query"; invalid: not said
    StringIndex id = {}; // 16 digits; invalid: none
    StringIndex parent = {}; // id of the span that this one is part of; invalid: none
    StringIndex status = {}; // "ok", "cancelled", …; invalid: not said
    TransactionIndex transaction = {}; // invalid: the span belongs to none
    // Shown while its transaction goes on, which has no row yet: later there is a row of the same
    // id in its place. Only in profiles of running captures; nothing writes it.
    bool isProvisional = false;
};

// Roughly in the order in which the spans ended.
using TracingSpans = Column<Index<struct TracingSpanTag>, TracingSpan>;

// A root span with what Sentry keeps of it as an event. It is no row of TracingSpans; the spans in
// it refer to it.
struct Transaction {
    ProcessIndex process; // invalid: not known
    ThreadIndex thread; // on which it was started; invalid: not known
    StringIndex name;
    StringIndex op;
    StringIndex traceId; // 32 digits
    StringIndex spanId; // 16 digits
    StringIndex parent; // id of the span in another process that this one is part of
    StringIndex status;
    StringIndex profilerId; // of the profile that was running; invalid: none
    Timestamp start;
    Timestamp end;
    StringIndex event; // the JSON it was read from; invalid: it was not read from an event
};

using Transactions = Column<TransactionIndex, Transaction>;

} // namespace ember::model
