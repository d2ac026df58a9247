// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/formatregistry.h"

#include "model/core/text.h"
#include "model/formats/bytes/textlines.h"
#include "model/formats/compression/compression.h"
#include "model/formats/import/importlog.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <optional>
#include <string_view>
#include <utility>

namespace ember::model {

namespace {

constexpr std::size_t sniffedBytes = std::size_t(64) << 10U;

// Collects the results of reading several files: profiles, findings, and the files that were
// refused.
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

    // Inserts the file in order of `place` (Importer::place()), after those of the same place.
    void add(const std::string &path, double place)
    {
        const auto at = std::ranges::upper_bound(places, place) - places.begin();
        paths.insert(paths.begin() + at, path);
        places.insert(places.begin() + at, place);
    }
};

// Returns the file's content: unpacked, in UTF-8, and without a byte order mark, so that readers of
// text need not care.
Result<Bytes> readContent(const std::string &path, Holes holes, const std::stop_token &stop)
try {
    EMBER_ASSIGN_OR_RETURN(auto bytes, readUnpacked(path, stop, holes));
    if (isUtf16(bytes.view()))
        bytes = Bytes(utf8FromUtf16(bytes.view()));
    const auto text = withoutByteOrderMark(bytes.view());
    return text.size() == bytes.size() ? std::move(bytes) : Bytes(text);
} catch (const std::bad_alloc &) {
    return Error{ErrorCode::FileTooBig, path, "not enough memory"};
}

// Whether lines end in carriage returns only. JSON is exempt: there they are white space.
bool hasLinesOfOldMacs(const FileStart &start)
{
    const auto isControl = [](char c) { return c >= '\0' && c < ' ' && c != '\t' && c != '\r'; };
    return start.bytes().find('\r') != std::string_view::npos
        && std::ranges::none_of(start.bytes(), isControl) && !start.json().isJson();
}

// Returns the error text for content that is known to be no profile, though it may look like one in
// part; nullopt otherwise.
std::optional<std::string> foreignContent(const FileStart &file)
{
    using namespace std::string_view_literals;
    const auto start = file.bytes();
    if (start.starts_with("PK\3\4"sv) || start.starts_with("PK\5\6"sv))
        return "byte 0: a zip archive; unpack it first";
    if (start.starts_with("PERFILE2"sv) || start.starts_with("2ELIFREP"sv))
        return "byte 0: a recording of perf; open what `perf script` prints of it";
    if (start.starts_with("\xff\xfe\0\0"sv) || start.starts_with("\0\0\xfe\xff"sv))
        return "byte 0: text in UTF-32; save it as UTF-8";
    if (hasLinesOfOldMacs(file))
        return "byte " + std::to_string(start.find('\r'))
            + ": lines that end in a carriage return only; save them with line feeds";
    return std::nullopt;
}

Error unrecognised(const std::string &path, const FileStart &start)
{
    const auto &json = start.json();
    const auto at = "JSON, byte " + std::to_string(json.fault().offset) + ": ";
    if (json.end() == JsonOutline::End::Cut)
        return {ErrorCode::Truncated, path, at + "the document ends before it tells its format"};
    if (json.end() == JsonOutline::End::Damaged && json.isJson())
        return {ErrorCode::SyntaxError, path, at + json.fault().reason};
    if (json.end() == JsonOutline::End::Whole)
        return {ErrorCode::UnknownFormat, path,
                "JSON without the members of any format this build reads"};
    return {ErrorCode::UnknownFormat, path, "byte 0: no format this build reads"};
}

std::vector<ImportFile> filesAt(const std::vector<std::string> &paths, Holes holes,
                                const std::stop_token &stop)
{
    std::vector<ImportFile> files;
    for (const auto &path : paths)
        files.push_back({path, {}, [path, holes, stop] { return readContent(path, holes, stop); }});
    return files;
}

// Reads the files of one importer. If it fails, its error names a file: that file is refused and
// the others are tried again. `fileCount` is the number of files in all groups: if there are
// several, findings get the file's name, unless the importer read several, which names them itself.
void readGroup(const Group &group, std::size_t fileCount, const ImportOptions &options,
               Opening &opening)
{
    auto paths = group.paths;
    while (!paths.empty() && !opening.isCancelled()) {
        auto import =
            group.importer->read(filesAt(paths, group.importer->holes(), options.stop), options);
        if (import && fileCount > 1 && paths.size() == 1)
            import->log = ofFile(import->log, paths.front());
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

void FormatRegistry::add(const FileFormat &format)
{
    if (format.read != nullptr)
        add(std::make_unique<FormatImporter>(format));
    if (format.write != nullptr)
        add(std::make_unique<FormatExporter>(format));
}

std::vector<std::string_view> FormatRegistry::patterns() const
{
    std::vector<std::string_view> all;
    for (const auto &importer : m_importers)
        std::ranges::copy(importer->patterns(), std::back_inserter(all));
    all.insert(all.end(), compressedPatterns.begin(), compressedPatterns.end());
    return all;
}

std::string FormatRegistry::tools() const
{
    std::string all;
    for (const auto &importer : m_importers) {
        if (!importer->tool().empty())
            all.append(all.empty() ? "" : ", ").append(importer->tool());
    }
    return all;
}

const Exporter *FormatRegistry::exporterOf(std::string_view format) const
{
    const auto found = std::ranges::find(m_exporters, format,
                                         [](const auto &exporter) { return exporter->format(); });
    return found != m_exporters.end() ? found->get() : nullptr;
}

// The longest matching extension decides: "a.pb.gz" is a "pb.gz", not a "gz".
const Exporter *FormatRegistry::exporterFor(std::string_view fileName) const
{
    const Exporter *best = nullptr;
    std::size_t length = 0;
    const auto name = lowerCase(fileName);
    for (const auto &exporter : m_exporters) {
        for (const auto extension : exporter->extensions()) {
            if (extension.size() > length && name.ends_with('.' + lowerCase(extension))) {
                best = exporter.get();
                length = extension.size();
            }
        }
    }
    return best;
}

FormatRegistry::Opinion FormatRegistry::surest(const FileStart &start) const
{
    Opinion opinion;
    auto confidence = Confidence::No;
    for (const auto &importer : m_importers) {
        if (const auto own = importer->sniff(start); own > confidence) {
            confidence = own;
            opinion.importer = importer.get();
        }
    }
    if (confidence == Confidence::Undecided)
        return {nullptr, true};
    return opinion;
}

bool FormatRegistry::mayRead(std::string_view firstBytes) const
{
    if (compressionOf(firstBytes) != Compression::None || isUtf16(firstBytes))
        return true;
    const FileStart start(firstBytes);
    const auto opinion = surest(start);
    return !foreignContent(start) && (opinion.importer != nullptr || opinion.isUndecided);
}

// Detects the format by the start of a file. A file that no importer recognises, and none could
// with more bytes, is never read whole, however big it is.
Result<FormatRegistry::Detected> FormatRegistry::detectFile(const std::string &path,
                                                            const std::stop_token &stop) const
{
    EMBER_ASSIGN_OR_RETURN(const auto start, Bytes::readStart(path, sniffedBytes, stop));
    if (start.size() == 0)
        return Error{ErrorCode::FileEmpty, path, "byte 0: the file is empty"};
    if (withoutByteOrderMark(start.view()).empty())
        return Error{ErrorCode::FileEmpty, path, "byte 3: there is nothing but a byte order mark"};
    if (compressionOf(start.view()) != Compression::None)
        return detectCompressed(path, stop);
    const auto extent = start.size() < sniffedBytes ? Extent::Whole : Extent::Start;
    return detectContent(path, start.view(), extent, stop);
}

Result<FormatRegistry::Detected> FormatRegistry::detectCompressed(const std::string &path,
                                                                  const std::stop_token &stop) const
{
    EMBER_ASSIGN_OR_RETURN(const auto start, Bytes::readStart(path, packedStart, stop));
    const auto content = unpackedStart(start.view(), sniffedBytes);
    auto detected = detectContent(path, content, Extent::Start, stop);
    // The start is either damaged, or too short to detect a format: reading the whole file finds
    // the error.
    if (!detected && content.size() < sniffedBytes) {
        EMBER_RETURN_IF_ERROR(readContent(path, Holes::Read, stop));
    } else if (!detected) {
        EMBER_RETURN_IF_ERROR(checkUnpackedSize(path, stop));
    }
    return detected;
}

Result<FormatRegistry::Detected> FormatRegistry::detectContent(const std::string &path,
                                                               std::string_view start,
                                                               Extent extent,
                                                               const std::stop_token &stop) const
{
    if (isUtf16(start))
        return detectContent(path, utf8FromUtf16(start), extent, stop);
    const FileStart seen(start, stop);
    if (const auto reason = foreignContent(seen))
        return Error{ErrorCode::UnknownFormat, path, *reason};
    const auto opinion = surest(seen);
    if (opinion.importer != nullptr)
        return Detected{opinion.importer,
                        opinion.importer->place(seen.bytes().substr(0, sniffedBytes))};
    if (!opinion.isUndecided || extent == Extent::Whole)
        return unrecognised(path, seen);
    EMBER_ASSIGN_OR_RETURN(const auto whole, readContent(path, Holes::Read, stop));
    return detectContent(path, whole.view(), Extent::Whole, stop);
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
        readGroup(group, paths.size(), options, opening);
    return std::move(opening).result();
}

} // namespace ember::model
