// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

namespace ember::tests {

// Takes every event of nlohmann's parser and keeps nothing: the least that parser can do.
struct JsonListener : nlohmann::json_sax<nlohmann::json> {
    bool null() override { return true; }

    bool boolean(bool) override { return true; }

    bool number_integer(number_integer_t) override { return true; }

    bool number_unsigned(number_unsigned_t) override { return true; }

    bool number_float(number_float_t, const string_t &) override { return true; }

    bool string(string_t &) override { return true; }

    bool binary(binary_t &) override { return true; }

    bool start_object(std::size_t) override { return true; }

    bool key(string_t &) override { return true; }

    bool end_object() override { return true; }

    bool start_array(std::size_t) override { return true; }

    bool end_array() override { return true; }

    bool parse_error(std::size_t, const std::string &, const nlohmann::json::exception &) override
    {
        return false;
    }
};

} // namespace ember::tests
