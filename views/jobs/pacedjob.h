// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/jobs/newestjob.h"

#include <QTimer>

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace ember::views {

// The pause a view makes before it computes what it will show. isAnyRunning() tells whether any
// view is out of date because of this. UI thread.
class Delay : public QTimer {
public:
    Delay()
    {
        setSingleShot(true);
        all().push_back(this);
    }

    ~Delay() override { std::erase(all(), this); }

    static bool isAnyRunning() { return std::ranges::any_of(all(), &QTimer::isActive); }

private:
    static std::vector<Delay *> &all()
    {
        static std::vector<Delay *> delays;
        return delays;
    }
};

// Repeats a question while its data grows. The pause before the next computation is four times as
// long as the previous one took, so that the question takes a fifth of the time; but at least 250
// ms and at most 5 s. Another question waits as long as the previous computation took, at most 250
// ms, so that dragging a range yields answers meanwhile; if that was long and the work has an
// estimate, it does not wait, since the estimate is computed first. Belongs to the UI thread.
template<typename T>
class PacedJob {
public:
    struct Work {
        Work() = default;
        template<typename Answer>
        Work(Answer exact, std::function<T()> fast = {})
            : answer(std::move(exact)),
              estimate(std::move(fast))
        {
        }

        std::function<T()> answer;
        std::function<T()> estimate; // much faster; its result is marked as an estimate
    };

    // `prepare` runs in the UI thread and returns the work; work without `answer` means that there
    // is nothing to ask. `deliver` receives the answers. For `receiver` see NewestJob.
    PacedJob(QObject *receiver, std::function<Work()> prepare, std::function<void(T)> deliver)
        : m_prepare(std::move(prepare)),
          m_job(receiver, [this, deliver = std::move(deliver)](Answer answer) {
              if (answer.took) {
                  m_took = *answer.took;
                  m_isAnswered = true;
              } else {
                  m_job.refresh(std::exchange(m_afterEstimate, {}));
              }
              deliver(std::move(answer.value));
          })
    {
        QObject::connect(&m_delay, &QTimer::timeout, &m_delay, [this] { compute(); });
    }

    // Asks another question. The running computation is dropped when that of the new question
    // begins.
    void askAnew()
    {
        m_asksAnew = true;
        const bool waits = m_isAnswered && !isEstimated();
        wait(waits ? std::min(m_took, shortestPause) : std::chrono::milliseconds(0));
    }

    // Asks the same question about newer data. A running timer is not restarted: a growing capture
    // is read again and again, not only once it stops growing.
    void refresh()
    {
        wait(m_isAnswered ? std::clamp(4 * m_took, shortestPause, longestPause)
                          : std::chrono::milliseconds(0));
    }

    // Drops the question: nothing is delivered until the next one.
    void drop()
    {
        m_delay.stop();
        m_job.cancel();
        m_afterEstimate = {};
        m_isAnswered = false;
        m_asksAnew = true;
    }

private:
    struct Answer {
        T value;
        std::optional<std::chrono::milliseconds> took; // empty for an estimate
    };

    static constexpr std::chrono::milliseconds shortestPause{250};
    static constexpr std::chrono::milliseconds longestPause{5000};
    static constexpr std::chrono::milliseconds worthAnEstimate{30};

    bool isEstimated() const { return m_hasEstimates && m_took >= worthAnEstimate; }

    void wait(std::chrono::milliseconds pause)
    {
        if (!m_delay.isActive() || m_delay.remainingTime() > pause.count())
            m_delay.start(pause);
    }

    void compute()
    {
        Work work = m_prepare();
        if (!work.answer) {
            drop();
            return;
        }
        m_hasEstimates = bool(work.estimate);
        auto answer = timed(std::move(work.answer));
        const bool asksAnew = std::exchange(m_asksAnew, false);
        if (asksAnew && isEstimated()) {
            m_afterEstimate = std::move(answer);
            m_job.start([estimate = std::move(work.estimate)] {
                return Answer{estimate(), std::nullopt};
            });
        } else if (asksAnew) {
            m_afterEstimate = {};
            m_job.start(std::move(answer));
        } else if (m_afterEstimate) {
            m_afterEstimate = std::move(answer);
        } else {
            m_job.refresh(std::move(answer));
        }
    }

    static std::function<Answer()> timed(std::function<T()> answer)
    {
        return [answer = std::move(answer)] {
            using Clock = std::chrono::steady_clock;
            const auto start = Clock::now();
            T value = answer();
            return Answer{
                std::move(value),
                std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start)};
        };
    }

    std::function<Work()> m_prepare;
    Delay m_delay;
    std::chrono::milliseconds m_took{};
    bool m_asksAnew = true;
    bool m_isAnswered = false;
    bool m_hasEstimates = false;
    std::function<Answer()> m_afterEstimate; // computes the exact answer after its estimate
    NewestJob<Answer> m_job;
};

} // namespace ember::views
