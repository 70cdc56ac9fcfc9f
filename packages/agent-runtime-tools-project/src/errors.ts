import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** The error codes of this package. Problems with paths have the codes of the workspace. */
export const projectErrors = errorCatalogue({
  NO_TEST_RUNNER: {
    kind: 'user_error',
    message: 'No test runner was found for this folder.',
    suggestion: 'Call detect_project_type, or give the runner.',
  },
  NO_FORMATTER: {
    kind: 'user_error',
    message: 'No formatter was found for these files.',
    suggestion: 'Call detect_project_type, or give the formatter. A formatter that is missing is not downloaded.',
  },
  NO_PACKAGE_MANAGER: {
    kind: 'user_error',
    message: 'No package manager was found for this folder.',
    suggestion: 'Call detect_project_type, or give the manager.',
  },
  PROGRAM_MISSING: {
    kind: 'user_error',
    message: 'The program is neither in the project nor on this machine.',
    suggestion: 'Ask the person to install it, for example with install_package. It is not downloaded by this tool.',
  },
  PACKAGE_NOT_ALLOWED: {
    kind: 'permission_error',
    message: 'The name is not that of a package in a registry.',
    suggestion: 'Give the name of a package, with a version if need be: "lodash" or "lodash@4.17.21".',
  },
  INSTALL_FAILED: {
    kind: 'system_error',
    message: 'The package manager failed.',
    suggestion: 'Read what it printed.',
  },
});
