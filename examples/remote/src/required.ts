/** A variable of the environment. Throws if it is not set. */
export function required(name: string): string {
  const value = process.env[name];
  if (value !== undefined && value !== '') return value;
  throw new Error(`Set ${name}; README.md says to what.`);
}
