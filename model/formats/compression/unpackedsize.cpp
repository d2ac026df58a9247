// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/compression/compression.h"
#include "model/formats/compression/streams.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <new>
#include <vector>

namespace ember::model {

namespace {

constexpr std::size_t scratchSize = std::size_t(64) << 10U;

// Unpacks a file piece by piece and keeps nothing but how much it was.
class Measuring {
public:
    Measuring(std::string_view firstBytes, std::size_t limit) : m_limit(limit)
    {
        std::string content(firstBytes);
        while (m_layers.size() < std::size_t(mostLayers)
               && compressionOf(content) != Compression::None) {
            m_layers.push_back({streamFor(content), 0, std::vector<char>(scratchSize)});
            content = decompressedStart(content, packedStart);
        }
    }

    // False: what comes is not worth looking at, or it is damaged.
    bool take(std::string_view piece)
    {
        m_read += piece.size();
        return feed(0, piece) && !isPlainlySmall();
    }

    bool isTooBig() const { return m_isTooBig; }

    std::string reason() const
    {
        return std::string(m_layers.front().stream->name()) + ", byte " + std::to_string(m_read)
            + ": unpacks to more than " + std::to_string(m_limit) + " bytes";
    }

private:
    struct Layer {
        std::unique_ptr<DecompressingStream> stream;
        std::size_t made = 0;
        std::vector<char> room;
    };

    bool feed(std::size_t number, std::string_view input)
    {
        if (number == m_layers.size())
            return true;
        auto &layer = m_layers[number];
        for (;;) {
            const auto step = layer.stream->step(input, layer.room);
            input.remove_prefix(step.taken);
            layer.made += step.made;
            m_isTooBig = m_isTooBig || layer.made > m_limit
                || step.state == DecompressingStream::State::TooBig;
            if (m_isTooBig || step.state == DecompressingStream::State::Damaged
                || !feed(number + 1, {layer.room.data(), step.made}))
                return false;
            if ((step.taken | step.made) == 0 || (input.empty() && step.made < layer.room.size()))
                return true;
        }
    }

    // Bombs are dense from the start.
    bool isPlainlySmall() const
    {
        constexpr std::size_t enough = std::size_t(64) << 20U;
        constexpr std::size_t ratio = 100;
        const auto made = m_layers.back().made;
        return made > enough && made / ratio < m_read;
    }

    std::size_t m_limit;
    std::vector<Layer> m_layers; // the outermost first
    std::size_t m_read = 0;
    bool m_isTooBig = false;
};

} // namespace

Result<void> checkUnpackedSize(const std::string &path, const std::stop_token &stop)
try {
    EMBER_ASSIGN_OR_RETURN(const auto start, Bytes::readStart(path, packedStart, stop));
    std::error_code failure;
    const auto size = std::filesystem::file_size(path, failure);
    if (failure || compressionOf(start.view()) == Compression::None)
        return {};
    Measuring measuring(start.view(), decompressedLimit(size));
    std::ifstream file(path, std::ios::binary);
    std::array<char, scratchSize> piece{};
    for (;;) {
        if (stop.stop_requested())
            return Error{ErrorCode::Cancelled, path, {}};
        file.read(piece.data(), piece.size());
        const auto got = static_cast<std::size_t>(file.gcount());
        if (!measuring.take({piece.data(), got}) || got < piece.size())
            break;
    }
    if (measuring.isTooBig())
        return Error{ErrorCode::FileTooBig, path, measuring.reason()};
    return {};
} catch (const std::bad_alloc &) {
    return Error{ErrorCode::FileTooBig, path, "not enough memory"};
}

} // namespace ember::model
