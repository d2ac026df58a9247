// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/openedprofile.h"
#include "model/core/result.h"

#include <QObject>
#include <QStringList>
#include <QThreadPool>

#include <atomic>
#include <memory>

namespace ember::app {

enum class LoadStage { Reading, BuildingChart };

// Reads the files in the calling thread; `stage` is told where it is and says whether to go on.
// What `emberchart --screenshot` and the Loader share.
model::Result<OpenedFilesPointer> loadFiles(const QStringList &paths,
                                            const std::function<bool(LoadStage)> &stage);

// Opens files in the background. The newest request wins: the results of older ones, and of
// cancelled ones, are dropped. Lives in the UI thread.
class Loader : public QObject {
    Q_OBJECT
public:
    explicit Loader(QObject *parent = nullptr);
    ~Loader() override; // waits for a job that cannot be interrupted

    void load(const QStringList &paths);
    void cancel();

    bool isLoading() const { return m_ticket != nullptr; }

signals:
    void started(const QStringList &paths);
    void stageReached(ember::app::LoadStage stage);
    // One of these follows each started().
    void loaded(const ember::app::OpenedFilesPointer &files);
    void failed(const ember::model::Error &error);
    void cancelled();

private:
    using Ticket = std::shared_ptr<std::atomic<bool>>; // true: nobody waits for it any more

    void deliver(const Ticket &ticket, const model::Result<OpenedFilesPointer> &result);

    Ticket m_ticket;
    QThreadPool m_pool;
};

} // namespace ember::app
