// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/derivedids.h"

#include "model/profile/sampleplaces.h"

#include <bit>
#include <cstdint>
#include <vector>

namespace ember::model::sentry {

namespace {

// Two halves that mix each word another way: 128 bits.
class IdDigest {
public:
    void add(std::uint64_t word)
    {
        m_low = (std::rotl(m_low, 27) ^ mixed(word)) * 0x9fb21c651e98df25ULL;
        m_high = mixed(m_high + word + 0x9e3779b97f4a7c15ULL) ^ std::rotl(m_low, 31);
    }

    void add(std::string_view text)
    {
        add(text.size());
        std::uint64_t word = 0;
        for (std::size_t place = 0; place < text.size(); ++place) {
            word = word << 8U | static_cast<unsigned char>(text[place]);
            if (place % 8 == 7)
                add(word);
        }
        add(word);
    }

    std::uint64_t half() const { return mixed(m_low ^ m_high); }

    std::string uuid() const
    {
        constexpr std::string_view digits = "0123456789abcdef";
        std::string text;
        for (const auto word : {mixed(m_low), mixed(m_high)}) {
            for (unsigned shift = 64; shift > 0; shift -= 4)
                text += digits[(word >> (shift - 4)) & 0xfU];
        }
        constexpr std::size_t version = 12;
        constexpr std::size_t variant = 16;
        text[version] = '4';
        text[variant] = "89ab"[mixed(m_high) >> 62U];
        return text;
    }

private:
    static std::uint64_t mixed(std::uint64_t word)
    {
        word = (word ^ (word >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        word = (word ^ (word >> 27U)) * 0x94d049bb133111ebULL;
        return word ^ (word >> 31U);
    }

    std::uint64_t m_low = 0x243f6a8885a308d3ULL;
    std::uint64_t m_high = 0x13198a2e03707344ULL;
};

std::uint64_t count(Timestamp time)
{
    return static_cast<std::uint64_t>(toNs(time));
}

// What each stack is made of: the names of its functions. By StackIndex.
std::vector<std::uint64_t> stackDigests(const Profile &profile)
{
    const auto &tables = profile.tables();
    std::vector<std::uint64_t> digests(tables.stacks.size());
    for (std::size_t row = 0; row < digests.size(); ++row) { // callers come first
        const StackNode &node = profile.stack(StackIndex(row));
        if (node.depth == 0)
            continue;
        const Frame &frame = profile.frame(node.frame);
        IdDigest digest;
        digest.add(node.parent.isValid() ? digests[node.parent.row()] : 0);
        digest.add(frame.function.isValid() ? profile.text(profile.function(frame.function).name)
                                            : std::string_view());
        digest.add(frame.pc);
        digests[row] = digest.half();
    }
    return digests;
}

} // namespace

std::string derivedProfilerId(const Profile &profile, ProcessIndex process)
{
    IdDigest digest;
    digest.add(profile.process(process).pid);
    digest.add(profile.text(profile.process(process).name));
    const auto stacks = stackDigests(profile);
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const ThreadIndex thread(row);
        if (profile.thread(thread).process != process)
            continue;
        digest.add(profile.text(profile.thread(thread).id));
        digest.add(profile.text(profile.thread(thread).name));
        const auto &samples = profile.samples(thread);
        for (std::size_t place = 0; place < samples.times.size(); ++place) {
            const SampleIndex sample(place);
            if (isGapMark(samples, sample))
                continue;
            const auto stack = samples.stacks[sample];
            digest.add(count(samples.times[sample]));
            digest.add(stack.isValid() ? stacks[stack.row()] : 0);
        }
    }
    return digest.uuid();
}

std::string derivedChunkId(const Profile &profile, const Piece &piece, std::string_view profilerId)
{
    IdDigest digest;
    digest.add(profilerId);
    for (const PieceThread &part : piece.threads) {
        digest.add(profile.text(profile.thread(part.thread).id));
        digest.add(part.samples());
        const auto &samples = profile.samples(part.thread);
        for (auto row = part.first.row(); row < part.end.row(); ++row) {
            if (!isGapMark(samples, SampleIndex(row)))
                digest.add(count(samples.times[SampleIndex(row)]));
        }
    }
    return digest.uuid();
}

} // namespace ember::model::sentry
