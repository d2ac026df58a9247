// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/filecheck.h"
#include "app/settings/settings.h"

#include <QDialog>
#include <QString>
#include <QStringList>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace ember::app {

// Lists which rules of tables and of Sentry files break, with code, place and text. Shows and saves
// what Sentry would keep of a file, and saves a repaired copy. UI thread; the work is done on the
// pool.
class CheckDialog : public QDialog {
    Q_OBJECT
public:
    // The settings must outlive it.
    explicit CheckDialog(Settings &settings, QWidget *parent);
    ~CheckDialog() override;

    // Checks files; `profiles`, if any, are what was read of them. Asks for files if `paths` is
    // empty.
    void check(const QStringList &paths, const std::vector<model::ProfilePointer> &profiles);

    // Save what belongs to the current row: a repaired copy, or what Sentry would keep. A file that
    // was checked is not replaced.
    void saveFixedTo(const QString &path);
    void saveKeptTo(const QString &path);

private:
    // A verdict in m_check.
    struct Place {
        std::size_t check = 0;
        std::size_t verdict = 0;
    };

    void createButtons();
    void chooseFiles();
    void show(const std::shared_ptr<const FileCheck> &shown);
    void showTables(const TableCheck &check);
    void showVerdict(const SentryCheck &check, Place place);
    void showRepair(const SentryCheck &check, QTreeWidgetItem &parent);
    std::optional<Place> place() const;
    const model::sentry::FileVerdict *verdict() const;
    void updateButtons();
    void showKept();
    void chooseCopy(const QString &title, void (CheckDialog::*save)(const QString &));
    using MakeContents = std::function<model::Result<std::vector<std::string>>()>;
    // `remark` is said of the file once it is saved.
    void saveTo(const QString &path, const MakeContents &contents, const QString &remark = {});
    bool isFree(const QString &path);
    void say(const model::Result<QStringList> &saved, const QString &remark = {});

    Settings &m_settings;
    QStringList m_paths;
    std::shared_ptr<const FileCheck> m_check; // never null; may be large: has normalised JSON
    std::stop_source m_stop; // stops the running check
    QLabel *m_summary;
    QTreeWidget *m_findings;
    QLabel *m_result;
    QPushButton *m_kept;
    QPushButton *m_fixed;
};

} // namespace ember::app
