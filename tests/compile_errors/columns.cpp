// Columns of rows as authors get them wrong. AS(wrong, right) is the wrong one where MISTAKES is 1, else the right one.
// What `expect:` says is in the message for the row below it, and there is no other message.
#include <cerrado/output/columns.hpp>

#if MISTAKES
#define AS(wrong, right) wrong
#else
#define AS(wrong, right) right
#endif
#define COMMA ,

using cerrado::columns;

// expect: columns<...>(...) needs as many names as members
struct Unnamed {
    int a, b;
    static auto its() { return columns<&Unnamed::a, &Unnamed::b>(AS("a", "a" COMMA "b")); }
};
using UnnamedColumns = decltype(Unnamed::its());

// expect: columns<...>(...) needs as many names as members
struct NamedTwice {
    int a, b;
    static auto its() { return columns<&NamedTwice::a, &NamedTwice::b>("a", "b" AS(COMMA "c", )); }
};
using NamedTwiceColumns = decltype(NamedTwice::its());

// expect: a column is a whole number of up to 64 bits, a float, a double, a bool, or an array of these, of one dimension
struct Pointing {
    int AS(const*, ) a;
    static auto its() { return columns<&Pointing::a>("a"); }
};
using PointingColumns = decltype(Pointing::its());

// expect: a column is a whole number of up to 64 bits, a float, a double, a bool, or an array of these, of one dimension
struct Matrix {
    int a, cells[2] AS([2], );
    static auto its() { return columns<&Matrix::a, &Matrix::cells>("a", "cells"); }
};
using MatrixColumns = decltype(Matrix::its());

// expect: all columns are members of the same struct, and not of its base
struct Other : Matrix {
    int b;
    static auto its() { return columns<&Other::b, &Other::AS(a, b)>("b", "a"); }
};
using OtherColumns = decltype(Other::its());

// expect: the row does not name its columns: write in it 'static auto columns() { return cerrado::columns<&Row::a, &Row::b>(
struct Bare {
    int a;
    static auto AS(its, columns)() { return cerrado::columns<&Bare::a>("a"); }
};
inline auto bare_type() { return cerrado::dtype_of<Bare>(); }
