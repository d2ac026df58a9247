// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/import/importsession.h"

#include "model/core/text.h"

namespace ember::model {

namespace {

// Replaces bytes that are not UTF-8 by "\xe9", as R prints them, so that different bytes stay
// different texts.
std::string withEscapedBytes(std::string_view bytes)
{
    constexpr std::string_view replacement = "\xEF\xBF\xBD"; // stands for each such byte
    const auto valid = validUtf8(bytes);
    std::string_view rest = valid;
    std::string text;
    while (!bytes.empty()) {
        if (rest.starts_with(replacement) && !bytes.starts_with(replacement)) {
            text += "\\x" + hexDigits(static_cast<unsigned char>(bytes.front()), 2);
            rest.remove_prefix(replacement.size());
        } else {
            text += bytes.front();
            rest.remove_prefix(1);
        }
        bytes.remove_prefix(1);
    }
    return text;
}

} // namespace

ImportSession::ImportSession(std::string_view format, const ImportFile &file,
                             const std::stop_token &stop, ImportLog &log, TimeOrigin origin)
    : m_file(file),
      m_stop(stop),
      m_log(log),
      m_notes(std::string(format), file.name, log),
      m_builder(origin)
{
}

Error ImportSession::tooMany(const std::string &what) const
{
    return error(ErrorCode::FileTooBig, what + " are more than a file of this size may have");
}

FrameIndex ImportSession::frameOf(StringIndex name)
{
    Function function;
    function.name = name;
    Frame frame;
    frame.function = m_builder.function(function);
    return m_builder.frame(frame);
}

ProcessIndex ImportSession::processOf(std::string_view pid, std::string_view name)
{
    if (const auto known = m_processes.find(pid); known != m_processes.end())
        return known->second;
    Process process;
    const auto number = parseProcessId(pid);
    const bool isInvalid = !number && !pid.empty();
    m_invalidProcessIds += isInvalid ? 1U : 0U;
    process.pid = number.value_or(0);
    process.name = stringOrNone(name.empty() && isInvalid ? pid : name);
    return m_processes.emplace(pid, m_builder.addProcess(process)).first->second;
}

ProfilePointer ImportSession::finish(std::uint64_t samples, ProcessIndex process,
                                     std::vector<Attribute> attributes) &&
{
    Source source;
    source.type = m_builder.string(m_notes.origin());
    source.uri = string(m_file.name);
    source.process = process;
    source.samples = samples;
    source.bytes = m_file.bytes.size();
    source.attributes = std::move(attributes);
    m_builder.addSource(std::move(source));
    return std::move(m_builder).take();
}

StringIndex NonUtf8Names::enter(std::string_view name, ProfileBuilder &builder)
{
    const auto valid = validUtf8(name);
    if (valid == name)
        return builder.string(valid);
    const auto index = builder.string(withEscapedBytes(name));
    m_escaped.insert(index);
    return index;
}

} // namespace ember::model
