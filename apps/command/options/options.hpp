// The options, words and commands of the program, as its help shows them and its command line gives them. Only
// options.cpp knows which library reads them.
#pragma once

#include <cerrado/core/error.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class Option;
} // namespace CLI

namespace cerrado::command {

// The words of the command line are wrong. The message begins with the command, and is printed as it is.
class UsageError : public InputError {
public:
    using InputError::InputError;
};

// One option or word of a command, which owns it. What is asked of it holds when the command line is read; the program
// then says what is wrong in one line, with exit code 2.
class Option {
public:
    explicit Option(CLI::Option* option) : option_(option) {}

    bool is_given() const;

    Option required() const;
    Option excludes(Option other) const;
    Option needs(Option other) const;

    Option one_of(std::vector<std::string> const& words) const;
    Option one_of(std::span<int const> numbers) const;
    Option range(int least, int most) const;
    Option range(double least, double most) const;
    Option positive() const;
    // `wrong` says what is wrong with the word; nothing if it can be taken.
    Option check(std::function<std::string(std::string const&)> const& wrong) const;

    Option optional_value() const; // the option can stand alone
    Option repeated() const;       // one value each time that the option is given, instead of all words that follow
    Option between_commas() const; // values: 2,0,1

    Option shown_as(std::string const& value) const; // what the help has for its value
    Option shows_default() const;                    // the help has what the target holds now
    Option group(std::string const& name) const;     // under which heading of the help

private:
    friend class Options;
    CLI::Option* option_;
};

// A command: the program, or one that a word chooses. Targets must live until the command has run. A name without
// dashes is a word by its place; several names are apart by commas: "-o,--output". An optional target stays empty if
// the option is not given.
class Options {
public:
    Options(std::string const& name, std::string const& what_it_is, std::string const& version);
    ~Options();
    Options(Options const&) = delete;
    Options& operator=(Options const&) = delete;

    Option add(std::string const& name, std::string& target, std::string const& help);
    Option add(std::string const& name, int& target, std::string const& help);
    Option add(std::string const& name, std::uint64_t& target, std::string const& help);
    Option add(std::string const& name, double& target, std::string const& help);
    Option add(std::string const& name, std::optional<std::string>& target, std::string const& help);
    Option add(std::string const& name, std::optional<int>& target, std::string const& help);
    Option add(std::string const& name, std::optional<std::int64_t>& target, std::string const& help);
    Option add(std::string const& name, std::optional<std::uint32_t>& target, std::string const& help);
    Option add(std::string const& name, std::optional<std::uint64_t>& target, std::string const& help);
    Option add(std::string const& name, std::optional<double>& target, std::string const& help);
    Option add(std::string const& name, std::vector<std::string>& target, std::string const& help);
    Option add(std::string const& name, std::vector<int>& target, std::string const& help);
    Option add(std::string const& name, std::vector<double>& target, std::string const& help);
    Option add(std::string const& name, std::vector<std::pair<std::string, std::string>>& target,
               std::string const& help);
    // `take` gets the word, and throws InputError if it cannot be taken.
    Option add(std::string const& name, std::function<void(std::string const&)> const& take, std::string const& help);

    Option flag(std::string const& name, bool& target, std::string const& help);
    // "--verify{all}": the target is "all", or what follows an equals sign.
    Option flag(std::string const& name, std::string& target, std::string const& help);
    Option flag(std::string const& name, std::function<void()> const& take, std::string const& help);
    Option flag(std::string const& name, std::string const& help); // that changes nothing by itself
    // "--names{table}": prints what `text` makes of "table", or of what follows an equals sign, and nothing is run.
    Option printing_flag(std::string const& name, std::function<std::string(std::string const&)> const& text,
                         std::string const& help);

    Option option(std::string const& name); // Requires: it was added.
    std::vector<std::string> given() const; // the options that stand on the command line

    // A word that chooses another command, which this one owns.
    Options& add_command(std::string const& name, std::string const& what_it_does);
    Options& command(std::string const& name); // Requires: it was added.
    std::vector<std::string> commands() const;
    void also_called(std::string const& name);
    void needs_command(); // it does nothing by itself

    void takes_other_words(); // and options that it does not know
    std::vector<std::string> other_words() const;

    void footer(std::string const& text);
    // What the command does, unless a command of its own was chosen.
    void runs(std::function<ExitCode()> run);

    // Says why a command has no such option, which others have; or nothing. Called if a command line gives it.
    void explains(std::function<std::string(std::string const& command, std::string const& option)> why_not);
    bool has(std::string const& option) const;

    // Reads the words of the program, and runs the command that they choose. Prints help and version instead if they are
    // asked for. Returns: what run() returned. Throws UsageError if the words are wrong. What a command throws leaves it.
    ExitCode parse_and_run(int argument_count, char** arguments);

private:
    struct Parser;
    explicit Options(std::unique_ptr<Parser> parser);

    std::unique_ptr<Parser> parser_;
};

} // namespace cerrado::command
