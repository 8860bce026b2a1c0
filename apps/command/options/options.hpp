// The options, words and commands that a command line gives and the help shows. Only options.cpp knows which library
// reads them.
#pragma once

#include <cerrado/core/detail/words.hpp>
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

struct CommandDescription; // see description.hpp

// The words of the command line are wrong. The message begins with the name of the command. It is printed unchanged, and may
// have several lines.
class UsageError : public InputError {
public:
    using InputError::InputError;
};

// One option or word of a command, which owns it. The member functions set conditions. When the command line breaks
// one, the program says so in one line and ends with exit code 2.
class Option {
public:
    explicit Option(CLI::Option* option) : option_(option) {}

    bool is_given() const;

    Option required() const;
    Option excludes(Option other) const;
    Option needs(Option other) const;

    Option one_of(std::vector<std::string> const& words) const;
    template <class Value, std::size_t n> Option one_of(WordFor<Value> const (&words)[n]) const {
        return one_of(names_of(words));
    }
    Option one_of(std::span<int const> numbers) const;
    Option range(int least, int most) const;
    Option range(double least, double most) const;
    Option positive() const;
    // `wrong` returns what is wrong with the word, or "" if the word can be taken.
    Option check(std::function<std::string(std::string const&)> const& wrong) const;

    Option optional_value() const; // the option can stand alone
    Option repeated() const;       // takes one value each time it is given, not all words that follow
    Option between_commas() const; // the values are separated by commas: 2,0,1

    // The program prints `text` of the value, before other options are checked. The command does not run.
    Option prints(std::function<std::string(std::string const&)> const& text) const;

    Option shown_as(std::string const& value) const; // the help shows this for its value
    Option shows_default() const;                    // the help shows the present value of the target
    Option group(std::string const& name) const;     // the heading of the help that it stands under

private:
    friend class Options;
    CLI::Option* option_;
};

// A command: the program itself, or one that a word chooses. Targets must live until the command has run. A name
// without dashes is a word that is known by its place. Commas separate several names: "-o,--output". An optional target
// stays empty if the option is not given.
class Options {
public:
    Options(std::string const& name, std::string const& what_it_is);
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
    // `take` gets the word, and throws InputError if the word is wrong.
    Option add(std::string const& name, std::function<void(std::string const&)> const& take, std::string const& help);

    Option flag(std::string const& name, bool& target, std::string const& help);
    // "--verify{all}": the target becomes "all", or the text after an equals sign.
    Option flag(std::string const& name, std::string& target, std::string const& help);
    Option flag(std::string const& name, std::function<void()> const& take, std::string const& help);
    Option flag(std::string const& name, std::string const& help); // it changes nothing by itself
    // "--names{table}": prints `text` of "table", or of the text after an equals sign, as Option::prints() does.
    Option printing_flag(std::string const& name, std::function<std::string(std::string const&)> const& text,
                         std::string const& help);

    Option option(std::string const& name); // Requires: it was added.
    std::vector<std::string> given() const; // the options of the command line

    // Returns: this command, which has no name, and all commands that it owns, in the order of the help.
    std::vector<CommandDescription> described() const;

    // Adds a word that chooses another command, which this one owns.
    Options& add_command(std::string const& name, std::string const& what_it_does);
    Options& command(std::string const& name); // Requires: it was added.
    std::vector<std::string> commands() const;
    void also_called(std::string const& name);
    void needs_command(); // this command does nothing by itself

    void takes_other_words(); // also options that it does not know
    std::vector<std::string> other_words() const;

    void footer(std::string const& text);
    // `run` is called unless a command that this one owns was chosen.
    void runs(std::function<ExitCode()> run);

    // `why_not` returns why a command lacks an option that others have, or "". It is called if the option is given.
    void explains(std::function<std::string(std::string const& command, std::string const& option)> why_not);
    // `add` adds the commands that the program did not need so far. It is called before an option is refused, so
    // that the message can name the commands that have it.
    void adds_for_refusals(std::function<void()> add);
    bool has(std::string const& option) const;

    // Reads the words of the program, and runs the command that they choose. If the words ask for help, it
    // prints the help instead. Returns: the result of run(). Throws UsageError if the words are wrong, and any
    // exception of the command.
    ExitCode parse_and_run(int argument_count, char** arguments);

private:
    struct Parser;
    explicit Options(std::unique_ptr<Parser> parser);

    std::unique_ptr<Parser> parser_;
};

} // namespace cerrado::command
