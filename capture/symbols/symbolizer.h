// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/elffile.h"
#include "capture/symbols/functioncode.h"
#include "capture/symbols/symbolpaths.h"
#include "model/profile/frameresolver.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// Names for addresses, from the binaries and debug files of this machine, and for code that
// processes made themselves, from the files their compilers write for tracers.
//
// A binary is taken only if its build-id is the one the image had when it was captured; where the
// image has none, the file at its path is believed. Each binary is opened once, at its first
// address; units of its debug info are read when an address first falls into them. Damaged files
// give fewer names, never an error: state() says how much there is.
//
// Files are read, not mapped: one that is overwritten while we look at it must not kill us.
// One thread at a time.
class Symbolizer : public model::FrameResolver {
public:
    explicit Symbolizer(SymbolPaths paths = {});
    ~Symbolizer() override;
    Symbolizer(const Symbolizer &) = delete;
    Symbolizer &operator=(const Symbolizer &) = delete;

    // Of code that no symbol names, but whose function's beginning is known by its unwind
    // information: one frame that has a start and nothing else.
    std::vector<model::ResolvedFrame> resolve(const model::ImageKey &image,
                                              std::uint64_t address) override;
    model::SymbolState state(const model::ImageKey &image) override;

    // The machine code of the function at a run-time address of a binary, cut to its first part if
    // it is very long. For a caller pass its return address − 1.
    FunctionCode functionCode(const model::ImageKey &image, std::uint64_t address);

    // The file of the image at a place: its path as long as that leads there, /proc/PID/root/… of
    // another mount namespace, /proc/PID/map_files/… of a file deleted meanwhile. Stays readable
    // whatever becomes of the place. Nothing if it cannot be opened, or its build-id says that it
    // is another one. Any thread.
    static std::optional<ElfFile> openFile(const model::ImageKey &image, const std::string &place);
    // Reads this file for images of its path. Before their first address is resolved.
    void provideFile(ElfFile file);
    // All that was provided to another one.
    void provideFilesOf(const Symbolizer &other);
    // The same for an image that is no file: the vDSO as read from the process. Copied. Without
    // it our own vDSO serves for "[vdso]" if the build-id agrees.
    bool provideBytes(std::string_view codeFile, std::span<const std::byte> bytes);

    // The debug file that is used for the image; "" if it is the binary itself or there is none.
    std::string debugFile(const model::ImageKey &image);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace ember::capture
