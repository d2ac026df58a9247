// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/compression/compression.h"
#include "model/formats/export/exporter.h"
#include "model/formats/import/importer.h"
#include "model/query/summary.h"
#include "model/spans/spanbuilder.h"

#include <cstdlib>

namespace ember::tests {

inline void insist(bool holds)
{
    if (!holds)
        std::abort();
}

inline model::Result<model::Import> importedBytes(const model::Importer &importer,
                                                  std::string_view bytes)
{
    std::vector<model::ImportFile> files;
    files.push_back({"fuzz", model::Bytes(bytes)});
    return importer.read(std::move(files), {});
}

// What a reader takes can be summarised and drawn, and what it refuses it refuses with a reason.
// What the writer makes of it, if there is one, the reader takes again.
inline void fuzzFormat(const model::Importer &importer, const model::Exporter *exporter,
                       std::string_view input)
{
    static_cast<void>(importer.sniff(input));
    const auto import = importedBytes(importer, input);
    if (!import) {
        insist(!import.error().subject.empty() && !import.error().detail.empty());
        return;
    }
    for (const auto &imported : import->profiles) {
        static_cast<void>(model::summarise(*imported.profile));
        static_cast<void>(model::buildSpans(imported.profile));
        if (exporter == nullptr)
            continue;
        const auto written = exporter->write({&imported.profile, 1}, {});
        if (!written)
            continue;
        const auto isPacked = model::compressionOf(written->bytes) != model::Compression::None;
        const auto bytes = isPacked ? model::decompress("fuzz", written->bytes)
                                    : model::Bytes(std::string_view(written->bytes));
        insist(bytes.has_value());
        insist(importedBytes(importer, bytes->view()).has_value());
    }
}

} // namespace ember::tests
