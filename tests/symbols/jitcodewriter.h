// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QString>

#include <chrono>
#include <cstdint>

namespace ember::tests {

// Writes a jitdump as a compiler does: mapped executable, so that tracers see it in the maps of
// this very process.
class JitDumpWriter {
public:
    enum class Times { Monotonic, CycleCounter };

    // jit-PID.dump in a folder.
    JitDumpWriter(const QString &folder, Times times);
    ~JitDumpWriter();
    JitDumpWriter(const JitDumpWriter &) = delete;
    JitDumpWriter &operator=(const JitDumpWriter &) = delete;

    void load(std::uint64_t start, const QByteArray &code, const QByteArray &name,
              std::chrono::nanoseconds time);
    void move(std::uint64_t from, std::uint64_t to, std::uint64_t size,
              std::chrono::nanoseconds time);
    // Anything, as it is.
    void write(const QByteArray &bytes);

private:
    void writeRecord(std::uint32_t type, std::chrono::nanoseconds time, const QByteArray &body);

    QFile m_file;
    void *m_mark = nullptr;
};

} // namespace ember::tests
