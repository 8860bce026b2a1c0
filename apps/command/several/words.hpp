// The words of a command, of which another one is made.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cerrado::command {

// A command without some of its options.
class Words {
public:
    explicit Words(std::vector<std::string> words) : words_(std::move(words)) {}

    bool has(std::string_view option) const {
        return std::ranges::any_of(words_, [&](std::string const& word) { return is(word, option); });
    }

    // Takes the option out. Returns: its values, one after the other.
    std::vector<std::string> take(std::string_view option, bool has_value = true) {
        std::vector<std::string> values;
        std::vector<std::string> kept;
        for (std::size_t i = 0; i < words_.size(); ++i) {
            if (!is(words_[i], option)) {
                kept.push_back(words_[i]);
            } else if (words_[i].size() > option.size()) {
                values.push_back(words_[i].substr(option.size() + 1));
            } else if (has_value && i + 1 < words_.size()) {
                values.push_back(words_[++i]);
            }
        }
        words_ = std::move(kept);
        return values;
    }

    std::vector<std::string> with(std::vector<std::string> const& more) const {
        std::vector<std::string> all = words_;
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

private:
    static bool is(std::string const& word, std::string_view option) {
        return word.starts_with(option) && (word.size() == option.size() || word[option.size()] == '=');
    }

    std::vector<std::string> words_;
};

} // namespace cerrado::command
