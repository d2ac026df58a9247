// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/formatregistry.h"

#include "model/formats/compression/compression.h"

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
        std::ranges::move(import.refused, std::back_inserter(m_import.refused));
        m_import.log.add(import.log);
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
    Import m_import;
    bool m_isCancelled = false;
};

struct Group {
    const Importer *importer = nullptr;
    std::vector<std::string> paths;
    std::vector<double> places;

    // Behind those of the same place.
    void add(const std::string &path, double place)
    {
        const auto at = std::ranges::upper_bound(places, place) - places.begin();
        paths.insert(paths.begin() + at, path);
        places.insert(places.begin() + at, place);
    }
};

Result<Bytes> readContent(const std::string &path, Holes holes, const std::stop_token &stop)
{
    EMBER_ASSIGN_OR_RETURN(auto bytes, Bytes::readFile(path, stop, holes));
    if (compressionOf(bytes.view()) == Compression::None)
        return bytes;
    return decompress(path, bytes.view(), stop);
}

std::vector<ImportFile> filesAt(const std::vector<std::string> &paths, Holes holes,
                                const std::stop_token &stop)
{
    std::vector<ImportFile> files;
    for (const auto &path : paths)
        files.push_back({path, {}, [path, holes, stop] { return readContent(path, holes, stop); }});
    return files;
}

// An importer that fails names a file: without that one it may succeed.
void readGroup(const Group &group, const ImportOptions &options, Opening &opening)
{
    auto paths = group.paths;
    while (!paths.empty() && !opening.isCancelled()) {
        auto import =
            group.importer->read(filesAt(paths, group.importer->holes(), options.stop), options);
        if (import)
            return opening.add(std::move(import).value());
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

void FormatRegistry::add(std::unique_ptr<Exporter> exporter)
{
    m_exporters.push_back(std::move(exporter));
}

const Exporter *FormatRegistry::exporterOf(std::string_view format) const
{
    const auto found = std::ranges::find(m_exporters, format,
                                         [](const auto &exporter) { return exporter->format(); });
    return found != m_exporters.end() ? found->get() : nullptr;
}

// "a.pb.gz" is one of "pb.gz", not of "gz": the longest ending decides.
const Exporter *FormatRegistry::exporterFor(std::string_view fileName) const
{
    const Exporter *best = nullptr;
    std::size_t length = 0;
    for (const auto &exporter : m_exporters) {
        for (const auto extension : exporter->extensions()) {
            if (extension.size() > length && fileName.ends_with('.' + std::string(extension))) {
                best = exporter.get();
                length = extension.size();
            }
        }
    }
    return best;
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

std::optional<FormatRegistry::Detected> FormatRegistry::detect(std::string_view firstBytes) const
{
    const auto *const importer = find(firstBytes);
    return importer ? std::optional(Detected{importer, importer->place(firstBytes)}) : std::nullopt;
}

// What no importer takes is not read whole, however big it is.
Result<FormatRegistry::Detected> FormatRegistry::detectFile(const std::string &path,
                                                            const std::stop_token &stop) const
{
    EMBER_ASSIGN_OR_RETURN(const auto start, Bytes::readStart(path, sniffedBytes, stop));
    if (start.size() == 0)
        return Error{ErrorCode::FileEmpty, path, "byte 0: the file is empty"};
    if (compressionOf(start.view()) != Compression::None)
        return detectCompressed(path, stop);
    if (const auto detected = detect(start.view()))
        return *detected;
    return Error{ErrorCode::UnknownFormat, path, "byte 0: no format this build reads"};
}

Result<FormatRegistry::Detected> FormatRegistry::detectCompressed(const std::string &path,
                                                                  const std::stop_token &stop) const
{
    EMBER_ASSIGN_OR_RETURN(const auto start, Bytes::readStart(path, packedStart, stop));
    const auto content = decompressedStart(start.view(), sniffedBytes);
    if (const auto detected = detect(content))
        return *detected;
    // Too little to tell by, or damage: the whole file says what is wrong with it.
    if (content.size() < sniffedBytes) {
        const auto whole = readContent(path, Holes::Read, stop);
        if (!whole)
            return whole.error();
    }
    return Error{ErrorCode::UnknownFormat, path,
                 "byte 0 of what it unpacks to: no format this build reads"};
}

Result<Import> FormatRegistry::open(const std::vector<std::string> &paths,
                                    const ImportOptions &options) const
{
    Opening opening;
    std::vector<Group> groups;
    for (const auto &path : paths) {
        const auto detected = detectFile(path, options.stop);
        if (!detected) {
            opening.refuse(detected.error());
            continue;
        }
        auto group = std::ranges::find(groups, detected->importer, &Group::importer);
        if (group == groups.end())
            group = groups.insert(groups.end(), Group{detected->importer, {}, {}});
        group->add(path, detected->place);
    }
    for (const auto &group : groups)
        readGroup(group, options, opening);
    return std::move(opening).result();
}

} // namespace ember::model
