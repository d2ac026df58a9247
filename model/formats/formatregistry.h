// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/importer.h"

#include <memory>
#include <string>
#include <vector>

namespace ember::model {

// The formats this build reads. Detection is by content alone.
class FormatRegistry {
public:
    void add(std::unique_ptr<Importer> importer);
    // The importer surest of these bytes; nullptr if none recognises them.
    const Importer *find(std::string_view firstBytes) const;

    // Reads files, each by its own format; the chunks of all files together. A file that cannot be
    // read takes no other with it: it is in Import::refused. The only error is Cancelled, as soon
    // as `options.stop` asks for it.
    Result<Import> open(const std::vector<std::string> &paths, const ImportOptions &options) const;

private:
    Result<const Importer *> detect(const std::string &path, const std::stop_token &stop) const;

    std::vector<std::unique_ptr<Importer>> m_importers;
};

// Every format of model/formats, listed by hand in builtinformats.cpp.
const FormatRegistry &builtinFormats();

} // namespace ember::model
