// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/newestjob.h"

#include <QTimer>

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

namespace ember::views {

// Asks a question again and again while what it is about grows, but spends no more than a fifth of
// the time on it: the pause before the next computation is four times as long as the last one took,
// 250 ms to 5 s. Another question waits as long as the last one took, so that somebody who drags a
// range gets answers meanwhile. Belongs to the UI thread.
template<typename T>
class PacedJob {
public:
    using Work = std::function<T()>;

    // `prepare` makes the work from what there is now, in the UI thread; empty: there is nothing to
    // ask. `deliver` gets the answers. `receiver` as in NewestJob.
    PacedJob(QObject *receiver, std::function<Work()> prepare, std::function<void(T)> deliver)
        : m_prepare(std::move(prepare)),
          m_job(receiver, [this, deliver = std::move(deliver)](Answer answer) {
              m_took = answer.took;
              m_isAnswered = true;
              deliver(std::move(answer.value));
          })
    {
        m_delay.setSingleShot(true);
        QObject::connect(&m_delay, &QTimer::timeout, &m_delay, [this] { compute(); });
    }

    // Another question: whatever is under way is dropped.
    void askAnew()
    {
        m_asksAnew = true;
        wait(m_isAnswered ? std::min(m_took, shortestPause) : std::chrono::milliseconds(0));
    }

    // The same question about newer data. The timer runs on while news come in: a growing capture
    // is looked at again and again, not only once it stands still.
    void refresh()
    {
        wait(m_isAnswered ? std::clamp(4 * m_took, shortestPause, longestPause)
                          : std::chrono::milliseconds(0));
    }

    // No answer is wanted any more, until the next question.
    void drop()
    {
        m_delay.stop();
        m_job.cancel();
        m_isAnswered = false;
        m_asksAnew = true;
    }

private:
    struct Answer {
        T value;
        std::chrono::milliseconds took;
    };

    static constexpr std::chrono::milliseconds shortestPause{250};
    static constexpr std::chrono::milliseconds longestPause{5000};

    void wait(std::chrono::milliseconds pause)
    {
        if (!m_delay.isActive() || m_delay.remainingTime() > pause.count())
            m_delay.start(pause);
    }

    void compute()
    {
        Work work = m_prepare();
        if (!work) {
            drop();
            return;
        }
        auto timed = [work = std::move(work)] {
            using Clock = std::chrono::steady_clock;
            const auto start = Clock::now();
            T value = work();
            return Answer{
                std::move(value),
                std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start)};
        };
        if (std::exchange(m_asksAnew, false))
            m_job.start(std::move(timed));
        else
            m_job.refresh(std::move(timed));
    }

    std::function<Work()> m_prepare;
    QTimer m_delay;
    std::chrono::milliseconds m_took{};
    bool m_asksAnew = true;
    bool m_isAnswered = false;
    NewestJob<Answer> m_job;
};

} // namespace ember::views
