// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/compression/streams.h"

#include <algorithm>
#include <lzma.h>
#include <new>

namespace ember::model {

namespace {

// A file says itself how large a dictionary it wants, up to 4 GiB; `xz -9` writes 64 MiB.
constexpr std::uint64_t memoryLimit = std::uint64_t(192) << 20U;

const char *reasonOf(lzma_ret outcome)
{
    switch (outcome) {
    case LZMA_FORMAT_ERROR: return "no xz stream begins here";
    case LZMA_OPTIONS_ERROR: return "unknown filters or flags";
    case LZMA_MEMLIMIT_ERROR: return "needs more than 192 MiB to be unpacked";
    case LZMA_MEM_ERROR: return "no memory";
    default: return "incorrect data or data check";
    }
}

class XzStream : public DecompressingStream {
public:
    XzStream() { begin(); }

    ~XzStream() override { lzma_end(&m_stream); }

    XzStream(const XzStream &) = delete;
    XzStream &operator=(const XzStream &) = delete;

    Step step(std::string_view input, std::span<char> output) override
    {
        // Between streams there may be zeros.
        if (m_isBetween && input.starts_with('\0'))
            return {std::min(input.find_first_not_of('\0'), input.size()), 0, State::Between, ""};
        m_isBetween = false;
        m_stream.next_in = reinterpret_cast<const std::uint8_t *>(input.data());
        m_stream.avail_in = input.size();
        m_stream.next_out = reinterpret_cast<std::uint8_t *>(output.data());
        m_stream.avail_out = output.size();
        const auto outcome = lzma_code(&m_stream, LZMA_RUN);
        Step step{input.size() - m_stream.avail_in, output.size() - m_stream.avail_out,
                  State::Within, ""};
        if (outcome == LZMA_STREAM_END) {
            begin();
            step.state = State::Between;
        } else if (outcome != LZMA_OK && outcome != LZMA_BUF_ERROR) {
            step.state = outcome == LZMA_MEMLIMIT_ERROR ? State::TooBig : State::Damaged;
            step.reason = reasonOf(outcome);
        }
        return step;
    }

    const char *name() const override { return "xz"; }

private:
    // A decoder that has one already keeps its memory.
    void begin()
    {
        if (lzma_stream_decoder(&m_stream, memoryLimit, 0) != LZMA_OK)
            throw std::bad_alloc();
        m_isBetween = true;
    }

    lzma_stream m_stream = LZMA_STREAM_INIT;
    bool m_isBetween = true;
};

} // namespace

std::unique_ptr<DecompressingStream> xzStream()
{
    return std::make_unique<XzStream>();
}

} // namespace ember::model
