// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/compression/streams.h"

#include <algorithm>
#include <bzlib.h>
#include <limits>
#include <new>

namespace ember::model {

namespace {

const char *reasonOf(int outcome)
{
    switch (outcome) {
    case BZ_DATA_ERROR: return "incorrect data check";
    case BZ_DATA_ERROR_MAGIC: return "no bzip2 stream begins here";
    case BZ_MEM_ERROR: return "no memory";
    default: return "no bzip2 data";
    }
}

// The library knows no reset: each stream of a file has a state of its own.
class Bzip2Stream : public DecompressingStream {
public:
    Bzip2Stream() { begin(); }

    ~Bzip2Stream() override { BZ2_bzDecompressEnd(&m_stream); }

    Bzip2Stream(const Bzip2Stream &) = delete;
    Bzip2Stream &operator=(const Bzip2Stream &) = delete;

    Step step(std::string_view input, std::span<char> output) override
    {
        constexpr std::size_t most = std::numeric_limits<unsigned>::max();
        const auto in = std::min(input.size(), most);
        const auto out = std::min(output.size(), most);
        // The library's interface knows no const; it does not write there.
        m_stream.next_in = const_cast<char *>(input.data());
        m_stream.avail_in = static_cast<unsigned>(in);
        m_stream.next_out = output.data();
        m_stream.avail_out = static_cast<unsigned>(out);
        const int outcome = BZ2_bzDecompress(&m_stream);
        Step step{in - m_stream.avail_in, out - m_stream.avail_out, State::Within, ""};
        if (outcome == BZ_STREAM_END) {
            BZ2_bzDecompressEnd(&m_stream);
            begin();
            step.state = State::Between;
        } else if (outcome != BZ_OK) {
            step.state = State::Damaged;
            step.reason = reasonOf(outcome);
        }
        return step;
    }

    const char *name() const override { return "bzip2"; }

private:
    void begin()
    {
        m_stream = {};
        if (BZ2_bzDecompressInit(&m_stream, 0, 0) != BZ_OK)
            throw std::bad_alloc();
    }

    bz_stream m_stream{};
};

} // namespace

std::unique_ptr<DecompressingStream> bzip2Stream()
{
    return std::make_unique<Bzip2Stream>();
}

} // namespace ember::model
