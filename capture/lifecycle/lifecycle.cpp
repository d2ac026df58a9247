// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/lifecycle/lifecycle.h"

namespace ember::capture {

Lifecycle::Lifecycle(const LifecycleOptions &given, Draw session,
                     std::optional<AppStartDraw> earlier, std::function<Draw()> draw)
    : m_given(given),
      m_earlier(earlier),
      m_draw(std::move(draw)),
      m_session(session)
{
}

void Lifecycle::launched(CaptureTime now)
{
    const bool isByProgram = m_earlier && m_earlier->byProgram;
    const bool isAsked = m_given.onAppStart || isByProgram;
    m_isStartUp = isAsked && m_earlier && m_earlier->isSampled();
    if (m_given.onAppStart && !m_earlier)
        notice(ProfilerNotice::NoEarlierDraw);
    if (isAsked) // a draw that is replaced once the program has set itself up
        leaveForNextLaunch(m_given.sessionRate.value_or(isByProgram ? m_earlier->rate : 1),
                           isByProgram);
    settle(now);
}

void Lifecycle::take(Pid sender, const ProfilerCall &call, CaptureTime now)
{
    std::visit([&](const auto &known) { on(sender, known, now); }, call);
    settle(now);
}

void Lifecycle::processEnded(Pid process, CaptureTime now)
{
    endAll(process);
    settle(now);
}

void Lifecycle::startAsked(CaptureTime now)
{
    if (isByTransactions() || lifecycle() == ProfileLifecycle::Trace)
        notice(ProfilerNotice::StartInTrace);
    else if (!isSessionSampled())
        notice(ProfilerNotice::StartNotSampled);
    on({}, StartProfiler(), now);
    settle(now);
}

void Lifecycle::stopAsked(CaptureTime now)
{
    if (isByTransactions() || lifecycle() == ProfileLifecycle::Trace)
        notice(ProfilerNotice::StopInTrace);
    on({}, StopProfiler(), now);
    settle(now);
}

void Lifecycle::elapse(CaptureTime now)
{
    if (m_stopsAt && now >= *m_stopsAt)
        stop();
    m_hasRun = m_hasRun || m_isRunning;
}

void Lifecycle::finished()
{
    const bool isTrace = lifecycle() == ProfileLifecycle::Trace;
    if (isTrace && !m_setup && !m_hasSeenTransaction) // mostly a program without emberchart.h
        notice(ProfilerNotice::TracingOff);
    if (m_hasRun || m_said.contains(ProfilerNotice::TracingOff))
        return;
    notice(isSessionSampled() || isByTransactions() ? ProfilerNotice::NeverStarted
                                                    : ProfilerNotice::SessionNotSampled);
}

ProfileLifecycle Lifecycle::lifecycle() const
{
    if (m_given.lifecycle)
        return *m_given.lifecycle;
    if (m_setup)
        return m_setup->lifecycle;
    return m_earlier && m_earlier->byProgram ? m_earlier->lifecycle : ProfileLifecycle::Manual;
}

// Returns the rate of sessions that are profiled: the user's; else that of emberchart_setup(), 0 by
// default (SPEC L9); else 1, as a program that does not call this was launched to be profiled.
double Lifecycle::sessionRate() const
{
    return m_given.sessionRate.value_or(m_setup ? m_setup->sessionRate : 1);
}

bool Lifecycle::isByTransactions() const
{
    return m_setup && (m_setup->profilesRate || m_setup->hasProfilesSampler);
}

bool Lifecycle::isTracingOn() const
{
    return m_given.tracesRate || (m_setup && (m_setup->tracesRate || m_setup->hasTracesSampler));
}

bool Lifecycle::isWanted() const
{
    if (isByTransactions())
        return isTraceActive();
    if (m_isStartUp)
        return true;
    if (!isSessionSampled())
        return false;
    return lifecycle() == ProfileLifecycle::Manual ? m_isStarted : isTraceActive();
}

// Takes over the program's setup. The session's sampling is decided once, so only the first setup
// counts (SPEC L9).
void Lifecycle::on(Pid, const ProfilerSetup &setup, CaptureTime)
{
    if (m_setup)
        return;
    m_setup = setup;
    if (isByTransactions())
        notice(ProfilerNotice::SessionRateIgnored);
    if ((isByTransactions() || lifecycle() == ProfileLifecycle::Trace) && !isTracingOn())
        notice(ProfilerNotice::TracingOff);
    if (m_given.onAppStart || setup.onAppStart || m_earlier)
        leaveForNextLaunch(sessionRate(), setup.onAppStart);
}

// Starts the profiler; does nothing in trace mode, nor if the session is not sampled (SPEC L19).
void Lifecycle::on(Pid, const StartProfiler &, CaptureTime)
{
    if (lifecycle() == ProfileLifecycle::Manual && isSessionSampled())
        m_isStarted = true;
}

// Stops the profiler (SPEC L17, L21, L22).
void Lifecycle::on(Pid, const StopProfiler &, CaptureTime)
{
    if (lifecycle() != ProfileLifecycle::Manual)
        return;
    m_isStarted = false;
    m_isStartUp = false;
}

void Lifecycle::on(Pid sender, const TransactionBegan &began, CaptureTime)
{
    m_hasSeenTransaction = true;
    if (lifecycle() == ProfileLifecycle::Manual && !isByTransactions()) // SPEC L2
        return;
    if (m_transactions.size() >= transactionLimit)
        return;
    const TransactionKey key(sender, began.span);
    const auto [transaction, isNew] = m_transactions.try_emplace(key, Sampled::No);
    if (!isNew)
        return;
    if (m_isStartUp && !m_startUpTransaction)
        m_startUpTransaction = key;
    transaction->second = sample(began);
    if (transaction->second == Sampled::Yes)
        ++m_sampledCount;
}

void Lifecycle::on(Pid sender, const TransactionEnded &ended, CaptureTime)
{
    if (ended.span == 0)
        return endAll(sender);
    const auto transaction = m_transactions.find({sender, ended.span});
    if (transaction != m_transactions.end())
        end(transaction);
}

// Begins a new session; a trace that is running keeps its session until it ends (SPEC L11).
void Lifecycle::on(Pid, const AppToForeground &session, CaptureTime)
{
    if (isTraceActive())
        m_nextSession = session.draw;
    else
        beginSession(session.draw);
}

// Stops at once, without finishing the chunk, unless a trace is active (SENTRY.md §9).
void Lifecycle::on(Pid, const AppToBackground &, CaptureTime)
{
    if (isTraceActive())
        return;
    m_isStarted = false;
    m_isStartUp = false;
    stop();
}

// Decides whether a transaction is sampled (SPEC L5, L6, L7). The session's draw comes first; then
// each transaction has its own, compared with the sampler's answer, else with the rate.
Lifecycle::Sampled Lifecycle::sample(const TransactionBegan &began)
{
    const auto rate = began.tracesRate ? began.tracesRate
        : m_given.tracesRate           ? m_given.tracesRate
        : m_setup                      ? m_setup->tracesRate
                                       : std::nullopt;
    if (!rate) {
        notice(ProfilerNotice::TracingOff);
        return Sampled::No;
    }
    if (!isByTransactions() && !isSessionSampled())
        return Sampled::No;
    bool isSampled = m_draw().isBelow(*rate);
    if (isSampled && isByTransactions())
        isSampled = m_draw().isBelow(began.profilesRate ? *began.profilesRate
                                                        : m_setup->profilesRate.value_or(0));
    return isSampled ? Sampled::Yes : Sampled::No;
}

void Lifecycle::end(std::map<TransactionKey, Sampled>::iterator transaction)
{
    if (m_startUpTransaction == transaction->first)
        m_isStartUp = false;
    if (transaction->second == Sampled::Yes)
        --m_sampledCount;
    m_transactions.erase(transaction);
    if (m_nextSession && !isTraceActive())
        beginSession(*std::exchange(m_nextSession, {}));
}

void Lifecycle::endAll(Pid process)
{
    auto transaction = m_transactions.lower_bound({process, 0});
    while (transaction != m_transactions.end() && transaction->first.first == process)
        end(transaction++);
}

void Lifecycle::beginSession(Draw draw)
{
    m_session = draw;
    m_isStarted = false;
    m_isStartUp = false;
}

void Lifecycle::leaveForNextLaunch(double rate, bool byProgram)
{
    m_forNext = AppStartDraw{m_draw(), rate, lifecycle(), byProgram};
}

// Starts or stops the profiler, as isWanted() says. In trace mode it stops at the end of the
// running chunk, unless profiles belong to transactions (SPEC L4, L8).
void Lifecycle::settle(CaptureTime now)
{
    if (isWanted()) {
        if (!std::exchange(m_isRunning, true))
            m_chunkStart = now;
        m_stopsAt.reset();
    } else if (m_isRunning && !m_stopsAt) {
        if (lifecycle() == ProfileLifecycle::Trace && !isByTransactions())
            m_stopsAt = chunkEnd(now);
        else
            stop();
    }
}

void Lifecycle::stop()
{
    m_isRunning = false;
    m_stopsAt.reset();
}

CaptureTime Lifecycle::chunkEnd(CaptureTime now) const
{
    const auto whole = (now - m_chunkStart) / chunkTime;
    const auto last = m_chunkStart + whole * chunkTime;
    return last == now && whole > 0 ? now : last + chunkTime;
}

void Lifecycle::notice(ProfilerNotice what)
{
    if (m_said.insert(what).second)
        m_notices.push_back(what);
}

} // namespace ember::capture
