// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/desktopkeychain.h"

#include <QEventLoop>
#include <qt6keychain/keychain.h>
#include <QTimer>

#include <chrono>
#include <csignal>
#include <memory>

namespace ember::app {

namespace {

// Long enough for typing a password.
constexpr std::chrono::seconds passwordPatience{20};

QString service()
{
    return QStringLiteral("Emberchart");
}

// Blocks the signals by which users end the program. The keychain's libraries start threads, which
// stay: these inherit the blocked signals, so that they reach the main thread only.
class SignalsBlocked {
public:
    SignalsBlocked()
    {
        sigset_t signalsThere;
        sigemptyset(&signalsThere);
        for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2})
            sigaddset(&signalsThere, number);
        pthread_sigmask(SIG_BLOCK, &signalsThere, &m_before);
    }

    ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }

    SignalsBlocked(const SignalsBlocked &) = delete;
    SignalsBlocked &operator=(const SignalsBlocked &) = delete;

private:
    sigset_t m_before{};
};

KeychainAnswer answerOf(const QKeychain::Job &job)
{
    KeychainAnswer answer;
    switch (job.error()) {
    case QKeychain::NoError: answer.kind = KeychainAnswer::Kind::Done; break;
    case QKeychain::EntryNotFound: answer.kind = KeychainAnswer::Kind::NoEntry; break;
    default: answer.detail = job.errorString();
    }
    if (const auto *const reading = qobject_cast<const QKeychain::ReadPasswordJob *>(&job))
        answer.secret = reading->textData();
    return answer;
}

// Runs a job, which deletes itself when the keychain has answered. A job without an answer stays:
// the library may still write to it.
KeychainAnswer answerTo(QKeychain::Job *job)
{
    struct Waiting {
        QEventLoop loop;
        KeychainAnswer answer;
        bool isOver = false;
    };
    const SignalsBlocked blocked;
    const auto waiting = std::make_shared<Waiting>();
    waiting->answer.detail = QStringLiteral("the keychain does not answer");
    QObject::connect(job, &QKeychain::Job::finished, job, [waiting](const QKeychain::Job *ended) {
        waiting->answer = answerOf(*ended);
        waiting->isOver = true;
        waiting->loop.quit();
    });
    QTimer::singleShot(passwordPatience, &waiting->loop, &QEventLoop::quit);
    job->start();
    if (!waiting->isOver)
        waiting->loop.exec();
    return waiting->answer;
}

} // namespace

KeychainAnswer keepInKeychain(const QString &name, const QString &secret)
{
    auto *const job = new QKeychain::WritePasswordJob(service());
    job->setKey(name);
    job->setTextData(secret);
    return answerTo(job);
}

KeychainAnswer findInKeychain(const QString &name)
{
    auto *const job = new QKeychain::ReadPasswordJob(service());
    job->setKey(name);
    return answerTo(job);
}

KeychainAnswer removeFromKeychain(const QString &name)
{
    auto *const job = new QKeychain::DeletePasswordJob(service());
    job->setKey(name);
    return answerTo(job);
}

} // namespace ember::app
