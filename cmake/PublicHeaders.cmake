# The headers that docs/api.md names, which a program may include. They are installed with those that they include.
set(public_headers
    core/error core/types
    graph/graph graph/graph_ref graph/open graph/io graph/marks graph/names graph/generators graph/numbering
    graph/arcs graph/arc_lists graph/columns graph/read_report graph/compressed_graph graph/from_boost
    pattern/pattern pattern/from_boost pattern/from_graph pattern/matching_plan
    contract/session contract/result contract/plan contract/arrays contract/run_memory contract/class_totals
    traversal/traversal traversal/filter traversal/edge_position traversal/rounds traversal/level_state
    output/counter output/by_pattern output/by_pattern_input output/by_size output/size_counts output/by_key
    output/by_length output/store output/store_input output/per_vertex_and_edge output/local_counts output/per_orbit
    output/fold output/folds output/best output/table output/columns output/arrow output/output_list
    engine/lists engine/masks engine/exclusive engine/exclusive_arcs engine/by_edges engine/rows engine/neighbours engine/wedges
    engine/matching engine/timed_arcs engine/engine engine/scratch
    run/run run/options run/result run/plan run/resident run/resident_lists run/resident_sort
    run/resident_arcs run/run_on_arcs run/kept_batch run/devices
    run/device_links run/ranks run/broadcast run/balance run/calibration
    canonical/transition_table canonical/catalogue canonical/parse_pattern canonical/automorphisms
    canonical/adjacency canonical/canonical_form canonical/graph6 canonical/graphlets
    loadbalance/policy loadbalance/trace loadbalance/simulation)
set(public_headers_of_applications apps/bound_application apps/bind apps/command apps/on_matches apps/pattern_codes apps/clique apps/motif apps/isomorphism apps/parts apps/sieve
    apps/compression apps/compress apps/graphlets apps/graphlet_distance apps/discovery apps/random_graph
    apps/frequent apps/six apps/approximate apps/query apps/temporal)

# Sets `result` to HEADER and all that it includes, in turn, from `folders`: paths from there, cerrado/...
function(cerrado_headers_reached result folders)
    set(reached)
    set(waiting ${ARGN})
    while(waiting)
        list(POP_FRONT waiting header)
        if(header IN_LIST reached)
            continue()
        endif()
        foreach(folder IN LISTS folders)
            if(EXISTS ${folder}/${header})
                list(APPEND reached ${header})
                file(STRINGS ${folder}/${header} lines REGEX "^#[ ]*include <cerrado/")
                foreach(line IN LISTS lines)
                    string(REGEX REPLACE "^#[ ]*include <([^>]+)>.*" "\\1" included "${line}")
                    list(APPEND waiting ${included})
                endforeach()
                break()
            endif()
        endforeach()
        if(NOT header IN_LIST reached)
            message(FATAL_ERROR "the public header ${header}, or one that a public header includes, is not there")
        endif()
    endwhile()
    set(${result} ${reached} PARENT_SCOPE)
endfunction()
