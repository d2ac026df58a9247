// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/promptpictures.h"

#include "model/core/threadpriority.h"
#include "views/backgroundpool.h"

#include <QSemaphore>
#include <QThreadPool>

#include <memory>

namespace ember::app {

namespace {

// Qt paints pieces of large pictures there, and the picture waits for them. A thread is asked from
// within, so all of them begin before one ends.
void askPaintersToRunSoon()
{
    QThreadPool &painters = *QThreadPool::globalInstance();
    painters.setExpiryTimeout(-1); // those that come later would not know
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
