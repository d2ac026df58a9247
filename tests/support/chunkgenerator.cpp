// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/chunkgenerator.h"

#include <algorithm>
#include <array>
#include <random>
#include <vector>

namespace ember::tests {

namespace {

constexpr std::size_t threads = 10;
constexpr std::int64_t startMicroseconds = 1'710'805'788'000'000;
constexpr std::int64_t spanMicroseconds = 59'000'000;
constexpr std::int64_t minuteMicroseconds = 60'000'000;

constexpr std::size_t shallowest = 20;
constexpr std::size_t deepest = 80;

// How many rows of each table make up 50 MB, and what happens between two ticks of a thread.
struct Shape {
    std::size_t samples;
    std::size_t stacks;
    std::size_t frames;
    std::size_t nameLength;
    // Of a hundred ticks, those that see the stack of the tick before: of the first thread and of
    // the last, evenly more in between.
    std::size_t leastIdle;
    std::size_t mostIdle;
    // A thread that goes on returns from one to so many calls, and makes one to so many.
    std::size_t mostCalls;
};

Shape shapeOf(ChunkContent content)
{
    switch (content) {
    case ChunkContent::Samples: return {725'000, 5'600, 3'000, 20, 35, 75, 10};
    case ChunkContent::Stacks: return {165'000, 155'000, 3'000, 20, 6, 6, 6};
    case ChunkContent::Frames: return {28'000, 20'000, 93'000, 100, 29, 29, 4};
    }
    return {};
}

class ChunkWriter {
public:
    ChunkWriter(ChunkContent content, std::size_t bytes, unsigned number)
        : m_shape(shapeOf(content)),
          m_number(number)
    {
        constexpr std::size_t fullSize = 50'000'000;
        for (auto *rows : {&m_shape.samples, &m_shape.stacks, &m_shape.frames})
            *rows = std::max<std::size_t>(20, *rows * bytes / fullSize);
        m_json.reserve(bytes + bytes / 8);
    }

    std::string generate()
    {
        m_json = R"({"version":"2","chunk_id":"0432a0a4c25f4697bf9f0a2fcbe6a8)"
            + std::to_string((m_number + 14) % 100 + 100).substr(1)
            + R"(",)"
              R"("profiler_id":"4d229f1d3807421ba62a5f8bc295d836","release":"bench@1",)"
              R"("environment":"production","platform":"python",)"
              R"("client_sdk":{"name":"bench","version":"1"},"profile":{"samples":[)";
        samples();
        m_json += R"(],"stacks":[)";
        stacks();
        m_json += R"(],"frames":[)";
        frames();
        m_json += R"(],"thread_metadata":{)";
        for (std::size_t thread = 0; thread < threads; ++thread)
            m_json += (thread > 0 ? ",\"" : "\"") + std::to_string(thread + 100)
                + R"(":{"name":"worker"})";
        m_json += "}}}";
        return std::move(m_json);
    }

private:
    std::size_t below(std::size_t limit) { return m_random() % limit; }

    void samples()
    {
        for (std::size_t row = 0; row < m_shape.samples; ++row) {
            const auto time = startMicroseconds + m_number * minuteMicroseconds
                + spanMicroseconds * static_cast<std::int64_t>(row)
                    / static_cast<std::int64_t>(m_shape.samples);
            auto digits = std::to_string(time);
            digits.insert(digits.size() - 6, ".");
            const auto stack = nextStack(row % threads);
            m_json += (row > 0 ? ",{\"timestamp\":" : "{\"timestamp\":") + digits
                + ",\"stack_id\":" + std::to_string(stack) + ",\"thread_id\":\""
                + std::to_string(100 + row % threads) + "\"}";
        }
    }

    // Neighbours in the table are a few calls apart. Each thread has a part of it: it goes through
    // once if there are enough stacks for that, else to and fro, often enough to have been at all.
    std::size_t nextStack(std::size_t thread)
    {
        const auto own = m_shape.stacks / threads;
        auto &place = m_places[thread];
        const bool hasManyStacks = m_shape.stacks > m_shape.samples / 2;
        const auto idle =
            m_shape.leastIdle + (m_shape.mostIdle - m_shape.leastIdle) * thread / (threads - 1);
        if (below(100) < idle)
            return thread * own + place % own;
        if (!hasManyStacks && below(8) == 0)
            m_turned[thread] = !m_turned[thread];
        place += m_turned[thread] ? own - 1 : 1;
        return thread * own + place % own;
    }

    void stacks()
    {
        std::vector<std::size_t> path; // root first
        for (std::size_t row = 0; row < m_shape.stacks; ++row) {
            const auto returns = 1 + below(m_shape.mostCalls);
            path.resize(path.size() >= shallowest + returns ? path.size() - returns : path.size());
            const auto calls =
                path.empty() ? 30 : std::min(1 + below(m_shape.mostCalls), deepest - path.size());
            for (std::size_t i = 0; i < calls; ++i)
                path.push_back(below(m_shape.frames));
            m_json += row > 0 ? ",[" : "[";
            for (auto frame = path.rbegin(); frame != path.rend(); ++frame)
                m_json += (frame != path.rbegin() ? "," : "") + std::to_string(*frame);
            m_json += ']';
        }
    }

    void frames()
    {
        for (std::size_t row = 0; row < m_shape.frames; ++row) {
            const auto name = std::string(m_shape.nameLength, 'f') + std::to_string(row);
            m_json += (row > 0 ? ",{\"function\":\"" : "{\"function\":\"") + name
                + "\",\"module\":\"package.module" + std::to_string(row % 97)
                + "\",\"filename\":\"src/" + name + ".py\",\"abs_path\":\"/home/user/src/" + name
                + ".py\",\"lineno\":" + std::to_string(row % 5000) + ",\"in_app\":true}";
        }
    }

    Shape m_shape;
    unsigned m_number;
    std::mt19937 m_random{20261121};
    std::array<std::size_t, threads> m_places{};
    std::array<bool, threads> m_turned{}; // whether it goes back
    std::string m_json;
};

} // namespace

std::string generateChunk(ChunkContent content, std::size_t bytes, unsigned number)
{
    return ChunkWriter(content, bytes, number).generate();
}

} // namespace ember::tests
