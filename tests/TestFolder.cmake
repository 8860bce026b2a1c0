# cerrado_test_folder(folder label [THREADS] [source...])
#     One GoogleTest executable of the folder's *_test.cpp and helper sources (or of the sources given). Sources that call
#     cerrado::run or use the CUDA warp compile as CUDA when CUDA is on, like an application's. Suites or tests named
#     *Cuda* or *Gpu* bear the label gpu instead. THREADS: what is tested runs on several threads; its tests bear the label
#     threads too, and the target threaded_tests builds them.
add_custom_target(threaded_tests)
function(cerrado_test_folder folder label)
    cmake_parse_arguments(PARSE_ARGV 2 argument THREADS "" "")
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
    if(label STREQUAL unit)  # many small sources that run for a moment: most of the time goes into optimizing them
        set(level -O1)
        if(CERRADO_SANITIZE STREQUAL "address")
            set(level -O0)
        endif()
        target_compile_options(${target} PRIVATE $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:${level}>)
    endif()
    if(CERRADO_WITH_CUDA)
        cerrado_mark_cuda_tests(${target} ${sources})
    endif()
    target_link_libraries(${target} PRIVATE
        cerrado_test_places cerrado_verifiers Cerrado::framework Cerrado::canonical Cerrado::loadbalance ${CERRADO_FMT} ZLIB::ZLIB Boost::headers GTest::gtest_main)
    target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
    if(argument_THREADS)
        string(APPEND label " threads")  # one label, since gtest_discover_tests takes no list; ctest -L finds either word
        add_dependencies(threaded_tests ${target})
    endif()
    cerrado_discover_tests(${target} ${label})
endfunction()

function(cerrado_mark_cuda_tests target)
    foreach(source IN LISTS ARGN)
        file(STRINGS ${source} marks REGEX "#include [<\"]cerrado/(run/run|warp/cuda)[.]hpp")
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
    else()  # many numbers, of which others of the same suite go through the same code
        set(of_numbers Graphlets.HaveClosedForms Orbits.AddUpToTheCounts SieveRuns.OrdersOfTheSumsAgree Sieve.MissesRarely
            DirectedMotifs.OfSixVertices KeptRuns.OnAResidentGraphAddUp FirstMatch.SoManyDifferentOnes
            KeptForms.OfFormulas KeptForms.OfSignedSums/ KeptForms.OfLabelledMatches/ EachMatch.IsThatOfTheVerifier
            CountMotifsOn.OfAllSubgraphsAreTheMatches)
        list(TRANSFORM of_numbers PREPEND ":*")
        list(TRANSFORM of_numbers APPEND "*")
        string(JOIN "" of_numbers ${of_numbers})
        string(APPEND left_out "${of_numbers}")
    endif()
    set(shares 4)
    foreach(share RANGE 1 ${shares})
        math(EXPR index "${share} - 1")
        add_test(NAME ${target}.${share} COMMAND ${target} "--gtest_filter=-${left_out}" --gtest_brief=1)
        set_tests_properties(${target}.${share} PROPERTIES LABELS ${label} TIMEOUT 1800
            ENVIRONMENT "GTEST_TOTAL_SHARDS=${shares};GTEST_SHARD_INDEX=${index}")
    endforeach()
endfunction()
