// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/symbolizer.h"

#include "capture/symbols/binary.h"
#include "capture/symbols/debugclient.h"
#include "capture/symbols/debugfinder.h"
#include "capture/symbols/elffile.h"
#include "capture/symbols/jitcode.h"
#include "model/core/text.h"
#include "model/profile/debugid.h"
#include "model/profile/inapp.h"

#include <algorithm>
#include <cstdlib>
#include <unordered_map>

namespace ember::capture {

using model::ImageKey;
using model::ResolvedFrame;
using model::SymbolState;

namespace {

using BinaryPointer = std::shared_ptr<Binary>;

bool hasId(const ImageKey &image)
{
    return !image.codeId.empty() || !image.debugId.empty();
}

bool isImage(const ElfFile &file, const ImageKey &image)
{
    if (!image.codeId.empty())
        return file.buildId() == model::lowerCase(image.codeId);
    if (!image.debugId.empty())
        return model::normalisedDebugId(model::debugIdFromBuildId(file.buildId()))
            == model::normalisedDebugId(image.debugId);
    return true;
}

std::string debugIdOf(const ImageKey &image)
{
    return image.debugId.empty() ? model::debugIdFromBuildId(image.codeId)
                                 : std::string(image.debugId);
}

// Whether the file has machine code; the code sections of a debug file are empty.
bool hasCode(const ElfFile &file)
{
    const ElfSection *text = file.section(".text");
    return text != nullptr && !file.bytes(*text).empty();
}

bool hasSymbols(const ElfFile &file)
{
    return file.section(".symtab") != nullptr || file.section(".debug_info") != nullptr;
}

std::string pathOf(const ImageKey &image)
{
    return std::string(model::withoutDeletedMark(image.codeFile));
}

// Run-time address − address in the file. Of perf, what lies behind the file's end is an address:
// perf prints these, too, for programs at a fixed address.
std::uint64_t biasOf(const ImageKey &image, const ElfFile &file, std::uint64_t address)
{
    if (image.areOffsets)
        return address < file.size() ? 0 - file.codeShift() : 0;
    return image.bias != 0 || image.address == 0 ? image.bias
                                                 : image.address - file.firstLoadAddress();
}

} // namespace

struct Symbolizer::State {
    explicit State(SymbolPaths where)
        : paths(std::move(where)),
          index(paths.searchFolders),
          servers(paths),
          cache({.folder = paths.cacheFolder, .version = binaryUnitsVersion})
    {
    }

    SymbolPaths paths;
    BinaryIndex index;
    JitSymbols made;
    DebugServers servers;
    DiskCache cache; // declared first: the binaries use it until they are destroyed
    std::unordered_multimap<std::string, BinaryPointer> provided; // by codeFile
    std::unordered_map<std::string, BinaryPointer> images; // by keyText(); nullptr: not found

    Binary *binary(const ImageKey &image);
    void provide(ElfFile file);
    BinaryPointer open(const ImageKey &image);
    BinaryPointer openByPath(const ImageKey &image);
    BinaryPointer openById(const ImageKey &image);
    BinaryPointer openFetched(const ImageKey &image);
    BinaryPointer makeBinary(ElfFile file);
    std::optional<ElfFile> findDebugFileOf(const ElfFile &file);

