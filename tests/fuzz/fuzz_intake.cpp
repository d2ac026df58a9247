// SPDX-License-Identifier: GPL-3.0-or-later
// What the endpoint does behind HTTP. Line 1: Content-Encoding; line 2: X-Sentry-Auth; then a body.
// A request is refused with a reason, or its items are judged and lie in its bytes. Chunks hold the
// same wherever the input is cut.
#include "app/intake/envelopebody.h"
#include "app/intake/receivedenvelope.h"
#include "app/intake/relayanswers.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

using namespace ember::app;

namespace {

void insist(bool holds)
{
    if (!holds)
        std::abort();
}

std::string_view takeLine(std::string_view &input)
{
    const auto end = std::min(input.find('\n'), input.size());
    const auto line = input.substr(0, end);
    input.remove_prefix(std::min(end + 1, input.size()));
    return line;
}

void insistOnReason(const Answer &answer)
{
    insist(answer.isRefusal() && answer.status >= 400 && !toJson(answer).empty());
}

void request(std::string_view input)
{
    RequestHead head;
    head.method = "POST";
    head.path = "/api/1/envelope/";
    head.host = "localhost";
    head.encoding = takeLine(input);
    head.authHeaders.emplace_back(takeLine(input));
    head.hasBody = true;
    if (const auto refusal = refusalOf(head)) {
        insistOnReason(*refusal);
        return;
    }
    EnvelopeBody body(head.encoding, std::make_shared<SharedRoom>(std::size_t(32) << 20U));
    const auto half = input.size() / 2;
    static_cast<void>(body.take(input.substr(0, half)) && body.take(input.substr(half)));
    auto finished = body.finish();
    if (const auto *const refusal = std::get_if<Answer>(&finished)) {
        insistOnReason(*refusal);
        return;
    }
    auto taken = takeEnvelope(head, std::move(std::get<EnvelopeBody::Whole>(finished).bytes));
    if (const auto *const refusal = std::get_if<Answer>(&taken)) {
        insistOnReason(*refusal);
        return;
    }
    const auto &envelope = std::get<TakenEnvelope>(taken);
    insist(judgeItems(envelope).size() == envelope.envelope.items.size());
    insist(receiptOf(envelope).status == 200);
}

// What is in chunks of an input that arrives in two pieces, and whether it is whole.
std::pair<std::string, bool> unchunked(std::string_view input, std::size_t cut)
{
    std::string content;
    const auto keep = [&content](std::string_view part) {
        content += part;
        return true;
    };
    ChunkedBody body;
    static_cast<void>(body.take(input.substr(0, cut), keep) && body.take(input.substr(cut), keep));
    return {content, body.isWhole()};
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char *>(data), size);
    request(input);
    insist(unchunked(input, size) == unchunked(input, size / 2));
    return 0;
}
