// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/bytes/textlines.h"
#include "model/formats/pprof/legacytext.h"

#include <utility>

namespace ember::model::pprof {

namespace {

// "--- Thread 7f794ab90940 (name: main/14748) stack: ---"
bool isThread(std::string_view line)
{
    return line.starts_with("--- Thread ") && line.find("(name: ") != std::string_view::npos
        && line.ends_with(") stack: ---");
}

class ThreadsReader {
public:
    explicit ThreadsReader(const LegacyLines &lines) : m_lines(lines)
    {
        auto &message = m_legacy.message();
        message.sampleTypes = {m_legacy.valueKind("thread", "count")};
        message.periodType = message.sampleTypes.front();
        message.period = 1;
    }

    Result<Message> run(const std::stop_token &stop) &&
    {
        bool hasEnd = false;
        while (const auto line = m_lines.next()) {
            if (stop.stop_requested())
                return Error{ErrorCode::Cancelled, m_lines.file(), {}};
            hasEnd = isMemoryMap(*line) || line->starts_with("---- no stack trace for");
            if (hasEnd)
                break;
            if (line->starts_with("---")) {
                EMBER_RETURN_IF_ERROR(readHeading(*line));
            } else if (m_isInThread) {
                readStackLine(*line);
            }
        }
        endThread();
        if (!hasEnd)
            m_legacy.sayCut("there is no memory map behind the threads");
        m_legacy.readMemoryMap(m_lines.rest());
        for (const auto &[address, name] : m_names)
            m_legacy.nameAddress(address, name, {}, 0);
        return m_legacy.take();
    }

private:
    Result<void> readHeading(std::string_view line)
    {
        endThread();
        m_isInThread = isThread(line);
        if (!m_isInThread && !line.starts_with("--- threadz "))
            return m_lines.error("expected \"--- Thread id (name: name/id) stack: ---\"");
        return {};
    }

    // Addresses, or one and its name.
    void readStackLine(std::string_view line)
    {
        m_isSame = m_isSame || line.find("same as previous thread") != std::string_view::npos;
        const auto addresses = addressesIn(line);
        const auto colon = line.find(": ", line.find("0x"));
        if (addresses.size() == 1 && colon != std::string_view::npos)
            m_names.emplace_back(m_addresses.empty() ? addresses[0] : addresses[0] - 1,
                                 trimmed(line.substr(colon + 2)));
        for (const auto address : addresses)
            m_addresses.push_back(m_addresses.empty() ? address : address - 1); // the call
    }

    void endThread()
    {
        const bool isSame = std::exchange(m_isSame, false) || m_addresses.empty();
        auto addresses = std::exchange(m_addresses, {});
        if (!m_isInThread)
            return;
        auto &message = m_legacy.message();
        if (isSame) {
            if (!message.sampleValues.empty())
                ++message.sampleValues.back();
            return;
        }
        // Some unwinders give the leaf twice.
        if (addresses.size() > 1 && addresses[1] + 1 == addresses[0])
            addresses.erase(addresses.begin() + 1);
        constexpr std::int64_t one = 1;
        m_legacy.addSample(addresses, {&one, 1});
    }

    LegacyLines m_lines;
    LegacyMessage m_legacy;
    bool m_isInThread = false;
    bool m_isSame = false;
    std::vector<std::uint64_t> m_addresses; // of the thread, leaf first
    std::vector<std::pair<std::uint64_t, std::string_view>> m_names;
};

} // namespace

bool isThreads(std::string_view firstLine)
{
    return firstLine.starts_with("--- threadz ") || isThread(firstLine);
}

Result<Message> readThreads(LegacyLines lines, const std::stop_token &stop)
{
    return ThreadsReader(lines).run(stop);
}

} // namespace ember::model::pprof
