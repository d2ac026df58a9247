// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/binaryindex.h"

#include "capture/symbols/elffile.h"
#include "model/profile/debugid.h"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace ember::capture {

namespace {

// Whether the file begins with the ELF magic; a cheap test, since most files of a folder do not.
bool startsLikeElf(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    std::string magic(4, '\0');
    return file.read(magic.data(), 4) && magic == "\177ELF";
}

} // namespace

const std::vector<std::string> &BinaryIndex::find(std::string_view debugId)
{
    static const std::vector<std::string> none;
    if (!m_walked) {
        m_walked = true;
        for (const std::string &folder : m_folders)
            walk(folder);
    }
    const auto id = model::normalisedDebugId(debugId);
    const auto found = id.empty() ? m_files.end() : m_files.find(id);
    return found == m_files.end() ? none : found->second;
}

void BinaryIndex::walk(const std::string &folder)
{
    namespace fs = std::filesystem;
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                           error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        std::error_code unreadable;
        if (entry->is_regular_file(unreadable) && startsLikeElf(entry->path()))
            enter(entry->path());
    }
}

void BinaryIndex::enter(const std::string &path)
{
    const auto file = ElfFile::open(path);
    if (!file || file->buildId().empty())
        return;
    const auto id = model::normalisedDebugId(model::debugIdFromBuildId(file->buildId()));
    m_files[id].push_back(path);
}

} // namespace ember::capture
