// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ember::capture {

// Index of the ELF files below some folders by Sentry's debug_id. The folders are walked at the
// first lookup; symbolic links to folders are not followed, unreadable files are skipped.
class BinaryIndex {
public:
    explicit BinaryIndex(std::vector<std::string> folders) : m_folders(std::move(folders)) { }

    // The files with this id, in any spelling: the binary itself, its debug file, or both.
    const std::vector<std::string> &find(std::string_view debugId);

private:
    void walk(const std::string &folder);
    void enter(const std::string &path);

    std::vector<std::string> m_folders;
    bool m_walked = false;
    std::unordered_map<std::string, std::vector<std::string>> m_files; // by normalised debug_id
};

} // namespace ember::capture
