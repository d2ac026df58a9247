// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/dsnprofiles.h"
#include "model/formats/sentry/dsn.h"

#include <QList>
#include <QString>
#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;

namespace ember::app {

// Where an upload goes: a saved destination, which is chosen by its name, or a DSN. Shows where
// that leads, or what is wrong with it, while it is typed.
class DestinationField : public QWidget {
    Q_OBJECT
public:
    explicit DestinationField(QWidget *parent = nullptr);

    // Sets what is offered: names, and the DSN that was used last ("": none). The text stays.
    void offer(const QList<DsnProfile> &destinations, const QString &lastDsn);

    QString text() const;
    void setText(const QString &text);

    // The saved destination that is chosen, without what is secret; nullptr: none.
    const DsnProfile *destination() const { return m_destination ? &*m_destination : nullptr; }
    // One of those that are offered; nullptr: none has the name.
    const DsnProfile *find(const QString &name) const;

    // Where it goes; empty: nowhere. Without keys if it is a saved destination.
    const std::optional<model::sentry::Dsn> &target() const { return m_target; }

signals:
    void changed();

private:
    void check();

    QList<DsnProfile> m_destinations;
    std::optional<DsnProfile> m_destination;
    std::optional<model::sentry::Dsn> m_target;
    QComboBox *m_choice;
    QLabel *m_state;
};

} // namespace ember::app
