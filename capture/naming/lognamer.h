// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/elffile.h"
#include "capture/symbols/symbolizer.h"
#include "capture/system/filedescriptor.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/logsymbols.h"
#include "model/formats/capturelog/records.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ember::capture {

// Tracks the processes of a log and their binaries. Takes the records in the log's order.
class LoggedPrograms {
public:
    static bool isOfInterest(model::capturelog::RecordType type);

    // Returns the binary if the record names it for the first time, else null. Damaged records are
    // skipped.
    const model::capturelog::ImageRecord *take(model::capturelog::RecordType type,
                                               std::string_view payload);

    // Null if the log has no such process or image. Pointers stay valid.
    const model::capturelog::ProcessRecord *process(model::ProcessSerial serial) const;
    const model::capturelog::ImageRecord *image(model::capturelog::ImageSerial serial) const;

private:
    model::Timestamp m_base; // base time of the current segment
    std::unordered_map<model::ProcessSerial, model::capturelog::ProcessRecord> m_processes;
    std::unordered_map<model::capturelog::ImageSerial, model::capturelog::ImageRecord> m_images;
};

// Symbolizes the addresses in a log's frames, while the log is written and on the machine that
// writes it. Each address of a binary is looked up once, however many processes run it. Ignores
// ticks and stacks, so its memory is that of the distinct addresses. Owned by one thread.
class LogNamer {
public:
    explicit LogNamer(SymbolPaths paths) : m_symbols(std::move(paths)) { }

    static bool isOfInterest(model::capturelog::RecordType type);

    // Takes an opened binary; call before the records with frames in it are taken.
    void take(ElfFile file) { m_symbols.provideFile(std::move(file)); }

    // Takes the log's records in their order. Damaged ones are skipped.
    void take(model::capturelog::RecordType type, std::string_view payload);

    // Names of the addresses taken since the last call.
    std::vector<model::capturelog::ImageSymbols> nameNew();
    // Names of JIT-compiled code that the compiler had not written yet when nameNew() looked for
    // them. Call after the log's end.
    std::vector<model::capturelog::ImageSymbols> nameRest();

private:
    // An address in an image, or in code that a process generated itself.
    struct Wanted {
        const model::capturelog::ImageRecord *image = nullptr;
        const model::capturelog::ProcessRecord *process = nullptr;
        std::uint64_t address = 0; // run-time address
        model::Nanoseconds seen{};
    };

    void take(const model::capturelog::FrameRecord &frame);
    bool isNew(const std::string &binary, std::uint64_t address);
    static model::ImageKey imageKey(const model::capturelog::ImageRecord &image);
    static model::ImageKey jitCodeKey(const Wanted &wanted, const std::string &perfMap);
    std::vector<model::capturelog::ImageSymbols> name(const std::vector<Wanted> &addresses);

    Symbolizer m_symbols;
    LoggedPrograms m_programs;
    // Addresses already looked up, by binary.
    std::unordered_map<std::string, std::unordered_set<std::uint64_t>> m_met;
    std::vector<Wanted> m_wanted;
    std::vector<Wanted> m_unnamed; // addresses in JIT-compiled code that have no name so far
};

// Opens the binaries that a log of this machine names, as soon as they are known. So names are
// found even if a program deletes itself or a build deletes its folder. If there is no file at the
// path, or another one, the binary is opened through /proc of a process that has it mapped, as long
// as that lives.
class ImageStore {
public:
    // Opens a binary and returns it; pass it to Symbolizer::provideFile(). Absent: it was opened
    // before, it cannot be opened, or 512 binaries were opened.
    std::optional<ElfFile> keep(std::uint32_t pid, const model::capturelog::ImageRecord &image);
    // Takes the log's next record; if it describes an image, opens that as above. Else absent.
    std::optional<ElfFile> keep(const model::capturelog::RawRecord &record);

private:
    LoggedPrograms m_programs; // as the records describe them
    std::unordered_set<std::string> m_kept; // path and build-id of binaries already opened
};

// Reads a growing log only to open its binaries in time, for naming after the capture has ended.
class ImageWatch {
public:
    // Construct before the capture starts: a log found at the path now is an older one. `symbols`
    // must outlive this.
    ImageWatch(std::string log, Symbolizer &symbols);

    // Reads what was appended since the last call. Call several times a second.
    void poll();

private:
    bool open();
    std::size_t consumeRecords();

    std::string m_path;
    std::filesystem::file_time_type m_older; // modification time of the log that was at the path
                                             // before the capture
    FileDescriptor m_log;
    std::string m_bytes; // read, but not yet parsed
    bool m_hasHeader = false;
    bool m_isLost = false; // the log cannot be parsed any further
    Symbolizer &m_symbols;
    ImageStore m_images;
};

} // namespace ember::capture
