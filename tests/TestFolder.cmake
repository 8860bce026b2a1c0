# cerrado_test_folder(folder label [THREADS] [RUNS] [source...])
#     One GoogleTest executable of the folder's *_test.cpp and helper sources (or of the sources given). Sources that call
#     cerrado::run or use the CUDA warp compile as CUDA when CUDA is on, like an application's. Suites or tests named
#     *Cuda* or *Gpu* bear the label gpu instead. THREADS: what is tested runs on several threads; its tests bear the label
#     threads too, and the target threaded_tests builds them. RUNS: many of the sources read cerrado/run/run.hpp.
add_custom_target(threaded_tests)
function(cerrado_test_folder folder label)
    cmake_parse_arguments(PARSE_ARGV 2 argument "THREADS;RUNS" "" "")
    set(sources ${argument_UNPARSED_ARGUMENTS})
    if(NOT sources)
        file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp)
        file(GLOB cuda_sources CONFIGURE_DEPENDS ${folder}/*.cu)
        if(CERRADO_WITH_CUDA)
            list(APPEND sources ${cuda_sources})
        endif()
    endif()
    if(NOT sources)
        return()
    endif()
    get_filename_component(name ${folder} NAME)
    set(target test_${label}_${name})
    if(name STREQUAL label)
        set(target test_${label})
    endif()

    add_executable(${target} ${sources})
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)  # the tests' own names are local to a file
    set(headers cerrado_test_headers)
    if(argument_RUNS)
        set(headers cerrado_test_headers_of_runs)
    endif()
    target_precompile_headers(${target} REUSE_FROM ${headers})
    target_link_libraries(${target} PRIVATE ${headers})
    if(CERRADO_WITH_CUDA)
        cerrado_mark_cuda_tests(${target} ${sources})
    endif()
    if(argument_THREADS)
        string(APPEND label " threads")  # one label, since gtest_discover_tests takes no list; ctest -L finds either word
        add_dependencies(threaded_tests ${target})
    endif()
    cerrado_discover_tests(${target} ${label})
endfunction()

# cerrado_add_test_headers(target header)
#     A library of nothing but a precompiled header, and what every test is compiled and linked with: a precompiled header
#     is used by sources alone that are compiled as it was. Not optimized: there are many small sources that run for a moment. A
#     thread sanitizer is too slow without.
function(cerrado_add_test_headers target header)
    file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp "")
    add_library(${target} STATIC ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${target} PRIVATE ${CMAKE_CXX_COMPILE_OPTIONS_PIE})  # as an executable
    set(level -O0)
    if(CERRADO_SANITIZE STREQUAL "thread")
        set(level -O1)
    endif()
    target_compile_options(${target} PUBLIC $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:${level}>)
    if(CMAKE_CXX_COMPILER_ID MATCHES Clang)  # a compiler cache knows it by its content
        target_compile_options(${target} PUBLIC "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
    endif()
    target_link_libraries(${target} PUBLIC
        cerrado_test_places cerrado_verifiers Cerrado::framework Cerrado::canonical Cerrado::loadbalance ${CERRADO_FMT} ZLIB::ZLIB Boost::headers GTest::gtest_main)
    target_include_directories(${target} PUBLIC ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
    target_precompile_headers(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${header}>")
endfunction()

# Sources, of tests or of what they test, that run for so long that to optimize them takes less.
function(cerrado_optimize_tests)
    if(NOT CERRADO_SANITIZE)
        set_source_files_properties(${ARGN} PROPERTIES SKIP_PRECOMPILE_HEADERS ON
                                    COMPILE_OPTIONS $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:-O1>)
    endif()
endfunction()

function(cerrado_mark_cuda_tests target)
    foreach(source IN LISTS ARGN)
        file(STRINGS ${source} marks REGEX "#include [<\"]cerrado/(run/run|run/run_on_arcs|warp/cuda)[.]hpp")
        if(marks)
            set_source_files_properties(${source} PROPERTIES LANGUAGE CUDA)
        endif()
    endforeach()
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
    target_link_libraries(${target} PRIVATE CUDA::cudart_static)
endfunction()

# Under a sanitizer a process takes long to begin: there a few of them run all tests of an executable.
function(cerrado_discover_tests target label)
    if(CERRADO_SANITIZE)
        cerrado_share_tests(${target} ${label})
        return()
    endif()
    set(common DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60)
    gtest_discover_tests(${target} ${common} TEST_FILTER "-*Cuda*:*Gpu*" PROPERTIES LABELS ${label} TIMEOUT 600)
    gtest_discover_tests(${target} ${common} TEST_FILTER "*Cuda*:*Gpu*" PROPERTIES LABELS gpu TIMEOUT 600)
endfunction()

function(cerrado_share_tests target label)
    set(left_out "*Cuda*:*Gpu*")
    if(CERRADO_SANITIZE STREQUAL "address")
        string(APPEND left_out ":*LockstepBalance*")  # which takes minutes there, and is the thread sanitizer's
    endif()
    # many numbers, of which others of the same suite go through the same code
    set(of_numbers Graphlets.HaveClosedForms Orbits.AddUpToTheCounts SieveRuns.OrdersOfTheSumsAgree Sieve.MissesRarely
        DirectedMotifs.OfSixVertices KeptRuns.OnAResidentGraphAddUp FirstMatch.SoManyDifferentOnes
        KeptForms.OfFormulas KeptForms.OfSignedSums/ KeptForms.OfLabelledMatches/ EachMatch.IsThatOfTheVerifier
        EachMatch.CountedByAFormulaIsThatOfTheVerifier CountMotifsOn.OfAllSubgraphsAreTheMatches
        PatternCodesOf.SetsOfEdges EachMatch.IsCountedOnceWhereWorkIsMoved CountsByParts.Of CountsByParts.AreThoseOfAWalk
        DiscoveryOfGraphs.CountsThoseOfItsNumbers DiscoveryOfGraphs.MayHaveManyCodes CountMarkedMatches.ByPartsAreThoseOfAWalk
        SixPointsOfDevice.OfManyVertices Frequent.SearchesThatRunOutOfTheirBudget Approximate.Intervals
        MatchesByVf2.AreAsManyMappings SieveOn.FindsOneMatch SixDecoderOfASmallField DiscoveryByLabels.CountsTheMatches
        VerifiedGoldenQueries Queries.HaveTheGoldenSums
        VerifiedTemporalMotifsOf TemporalMotifVerifier. TemporalRandom.HasTheMean TemporalVerifier.HasTheCountsInMessages
        TemporalRuns.HaveTheGolden
        QueriesOnOtherTables. QueriesOfColouredPatterns.)
    if(CERRADO_SANITIZE STREQUAL "thread") # on two workers of the host, as other tests of these programs are
        list(APPEND of_numbers SixPointsOfDevice.AreThoseOfThePolynomial SixPolynomial. MatchesOfManyTails. MatchesByFormula.
            Parts.SayWhyThereAreNone RandomGraphs.AreAllThatKeepTheSame CountsByParts.AtEachVertexOfLarger
            PatternCodesOf.InducedSubgraphsAreMatches MaximalCliquesOn.InListsOfMany DiscoveryOfPatterns.HasTheCounts
            Graphlets.OfGraphsWithHubs CheckByRoots.FindsNoDifference CountMatchesOfStars. Approximate.
            QueryParse. QueryVerifier. VerifiedRandomQueries Queries.AreFoundIf Through.MatchesOfHubs DiscoveryOfGraphs.OfLargeDirected
            DiscoveryInLockstep.OfLargeDirected CountsByParts.AtEachVertexAreThose MaximalCliquesOn.OfRandomGraphs
            TemporalVerifier. TemporalPatterns. TemporalSymmetries. TemporalRuns.AreAsVerified Queries.AreAsVerified
            Queries.HaveTheGoldenRows WalksOfQueries. KeptForms. CheckByRoots.ComparesMatches CountMotifsOn.CountLeaves
            Through.MatchesAreThose DiscoveryByLabels.OfFreeLabels DiscoveryOfSamples. Frequent.EdgeByEdge
            Frequent.InducedEquals Fastest.SamplesTell CompressedFile.HoldsRandomGraphs CompressedFile.ACompleteGraph
            AllocationFailure. LongEdgeLists.AreRefused)
        # three workers, two and three hosts, and two and three ranks stay
        string(APPEND left_out ":*/Workers1:*InRanks.*/1:*InRanks.*/7"
                               ":*OnDevices.*/host:*OnDevices.*/hosthosthosthosthosthosthost")
    endif()
    list(TRANSFORM of_numbers PREPEND ":*")
    list(TRANSFORM of_numbers APPEND "*")
    string(JOIN "" of_numbers ${of_numbers})
    string(APPEND left_out "${of_numbers}")
    set(shares 4)
    foreach(share RANGE 1 ${shares})
        math(EXPR index "${share} - 1")
        add_test(NAME ${target}.${share} COMMAND ${target} "--gtest_filter=-${left_out}" --gtest_brief=1)
        set_tests_properties(${target}.${share} PROPERTIES LABELS ${label} TIMEOUT 1800
            ENVIRONMENT "GTEST_TOTAL_SHARDS=${shares};GTEST_SHARD_INDEX=${index}")
    endforeach()
endfunction()
