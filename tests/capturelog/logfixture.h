// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/logoutput.h"
#include "model/formats/capturelog/logreader.h"
#include "model/formats/capturelog/logwriter.h"

#include <QTemporaryDir>

#include <memory>
#include <string>

namespace ember::tests {

// Start of every log of these tests.
constexpr auto captureStart = model::timestampFromNs(1'700'000'000'000'000'000);
// A tick every 10 ms.
constexpr double tickRate = 100;
constexpr model::Nanoseconds tickPeriod = std::chrono::milliseconds(10);

constexpr model::Timestamp tickTime(int tick)
{
    return captureStart + (tick + 1) * tickPeriod;
}

// A log file in a folder of its own, and its writer.
class LogFile {
public:
    explicit LogFile(model::capturelog::SegmentLimits limits = {});
    ~LogFile();
    LogFile(const LogFile &) = delete;
    LogFile &operator=(const LogFile &) = delete;

    model::capturelog::Writer *operator->() { return m_writer.get(); }

    // Number the process or thread as a recorder does, and write it.
    model::ProcessSerial beginProcess(model::capturelog::ProcessRecord process);
    model::ThreadSerial startThread(model::capturelog::ThreadRecord thread);

    // Finishes the log; the file stays.
    void finish();
    // As a recorder that is killed: what was not flushed is lost.
    void abandon();
    const std::string &path() const { return m_path; }

    std::string bytes() const;

private:
    QTemporaryDir m_folder;
    std::string m_path;
    int m_fd = -1;
    std::unique_ptr<model::capturelog::Writer> m_writer;
    std::size_t m_processes = 0;
    std::size_t m_threads = 0;
};

// A process in that working directory, with one image ("/opt/app/demo" at 0x400000, 0x10000 bytes,
// bias 0x400000) and one thread.
struct SmallProcess {
    model::ProcessSerial process;
    model::capturelog::ImageSerial image;
    model::ThreadSerial thread;
};

constexpr std::uint64_t imageAddress = 0x400000;
constexpr const char *buildId = "0123456789abcdef0123456789abcdef01234567";

SmallProcess beginSmallProcess(LogFile &log, std::string workingDirectory = "/opt");

// A stack of that process: the leaf at offset `leaf`, below it callers at 0x200 and 0x100.
model::StackId smallStack(LogFile &log, const SmallProcess &process, std::uint64_t leaf);

// Where the program of a log ran, and where the source of its function leaf() is.
struct SmallPlaces {
    std::string workingDirectory = "/opt";
    std::string source = "/src/leaf.cpp";
};

// A finished log with every kind of record, a few hundred bytes long.
std::string smallLog(const SmallPlaces &places = {});

// Up to the first damage; what a ring has dropped is none.
std::vector<model::capturelog::SegmentPlace> findSegments(std::string_view bytes);

// Reads a log that must be readable.
model::capturelog::LogReading read(std::string_view bytes,
                                   const model::capturelog::ReadOptions &options = {});

} // namespace ember::tests
