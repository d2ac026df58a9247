// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/chunkwriter.h"

#include "model/core/uuid.h"
#include "model/formats/bytes/bytesource.h"
#include "model/formats/export/losses.h"
#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/chunkreader.h"
#include "model/formats/sentry/documentjson.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/files/chunkbuilder.h"
#include "model/formats/sentry/files/chunkchanges.h"
#include "model/formats/sentry/files/v1writer.h"
#include "model/formats/sentry/relay.h"
#include "model/formats/sentry/sessionidentity.h"
#include "model/formats/sentry/specfindings.h"
#include "model/json/jsontext.h"
#include "model/profile/pauses.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::model::sentry {

namespace {

std::uint64_t countImagesWithoutId(const Profile &profile)
{
    const auto &images = profile.tables().images;
    return static_cast<std::uint64_t>(std::ranges::count_if(images, [&](const Image &image) {
        return profile.text(image.debugId).empty() && profile.text(image.codeId).empty();
    }));
}

// Judges the written text alone, as Relay would.
std::optional<Rejection> rejectionOf(const WrittenChunk &chunk)
{
    const Bytes bytes{std::string_view(chunk.json)};
    const auto unread = [](const Error &error) {
        return Rejection{RejectReason::InvalidJson, {}, error.detail};
    };
    auto reading = chunk.transaction.empty() ? readChunk(bytes.view()) : readProfile(bytes.view());
    return reading ? judge(*reading, {.itemPlatform = chunk.platform}).rejection
                   : unread(reading.error());
}

std::uint64_t countThreadsWithoutSamples(const Profile &profile)
{
    std::uint64_t count = 0;
    for (std::size_t row = 0; row < profile.threadCount(); ++row)
        count += profile.samples(ThreadIndex(row)).isEmpty() ? 1U : 0U;
    return count;
}

std::uint64_t countValuesWithoutUnit(const Profile &profile)
{
    std::uint64_t count = 0;
    for (const Measurement &series : profile.tables().measurements)
        count += longUnit(profile.text(series.unit)).empty() ? series.values.size() : 0;
    return count;
}

std::uint64_t countSpans(const Profile &profile)
{
    std::uint64_t count = 0;
    profile.tables().tracingSpans.forEach(
        [&](std::size_t, const TracingSpan &span) { count += span.isProvisional ? 0U : 1U; });
    return count;
}

std::uint64_t countSpansOfTransactions(const Profile &profile)
{
    std::uint64_t count = 0;
    profile.tables().tracingSpans.forEach([&](std::size_t, const TracingSpan &span) {
        count += span.transaction.isValid() ? 1U : 0U;
    });
    return count;
}

CutLimits limitsOf(const ChunkOptions &options)
{
    if (options.format == SampleFormat::V1)
        return {longestProfile, longestProfile};
    return options.cut;
}

// The least bytes of all stacks: a digit and a comma per frame.
std::uint64_t leastStackBytes(const Profile &profile, const Piece &piece)
{
    std::vector<bool> isCounted(profile.tables().stacks.size());
    std::uint64_t bytes = 0;
    for (const auto &part : piece.threads) {
        const auto &stacks = profile.samples(part.thread).stacks;
        for (auto row = part.first.row(); row < part.end.row(); ++row) {
            const auto stack = stacks[SampleIndex(row)];
            if (!isCounted[stack.row()])
                bytes += std::uint64_t(profile.stack(stack).depth) * 2;
            isCounted[stack.row()] = true;
        }
    }
    return bytes;
}

// Whether frames have addresses in binaries, which only Sentry or we can name.
bool hasCapturedFrames(const Profile &profile)
{
    bool isFound = false;
    profile.tables().frames.forEach([&](std::size_t, const Frame &frame) {
        isFound = isFound || (frame.pc != 0 && frame.image.isValid());
    });
    return isFound;
}

// Whether a transaction belongs to the profiler of its process; true also if either names none. A
// transaction of another profiler may still have spans that name this one (SPEC T5).
bool isOfProfiler(const Profile &profile, const Transaction &transaction)
{
    const auto own = profile.process(transaction.process).profilerId;
    return !transaction.profilerId.isValid() || !own.isValid() || transaction.profilerId == own;
}

// The main thread of the pieces of a process, else the one with most samples; none without pieces.
ThreadIndex leadingThreadOf(const Profile &profile, std::span<const Piece> pieces,
                            ProcessIndex process)
{
    std::map<ThreadIndex, std::uint64_t> samples;
    for (const Piece &piece : pieces) {
        if (piece.process != process)
            continue;
        for (const PieceThread &part : piece.threads)
            samples[part.thread] += part.samples();
    }
    const auto rank = [&](const auto &entry) {
        return std::pair(profile.thread(entry.first).isMain, entry.second);
    };
    return samples.empty() ? ThreadIndex() : std::ranges::max_element(samples, {}, rank)->first;
}

// A name for a piece that was not written, and so has no chunk_id.
std::string nameOf(const Profile &profile, const Piece &piece)
{
    const auto &process = profile.process(piece.process);
    std::string name(profile.text(process.name));
    if (name.empty())
        name = "pid " + std::to_string(process.pid);
    return name;
}

} // namespace

