// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"

#include <QString>

#include <string_view>

namespace ember::tests {

// Threads of one program in the order they are added, each with an id of its own and a hundred
// samples, 10 ms apart.
class ThreadProgram {
public:
    struct Worker {
        QString name;
        int busy = 0; // of its hundred samples
        bool isMain = false;
    };

    void add(const Worker &worker);

    // `name` with %1 for their numbers.
    void addMany(const QString &name, int count, int busy);

    // main, 12 workers (1 to 12), writer (13), logger, 30 that sleep: so many that alike ones stand
    // together.
    void addServer();

    void work(model::ThreadIndex thread, int sample);
    // The thread is in this stack ("outer;inner") in the sample.
    void call(model::ThreadIndex thread, int sample, std::string_view stack);

    // As readers do: the name it had is a change, too.
    void rename(model::ThreadIndex thread, const QString &name);

    model::SpanTablePointer spans() { return m_spans.update(m_builder.snapshot()); }

private:
    void add(model::ThreadIndex thread, int sample, model::StackIndex stack);

    model::ProfileBuilder m_builder;
    model::SpanBuilder m_spans;
    int m_count = 0;
};

} // namespace ember::tests
