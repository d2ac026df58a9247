// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/elffile.h"
#include "capture/symbols/symbolpaths.h"
#include "model/profile/frameresolver.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// The machine code of a function, read from its binary.
struct FunctionCode {
    enum class State : std::uint8_t {
        Read,
        NoBinary, // no file at the image's path and none with its build-id
        OtherBinary, // the file at the image's path has another build-id
        NoCode, // the file has no code at the address: a debug file, or damaged
        NoFunction, // the start and end of the function are unknown
    };

    State state = State::NoBinary;
    std::string binary; // path of the file that was read; without one, the image's path
    std::string name; // demangled; "": not known
    std::uint16_t machine = 0; // ELF machine number: EM_X86_64, …
    std::uint64_t bias = 0; // run-time address − address in the file
    std::uint64_t start = 0; // address in the file
    std::vector<std::byte> bytes;
    bool isCut = false; // the function is longer than maxBytes

    static constexpr std::size_t maxBytes = 1U << 20U;
};

// Where the names of an image come from.
struct NameFiles {
    enum class Found : std::uint8_t {
        No,
        Other, // the file at the image's path has another build-id
        Yes,
    };

    Found found = Found::No;
    std::string binary; // path of the file that is read: the binary, or its debug file alone; if
                        // none is read, the image's path
    std::string debugFile; // path of the separate debug file; "": none
    model::SymbolState state = model::SymbolState::Missing;
};

// Symbolizes addresses: finds function names, files and lines in the binaries and debug files of
// this machine, and in the files that JIT compilers write. A binary is used only if its build-id
// equals the image's; if the image has none, the file at its path is used. A binary is opened at
// its first address, a unit of its debug info is read at the first address inside it. Damaged files
// yield fewer names, never an error: state() says how much was found. Files are read and not
// mapped, so that overwriting one meanwhile cannot kill this process. One thread at a time.
class Symbolizer : public model::FrameResolver {
public:
    explicit Symbolizer(SymbolPaths paths = {});
    ~Symbolizer() override;
    Symbolizer(const Symbolizer &) = delete;
    Symbolizer &operator=(const Symbolizer &) = delete;

    // The frames at an address, innermost first. If no symbol covers it but unwind information
    // gives the function's start: one frame with a start only.
    std::vector<model::ResolvedFrame> resolve(const model::ImageKey &image,
                                              std::uint64_t address) override;
    model::SymbolState state(const model::ImageKey &image) override;

    NameFiles files(const model::ImageKey &image);

    // The machine code of the function at a run-time address, cut if it is very long. For a caller,
    // pass its return address − 1.
    FunctionCode functionCode(const model::ImageKey &image, std::uint64_t address);

    // Opens the file of an image at `place`: the image's path, or /proc/PID/root/… for another
    // mount namespace, or /proc/PID/map_files/… for a deleted file. The result stays readable even
    // if the path changes. Empty if it cannot be opened or has another build-id. Any thread.
    static std::optional<ElfFile> openFile(const model::ImageKey &image, const std::string &place);
    // Uses this file for images with the same path, unless they have another build-id. Call before
    // the first address in such an image is resolved. For "[vdso]", the vDSO of this process is
    // used if nothing else is provided and the build-id agrees.
    void provideFile(ElfFile file);
    // Uses the files provided to `other`, too, except those that were made from bytes.
    void provideFilesOf(const Symbolizer &other);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace ember::capture