ChunkWriter::ChunkWriter(const Profile &profile, ChunkOptions options, SessionFacts *facts)
    : m_profile(profile),
      m_options(std::move(options)),
      m_facts(facts),
      m_threadIds(facts != nullptr ? facts->threadIds.of(profile) : chunkThreadIds(profile))
{
    if (!m_options.redaction.isEmpty())
        m_redactor.emplace(profile, m_options.redaction,
                           facts != nullptr ? &facts->redacted : nullptr);
}

const SessionIdentity &ChunkWriter::identity(ProcessIndex process)
{
    const auto known = m_identities.find(process);
    if (known != m_identities.end())
        return known->second;
    auto made = sessionIdentity(m_profile, process, m_options);
    if (m_facts != nullptr) {
        if (m_facts->profilerId.empty())
            m_facts->profilerId = made.profilerId;
        made.profilerId = m_facts->profilerId;
    }
    return m_identities.emplace(process, std::move(made)).first->second;
}

WrittenChunk ChunkWriter::write(const Piece &piece)
{
    auto written = m_options.format == SampleFormat::V1 ? writeProfileV1(piece) : writeChunk(piece);
    if (m_options.waits == Waits::Thinned)
        written.thinnedSamples = countInsideWaits(m_profile, piece);
    if (m_redactor)
        redact(written);
    return written;
}

// Redacts the written documents: so no member can be forgotten.
void ChunkWriter::redact(WrittenChunk &chunk) const
{
    for (std::string *document : {&chunk.json, &chunk.transaction, &chunk.envelopeHeader})
        *document = m_redactor->document(*document, chunk.replacements);
    chunk.release = m_redactor->text(chunk.release, TextKind::Other);
}

std::string ChunkWriter::chunkIdOf(const Piece &piece, std::string_view profilerId) const
{
    if (m_options.ids == Ids::Fresh)
        return randomUuid();
    if (piece.source.isValid()) {
        const auto &source = m_profile.tables().sources[piece.source];
        if (auto kept = keptId(m_profile.text(source.chunkId)))
            return *kept;
    }
    return derivedChunkId(m_profile, piece, profilerId);
}

WrittenChunk ChunkWriter::writeChunk(const Piece &piece)
{
    const auto &session = identity(piece.process);
    const auto chunkId = chunkIdOf(piece, session.profilerId);
    Replacements replacements;
    const auto chunk = ChunkBuilder(m_profile, piece, session, m_threadIds, m_options.waits,
                                    redactor(), replacements)
                           .build(chunkId);
    if (isSymbolicatedBySentry(session.platform) && hasCapturedFrames(m_profile))
        addChanges({"frames: written without names, which Sentry finds in the debug files that it "
                    "is sent (emberchart-cli debug-files)"});
    addChanges(changesToV2(m_profile, piece.process));
    addChanges(changesToChunk(m_profile, piece, session, chunkId, m_options));
    auto header = headerOfChunk(m_profile, piece, m_options);
    addChanges(header.changes);
    return {piece,
            chunkId,
            session.profilerId,
            session.platform,
            session.release,
            writeChunkJson(chunk, Members::All),
            {},
            {},
            std::move(header.json),
            {},
            std::move(replacements)};
}

WrittenChunk ChunkWriter::writeProfileV1(const Piece &piece)
{
    const auto &session = identity(piece.process);
    Replacements replacements;
    auto chunk = ChunkBuilder(m_profile, piece, session, m_threadIds, m_options.waits, redactor(),
                              replacements)
                     .build({});
    auto written =
        V1Writer(m_profile, piece, session, m_threadIds, std::move(chunk)).write(m_options);
    if (written.keepsEvent)
        m_spansInEvents = countSpansOfTransactions(m_profile);
    addChanges(written.changes);
    addChanges(headersLeftOut(m_profile, piece.process));
    return {piece,
            written.eventId,
            {},
            session.platform,
            session.release,
            std::move(written.json),
            written.transactionId,
            std::move(written.transaction),
            std::move(written.envelopeHeader),
            {},
            std::move(replacements),
            written.spans};
}

