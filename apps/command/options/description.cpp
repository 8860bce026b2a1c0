#include "command/options/description.hpp"

#include "command/output/json.hpp"
#include "command/output/output.hpp"

#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace cerrado::command {
namespace {

std::vector<std::string> split(std::string_view text, char at) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        std::size_t const end = std::min(text.find(at, begin), text.size());
        parts.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

std::string replaced(std::string_view text, std::vector<std::pair<char, std::string_view>> const& replacements) {
    std::string result;
    for (char const c : text) {
        auto const found = std::ranges::find(replacements, c, [](auto const& each) { return each.first; });
        result += found == replacements.end() ? std::string(1, c) : std::string(found->second);
    }
    return result;
}

// JSON

// Returns: the examples of a footer, each with the text beside it.
Json examples_of(std::string const& footer) {
    Json examples = Json::array();
    for (std::string const& line : split(footer, '\n')) {
        if (!line.starts_with("  cerrado ")) continue;
        std::size_t const end = line.find("  ", 2);
        std::size_t const beside = line.find_first_not_of(' ', end);
        examples.push({{"command", line.substr(2, end - 2)},
                       {"text", beside == std::string::npos ? Json() : Json(line.substr(beside))}});
    }
    return examples;
}

Json json_of(std::vector<OptionDescription> const& options) {
    Json all = Json::array();
    for (OptionDescription const& option : options) {
        all.push({{"names", option.names},
                  {"value", option.value.empty() ? Json() : Json(option.value)},
                  {"help", option.help},
                  {"group", option.group},
                  {"choices", option.choices},
                  {"default", option.usual.empty() ? Json() : Json(option.usual)},
                  {"required", option.required},
                  {"repeatable", option.repeatable},
                  {"needs", option.needs},
                  {"excludes", option.excludes}});
    }
    return all;
}

Json json_of(CommandDescription const& command) {
    return {{"name", command.name},
            {"aliases", command.aliases},
            {"summary", command.summary},
            {"words", json_of(command.words)},
            {"options", json_of(command.options)},
            {"examples", examples_of(command.footer)},
            {"footer", command.footer}};
}

// Completion

// Returns: the values that can be typed as they are shown: "auto|all|N,N..." has auto and all.
std::vector<std::string> known_values(OptionDescription const& option) {
    if (!option.choices.empty()) return option.choices;
    auto const is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    std::vector<std::string> values = split(option.value, '|');
    std::erase_if(values, [&](std::string const& value) {
        return value.empty() || value == "-" || !std::ranges::all_of(value, is_letter);
    });
    return values;
}

std::string full_name(std::string const& command, std::string const& last) {
    return command.empty() ? last : command + " " + last;
}

// Returns: the command that has this one, and the last word of its name.
std::pair<std::string, std::string> owner_and_word(std::string const& name) {
    std::size_t const blank = name.rfind(' ');
    if (blank == std::string::npos) return {"", name};
    return {name.substr(0, blank), name.substr(blank + 1)};
}

// Returns: all names of the command.
std::vector<std::string> names_of(CommandDescription const& command) {
    std::vector<std::string> names = {command.name};
    std::string const owner = owner_and_word(command.name).first;
    for (std::string const& alias : command.aliases) names.push_back(full_name(owner, alias));
    return names;
}

// Returns: the commands that this one has.
std::vector<CommandDescription> commands_of(ProgramDescription const& program, std::string const& owner) {
    std::vector<CommandDescription> own;
    for (CommandDescription const& each : program.commands) {
        if (!each.name.empty() && owner_and_word(each.name).first == owner) own.push_back(each);
    }
    return own;
}

std::vector<std::string> words_of(std::vector<CommandDescription> const& commands) {
    std::vector<std::string> words;
    for (CommandDescription const& each : commands) words.push_back(owner_and_word(each.name).second);
    return words;
}

// Returns: 'name' | 'name', with all names of the command, or of all commands.
std::string pattern_of(std::vector<std::string> const& names) { return fmt::format("'{}'", fmt::join(names, "' | '")); }

// Returns: the pattern of each command's owner, a blank, and its last word.
std::string pattern_of_all(ProgramDescription const& program) {
    std::vector<std::string> all;
    for (CommandDescription const& command : program.commands) {
        if (command.name.empty()) continue;
        for (std::string const& name : names_of(command))
            all.push_back((name.find(' ') == std::string::npos ? " " : "") + name);
    }
    return pattern_of(all);
}

// Returns: the first thought of a help.
std::string brief(std::string const& help) {
    return help.substr(0, std::min({help.find(". "), help.find("; "), help.find(": "), help.size()}));
}

constexpr std::string_view bash_script = R"(# Completion of {0} for bash: made by `{0} --completion bash`.
_{0}() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command='' at=1
    local commands='' options='' values=''
    COMPREPLY=()
    [[ $word == '=' ]] && word='' # --option=value comes as three words
    [[ $before == '=' ]] && before=${{COMP_WORDS[COMP_CWORD - 2]}}
    while ((at < COMP_CWORD)); do
        case "$command ${{COMP_WORDS[at]}}" in
        {1}) command="${{command:+$command }}${{COMP_WORDS[at++]}}" ;;
        *) break ;;
        esac
    done
    case $command in
{2}    esac
    if [[ -n $values ]]; then
        COMPREPLY=($(compgen -W "$values" -- "$word"))
    elif [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
    elif ((at == COMP_CWORD)); then
        COMPREPLY=($(compgen -W "$commands" -- "$word"))
    fi
}}
complete -o default -F _{0} {0} # where there is no word, it completes names of files
)";

