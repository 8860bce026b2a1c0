// TraceReader gives back the looks of a trace that have states, one after the other.
#pragma once

#include <cerrado/loadbalance/trace.hpp>

#include <fstream>

namespace cerrado {

class TraceReader {
public:
    // Throws InputError (file:line, what was expected) if the file is no trace, or of another version.
    explicit TraceReader(std::string path);

    TraceHeader const& header() const { return header_; }

    // Goes to the next look with states, and counts the brief ones on the way. Returns: false after the last. Throws
    // InputError for a damaged line. A last line that was cut off is left out, with a note.
    bool next();
    TraceLook const& look() const { return look_; } // valid after next() was true, until it is called again

    std::optional<TraceEnd> const& end() const {
        return end_;
    }                                                 // valid once next() was false; none: the run did not end by
                                                      // itself
    std::uint64_t looks() const { return looks_; }    // of the balancer so far, with the brief ones and those left out
    std::string const& note() const { return note_; } // what the user should know about the file, or empty

private:
    struct Line; // parsed

    void read_header();
    bool read_line(std::string& line);
    [[noreturn]] void refuse(std::string const& what) const;
    bool take_line(std::string const& text);
    void take_look(Line const& line);
    void take_states(Line const& line);

    std::string path_;
    std::ifstream file_;
    std::uint64_t line_number_ = 0;
    TraceHeader header_;
    TraceLook look_;
    std::optional<TraceEnd> end_;
    std::uint64_t looks_ = 0;
    std::uint64_t since_states_ = 0; // looks since the last one with states
    std::string note_;
};

} // namespace cerrado