// Returns the time of what is written, by process; for a session in parts the time of all parts.
std::map<ProcessIndex, TimeRange> ChunkWriter::writtenRanges(std::span<const Piece> pieces) const
{
    std::map<ProcessIndex, TimeRange> ranges;
    for (const Piece &piece : pieces) {
        auto &range = ranges.try_emplace(piece.process, piece.range()).first->second;
        range = united(range, piece.range());
    }
    if (m_facts != nullptr && m_facts->written) {
        const auto zero = m_profile.tables().start.value_or(Timestamp()).time_since_epoch();
        ranges[ProcessIndex(0)] = {m_facts->written->start - zero, m_facts->written->end - zero};
    }
    return ranges;
}

WrittenThread ChunkWriter::leadingThread(std::span<const Piece> pieces, ProcessIndex process) const
{
    if (m_facts != nullptr)
        return m_facts->leadingThread();
    const auto thread = leadingThreadOf(m_profile, pieces, process);
    return thread.isValid() ? writtenThread(m_profile, m_threadIds, thread) : WrittenThread();
}

// Whether all parts of the session are written with this one.
bool ChunkWriter::isLastPart() const
{
    return m_facts == nullptr || (m_facts->isComplete && m_facts->partsKept == m_facts->parts);
}

void ChunkWriter::writeTransactions(std::span<const Piece> pieces, WriteReport &report)
{
    const auto &tables = m_profile.tables();
    if (m_facts != nullptr && !m_facts->isComplete)
        m_facts->learn(m_profile, pieces, m_threadIds);
    const auto ranges = writtenRanges(pieces);
    std::set<ProcessIndex> sampled;
    if (m_facts != nullptr && m_facts->isSampled)
        sampled.insert(ProcessIndex(0));
    for (std::size_t row = 0; row < m_profile.threadCount(); ++row) {
        if (!m_profile.samples(ThreadIndex(row)).isEmpty())
            sampled.insert(m_profile.thread(ThreadIndex(row)).process);
    }
    // Transactions with a span on a thread that may not be written: they are left out.
    std::set<TransactionIndex> hidden;
    tables.tracingSpans.forEach([&](std::size_t, const TracingSpan &span) {
        if (span.transaction.isValid() && isHidden(span.thread))
            hidden.insert(span.transaction);
    });
    TransactionWriter writer(m_profile, m_options, m_threadIds, m_facts);
    tables.transactions.forEach([&](std::size_t row, const Transaction &transaction) {
        const bool isOfProcess = transaction.process.isValid();
        if (isOfProcess && !isOfProfiler(m_profile, transaction))
            return;
        const auto range = ranges.find(transaction.process);
        const bool isInRange = range == ranges.end()
            ? !sampled.contains(transaction.process)
            : transaction.start < range->second.end && transaction.end >= range->second.start;
        const bool isLeftOut =
            isHidden(transaction.thread) || hidden.contains(TransactionIndex(row));
        auto written = isOfProcess && isInRange && !isLeftOut
            ? writer.write(TransactionIndex(row), identity(transaction.process),
                           leadingThread(pieces, transaction.process))
            : std::nullopt;
        if (!written) {
            ++report.transactionsLeft;
            return;
        }
        addTransaction(*std::move(written), report);
    });
    if (m_facts != nullptr && m_facts->isComplete) {
        m_facts->ownTransactions += report.transactions.size();
        ++m_facts->partsKept;
    }
    if (isLastPart() && m_options.transaction)
        coverPieces(pieces, ranges, writer, report);
}

bool ChunkWriter::isHidden(ThreadIndex thread) const
{
    return thread.isValid() && redactor() != nullptr && redactor()->hides(thread);
}

void ChunkWriter::addTransaction(WrittenTransaction written, WriteReport &report) const
{
    if (redactor() != nullptr)
        written.json = redactor()->document(written.json, written.replacements);
    report.replacements.add(written.replacements);
    report.tracingSpans -= written.spans;
    report.transactions.push_back(std::move(written));
}

