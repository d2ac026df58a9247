// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/rds/rdsfile.h"

#include "model/formats/compression/compression.h"
#include "tests/sentry/sentrydata.h"

namespace ember::tests {

using namespace model;

Result<tables::Reading> readRdsBytes(std::string_view bytes)
{
    if (compressionOf(bytes) == Compression::None)
        return rds::readTables(bytes, {});
    EMBER_ASSIGN_OR_RETURN(const auto content, decompress("x", bytes));
    return rds::readTables(content.view(), {});
}

Result<tables::Reading> readRds(const QString &path)
{
    const auto bytes = fileBytes(path);
    return readRdsBytes(bytes.view());
}

QString cellsOf(const tables::Tables &tables)
{
    QString text;
    const auto cell = [&](auto value) {
        if (tables::isNa(value))
            return QStringLiteral("NA");
        if constexpr (std::is_same_v<decltype(value), StringIndex>)
            return QString::fromStdString(std::string(tables.text(value)));
        else
            return QString::number(value, 'g', 17);
    };
    tables::forEachCoreMember([&](auto member) {
        const auto &table = tables.*member;
        for (std::size_t row = 0; row < rowCount(table); ++row) {
            text += QString::fromUtf8(table.name.data());
            forEachColumn(table, [&](const tables::Field &, const auto &column) {
                text += u'|';
                if constexpr (std::is_same_v<std::remove_cvref_t<decltype(column)>,
                                             tables::Integers>)
                    text += QString::number(column[row]);
                else
                    text += cell(column[row]);
            });
            text += u'\n';
        }
    });
    return text;
}

} // namespace ember::tests
