#include "command/options/options.hpp"

#include "command/options/description.hpp"
#include "command/output/output.hpp"

#include <cerrado/core/detail/wording.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <deque>

namespace cerrado::command {
namespace {

// Returns: the innermost command that was given. The words are read as words of this command.
CLI::App const& given_command(CLI::App const& program, std::string& name) {
    CLI::App const* innermost = &program;
    while (!innermost->get_subcommands().empty()) {
        innermost = innermost->get_subcommands().front();
        name += " " + innermost->get_name();
    }
    return *innermost;
}

using WhyNot = std::function<std::string(std::string const& command, std::string const& option)>;

bool has_option(CLI::App const& command, std::string const& name) {
    return command.get_option_no_throw(name) != nullptr;
}

// Adds the commands that have the option. Their names lack the name of the program.
void add_owners(CLI::App const& command, std::string const& name, std::string const& option,
                std::vector<std::string>& owners) {
    for (CLI::App const* sub : command.get_subcommands({})) {
        std::string const own = name.empty() ? sub->get_name() : name + " " + sub->get_name();
        if (has_option(*sub, option)) owners.push_back(own);
        add_owners(*sub, own, option, owners);
    }
}

// Returns: a message that says why the command lacks an option, and which commands have it; "" if no command has it.
std::string lacking_option(CLI::App const& program, std::string const& name, std::string const& option,
                           WhyNot const& why_not) {
    std::vector<std::string> owners;
    add_owners(program, "", option, owners);
    if (owners.empty()) return "";
    std::string const command = name.substr(std::min(name.size(), program.get_name().size() + 1));
    std::string const why = why_not ? why_not(command, option) : "";
    return fmt::format("this command has no {}{}; {} {} it", option, why.empty() ? "" : ": " + why,
                       joined(owners, ", "), owners.size() == 1 ? "has" : "have");
}

// Returns: a message for a word that the command does not know. It suggests a known word if one is similar.
std::string unknown_word(CLI::App const& command, std::string const& word) {
    bool const is_option = word.starts_with('-');
    std::vector<std::string> known;
    for (CLI::App const* sub : command.get_subcommands({})) known.push_back(sub->get_name());
    bool const wants_command = !is_option && !known.empty();
    if (is_option) {
        for (CLI::Option const* option : command.get_options()) known.push_back(option->get_name());
    }
    std::string const meant = nearest(word.substr(0, word.find('=')), known);
    std::string const what = is_option ? "unknown option" : wants_command ? "unknown command" : "one word too many,";
    return fmt::format("{} {}{}", what, word, meant.empty() ? "" : "; did you mean " + meant + "?");
}

// Throws UsageError, which says what is wrong with the command line and which help to read.
[[noreturn]] void refuse_usage(CLI::App const& program, std::string message, WhyNot const& why_not = {},
                               bool has_extras = false) {
    std::ranges::replace(message, '\n', ' ');
    std::string name = program.get_name();
    CLI::App const& command = given_command(program, name);
    std::vector<std::string> const extras = program.remaining(true);
    bool const lacks_command = !command.get_subcommands({}).empty();
    if ((has_extras || lacks_command) && !extras.empty()) {
        std::string const word = extras.front().substr(0, extras.front().find('='));
        message = word.starts_with("-") ? lacking_option(program, name, word, why_not) : "";
        if (message.empty()) message = unknown_word(command, extras.front());
    }
    throw UsageError(fmt::format("{}: {}; see `{} --help`", name, message, name));
}

// A word that is the name of an option is no value of another one: somebody forgot the value.
CLI::Option* with_value(CLI::App const& command, CLI::Option* option) {
    return option->check([&command](std::string const& word) {
        bool const is_forgotten = word.starts_with('-') && has_option(command, word);
        return is_forgotten ? fmt::format("its value is missing before {}", word) : "";
    });
}

// The descriptions of options and commands.

std::vector<std::string> names_of(std::set<CLI::Option*> const& options) {
    std::vector<std::string> names;
    for (CLI::Option const* option : options) names.push_back(option->get_name());
    std::ranges::sort(names); // the set is sorted by addresses
    return names;
}

OptionDescription description_of(CLI::Option const& option) {
    OptionDescription description;
    for (std::string const& name : option.get_snames()) description.names.push_back("-" + name);
    for (std::string const& name : option.get_lnames()) description.names.push_back("--" + name);
    if (description.names.empty()) description.names.push_back(option.get_name(true));
    description.group = option.get_group();
    description.help = option.get_description();
    description.usual = option.get_default_str();
    description.required = option.get_required();
    description.repeatable = option.get_expected_max() == CLI::detail::expected_max_vector_size;
    description.needs = names_of(option.get_needs());
    description.excludes = names_of(option.get_excludes());
    if (!option.nonpositional() || option.get_items_expected_max() == 0) return description;
    std::string const type = option.get_type_name(); // such as TEXT, or TEXT:{auto,none}
    bool const is_type = option.get_option_text().empty();
    description.value = is_type ? type.substr(0, type.find(':')) : option.get_option_text();
    if (std::size_t const begin = type.find(":{"); begin != std::string::npos)
        description.choices = CLI::detail::split(type.substr(begin + 2, type.find('}') - begin - 2), ',');
    return description;
}

void describe(CLI::App const& command, std::string const& name, std::vector<CommandDescription>& all) {
    CommandDescription& description = all.emplace_back();
    description.name = name;
    description.aliases = command.get_aliases();
    description.summary = command.get_description();
    description.footer = command.get_footer();
    for (CLI::Option const* option : command.get_options()) {
        (option->nonpositional() ? description.options : description.words).push_back(description_of(*option));
    }
    for (CLI::App const* sub : command.get_subcommands({})) {
        describe(*sub, name.empty() ? sub->get_name() : name + " " + sub->get_name(), all);
    }
}

} // namespace

bool Option::is_given() const { return option_->count() > 0; }

Option Option::required() const { return Option(option_->required()); }
Option Option::excludes(Option other) const { return Option(option_->excludes(other.option_)); }
Option Option::needs(Option other) const { return Option(option_->needs(other.option_)); }

Option Option::one_of(std::vector<std::string> const& words) const {
    return Option(option_->check(CLI::IsMember(words)));
}
Option Option::one_of(std::span<int const> numbers) const {
    return Option(option_->check(CLI::IsMember(std::vector<int>(numbers.begin(), numbers.end()))));
}
Option Option::range(int least, int most) const { return Option(option_->check(CLI::Range(least, most))); }
Option Option::range(double least, double most) const { return Option(option_->check(CLI::Range(least, most))); }
Option Option::positive() const { return Option(option_->check(CLI::PositiveNumber)); }
Option Option::check(std::function<std::string(std::string const&)> const& wrong) const {
    return Option(option_->check(wrong));
}

Option Option::optional_value() const { return Option(option_->expected(0, 1)); }
Option Option::repeated() const { return Option(option_->allow_extra_args(false)); }
Option Option::between_commas() const { return Option(option_->delimiter(',')); }

Option Option::prints(std::function<std::string(std::string const&)> const& text) const {
    return Option(option_->each([text](std::string const& value) {
        write_standard_output(text(value));
        throw CLI::Success();
    }));
}

Option Option::shown_as(std::string const& value) const { return Option(option_->option_text(value)); }
Option Option::shows_default() const { return Option(option_->capture_default_str()); }
Option Option::group(std::string const& name) const { return Option(option_->group(name)); }

struct Options::Parser {
    std::unique_ptr<CLI::App> program; // empty for the other commands
    CLI::App* app = nullptr;
    ExitCode* exit_code = nullptr; // of the program
    ExitCode own_exit_code = ExitCode::done;
    std::vector<std::unique_ptr<Options>> commands{};
    std::deque<std::string> targets{}; // of options whose values nobody else keeps
    WhyNot why_not{};
    std::function<void()> add_for_refusals{};
};

Options::Options(std::string const& name, std::string const& what_it_is) : parser_(std::make_unique<Parser>()) {
    parser_->program = std::make_unique<CLI::App>(what_it_is, name);
    parser_->app = parser_->program.get();
    parser_->exit_code = &parser_->own_exit_code;
}

Options::Options(std::unique_ptr<Parser> parser) : parser_(std::move(parser)) {}
Options::~Options() = default;

Option Options::add(std::string const& name, std::string& target, std::string const& help) {
    return Option(with_value(*parser_->app, parser_->app->add_option(name, target, help)));
}
Option Options::add(std::string const& name, int& target, std::string const& help) {
    return Option(parser_->app->add_option(name, target, help));
}
Option Options::add(std::string const& name, std::uint64_t& target, std::string const& help) {
    return Option(parser_->app->add_option(name, target, help));
}
Option Options::add(std::string const& name, double& target, std::string const& help) {
    return Option(parser_->app->add_option(name, target, help));
}
Option Options::add(std::string const& name, std::optional<std::string>& target, std::string const& help) {
    return Option(with_value(*parser_->app, parser_->app->add_option(name, target, help)));
}
Option Options::add(std::string const& name, std::optional<int>& target, std::string const& help) {
    return Option(parser_->app->add_option(name, target, help));
}
Option Options::add(std::string const& name, std::optional<std::int64_t>& target, std::string const& help) {
    return Option(parser_->app->add_option(name, target, help));
}
Option Options::add(std::string const& name, std::optional<std::uint32_t>& target, std::string const& help) {
    return Option(parser_->app->add_option(name, target, help));
}
Option Options::add(std::string const& name, std::optional<std::uint64_t>& target, std::string const& help) {
    return Option(parser_->app->add_option(name, target, help));
}
Option Options::add(std::string const& name, std::optional<double>& target, std::string const& help) {
    return Option(parser_->app->add_option(name, target, help));
}
Option Options::add(std::string const& name, std::vector<std::string>& target, std::string const& help) {
    return Option(with_value(*parser_->app, parser_->app->add_option(name, target, help)));
}
Option Options::add(std::string const& name, std::vector<int>& target, std::string const& help) {
    return Option(parser_->app->add_option(name, target, help));
}
Option Options::add(std::string const& name, std::vector<double>& target, std::string const& help) {
    return Option(parser_->app->add_option(name, target, help));
}
Option Options::add(std::string const& name, std::vector<std::pair<std::string, std::string>>& target,
                    std::string const& help) {
    return Option(with_value(*parser_->app, parser_->app->add_option(name, target, help)));
}
Option Options::add(std::string const& name, std::function<void(std::string const&)> const& take,
                    std::string const& help) {
    return Option(with_value(*parser_->app, parser_->app->add_option_function<std::string>(name, take, help)));
}

Option Options::flag(std::string const& name, bool& target, std::string const& help) {
    return Option(parser_->app->add_flag(name, target, help));
}
Option Options::flag(std::string const& name, std::string& target, std::string const& help) {
    return Option(parser_->app->add_flag(name, target, help));
}
Option Options::flag(std::string const& name, std::function<void()> const& take, std::string const& help) {
    return Option(parser_->app->add_flag_callback(name, take, help));
}
Option Options::flag(std::string const& name, std::string const& help) {
    return Option(parser_->app->add_flag(name)->description(help));
}
Option Options::printing_flag(std::string const& name, std::function<std::string(std::string const&)> const& text,
                              std::string const& help) {
    return Option(parser_->app->add_flag(name, parser_->targets.emplace_back(), help)).prints(text);
}

Option Options::option(std::string const& name) { return Option(parser_->app->get_option(name)); }

std::vector<std::string> Options::given() const {
    std::vector<std::string> names;
    for (CLI::Option const* option : std::as_const(*parser_->app).get_options()) {
        if (option->count() > 0) names.push_back(option->get_name());
    }
    return names;
}

std::vector<CommandDescription> Options::described() const {
    std::vector<CommandDescription> all;
    describe(*parser_->app, "", all);
    return all;
}

Options& Options::add_command(std::string const& name, std::string const& what_it_does) {
    auto parser = std::make_unique<Parser>();
    parser->app = parser_->app->add_subcommand(name, what_it_does);
    parser->exit_code = parser_->exit_code;
    return *parser_->commands.emplace_back(std::unique_ptr<Options>(new Options(std::move(parser))));
}

Options& Options::command(std::string const& name) {
    return **std::ranges::find_if(parser_->commands,
                                  [&](auto const& each) { return each->parser_->app->get_name() == name; });
}

std::vector<std::string> Options::commands() const {
    std::vector<std::string> names;
    for (auto const& each : parser_->commands) names.push_back(each->parser_->app->get_name());
    return names;
}

void Options::also_called(std::string const& name) { parser_->app->alias(name); }
void Options::needs_command() { parser_->app->require_subcommand(1); }
void Options::takes_other_words() { parser_->app->allow_extras(); }
std::vector<std::string> Options::other_words() const { return parser_->app->remaining(); }
void Options::footer(std::string const& text) { parser_->app->footer(text); }

void Options::runs(std::function<ExitCode()> run) {
    parser_->app->callback([app = parser_->app, exit_code = parser_->exit_code, run = std::move(run)] {
        if (app->get_subcommands().empty()) *exit_code = run();
    });
}

void Options::explains(std::function<std::string(std::string const& command, std::string const& option)> why_not) {
    parser_->why_not = std::move(why_not);
}
void Options::adds_for_refusals(std::function<void()> add) { parser_->add_for_refusals = std::move(add); }
bool Options::has(std::string const& option) const { return has_option(*parser_->app, option); }

ExitCode Options::parse_and_run(int argument_count, char** arguments) {
    CLI::App& program = *parser_->app;
    try {
        program.parse(argument_count, arguments);
        if (program.get_subcommands().empty()) refuse_usage(program, "a command is required");
        return *parser_->exit_code;
    } catch (CLI::CallForHelp const&) {
        write_standard_output(program.help());
        return ExitCode::done;
    } catch (CLI::Success const&) { // an option that prints something instead of a run
        return ExitCode::done;
    } catch (CLI::ExtrasError const& error) {
        if (parser_->add_for_refusals) parser_->add_for_refusals();
        refuse_usage(program, error.what(), parser_->why_not, true);
    } catch (CLI::ValidationError const& error) { // whatever other words are wrong
        std::string name = program.get_name();
        given_command(program, name);
        throw UsageError(fmt::format("{}: {}; see `{} --help`", name, error.what(), name));
    } catch (CLI::ParseError const& error) {
        refuse_usage(program, error.what());
    }
}

} // namespace cerrado::command