void ChunkWriter::coverPieces(std::span<const Piece> pieces,
                              const std::map<ProcessIndex, TimeRange> &ranges,
                              TransactionWriter &writer, WriteReport &report)
{
    std::set<ProcessIndex> withOwn;
    for (const WrittenTransaction &written : report.transactions)
        withOwn.insert(written.process);
    if (m_facts != nullptr && m_facts->ownTransactions > 0)
        withOwn.insert(ProcessIndex(0));
    for (const auto &[process, range] : ranges) {
        if (m_options.transaction->empty() && withOwn.contains(process))
            continue;
        addTransaction(writer.write(covering(pieces, process, range), identity(process)), report);
    }
}

// The transaction over the pieces of a process, with the spans of that time that are in no other.
CoveringTransaction ChunkWriter::covering(std::span<const Piece> pieces, ProcessIndex process,
                                          TimeRange range)
{
    CoveringTransaction covering;
    covering.process = process;
    covering.thread = leadingThread(pieces, process);
    covering.name = m_options.transaction->empty()
        ? programName(m_profile, process, identity(process).release)
        : *m_options.transaction;
    covering.time = {range.start, range.end - Nanoseconds(1)}; // to the last sample
    m_profile.tables().tracingSpans.forEach([&](std::size_t, const TracingSpan &span) {
        const bool isOfTime = span.start < range.end && span.end >= range.start;
        if (!span.isProvisional && !span.transaction.isValid() && span.process == process
            && isOfTime && !isHidden(span.thread))
            covering.spans.push_back(&span);
    });
    return covering;
}

void ChunkWriter::addChanges(const std::vector<std::string> &changes)
{
    for (const auto &change : changes) {
        if (std::ranges::find(m_changes, change) == m_changes.end())
            m_changes.push_back(change);
    }
}

namespace {

// Removes the threads from the pieces that the redactor hides. A piece that lost a thread is no
// whole chunk any more; pieces without threads are removed.
std::vector<Piece> withoutHiddenThreads(const Profile &profile, std::vector<Piece> pieces,
                                        const Redactor &redactor)
{
    for (Piece &piece : pieces) {
        const auto removed = std::erase_if(
            piece.threads, [&](const PieceThread &part) { return redactor.hides(part.thread); });
        if (removed == 0 || piece.threads.empty())
            continue;
        piece.source = {};
        piece.first = TimeRange::everything().end;
        piece.last = TimeRange::everything().start;
        for (const PieceThread &part : piece.threads) {
            const auto &times = profile.samples(part.thread).times;
            piece.first = std::min(piece.first, times[part.first]);
            piece.last = std::max(piece.last, times[SampleIndex(part.end.row() - 1)]);
        }
    }
    std::erase_if(pieces, [](const Piece &piece) { return piece.threads.empty(); });
    return pieces;
}

std::uint64_t countHiddenThreads(const Profile &profile, const Redactor &redactor)
{
    std::uint64_t count = 0;
    for (std::size_t row = 0; row < profile.threadCount(); ++row)
        count += redactor.hides(ThreadIndex(row)) ? 1U : 0U;
    return count;
}

} // namespace

Result<WriteReport> writePieces(const Profile &profile, const std::vector<Piece> &pieces,
                                const ChunkOptions &options, const ChunkSink &sink,
                                SessionFacts *facts)
{
    ChunkWriter writer(profile, options, facts);
    WriteReport report;
    std::vector<Piece> shown = pieces;
    if (const auto *const redactor = writer.redactor()) {
        shown = withoutHiddenThreads(profile, std::move(shown), *redactor);
        report.threadsLeftOut = countHiddenThreads(profile, *redactor);
    }
    std::vector<Piece> waiting(shown.rbegin(), shown.rend());
    std::uint64_t spansInMadeEvents = 0;
    while (!waiting.empty()) {
        const auto piece = std::move(waiting.back());
        waiting.pop_back();
        // Estimated first, as few bytes of deep stacks can become gigabytes of a chunk.
        auto bytes = leastStackBytes(profile, piece);
        auto written = bytes > options.maximumBytes ? WrittenChunk() : writer.write(piece);
        bytes = std::max<std::uint64_t>(bytes, written.json.size());
        if (bytes > options.maximumBytes) {
            const auto smaller = halves(profile, piece, report.loss, limitsOf(options));
            if (smaller.empty())
                return Error{ErrorCode::TooLarge,
                             written.chunkId.empty() ? nameOf(profile, piece) : written.chunkId,
                             std::to_string(bytes) + " bytes, at most "
                                 + std::to_string(options.maximumBytes)};
            waiting.insert(waiting.end(), smaller.rbegin(), smaller.rend());
            continue;
        }
        written.rejection = rejectionOf(written);
        report.replacements.add(written.replacements);
        report.thinnedSamples += written.thinnedSamples;
        spansInMadeEvents += written.spans;
        EMBER_RETURN_IF_ERROR(sink(std::move(written)));
        ++report.chunks;
    }
    report.changes = writer.changes();
    report.renumberedThreads = writer.renumberedThreads();
    report.imagesWithoutId = countImagesWithoutId(profile);
    report.threadsWithoutSamples = countThreadsWithoutSamples(profile);
    report.measuredValues = countValuesWithoutUnit(profile);
    report.tracingSpans = countSpans(profile);
    if (options.format == SampleFormat::V2)
        writer.writeTransactions(shown, report);
    else
        report.tracingSpans -= writer.spansInEvents() + spansInMadeEvents;
    return report;
}

