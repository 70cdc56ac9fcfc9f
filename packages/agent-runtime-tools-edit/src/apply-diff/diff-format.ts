/** Explains SEARCH/REPLACE blocks in the descriptions of the tools that take them. */
export const diffFormat =
  'A block is a line "<<<<<<< SEARCH", the old lines as they are in the file, a line "=======", the new lines, and a line ' +
  '">>>>>>> REPLACE". ":start_line:N" and "-------" may follow the first line to say where. Put a backslash before content ' +
  'lines that look like one of these markers.';

export const diffExample = '<<<<<<< SEARCH\nconst limit = 10;\n=======\nconst limit = 20;\n>>>>>>> REPLACE';
