/** How a model gives a command the input it wants. */
export const howToAnswer =
  'Give the input with run_command and its parameter stdin, use an option of the program that asks nothing, or start ' +
  'it with run_command and background: true and answer with write_command_input.';
