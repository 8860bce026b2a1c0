# cmake --install gives find_package(Cerrado): the targets Cerrado::framework, canonical and loadbalance, apps where the
# applications are built, and cerrado_add_application.
include(CMakePackageConfigHelpers)
set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Cerrado)

set(libraries cerrado_framework cerrado_canonical cerrado_loadbalance)
set(headers framework/cerrado canonical/cerrado loadbalance/cerrado)
if(TARGET cerrado_apps)
    list(APPEND libraries cerrado_apps)
    list(APPEND headers apps/library/cerrado)
endif()
install(TARGETS ${libraries} EXPORT CerradoTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh")
install(EXPORT CerradoTargets NAMESPACE Cerrado:: DESTINATION ${config_folder})
configure_package_config_file(cmake/CerradoConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/CerradoConfig.cmake
    INSTALL_DESTINATION ${config_folder})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/CerradoConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/CerradoConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/CerradoConfigVersion.cmake
              cmake/CerradoApplication.cmake cmake/CerradoCudaLanguage.cmake cmake/FindNauty.cmake cmake/FindZstd.cmake cmake/FindMetis.cmake
        DESTINATION ${config_folder})
