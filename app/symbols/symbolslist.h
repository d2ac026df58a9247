// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/missingnames.h"
#include "app/session/renaming.h"
#include "views/widgets/columnsmodel.h"

namespace ember::app {

// A binary of the list, for a row.
struct SymbolsRow {
    NamelessBinary binary;
    double share = 0; // of the busy time, in its functions without names
    QString runtimeSwitch; // MissingNames::runtimeSwitch()
    NameSource source = NameSource::Nobody;
    QString name; // MissingNames::moduleText()
};

// Whether a debuginfod server can be asked for more of this binary.
bool isFetchable(const SymbolsRow &row);

// The binaries of a profile with functions without names, most time first: whether their symbols
// are here, and why not. Texts come from files. UI thread.
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

} // namespace ember::app
