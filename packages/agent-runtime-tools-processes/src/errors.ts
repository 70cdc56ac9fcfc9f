import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** The errors of starting programs and of writing to background programs. */
export const processErrors = errorCatalogue({
  PROGRAM_NOT_FOUND: {
    kind: 'user_error',
    message: 'There is no program with this name.',
    suggestion: 'Check the spelling, give its full path, or install it.',
  },
  NOT_EXECUTABLE: {
    kind: 'user_error',
    message: 'The file may not be executed.',
    suggestion: 'Run it through its interpreter, or make it executable first.',
  },
  INTERPRETER_NOT_FOUND: {
    kind: 'user_error',
    message: 'The script exists, but the interpreter named in its first line does not.',
    suggestion: 'Install the interpreter, or run the script with an installed one.',
  },
  INVALID_DIRECTORY: {
    kind: 'user_error',
    message: 'The working directory does not exist or cannot be entered.',
    suggestion: 'Give a working directory that exists.',
  },
  INVALID_COMMAND: {
    kind: 'validation_error',
    message: 'The command cannot be run as it is written.',
    suggestion: 'Give a program and its arguments, without NUL characters.',
  },
  INVALID_ENVIRONMENT: {
    kind: 'validation_error',
    message: 'An environment variable has an invalid name or value.',
    suggestion: 'Use names without "=" and values without NUL characters.',
  },
  ENVIRONMENT_NOT_ALLOWED: {
    kind: 'security_error',
    message: 'The environment sets a variable that makes programs load, run or write something else.',
    suggestion:
      'Omit it. Name programs by their path, or set the variable in the command line, where approval sees it.',
  },
  COMMAND_TOO_LONG: {
    kind: 'user_error',
    message: 'The arguments and the environment are longer than the system allows.',
    suggestion: 'Pass long input on standard input or in a file.',
  },
  TOO_MANY_PROCESSES: {
    kind: 'system_error',
    message: 'Too many programs are running.',
    suggestion: 'Wait for some to end, or stop them.',
    retryable: true,
  },
  SPAWN_FAILED: {
    kind: 'system_error',
    message: 'The system could not start the program.',
    suggestion: 'Try another way; the same command will most likely fail again.',
  },
  INPUT_CLOSED: {
    kind: 'user_error',
    message: 'The program no longer accepts input.',
    suggestion: 'Read its output: it has ended, or its input was closed.',
  },
  INPUT_FULL: {
    kind: 'user_error',
    message: 'The program is not reading the input it already has.',
    suggestion: 'Read its output, and write again when it has continued.',
    retryable: true,
  },
});
