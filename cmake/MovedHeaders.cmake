# The headers that have moved since version 0.1: the old name, and the new one. A file with the old name tells the compiler
# the new one. The files are made here for the build and for the installed library, and go with version 0.3.
set(moved_headers
    runtime/run run/run
    runtime/options run/options
    runtime/result run/result
    runtime/resident run/resident
    runtime/devices run/devices
    runtime/calibration run/calibration
    traversal/application run/run
    run/session/session contract/session
    run/session/plan run/plan
    run/conduct/balance run/balance
    run/conduct/calibration run/calibration
    run/ranks/ranks run/ranks
    run/ranks/broadcast run/broadcast
    engine/visits/scratch engine/scratch
    graph/order/numbering graph/numbering)
set(moved_headers_folder ${PROJECT_BINARY_DIR}/moved)
file(REMOVE_RECURSE ${moved_headers_folder})
while(moved_headers)
    list(POP_FRONT moved_headers old new)
    file(WRITE ${moved_headers_folder}/cerrado/${old}.hpp "#error \"this header has moved: include <cerrado/${new}.hpp>\"\n")
endwhile()
