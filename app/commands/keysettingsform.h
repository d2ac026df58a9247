// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"

#include <QWidget>

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;

namespace ember::app {

// Settings page for shortcuts. Warns before a shortcut is taken from another command.
class KeySettingsForm : public QWidget {
    Q_OBJECT
public:
    explicit KeySettingsForm(QWidget *parent = nullptr);

    void setTable(const KeyTable &table);
    const KeyTable &table() const { return m_table; }

private:
    void createTable();
    QWidget *createKeyLine();
    QWidget *createPresets();
    QPushButton *createButton(const QString &name, const QString &text,
                              const std::function<void()> &act);
    void find(const QString &typed);
    void showKeys();
    void showChoice();
    void showOwner();
    std::optional<std::size_t> chosen() const;

    KeyTable m_table;
    QLineEdit *m_typed;
    QTreeWidget *m_rows;
    QKeySequenceEdit *m_key;
    QLabel *m_notice;
    QList<QPushButton *> m_ofKey; // enabled when a command is selected and a shortcut was typed
    QList<QPushButton *> m_ofRow; // enabled when a command is selected
};

} // namespace ember::app
