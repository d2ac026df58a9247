// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace ember::model::html {

// The files page.css, page.html and page.js of this folder.
extern const std::string_view pageStyle;
extern const std::string_view pageBody;
extern const std::string_view pageScript;

} // namespace ember::model::html