    static std::string keyText(const ImageKey &image)
    {
        return std::string(image.codeFile) + '\n' + std::string(image.codeId) + '\n'
            + std::string(image.debugId);
    }
};

Binary *Symbolizer::State::binary(const ImageKey &image)
{
    const auto [entry, isNew] = images.try_emplace(keyText(image));
    if (isNew)
        entry->second = open(image);
    return entry->second.get();
}

BinaryPointer Symbolizer::State::open(const ImageKey &image)
{
    const auto [first, last] = provided.equal_range(std::string(image.codeFile));
    const auto given = std::find_if(
        first, last, [&](const auto &entry) { return isImage(entry.second->file(), image); });
    if (given != last)
        return given->second;
    if (image.codeFile == "[vdso]" || image.codeFile.starts_with("linux-vdso")) {
        auto own = ElfFile::fromBytes(ownVdso(), "[vdso]");
        if (own && isImage(*own, image))
            return makeBinary(std::move(*own));
    }
    if (auto found = openByPath(image))
        return found;
    auto found = openById(image);
    return found ? found : openFetched(image);
}

// Asks debug info servers. The debug file suffices for names if the binary is not on this machine,
// as for a capture of another one.
BinaryPointer Symbolizer::State::openFetched(const ImageKey &image)
{
    if (!image.codeFile.starts_with('/'))
        return nullptr;
    auto file = servers.fetch(pathOf(image), model::lowerCase(image.codeId));
    return file ? makeBinary(std::move(*file)) : nullptr;
}

BinaryPointer Symbolizer::State::openByPath(const ImageKey &image)
{
    const auto path = pathOf(image);
    // A file that replaced a deleted one is a different binary unless its build-id proves
    // otherwise.
    if (!path.starts_with('/') || (path != image.codeFile && !hasId(image)))
        return nullptr;
    auto file = ElfFile::open(path);
    if (!file || !isImage(*file, image))
        return nullptr;
    return makeBinary(std::move(*file));
}

BinaryPointer Symbolizer::State::openById(const ImageKey &image)
{
    std::optional<ElfFile> best;
    const auto consider = [&](const std::string &path) {
        auto file = ElfFile::open(path);
        if (file && isImage(*file, image) && (!best || hasCode(*file)))
            best = std::move(*file);
    };
    if (!hasId(image))
        return nullptr;
    for (const std::string &path : index.find(debugIdOf(image)))
        consider(path);
    for (const std::string &root : paths.debugRoots) {
        for (const char *ending : {".debug", "/elf"}) { // the second one in perf's cache
            if (!best && image.codeId.size() > 2)
                consider(buildIdPath(root, model::lowerCase(image.codeId), ending));
        }
    }
    return best ? makeBinary(std::move(*best)) : nullptr;
}

BinaryPointer Symbolizer::State::makeBinary(ElfFile file)
{
    return std::make_shared<Binary>(
        std::move(file), [this](const ElfFile &binary) { return findDebugFileOf(binary); }, cache);
}

std::optional<ElfFile> Symbolizer::State::findDebugFileOf(const ElfFile &binary)
{
    if (auto file = findDebugFile(binary, paths))
        return file;
    if (binary.buildId().empty())
        return {};
    for (const std::string &path : index.find(model::debugIdFromBuildId(binary.buildId()))) {
        auto file = ElfFile::open(path);
        if (file && path != binary.path() && file->buildId() == binary.buildId()
            && hasSymbols(*file))
            return std::move(*file);
    }
    return servers.fetch(binary.path(), binary.buildId());
}

void Symbolizer::State::provide(ElfFile file)
{
    const auto codeFile = file.path();
    provided.emplace(codeFile, makeBinary(std::move(file)));
}

SymbolPaths userSymbolPaths()
{
    SymbolPaths paths;
    paths.cacheFolder = DiskCache::userFolder("symbols");
    if (const char *home = std::getenv("HOME"); home != nullptr && *home != '\0')
        paths.debugRoots.push_back(std::string(home) + "/.debug");
    return paths;
}

Symbolizer::Symbolizer(SymbolPaths paths) : m_state(std::make_unique<State>(std::move(paths))) { }

Symbolizer::~Symbolizer() = default;

std::vector<ResolvedFrame> Symbolizer::resolve(const ImageKey &image, std::uint64_t address)
{
    if (image.maker)
        return m_state->made.resolve(image, address);
    Binary *binary = m_state->binary(image);
    if (binary == nullptr)
        return {};
    const auto bias = biasOf(image, binary->file(), address);
    auto frames = binary->framesAt(address - bias);
    for (ResolvedFrame &frame : frames) {
        if (frame.functionStart != 0)
            frame.functionStart += bias;
    }
    return frames;
}

SymbolState Symbolizer::state(const ImageKey &image)
{
    if (image.maker)
        return SymbolState::Table;
    Binary *binary = m_state->binary(image);
    return binary != nullptr ? binary->state() : SymbolState::Missing;
}

NameFiles Symbolizer::files(const ImageKey &image)
{
    NameFiles files;
    if (Binary *binary = m_state->binary(image)) {
        files.found = NameFiles::Found::Yes;
        files.binary = binary->file().path();
        files.debugFile = binary->debugFilePath();
        files.state = binary->state();
        return files;
    }
    files.binary = pathOf(image);
    if (files.binary.starts_with('/') && ElfFile::open(files.binary))
        files.found = NameFiles::Found::Other;
    return files;
}

FunctionCode Symbolizer::functionCode(const ImageKey &image, std::uint64_t address)
{
    FunctionCode code;
    if (Binary *binary = m_state->binary(image)) {
        const auto bias = biasOf(image, binary->file(), address);
        code = binary->codeAt(address - bias);
        code.bias = bias;
        return code;
    }
    code.binary = pathOf(image);
    if (!code.binary.starts_with('/'))
        return code;
    const auto other = ElfFile::open(code.binary);
    if (other && !isImage(*other, image))
        code.state = FunctionCode::State::OtherBinary;
    return code;
}

std::optional<ElfFile> Symbolizer::openFile(const ImageKey &image, const std::string &place)
{
    auto file = ElfFile::open(place, std::string(image.codeFile));
    if (!file || !isImage(*file, image))
        return {};
    return std::move(*file);
}

void Symbolizer::provideFile(ElfFile file)
{
    m_state->provide(std::move(file));
}

void Symbolizer::provideFilesOf(const Symbolizer &other)
{
    for (const auto &[codeFile, binary] : other.m_state->provided) {
        const int descriptor = binary->file().descriptor();
        auto file = ElfFile::open("/proc/self/fd/" + std::to_string(descriptor), codeFile);
        if (file)
            m_state->provide(std::move(*file));
    }
}

} // namespace ember::capture
