// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/import/fileformat.h"

#include "model/formats/export/losses.h"

#include <algorithm>
#include <new>

namespace ember::model {

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