std::string bash_completion(ProgramDescription const& program) {
    std::string cases;
    for (CommandDescription const& command : program.commands) {
        std::vector<std::string> options, with_other_values;
        std::string values;
        for (OptionDescription const& option : command.options) {
            options.insert(options.end(), option.names.begin(), option.names.end());
            std::vector<std::string> const known = known_values(option);
            if (!known.empty()) {
                values +=
                    fmt::format("        {}) values='{}' ;;\n", fmt::join(option.names, " | "), fmt::join(known, " "));
            } else if (!option.value.empty()) {
                with_other_values.insert(with_other_values.end(), option.names.begin(), option.names.end());
            }
        }
        if (!with_other_values.empty())
            values += fmt::format("        {}) return ;;\n", fmt::join(with_other_values, " | "));
        cases += fmt::format("    {})\n        commands='{}'\n        options='{}'\n", pattern_of(names_of(command)),
                             fmt::join(words_of(commands_of(program, command.name)), " "), fmt::join(options, " "));
        if (!values.empty()) cases += fmt::format("        case $before in\n{}        esac\n", values);
        cases += "        ;;\n";
    }
    return fmt::format(bash_script, program.name, pattern_of_all(program), cases);
}

constexpr std::string_view zsh_script = R"(#compdef {0}
# Completion of {0} for zsh: made by `{0} --completion zsh`.
_{0}() {{
    local command=''
    local -a commands
    integer at=2
    while (( at < CURRENT )); do
        case "$command ${{words[at]}}" in
        ({1}) command="${{command:+$command }}${{words[at]}}"; (( at++ )) ;;
        (*) break ;;
        esac
    done
    words=({0} "${{(@)words[at,-1]}}")
    (( CURRENT -= at - 2 ))
    case $command in
{2}    esac
}}
if [[ ${{funcstack[1]}} == _{0} ]]; then
    _{0} "$@"
else
    compdef _{0} {0}
fi
)";

