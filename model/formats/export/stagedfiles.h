// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::model {

// Writes files that appear under their names only when all are complete. Each is written to a
// temporary file beside `output`; publish() renames them. The destructor removes those that were
// not renamed. Errors: FileNotWritable (also if the name belongs to something other than a file),
// DiskFull, FileSizeLimited, FileIsInput.
class StagedFiles {
public:
    explicit StagedFiles(std::string output) : m_output(std::move(output)) { }
    ~StagedFiles();
    StagedFiles(const StagedFiles &) = delete;
    StagedFiles &operator=(const StagedFiles &) = delete;

    // Adds a file of these bytes. The error's subject is `output`, not the temporary name.
    Result<void> add(std::string_view bytes);
    // Adds a file that `write` fills; it exists and is empty before. Also returns the errors of
    // `write`, with `output` as subject.
    Result<void> add(const std::function<Result<void>(const std::string &path)> &write);

    std::size_t count() const { return m_temporary.size(); }

    // Sets the files that have been read. publish() replaces none of them under a name other than
    // `output`: the user has not chosen such a name, and one file of several holds only a part.
    void protect(std::vector<std::string> inputs) { m_inputs = std::move(inputs); }

    // Renames the files to `names`, in the order they were added. An existing file is replaced and
    // passes on its mode. `output` itself is written through a link; under any other name the link
    // itself is replaced. Error FileIsInput, before anything is replaced, if a name other than
    // `output` is one of the inputs: the subject is that name. If renaming one fails, those before
    // it stay renamed.
    Result<void> publish(std::span<const std::string> names);

private:
    // Creates an empty file with the next temporary name, open for writing.
    Result<int> create();
    Result<void> checkName(const std::string &name) const;
    Result<void> rename(const std::string &temporary, const std::string &name) const;

    std::string m_output;
    std::string m_stem; // of the temporary files: see temporaryPath()
    std::vector<std::string> m_inputs;
    std::vector<std::string> m_temporary;
};

} // namespace ember::model
