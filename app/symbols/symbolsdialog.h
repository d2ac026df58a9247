// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/fetchreport.h"
#include "app/session/missingnames.h"
#include "app/session/renaming.h"
#include "views/widgets/columnsmodel.h"

#include <QDialog>
#include <QLineEdit>
#include <QStringList>

#include <vector>

class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTableView;

namespace ember::app {

// A binary of the list, for a row.
struct SymbolsRow {
    NamelessBinary binary;
    double share = 0; // of NamelessTime::busy, in its functions without names
    bool canRuntimeName = false; // MissingNames::canRuntimeName()
    NameSource source = NameSource::Nobody;
    QString name; // MissingNames::moduleText()
};

// Whether a debuginfod server can be asked for more of this binary.
bool isFetchable(const SymbolsRow &row);

// Lists the binaries of a profile that have functions without names, those with most time first:
// whether their symbols are here, or why not. Texts come from files. UI thread.
class SymbolsList : public views::ColumnsModel<SymbolsRow> {
    Q_OBJECT
public:
    enum Column { File, Time, State, Why, BuildId, ColumnCount };

    explicit SymbolsList(QObject *parent = nullptr) : ColumnsModel(columns(), parent) { }

    int rowCount(const QModelIndex &parent = {}) const override;
    const std::vector<SymbolsRow> &rows() const { return m_rows; }
    void setRows(std::vector<SymbolsRow> rows);

private:
    static Columns columns();
    const SymbolsRow *rowAt(int row) const override;

    std::vector<SymbolsRow> m_rows;
};

class Settings;

// Returns the debuginfod server of this machine's distribution; if none is known, a server for all
// distributions.
QString usualDebugServer();

// A field for the addresses of debuginfod servers, separated by blanks. Empty: those in
// DEBUGINFOD_URLS are used, which the field shows in grey; if there are none, it shows
// usualDebugServer().
class ServerField : public QLineEdit {
    Q_OBJECT
public:
    explicit ServerField(QWidget *parent = nullptr);

    void setServers(const QStringList &urls);
    // Returns the addresses in the field, without words that are none.
    QStringList servers() const;
};

// Shows which symbols are missing, and gets them: from debuginfod servers, which are asked only
// after the user has pressed Fetch and learn only the listed build-ids, or from a folder. UI
// thread.
class SymbolsDialog : public QDialog {
    Q_OBJECT
public:
    explicit SymbolsDialog(Settings &settings, QWidget *parent);

    void setRows(const model::NamelessTime &time, std::vector<SymbolsRow> rows);
    // Shows that names are looked up, until showResult().
    void showWork();
    void showFetching(const FetchReport &report);
    // `failures`: why debug files were not fetched.
    void showResult(const QStringList &failures);

    const SymbolsList &list() const { return m_list; }

signals:
    // The user agrees to ask the servers of the settings for these binaries.
    void fetchRequested(const std::vector<ember::app::BinaryKey> &binaries);
    // A folder was added to those of the settings.
    void folderChosen();
    void cancelled();

private:
    QWidget *createServers();
    QWidget *createProgress();
    QWidget *createButtons();
    void showState();
    void fetch();
    void chooseFolder();

    Settings &m_settings;
    SymbolsList m_list;
    QLabel *m_headline;
    QTableView *m_view;
    ServerField *m_servers;
    QLabel *m_privacy;
    QCheckBox *m_always;
    QLabel *m_outcome;
    QLabel *m_step;
    QWidget *m_progress;
    QPushButton *m_fetch;
    QPushButton *m_folder;
    bool m_isWorking = false;
};

} // namespace ember::app
