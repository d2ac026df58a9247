// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/formatregistry.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace ember::model {

namespace {

constexpr std::size_t sniffedBytes = std::size_t(64) << 10U;

Result<ImportFile> readFile(const std::string &path, const std::stop_token &stop)
{
    EMBER_ASSIGN_OR_RETURN(auto bytes, Bytes::readFile(path, stop));
    if (bytes.size() == 0)
        return Error{ErrorCode::FileEmpty, path, "byte 0: the file is empty"};
    return ImportFile{path, std::move(bytes)};
}

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
        if (!m_firstError)
            m_firstError = error;
        m_import.log.add({std::string("refused-") + codeName(error.code), "reader", Severity::Error,
                          error.subject, error.detail});
    }

    bool isCancelled() const { return m_isCancelled; }

    Result<Import> result() &&
    {
        if (m_isCancelled)
            return Error{ErrorCode::Cancelled, {}, {}};
        if (m_import.profiles.empty() && m_firstError)
            return *m_firstError;
        return std::move(m_import);
    }

private:
    void add(const ImportLog &log)
    {
        for (const auto &finding : log.findings())
            m_import.log.add(finding);
    }

    Import m_import;
    std::optional<Error> m_firstError;
    bool m_isCancelled = false;
};

struct Group {
    const Importer *importer = nullptr;
    std::vector<ImportFile> files;
};

std::vector<ImportFile> readFiles(const std::vector<std::string> &paths,
                                  const ImportOptions &options, Opening &opening)
{
    std::vector<ImportFile> files;
    for (const auto &path : paths) {
        if (opening.isCancelled())
            break;
        if (auto file = readFile(path, options.stop))
            files.push_back(std::move(file).value());
        else
            opening.refuse(file.error());
    }
    return files;
}

// An importer reads its files together and fails as a whole: without the one it names it may
// succeed.
void readGroup(Group group, const ImportOptions &options, Opening &opening)
{
    std::vector<std::string> paths;
    for (const auto &file : group.files)
        paths.push_back(file.name);
    while (!group.files.empty() && !opening.isCancelled()) {
        auto import = group.importer->read(std::move(group.files), options);
        if (import) {
            opening.add(std::move(import).value());
            return;
        }
        opening.refuse(import.error());
        if (std::erase(paths, import.error().subject) == 0)
            return;
        group.files = readFiles(paths, options, opening);
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

Result<Import> FormatRegistry::open(const std::vector<std::string> &paths,
                                    const ImportOptions &options) const
{
    Opening opening;
    std::vector<Group> groups;
    for (auto &file : readFiles(paths, options, opening)) {
        const auto *importer = find(file.bytes.view());
        if (importer == nullptr) {
            opening.refuse(
                {ErrorCode::UnknownFormat, file.name, "byte 0: no format this build reads"});
            continue;
        }
        auto group = std::ranges::find(groups, importer, &Group::importer);
        if (group == groups.end())
            group = groups.insert(groups.end(), Group{importer, {}});
        group->files.push_back(std::move(file));
    }
    for (auto &group : groups)
        readGroup(std::move(group), options, opening);
    return std::move(opening).result();
}

} // namespace ember::model
