// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importlog.h"

#include <string>
#include <string_view>
#include <utility>

namespace ember::model::sentry {

// Enters what a document breaks of Sentry's text: `rule` is its id there (S7, V1-6).
class SpecLog {
public:
    explicit SpecLog(ImportLog &log) : m_log(log) { }

    void must(std::string_view code, std::string_view rule, std::string subject, std::string detail)
    {
        add(code, rule, Severity::Warning, std::move(subject), std::move(detail));
    }

    void should(std::string_view code, std::string_view rule, std::string subject,
                std::string detail)
    {
        add(code, rule, Severity::Note, std::move(subject), std::move(detail));
    }

private:
    void add(std::string_view code, std::string_view rule, Severity severity, std::string subject,
             std::string detail)
    {
        m_log.add({std::string(code), std::string(rule), severity, std::move(subject),
                   std::move(detail), 1});
    }

    ImportLog &m_log;
};

} // namespace ember::model::sentry
