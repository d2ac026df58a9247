// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

namespace ember::views {
class NarrowingHistory;
} // namespace ember::views

namespace ember::app {

class Document;
class Settings;

// Files that are opened again have the filters, range and threads they were left with.
class FilterKeeper : public QObject {
    Q_OBJECT
public:
    // Made behind whoever shows the document: a profile begins without filters.
    FilterKeeper(const Document &document, views::NarrowingHistory &history, Settings &settings,
                 QObject *parent);

private:
    void restore();
    void note();
    void keep(); // what was noted
    QString key() const; // "": there is nothing to keep them for

    const Document &m_document;
    views::NarrowingHistory &m_history;
    Settings &m_settings;
    QString m_noted; // key of what is to be kept; "": nothing
    QStringList m_words;
    QTimer m_later;
};

} // namespace ember::app
