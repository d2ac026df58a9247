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

// How many rows of each table make up 50 MB.
struct Shape {
    std::size_t samples;
    std::size_t stacks;
    std::size_t frames;
    std::size_t nameLength;
};

Shape shapeOf(ChunkContent content)
{
    switch (content) {
    case ChunkContent::Samples: return {680'000, 5'600, 3'000, 20};
    case ChunkContent::Stacks: return {160'000, 150'000, 3'000, 20};
    case ChunkContent::Frames: return {28'000, 20'000, 93'000, 110};
    }
    return {};
}

class Generator {
public:
    Generator(ChunkContent content, std::size_t bytes, unsigned number)
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
    // once if there are enough stacks for that, else to and fro.
    std::size_t nextStack(std::size_t thread)
    {
        const auto own = m_shape.stacks / threads;
        auto &place = m_places[thread];
        const bool hasManyStacks = m_shape.stacks > m_shape.samples / 2;
        if (hasManyStacks || below(2) == 0)
            place += hasManyStacks || below(2) == 0 ? 1 : own - 1;
        return thread * own + place % own;
    }

    void stacks()
    {
        std::vector<std::size_t> path; // root first
        for (std::size_t row = 0; row < m_shape.stacks; ++row) {
            const auto returns = 1 + below(4);
            path.resize(path.size() > 20 + returns ? path.size() - returns : path.size());
            const auto calls = path.size() < 20 ? 30 : path.size() > 76 ? 1 : 1 + below(4);
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
    std::string m_json;
};

} // namespace

std::string generateChunk(ChunkContent content, std::size_t bytes, unsigned number)
{
    return Generator(content, bytes, number).generate();
}

} // namespace ember::tests
