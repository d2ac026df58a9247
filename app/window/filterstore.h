// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/viewstore.h"
#include "model/formats/keptview.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <optional>

namespace ember::views {
class ViewState;
} // namespace ember::views

namespace ember::app {

class Document;
class Settings;

// Files that are opened again have the filters, range and threads they were left with. Captures
// have them in themselves, with the order of the threads, wherever they are taken; for other files
// they are in the settings, by path. What the user leaves alone is not written.
class FilterStore : public QObject {
    Q_OBJECT
public:
    // Made behind whoever shows the document: a profile begins without filters.
    FilterStore(const Document &document, views::ViewState &state, Settings &settings,
                QObject *parent);

    const ViewStore &logs() const { return m_logs; }

private:
    // What the views show of something.
    struct Look {
        QString key; // what it is of; "": there is nothing to keep it for
        bool isLog = false; // and keeps it
        QStringList words; // as the settings have it
        model::KeptView view; // as logs have it

        friend bool operator==(const Look &, const Look &) = default;
    };

    void restore();
    void note();
    void keep(); // what was noted
    QString key() const;
    Look now() const;

    const Document &m_document;
    views::ViewState &m_state;
    Settings &m_settings;
    ViewStore m_logs;
    Look m_kept; // and what it was opened with
    std::optional<Look> m_noted; // is to be kept
    QString m_key; // of what was opened last
    bool m_isLog = false;
    QTimer m_later;
};

} // namespace ember::app
