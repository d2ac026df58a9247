// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/settings.h"
#include "app/upload/dsnprofiles.h"
#include "model/core/result.h"
#include "model/formats/sentry/dsn.h"
#include "model/formats/sentry/redaction.h"

#include <QList>
#include <QNetworkProxy>
#include <QString>
#include <QWidget>

#include <optional>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;

// Fields that the dialogs for uploads, saving and settings share.
namespace ember::app {

// Returns the text beside a field with a DSN: where the DSN leads, or what is wrong with it.
QString dsnState(const QString &text, const model::Result<model::sentry::Dsn> &dsn,
                 const QNetworkProxy &proxy = QNetworkProxy::DefaultProxy);

// Input field for a DSN. Shows where it leads, or what is wrong with it, while it is typed.
class DsnField : public QWidget {
    Q_OBJECT
public:
    explicit DsnField(QWidget *parent = nullptr);

    QString text() const;
    void setText(const QString &text);
    // Empty unless the text is a valid DSN.
    const std::optional<model::sentry::Dsn> &target() const { return m_target; }

signals:
    void changed();

private:
    void check();

    std::optional<model::sentry::Dsn> m_target;
    QLineEdit *m_edit;
    QLabel *m_state;
};

// Form for metadata of written chunks. What is filled in overrides the profile's.
class ChunkOptionsForm : public QWidget {
    Q_OBJECT
public:
    explicit ChunkOptionsForm(QWidget *parent = nullptr);

    ChunkSettings settings() const;
    void setSettings(const ChunkSettings &settings);

signals:
    void changed();

private:
    QLineEdit *addField(QFormLayout &form, const QString &name, const QString &label,
                        const QString &placeholder);

    QLineEdit *m_release;
    QLineEdit *m_environment;
    QLineEdit *m_dist;
    QLineEdit *m_platform;
    QCheckBox *m_freshIds;
};

// A field for where an upload goes: a saved destination, which is chosen by its name, or a DSN.
// Shows where that leads, or what is wrong with it, while it is typed.
class DestinationField : public QWidget {
    Q_OBJECT
public:
    explicit DestinationField(QWidget *parent = nullptr);

    // Sets what is offered: names, and the DSN that the settings keep, else `otherDsn` ("": none).
    // The text stays.
    void offer(const QList<DsnProfile> &destinations, const Settings &settings,
               const QString &otherDsn = {});

    // Keeps a DSN with its key in the settings if its box is checked; forgets it if the user has
    // unchecked the box.
    void keepIn(Settings &settings) const;

    QString text() const;
    void setText(const QString &text);

    // The saved destination that is chosen, without what is secret; nullptr: none.
    const DsnProfile *destination() const { return m_destination ? &*m_destination : nullptr; }
    // Returns the offered destination with this name; nullptr: there is none.
    const DsnProfile *find(const QString &name) const;

    // The DSN that the text leads to, without keys if it is a saved destination; empty: none.
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
    QCheckBox *m_keep; // hidden unless there is a DSN to keep
    QString m_kept; // the DSN of the settings
    bool m_isChosen = false; // the user has set the box
};

// Form for the rules of redaction: what is replaced or left out before data leaves the machine.
class RedactionForm : public QWidget {
    Q_OBJECT
public:
    explicit RedactionForm(QWidget *parent = nullptr);

    model::sentry::RedactionRules rules() const;
    void setRules(const model::sentry::RedactionRules &rules);

signals:
    void changed();

private:
    QCheckBox *addBox(const QString &name, const QString &text, const QString &tip);
    QLineEdit *addPatterns(const QString &name, const QString &label, const QString &tip);

    QFormLayout *m_form;
    QCheckBox *m_homes;
    QCheckBox *m_users;
    QCheckBox *m_hosts;
    QCheckBox *m_arguments;
    QLineEdit *m_modules;
    QLineEdit *m_threads;
    // The rules as they were set: the fields separate patterns by commas, which a pattern may
    // contain itself.
    model::sentry::RedactionRules m_set;
};

} // namespace ember::app
