// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/imagetable.h"

#include <algorithm>
#include <iterator>

namespace ember::capture {

void ImageTable::add(const MappedImage &image)
{
    if (image.start >= image.end)
        return;
    std::erase_if(m_images, [&](const Loaded &loaded) {
        return loaded.image.start < image.end && image.start < loaded.image.end;
    });
    const auto place = std::ranges::lower_bound(
        m_images, image.start, {}, [](const Loaded &loaded) { return loaded.image.start; });
    m_images.insert(place, {image, nullptr});
    forgetRules();
}

void ImageTable::remove(std::uint64_t start)
{
    if (std::erase_if(m_images, [&](const Loaded &loaded) { return loaded.image.start == start; }))
        forgetRules();
}

void ImageTable::clear()
{
    m_images.clear();
    forgetRules();
}

bool ImageTable::contains(std::uint64_t address) const
{
    return indexOf(address).has_value();
}

FoundRule ImageTable::lookUp(std::uint64_t address)
{
    const auto place = indexOf(address);
    if (!place)
        return {};
    Loaded &loaded = m_images[*place];
    if (!loaded.table)
        loaded.table = m_tables->tableFor(loaded.image);
    if (!loaded.table) {
        m_images.erase(m_images.begin() + static_cast<std::ptrdiff_t>(*place));
        return {};
    }
    const UnwindTable &table = *loaded.table;
    const CfaRule &rule = table.find(address - loaded.image.bias);
    return {rule, &table.saved(rule), &table};
}

std::optional<std::size_t> ImageTable::indexOf(std::uint64_t address) const
{
    const auto behind = std::ranges::upper_bound(
        m_images, address, {}, [](const Loaded &loaded) { return loaded.image.start; });
    if (behind == m_images.begin() || address >= std::prev(behind)->image.end)
        return {};
    return static_cast<std::size_t>(behind - m_images.begin()) - 1;
}

void ImageTable::forgetRules()
{
    if (m_isCacheUsed)
        m_cache.fill(CacheEntry());
    m_isCacheUsed = false;
}

} // namespace ember::capture
