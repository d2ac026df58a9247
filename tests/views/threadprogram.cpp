// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/threadprogram.h"

#include "tests/support/textprofile.h"

#include <algorithm>

namespace ember::tests {

using namespace ember::model;

void ThreadProgram::add(const Worker &worker)
{
    Thread thread;
    thread.id = m_builder.string(std::to_string(++m_count));
    thread.name = m_builder.string(worker.name.toStdString());
    thread.isMain = worker.isMain;
    const auto index = m_builder.addThread(thread);
    for (int sample = 0; sample < worker.busy; ++sample)
        work(index, sample);
    for (int sample = worker.busy; sample < 100; ++sample)
        add(index, sample, emptyStack);
}

void ThreadProgram::addMany(const QString &name, int count, int busy)
{
    for (int number = 1; number <= count; ++number)
        add({name.arg(number), busy});
}

void ThreadProgram::addServer()
{
    add({QStringLiteral("main"), 5, true});
    addMany(QStringLiteral("worker-%1"), 12, 30);
    add({QStringLiteral("writer"), 60});
    add({QStringLiteral("logger"), 20});
    addMany(QStringLiteral("sleeper-%1"), 30, 0);
}

void ThreadProgram::work(ThreadIndex thread, int sample)
{
    call(thread, sample, "a");
}

void ThreadProgram::call(ThreadIndex thread, int sample, std::string_view stack)
{
    StackIndex whole = emptyStack;
    for (std::size_t begin = 0; begin <= stack.size();) {
        const std::size_t end = std::min(stack.find(';', begin), stack.size());
        const auto call = textStack(m_builder, stack.substr(begin, end - begin));
        whole = m_builder.stack(whole, m_builder.tables().stacks[call].frame);
        begin = end + 1;
    }
    add(thread, sample, whole);
}

void ThreadProgram::rename(ThreadIndex thread, const QString &name)
{
    const auto before = m_builder.tables().threads[thread].name;
    m_builder.addThreadChange({thread, timestampFromNs(0), before, {}});
    m_builder.addThreadChange(
        {thread, timestampFromNs(10'000'000), m_builder.string(name.toStdString()), {}});
}

void ThreadProgram::add(ThreadIndex thread, int sample, StackIndex stack)
{
    m_builder.addSample(thread, {timestampFromNs(sample * 10'000'000LL), stack, {}});
}

} // namespace ember::tests
