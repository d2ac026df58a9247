// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>
#include <string_view>

namespace ember::views {

// A text that is looked for in very many names, in UTF-8: QString::contains(), but without making a
// QString of each. Letter case counts only if the text has capitals. Any thread, one at a time.
class SearchedText {
public:
    explicit SearchedText(const QString &text);

    bool isIn(std::string_view name);

private:
    QString m_text;
    Qt::CaseSensitivity m_sensitivity;
    std::string m_bytes; // of the text
    std::string m_folded; // the name looked at last, in lower case
    bool m_isAscii;
};

} // namespace ember::views
