# cmake --install gives find_package(Cerrado): the targets Cerrado::framework, canonical and loadbalance, apps where the
# applications are built, and cerrado_add_application.
include(CMakePackageConfigHelpers)
set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Cerrado)

include(cmake/PublicHeaders.cmake)
set(libraries cerrado_framework cerrado_canonical cerrado_loadbalance)
set(folders ${PROJECT_SOURCE_DIR}/framework ${PROJECT_SOURCE_DIR}/canonical ${PROJECT_SOURCE_DIR}/loadbalance)
if(TARGET cerrado_apps)
    list(APPEND libraries cerrado_apps)
    list(APPEND folders ${PROJECT_SOURCE_DIR}/apps/library)
    list(APPEND public_headers ${public_headers_of_applications})
endif()
install(TARGETS ${libraries} EXPORT CerradoTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
list(TRANSFORM public_headers PREPEND cerrado/)
list(TRANSFORM public_headers APPEND .hpp)
cerrado_headers_reached(headers "${folders}" ${public_headers})
foreach(header IN LISTS headers)
    foreach(folder IN LISTS folders)
        if(EXISTS ${folder}/${header})
            get_filename_component(place ${header} DIRECTORY)
            install(FILES ${folder}/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${place})
        endif()
    endforeach()
endforeach()
install(EXPORT CerradoTargets NAMESPACE Cerrado:: DESTINATION ${config_folder})
configure_package_config_file(cmake/CerradoConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/CerradoConfig.cmake
    INSTALL_DESTINATION ${config_folder})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/CerradoConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/CerradoConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/CerradoConfigVersion.cmake
              cmake/CerradoApplication.cmake cmake/CerradoCudaLanguage.cmake cmake/FindNauty.cmake cmake/FindZstd.cmake cmake/FindMetis.cmake
        DESTINATION ${config_folder})
