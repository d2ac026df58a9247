// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/dsn.h"

#include <QWidget>

#include <optional>

class QLabel;
class QLineEdit;

namespace ember::app {

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

} // namespace ember::app