std::string zsh_completion(ProgramDescription const& program) {
    auto const quoted = [](std::string_view text) {
        return replaced(text, {{'\'', "'\\''"}, {'[', "\\["}, {']', "\\]"}, {':', "\\:"}});
    };
    std::string cases;
    for (CommandDescription const& command : program.commands) {
        cases += fmt::format("    ({})\n", pattern_of(names_of(command)));
        std::vector<CommandDescription> const own = commands_of(program, command.name);
        if (!own.empty()) {
            cases += "        commands=(\n";
            for (CommandDescription const& each : own) {
                cases += fmt::format("            '{}:{}'\n", owner_and_word(each.name).second, quoted(each.summary));
            }
            cases += "        )\n        (( CURRENT == 2 )) && _describe command commands\n";
        }
        cases += "        _arguments";
        for (OptionDescription const& option : command.options) {
            for (std::string const& name : option.names) {
                bool const takes_value = !option.value.empty();
                std::vector<std::string> const values = known_values(option);
                std::string const what = values.empty() ? "_files" : fmt::format("({})", fmt::join(values, " "));
                cases += fmt::format(" \\\n            '{}{}{}[{}]{}'", option.repeatable ? "*" : "", name,
                                     takes_value && name.starts_with("--") ? "=" : "", quoted(brief(option.help)),
                                     takes_value ? fmt::format(":{}:{}", quoted(option.value), what) : "");
            }
        }
        if (!command.name.empty()) cases += " \\\n            '*:file:_files'";
        cases += "\n        ;;\n";
    }
    return fmt::format(zsh_script, program.name, pattern_of_all(program), cases);
}

constexpr std::string_view fish_script = R"(# Completion of {0} for fish: made by `{0} --completion fish`.
function __{0}_is
    set -l command ''
    set -l words (commandline -opc)
    set -e words[1]
    for word in $words
        switch "$command $word"
            case {1}
                set command (string trim -- "$command $word")
            case '*'
                break
        end
    end
    contains -- "$command" $argv
end
{2})";

std::string fish_completion(ProgramDescription const& program) {
    auto const quoted = [](std::string_view text) { return replaced(text, {{'\'', "\\'"}, {'\\', "\\\\"}}); };
    std::string lines;
    for (CommandDescription const& command : program.commands) {
        std::string const start = fmt::format("complete -c {} -n \"__{}_is '{}'\"", program.name, program.name,
                                              fmt::join(names_of(command), "' '"));
        for (CommandDescription const& each : commands_of(program, command.name)) {
            lines +=
                fmt::format("{} -f -a {} -d '{}'\n", start, owner_and_word(each.name).second, quoted(each.summary));
        }
        for (OptionDescription const& option : command.options) {
            lines += start;
            for (std::string const& name : option.names) {
                lines += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            }
            std::vector<std::string> const values = known_values(option);
            if (!values.empty()) lines += fmt::format(" -x -a '{}'", fmt::join(values, " "));
            if (values.empty() && !option.value.empty()) lines += " -r -F";
            lines += fmt::format(" -d '{}'\n", quoted(brief(option.help)));
        }
    }
    std::string all = pattern_of_all(program);
    for (std::size_t at = 0; (at = all.find("' | '", at)) != std::string::npos;) all.replace(at, 5, "' '");
    return fmt::format(fish_script, program.name, all, lines);
}

// Pages of man

// Returns: the text as roff prints it, without a request in it.
std::string roff(std::string_view text) {
    std::string const escaped =
        replaced(text, {{'\\', "\\e"}, {'-', "\\-"}, {'`', "\\(ga"}, {'\'', "\\(aq"}, {'^', "\\(ha"}, {'~', "\\(ti"}});
    return escaped.starts_with('.') ? "\\&" + escaped : escaped;
}

std::string roff_lines(std::string const& text) {
    std::string lines = ".nf\n";
    for (std::string const& line : split(text, '\n')) lines += line.empty() ? ".sp\n" : roff(line) + "\n";
    return lines + ".fi\n";
}

std::string roff_of(OptionDescription const& option) {
    std::vector<std::string> names;
    for (std::string const& name : option.names) names.push_back(fmt::format("\\fB{}\\fR", roff(name)));
    std::string text = fmt::format(".TP\n{}", fmt::join(names, ", "));
    if (!option.value.empty()) text += fmt::format(" \\fI{}\\fR", roff(option.value));
    text += fmt::format("\n{}\n", roff(option.help));
    auto const add = [&](std::string_view what, std::vector<std::string> const& words) {
        if (!words.empty()) text += fmt::format(".br\n{}: {}\n", what, roff(joined(words, ", ")));
    };
    add("One of", option.choices);
    if (!option.usual.empty()) add("Default", {option.usual});
    add("Needs", option.needs);
    add("Not with", option.excludes);
    return text;
}

