// What nearly every test reads: compiled once for all of them.
#pragma once

#include "unit/message_of.hpp"

#include <cerrado/core/error.hpp>
#include <cerrado/graph/generators.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/marks.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>
