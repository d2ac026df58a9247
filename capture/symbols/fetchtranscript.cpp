// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/fetchtranscript.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace ember::capture {

namespace {

bool takePrefix(std::string_view &text, std::string_view prefix)
{
    const bool hasIt = text.starts_with(prefix);
    if (hasIt)
        text.remove_prefix(prefix.size());
    return hasIt;
}

// Removes and returns a short number at the front; -1: none.
int consumeNumber(std::string_view &text)
{
    int number = -1;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), number).ptr;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

class TranscriptReader {
public:
    FetchTranscript read(std::string_view text)
    {
        while (!text.empty()) {
            const auto end = std::min(text.find('\n'), text.size());
            take(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        return std::move(m_transcript);
    }

private:
    void take(std::string_view line)
    {
        if (takePrefix(line, "checking cache dir "))
            m_transcript.cacheFolder = line;
        else if (takePrefix(line, "committed to url "))
            commitTo(consumeNumber(line));
        else if (takePrefix(line, "url "))
            takeUrl(line);
    }

    // Parses "0 http://…" (a request) or "0 WORDS" (its failure).
    void takeUrl(std::string_view line)
    {
        const auto number = consumeNumber(line);
        if (number < 0 || !takePrefix(line, " "))
            return;
        auto &answers = m_transcript.answers;
        const auto place = static_cast<std::size_t>(number);
        if (line.find("://") != std::string_view::npos && place == answers.size())
            answers.push_back({serverOf(line), 0, {}});
        else if (place < answers.size())
            fail(answers[place], line);
    }

    static void fail(ServerAnswer &answer, std::string_view words)
    {
        answer.words = words;
        if (takePrefix(words, "The requested URL returned error: "))
            answer.status = std::max(consumeNumber(words), 0);
    }

    void commitTo(int number)
    {
        const auto place = static_cast<std::size_t>(number);
        if (number >= 0 && place < m_transcript.answers.size())
            m_transcript.sender = m_transcript.answers[place].server;
    }

    FetchTranscript m_transcript;
};

} // namespace

FetchTranscript parseFetchTranscript(std::string_view text)
{
    return TranscriptReader().read(text);
}

std::string serverOf(std::string_view url)
{
    if (const auto scheme = url.find("://"); scheme != std::string_view::npos)
        url.remove_prefix(scheme + 3);
    return std::string(url.substr(0, url.find('/')));
}

} // namespace ember::capture
