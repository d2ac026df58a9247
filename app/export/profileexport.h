// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/export/preparedfile.h"
#include "app/session/document.h"
#include "app/settings/settings.h"
#include "model/core/result.h"
#include "model/query/selection.h"

#include <QObject>
#include <QString>

#include <functional>
#include <stop_token>

class QAction;
class QFileDialog;
class QWidget;

namespace ember::views {
class SumsQuery;
}

namespace ember::app {

class MessageBar;
class WorkProgress;

// Makes a dialog for a file to write, whose ending follows the chosen filter. It deletes itself.
QFileDialog *exportDialog(const QString &title, const QStringList &filters, Settings &settings,
                          QWidget &window);

// Writes the shown profile, or the selected range and the shown threads of it, in the formats of
// other tools, as tables and as a page for browsers. What the file will not have, and what else is
// in it, are said before it is written. UI thread; the work is done on the pool.
class ProfileExport : public QObject {
    Q_OBJECT
public:
    // All arguments must outlive this; `sums` says what is selected.
    ProfileExport(Document &document, const views::SumsQuery &sums, Settings &settings,
                  MessageBar &messages, WorkProgress &progress, QWidget &window);

    // Asks what is to be exported if a part is selected, then for a file.
    void choose();
    // Writes the shown profile in the format of the path's ending. Shows an error for an unknown
    // one, and if the path is a shown file.
    void exportTo(const QString &path);

    // Makes a file; called on the pool. Errors without a subject are about the file.
    using Preparation = std::function<model::Result<PreparedFile>(const std::stop_token &stop)>;
    // Prepares a file, says what it will not have, and saves it if the user agrees; shows an error
    // if it is one of `inputs`.
    void write(const QString &path, const QStringList &inputs, Preparation prepare);
    // Shows an error that says which endings there are: those of `filters`, from the dialog that
    // asked for the path.
    void refuseEnding(const QString &path, const QStringList &filters);

signals:
    void openRequested(const QStringList &paths); // the files that were written

private:
    // The profile and the part of it that the user has chosen. A selection names threads of one
    // profile, and the document may show another when the file is written.
    struct Exported {
        model::ProfilePointer profile;
        model::Selection part;
    };

    void chooseFile(const Exported &exported);
    void exportTo(const QString &path, const Exported &exported);
    void ask(const QString &path, const PreparedFile &file);
    void save(const PreparedFile &file);
    void say(const PreparedFile &file, const QStringList &saved);

    Document &m_document;
    const views::SumsQuery &m_sums;
    Settings &m_settings;
    MessageBar &m_messages;
    WorkProgress &m_progress;
    QWidget &m_window;
    QAction *m_open; // opens what was written last
    QStringList m_written;
};

} // namespace ember::app
