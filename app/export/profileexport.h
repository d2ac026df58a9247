// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/document.h"
#include "app/settings/settings.h"
#include "model/formats/export/exporter.h"
#include "views/state/sumsquery.h"

#include <QObject>
#include <QString>

#include <functional>
#include <optional>

class QWidget;

namespace ember::app {

class MessageBar;
class WorkProgress;

// Writes the shown profile, or the selected range and the shown threads of it, in the formats of
// other tools, as tables and as a page for browsers. What the file will not have, and what else is
// in it, are said before it is written. UI thread; the work is done on the pool.
class ProfileExport : public QObject {
    Q_OBJECT
public:
    // All must outlive it; `sums` say what is selected.
    ProfileExport(Document &document, const views::SumsQuery &sums, Settings &settings,
                  MessageBar &messages, WorkProgress &progress, QWidget &window);

    // Asks what is to be exported if a part is selected, then for a file.
    void choose();
    // Writes the shown profile in the format of the path's ending. Shows an error for an unknown
    // one, and if the path is a shown file.
    void exportTo(const QString &path);

    // An exported file that is ready to be saved.
    struct Prepared {
        QStringList remarks; // about what the file will not have, or what else is in it
        std::function<model::Result<void>()> save; // any thread
    };

private:
    // What was chosen: the document may show something else when the file is, and a selection names
    // threads of one profile.
    struct Exported {
        model::ProfilePointer profile;
        model::Selection part;
    };

    // The selected range and the shown threads; nothing if that is everything.
    std::optional<model::Selection> selectedPart() const;
    void chooseFile(const Exported &exported);
    void exportTo(const QString &path, const Exported &exported);
    void ask(const QString &path, const Prepared &prepared);
    void save(const QString &path, const Prepared &prepared);

    Document &m_document;
    const views::SumsQuery &m_sums;
    Settings &m_settings;
    MessageBar &m_messages;
    WorkProgress &m_progress;
    QWidget &m_window;
};

} // namespace ember::app
