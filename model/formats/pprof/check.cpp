// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/check.h"

#include <utility>

namespace ember::model::pprof {

namespace {

class Checker {
public:
    Checker(const std::string &file, const Message &message) : m_file(file), m_message(message) { }

    Result<MessageRows> run() &&
    {
        EMBER_RETURN_IF_ERROR(enter(m_message.mappings, "mapping", m_rows.mappings));
        EMBER_RETURN_IF_ERROR(enter(m_message.functions, "function", m_rows.functions));
        EMBER_RETURN_IF_ERROR(enter(m_message.locations, "location", m_rows.locations));
        EMBER_RETURN_IF_ERROR(checkLines());
        EMBER_RETURN_IF_ERROR(checkSamples());
        return std::move(m_rows);
    }

private:
    Error error(const std::string &what) const
    {
        return {ErrorCode::SyntaxError, m_file, "pprof: " + what};
    }

    template<typename Row>
    Result<void> enter(const std::vector<Row> &rows, const char *kind, IdRows &ids) const
    {
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (!ids.add(rows[row].id, row))
                return error("two of the " + std::string(kind) + "s have the id "
                             + std::to_string(rows[row].id));
        }
        return {};
    }

    Result<void> checkLines() const
    {
        for (std::size_t row = 0; row < m_message.locations.size(); ++row) {
            for (const auto &line : m_message.linesOf(row)) {
                if (!m_rows.functions.find(line.function))
                    return error("location " + std::to_string(m_message.locations[row].id)
                                 + " has a line of function " + std::to_string(line.function)
                                 + ", which is not there");
            }
        }
        return {};
    }

    Result<void> checkSamples() const
    {
        const auto types = m_message.sampleTypes.size();
        if (types == 0 && !m_message.samples.empty())
            return error("there are samples, but no sample type");
        for (std::size_t row = 0; row < m_message.samples.size(); ++row) {
            const auto values = m_message.valuesOf(row).size();
            if (values != types)
                return error("sample " + std::to_string(row + 1) + " has " + std::to_string(values)
                             + " values for " + std::to_string(types) + " sample types");
            for (const auto id : m_message.locationsOf(row)) {
                if (!m_rows.locations.find(id))
                    return error("sample " + std::to_string(row + 1) + " is at location "
                                 + std::to_string(id) + ", which is not there");
            }
        }
        return {};
    }

    const std::string &m_file;
    const Message &m_message;
    MessageRows m_rows;
};

} // namespace

Result<MessageRows> check(const std::string &file, const Message &message)
{
    return Checker(file, message).run();
}

} // namespace ember::model::pprof
