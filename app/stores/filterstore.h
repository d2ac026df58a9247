// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/stores/viewstore.h"
#include "model/formats/import/keptview.h"

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

// Restores filters, range, threads and what is folded when a file is opened again. A capture log
// stores them in itself (with the order of threads), so they move with it; for other files they are
// in the settings, by path. Nothing is written unless the user changes something.
class FilterStore : public QObject {
    Q_OBJECT
public:
    // Construct after the objects that reset the view state when a document opens.
    FilterStore(const Document &document, views::ViewState &state, Settings &settings,
                QObject *parent);

    const ViewStore &logs() const { return m_logs; }

private:
    // The state of the views for one file.
    struct Look {
        QString key; // its identity; "": it is not stored
        bool isLog = false; // true: a capture log, which stores it
        QStringList words; // as stored in the settings
        model::KeptView view; // as stored in a log

        friend bool operator==(const Look &, const Look &) = default;
    };

    void restore();
    void note();
    void keep(); // stores m_noted
    QString key() const;
    Look now() const;

    const Document &m_document;
    views::ViewState &m_state;
    Settings &m_settings;
    ViewStore m_logs;
    Look m_kept; // last stored state
    std::optional<Look> m_noted; // state to be stored next
    QString m_key; // key of the file opened last
    bool m_isLog = false;
    QTimer m_later;
};

} // namespace ember::app
