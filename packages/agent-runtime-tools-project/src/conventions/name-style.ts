/** How a name is written: `getUser` is camelCase. Undefined for a single lower-case word, which fits several styles. */
export function nameStyle(name: string): string | undefined {
  const plain = name.replace(/^[_$]+|[_$]+$/g, '');
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(plain) && plain.length > 1) return 'UPPER_CASE';
  if (/^[A-Z][A-Za-z0-9]*$/.test(plain)) return 'PascalCase';
  if (/^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/.test(plain)) return 'snake_case';
  if (/^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(plain)) return 'kebab-case';
  if (/^[a-z][a-z0-9]*[A-Z][A-Za-z0-9]*$/.test(plain)) return 'camelCase';
  return undefined;
}
