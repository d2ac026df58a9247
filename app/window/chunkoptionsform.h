// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/chunksettings.h"

#include <QWidget>

class QCheckBox;
class QFormLayout;
class QLineEdit;

namespace ember::app {

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
