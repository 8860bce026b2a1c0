// What a piece of work throws.
#pragma once

#include <gtest/gtest.h>

#include <string>

namespace cerrado::test {

// What `work` throws of type E; fails the test when it does not.
template <class E, class Work> std::string message_of(Work const& work) {
    try {
        work();
    } catch (E const& error) {
        return error.what();
    }
    ADD_FAILURE() << "no error came";
    return {};
}

} // namespace cerrado::test
