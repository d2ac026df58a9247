// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/document.h"
#include "app/settings/settings.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <functional>
#include <vector>

class QWidget;

namespace ember::app {

class MessageBar;
class ProfileExport;
class WorkProgress;

// A source of tables: a recording that was put into them.
struct TableSource {
    std::int32_t id = 0;
    QString text; // "2 · pprof · heap.pb.gz"
    QString type; // "pprof"; empty: not known
    QString name; // its file's name without ending; empty: not known
};

// Joins files into one set of tables, and takes a source out of those that are open, as the command
// line does. What is lost is said before. UI thread; the work is done on the pool.
class TableExport : public QObject {
    Q_OBJECT
public:
    // All arguments must outlive this; `writer` saves what is made.
    TableExport(Document &document, Settings &settings, ProfileExport &writer, MessageBar &messages,
                WorkProgress &progress, QWidget &window);

    // Asks for files, then for the one to write.
    void chooseFiles();
    // Joins files of any known format into the tables of the path's ending.
    void combine(const QStringList &files, const QString &path);

    // Reads the sources of the open files, then asks for one and for the file to write.
    void chooseSource();
    // Writes one source of files in the format of the path's ending. `source` is a number in these
    // files, which need not be open any more: each set of files numbers its sources anew.
    void splitOff(const QStringList &files, std::int32_t source, const QString &path);

private:
    void askForSource(const QStringList &files, const std::vector<TableSource> &sources);
    // `name` is proposed, without ending.
    void askForFile(const QString &title, const QStringList &filters, const QString &name,
                    const std::function<void(const QString &)> &write);

    Document &m_document;
    Settings &m_settings;
    ProfileExport &m_writer;
    MessageBar &m_messages;
    WorkProgress &m_progress;
    QWidget &m_window;
};

} // namespace ember::app