std::string page_name(ProgramDescription const& program, CommandDescription const& command) {
    std::string name = command.name.empty() ? program.name : program.name + "-" + command.name;
    std::ranges::replace(name, ' ', '-');
    return name;
}

std::string page_of(ProgramDescription const& program, CommandDescription const& command) {
    std::string const name = page_name(program, command);
    std::vector<CommandDescription> const own = commands_of(program, command.name);
    std::string page = fmt::format(".TH \"{}\" 1 \"\" \"{} {}\" \"{} manual\"\n.ad l\n.nh\n", roff(name), program.name,
                                   program.version, program.name);
    page += fmt::format(".SH NAME\n{} \\- {}\n.SH SYNOPSIS\n", roff(name), roff(command.summary));
    page += fmt::format("\\fB{}\\fR", roff(program.name + (command.name.empty() ? "" : " ") + command.name));
    if (!own.empty()) page += fmt::format(" \\fI{}\\fR", command.words.empty() ? "COMMAND" : "[COMMAND]");
    page += " [\\fIOPTIONS\\fR]";
    for (OptionDescription const& word : command.words) {
        std::string const name = fmt::format("\\fI{}\\fR", roff(word.names.front()));
        page += word.required ? " " + name : " [" + name + "]";
    }
    page += '\n';
    if (!own.empty()) {
        page += ".SH COMMANDS\n";
        for (CommandDescription const& each : own) {
            page += fmt::format(".TP\n\\fB{}\\fR(1)\n{}\n", roff(page_name(program, each)), roff(each.summary));
        }
    }
    if (!command.words.empty()) page += ".SH WORDS\n";
    for (OptionDescription const& word : command.words) page += roff_of(word);
    page += ".SH OPTIONS\n";
    std::vector<std::string> groups; // the first has the options whose heading is "Options"
    for (OptionDescription const& option : command.options) {
        if (std::ranges::find(groups, option.group) == groups.end()) groups.push_back(option.group);
    }
    for (std::string const& group : groups) {
        if (group != groups.front()) page += fmt::format(".SS {}\n", roff(group));
        for (OptionDescription const& option : command.options) {
            if (option.group == group) page += roff_of(option);
        }
    }
    std::size_t const first = command.footer.find_first_not_of('\n');
    if (first != std::string::npos) {
        std::size_t const last = command.footer.find_last_not_of('\n');
        page += ".SH NOTES\n" + roff_lines(command.footer.substr(first, last + 1 - first));
    }
    if (!command.name.empty()) page += fmt::format(".SH SEE ALSO\n\\fB{}\\fR(1)\n", program.name);
    return page;
}

} // namespace

std::string json_of(ProgramDescription const& program) {
    Json commands = Json::array();
    for (CommandDescription const& each : program.commands) {
        if (!each.name.empty()) commands.push(json_of(each));
    }
    Json json = json_of(program.commands.front());
    json["name"] = program.name;
    json["version"] = program.version;
    json["commands"] = commands;
    return json.lines();
}

std::string completion_of(ProgramDescription const& program, std::string const& shell) {
    if (shell == "zsh") return zsh_completion(program);
    return shell == "fish" ? fish_completion(program) : bash_completion(program);
}

std::string write_share(ProgramDescription const& program, std::string const& folder) {
    std::vector<std::pair<std::string, std::string>> files = {
        {"bash-completion/completions/" + program.name, completion_of(program, "bash")},
        {"zsh/site-functions/_" + program.name, completion_of(program, "zsh")},
        {"fish/vendor_completions.d/" + program.name + ".fish", completion_of(program, "fish")}};
    for (CommandDescription const& command : program.commands) {
        files.emplace_back(fmt::format("man/man1/{}.1", page_name(program, command)), page_of(program, command));
    }
    for (auto const& [name, text] : files) {
        std::filesystem::path const file = std::filesystem::path(folder) / name;
        std::error_code error;
        std::filesystem::create_directories(file.parent_path(), error);
        if (error) throw Error(fmt::format("{}: {}", file.parent_path().string(), error.message()));
        write_result(file.string(), text);
    }
    return fmt::format("{}: {} of man, and completion for {}\n", folder, counted(program.commands.size(), "page"),
                       joined(shells, ", "));
}

} // namespace cerrado::command
