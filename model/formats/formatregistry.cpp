// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/formatregistry.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ember::model {

namespace {

constexpr std::size_t sniffedBytes = std::size_t(64) << 10U;

// What came of several files, each read or refused.
class Opening {
public:
    void add(Import import)
    {
        std::ranges::move(import.profiles, std::back_inserter(m_import.profiles));
        add(import.log);
    }

    void refuse(const Error &error)
    {
        m_isCancelled = m_isCancelled || error.code == ErrorCode::Cancelled;
        m_import.refused.push_back(error);
    }

    bool isCancelled() const { return m_isCancelled; }

    Result<Import> result() &&
    {
        if (m_isCancelled)
            return Error{ErrorCode::Cancelled, {}, {}};
        return std::move(m_import);
    }

private:
    void add(const ImportLog &log)
    {
        for (const auto &finding : log.findings())
            m_import.log.add(finding);
    }

    Import m_import;
    bool m_isCancelled = false;
};

struct Group {
    const Importer *importer = nullptr;
    std::vector<std::string> paths;
};

std::vector<ImportFile> readFiles(const std::vector<std::string> &paths, Holes holes,
                                  const ImportOptions &options, Opening &opening)
{
    std::vector<ImportFile> files;
    for (const auto &path : paths) {
        if (opening.isCancelled())
            break;
        if (auto bytes = Bytes::readFile(path, options.stop, holes))
            files.push_back({path, std::move(bytes).value()});
        else
            opening.refuse(bytes.error());
    }
    return files;
}

// An importer reads its files together and fails as a whole: without the one it names it may
// succeed.
void readGroup(const Group &group, const ImportOptions &options, Opening &opening)
{
    auto paths = group.paths;
    for (;;) {
        auto files = readFiles(paths, group.importer->holes(), options, opening);
        if (files.empty() || opening.isCancelled())
            return;
        auto import = group.importer->read(std::move(files), options);
        if (import) {
            opening.add(std::move(import).value());
            return;
        }
        opening.refuse(import.error());
        if (std::erase(paths, import.error().subject) == 0)
            return;
    }
}

} // namespace

void FormatRegistry::add(std::unique_ptr<Importer> importer)
{
    m_importers.push_back(std::move(importer));
}

const Importer *FormatRegistry::find(std::string_view firstBytes) const
{
    const auto sniffed = firstBytes.substr(0, sniffedBytes);
    const Importer *surest = nullptr;
    auto confidence = Confidence::No;
    for (const auto &importer : m_importers) {
        if (const auto own = importer->sniff(sniffed); own > confidence) {
            confidence = own;
            surest = importer.get();
        }
    }
    return surest;
}

// What no importer takes is not read whole, however big it is.
Result<const Importer *> FormatRegistry::detect(const std::string &path,
                                                const std::stop_token &stop) const
{
    EMBER_ASSIGN_OR_RETURN(const auto start, Bytes::readStart(path, sniffedBytes, stop));
    if (start.size() == 0)
        return Error{ErrorCode::FileEmpty, path, "byte 0: the file is empty"};
    const auto *importer = find(start.view());
    if (importer == nullptr)
        return Error{ErrorCode::UnknownFormat, path, "byte 0: no format this build reads"};
    return importer;
}

Result<Import> FormatRegistry::open(const std::vector<std::string> &paths,
                                    const ImportOptions &options) const
{
    Opening opening;
    std::vector<Group> groups;
    for (const auto &path : paths) {
        const auto importer = detect(path, options.stop);
        if (!importer) {
            opening.refuse(importer.error());
            continue;
        }
        auto group = std::ranges::find(groups, *importer, &Group::importer);
        if (group == groups.end())
            group = groups.insert(groups.end(), Group{*importer, {}});
        group->paths.push_back(path);
    }
    for (const auto &group : groups)
        readGroup(group, options, opening);
    return std::move(opening).result();
}

} // namespace ember::model