Result<WriteReport> writeChunks(const Profile &profile, const Selection &selection,
                                const ChunkOptions &options, const ChunkSink &sink,
                                SessionFacts *facts)
{
    const bool isV1 = options.format == SampleFormat::V1;
    if (profile.tables().origin == TimeOrigin::None)
        return cannotHoldUntimed(isV1 ? "Sentry V1" : "a Sentry chunk");
    const auto limits = limitsOf(options);
    const auto cut = isV1 && isOfTransactions(profile)
        ? cutAtTransactions(profile, selection, limits)
        : TransactionCut{cutIntoPieces(profile, selection, limits), 0};
    const bool hasTransactions = !isV1 && !profile.tables().transactions.isEmpty();
    const bool isPart = facts != nullptr; // written although empty, for its facts
    if (cut.pieces.empty() && !hasTransactions && !isPart)
        return Error{ErrorCode::NothingToShow, {}, "no thread has two samples that are not idle"};
    auto report = writePieces(profile, cut.pieces, options, sink, facts);
    if (report) {
        report->loss += cut.loss;
        report->transactionsLeft += cut.transactionsLeft;
    }
    return report;
}

std::string chunkEnvelope(const WrittenChunk &chunk)
{
    NewEnvelope envelope;
    envelope.others = chunk.envelopeHeader;
    if (chunk.transaction.empty()) {
        envelope.eventId = chunk.chunkId;
        envelope.items.push_back({"profile_chunk", chunk.platform, "application/json", chunk.json});
    } else {
        envelope.eventId = chunk.transactionId;
        envelope.items.push_back({"transaction", {}, "application/json", chunk.transaction});
        envelope.items.push_back({"profile", {}, "application/json", chunk.json});
    }
    return writeEnvelope(envelope);
}

namespace {

std::string categoryOf(const WrittenChunk &chunk)
{
    if (!chunk.transaction.empty() || chunk.profilerId.empty())
        return "profile";
    return profileClass(chunk.platform) == ProfileClass::Ui ? "profile_chunk_ui" : "profile_chunk";
}

// The bytes of the object around a member, with its comma.
std::uint64_t objectBytes(std::string_view json, const JsonStringPlace &member)
{
    const auto begin = json.rfind('{', member.begin);
    const auto end = json.find('}', member.end);
    return begin == std::string_view::npos || end == std::string_view::npos ? 0 : end - begin + 2;
}

} // namespace

void UploadBudget::add(const WrittenChunk &chunk)
{
    auto &category = m_categories[categoryOf(chunk)];
    ++category.items;
    category.bytes += chunk.json.size();
    category.duration += chunk.piece.duration();
    const std::string_view json = chunk.json;
    std::map<std::string_view, std::uint64_t> bytes; // by thread id
    std::map<std::string_view, std::string_view> names;
    forEachJsonString(json, [&](const JsonStringPlace &place) {
        const auto text = json.substr(place.begin + 1, place.end - place.begin - 2);
        const auto depth = place.around.size();
        if (place.key == "thread_id")
            bytes[text] += objectBytes(json, place);
        else if (place.key == "name" && depth >= 2 && place.around[depth - 2] == "thread_metadata")
            names[place.around.back()] = text;
    });
    std::uint64_t ofThreads = 0;
    for (const auto &[id, count] : bytes) {
        const auto name = names.find(id);
        const auto key = name == names.end() || name->second.empty()
            ? std::string(id)
            : std::string(name->second) + " (" + std::string(id) + ')';
        m_threads[key] += count;
        ofThreads += count;
    }
    m_sharedBytes += chunk.json.size() - std::min<std::uint64_t>(ofThreads, chunk.json.size());
}

void UploadBudget::add(const WrittenTransaction &transaction)
{
    auto &category = m_categories["transaction"];
    ++category.items;
    category.bytes += transaction.json.size();
}

} // namespace ember::model::sentry
