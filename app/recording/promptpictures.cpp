// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recording/promptpictures.h"

#include "model/core/threadpriority.h"
#include "views/jobs/backgroundpool.h"

#include <QSemaphore>
#include <QThreadPool>

#include <memory>

namespace ember::app {

namespace {

// Applies to Qt's painting threads, each of which must call it itself; so one task per thread is
// started and all wait for each other.
void askPaintersToRunSoon()
{
    QThreadPool &painters = *QThreadPool::globalInstance();
    painters.setExpiryTimeout(-1); // threads must not expire: new ones would not have the setting
    const auto end = std::make_shared<QSemaphore>();
    int begun = 0;
    while (painters.tryStart([end] {
        model::askToRunSoon();
        end->acquire();
    }))
        ++begun;
    end->release(begun);
}

} // namespace

void keepPicturesPrompt()
{
    model::askToRunSoon();
    askPaintersToRunSoon();
    views::letBackgroundGoLast();
}

} // namespace ember::app
