// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/document.h"
#include "app/settings/settings.h"
#include "model/formats/export/exporter.h"

#include <QObject>
#include <QString>

#include <memory>

class QWidget;

namespace ember::app {

class MessageBar;
class WorkProgress;

// Writes the shown profile in the formats of other tools and as a page for browsers. What the file
// will not have is said before it is written. UI thread; the work is done on the pool.
class ProfileExport : public QObject {
    Q_OBJECT
public:
    ProfileExport(Document &document, Settings &settings, MessageBar &messages,
                  WorkProgress &progress, QWidget &window);

    // Asks for a file.
    void choose();
    // Writes the format of the path's ending. Shows an error for an unknown one, and if the path is
    // a shown file.
    void exportTo(const QString &path);

private:
    using Written = std::shared_ptr<const model::Export>;

    void ask(const QString &path, const Written &written);
    void save(const QString &path, const Written &written);

    Document &m_document;
    Settings &m_settings;
    MessageBar &m_messages;
    WorkProgress &m_progress;
    QWidget &m_window;
};

} // namespace ember::app
