// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/settings.h"
#include "model/core/result.h"
#include "model/formats/sentry/dsn.h"

#include <QNetworkProxy>
#include <QWidget>

#include <optional>

class QLabel;
class QLineEdit;
class QCheckBox;
class QFormLayout;

// Fields that the dialogs for uploads, saving and settings share.
namespace ember::app {

// What stands beside the field that a DSN was typed into: where it leads, or what is wrong with it.
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

// Form for the metadata of written chunks that override the profile's.
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

} // namespace ember::app
