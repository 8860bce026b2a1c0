// The forms that an application may have.
#pragma once

#include <string_view>

namespace cerrado {

// automatic: where an application's query says so, a formula if the options allow it, else fast. fast: the quickest of
// the others for the device and the sizes. paper: the published algorithm line by line. oriented:
// lists on the oriented graph. bitmap: extensions are bit rows. pivot: all sizes at once. walk: vertex by vertex.
// formula: from tallies of parts. Few applications have them all.
enum class Algorithm { automatic, fast, paper, oriented, bitmap, pivot, walk, formula };

std::string_view name_of(Algorithm algorithm);

} // namespace cerrado
