// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/symbols/symbolslist.h"

#include "views/text/durationtext.h"

#include <utility>

namespace ember::app {

using capture::NameFiles;
using model::SymbolState;

namespace {

QString binaryText(const SymbolsRow &row)
{
    const auto &path = row.binary.key.codeFile;
    return path.empty() ? row.name : views::fromUtf8(path);
}

QString namelessTimeText(const SymbolsRow &row)
{
    const auto time = row.binary.module.spent.time;
    const QString share = views::percentText(row.share);
    return time.count() == 0 ? share
                             : QStringLiteral("%1  %2").arg(views::durationText(time), share);
}

QString symbolsText(const SymbolsRow &row)
{
    if (row.binary.key.codeFile.empty())
        return {};
    switch (row.binary.files.found) {
    case NameFiles::Found::No: return SymbolsList::tr("missing");
    case NameFiles::Found::Other: return SymbolsList::tr("mismatched");
    case NameFiles::Found::Yes: break;
    }
    return row.binary.files.state >= SymbolState::Table ? SymbolsList::tr("found")
                                                        : SymbolsList::tr("missing");
}

QString whyOfRuntime(const SymbolsRow &row)
{
    if (row.source != NameSource::Runtime)
        return SymbolsList::tr("The profile does not say where this code was");
    return row.runtimeSwitch.isEmpty()
        ? SymbolsList::tr("Its compiler wrote no perf map or jitdump")
        : SymbolsList::tr("Its runtime writes names down if %1 is set").arg(row.runtimeSwitch);
}

QString whyText(const SymbolsRow &row)
{
    const auto &binary = row.binary;
    if (binary.key.codeFile.empty())
        return whyOfRuntime(row);
    switch (binary.files.found) {
    case NameFiles::Found::No:
        return binary.key.codeId.empty()
            ? SymbolsList::tr("The file is not here, and it has no build-id to be found by")
            : SymbolsList::tr("Neither the file nor its debug file is here");
    case NameFiles::Found::Other:
        return SymbolsList::tr("The file was replaced since: what is there has another build-id");
    case NameFiles::Found::Yes: break;
    }
    if (binary.files.state >= SymbolState::Table)
        return binary.module.spent.samples == 0
            ? QString()
            : SymbolsList::tr("Its symbols name other code only");
    return binary.key.codeId.empty()
        ? SymbolsList::tr("Stripped, and it has no build-id by which its debug file is found")
        : SymbolsList::tr("Stripped, and its debug file is not here");
}

} // namespace

bool isFetchable(const SymbolsRow &row)
{
    return !row.binary.key.codeId.empty() && row.binary.key.codeFile.starts_with('/')
        && row.binary.files.state != SymbolState::Debug;
}

SymbolsList::Columns SymbolsList::columns()
{
    return {{tr("File"), [](const SymbolsRow &row) { return row.name; }, Qt::AlignLeft, binaryText},
            {tr("Time without names"), namelessTimeText, Qt::AlignRight},
            {tr("Symbols"), symbolsText},
            {tr("Why"), whyText, Qt::AlignLeft, whyText},
            {tr("Build-id"),
             [](const SymbolsRow &row) { return views::fromUtf8(row.binary.key.codeId); }}};
}

int SymbolsList::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

const SymbolsRow *SymbolsList::rowAt(int row) const
{
    return row >= 0 && row < rowCount() ? &m_rows[static_cast<std::size_t>(row)] : nullptr;
}

void SymbolsList::setRows(std::vector<SymbolsRow> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

} // namespace ember::app
