/** A variable of the environment. Ends the program if it is not set. */
export function required(name: string): string {
  const value = process.env[name];
  if (value !== undefined && value !== '') return value;
  console.error(`Set ${name}; README.md says to what.`);
  process.exit(1);
}
