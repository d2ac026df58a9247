// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/import/fileformat.h"

#include "model/formats/export/losses.h"
#include "model/formats/import/importlog.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>

namespace ember::model {

Error named(Error error, const std::string &file, std::string_view prefix)
{
    error.subject = file;
    if (!error.detail.empty() && !error.detail.starts_with(prefix))
        error.detail = std::string(prefix) + ": " + error.detail;
    return error;
}

namespace {

// Returns an error if values of one type add up to so much that sums over several profiles, or in
// smaller units, could overflow; nullopt otherwise.
std::optional<Error> tooGreatValues(const Profile &profile, std::string_view format)
{
    constexpr double most = 1e305;
    std::vector<double> sums(profile.tables().valueTypes.size());
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        for (const ValueColumn &column : profile.samples(ThreadIndex(row)).values) {
            double &sum = sums[column.type.row()];
            column.values.forEach(
                [&](std::size_t, double value) { sum += std::isnan(value) ? 0 : std::abs(value); });
            if (sum > most)
                return Error{
                    ErrorCode::SyntaxError,
                    {},
                    std::string(format) + ": the values \""
                        + std::string(profile.text(profile.tables().valueTypes[column.type].type))
                        + "\" add up to more than 1e305"};
        }
    }
    return std::nullopt;
}

} // namespace

Result<Import> FormatImporter::read(std::vector<ImportFile> files,
                                    const ImportOptions &options) const
{
    const auto prefix = m_format.errorPrefix;
    Import import;
    for (auto &file : files) {
        try {
            EMBER_RETURN_IF_ERROR(file.load());
            ImportLog log;
            auto profiles = m_format.read(file, options, log);
            import.log.add(files.size() > 1 ? ofFile(log, file.name) : log);
            if (!profiles)
                return named(profiles.error(), file.name, prefix);
            for (auto &profile : *profiles) {
                if (auto error = tooGreatValues(*profile, prefix.empty() ? format() : prefix))
                    return named(std::move(*error), file.name, prefix);
                import.profiles.push_back({std::move(profile),
                                           std::string(format()),
                                           { file.name }});
            }
        } catch (const std::bad_alloc &) {
            return Error{ErrorCode::FileTooBig, file.name, "not enough memory"};
        }
        file = {};
    }
    return import;
}

Result<Export> FormatExporter::write(std::span<const ProfilePointer> profiles,
                                     const ExportOptions &options) const
try {
    const auto isUntimed = [](const ProfilePointer &profile) {
        return profile->tables().origin == TimeOrigin::None;
    };
    if (m_format.times == Times::Needed && std::ranges::any_of(profiles, isUntimed))
        return cannotHoldUntimed(m_format.title);
    return m_format.write(profiles, options);
} catch (const std::bad_alloc &) {
    return Error{ErrorCode::FileTooBig, {}, "not enough memory"};
}

} // namespace ember::model
