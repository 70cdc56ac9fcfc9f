/** Lists what JSON cannot represent: undefined, functions, symbols, non-finite numbers, instances of classes. */
export function checkPlainData(value: unknown, at = ''): string[] {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return [];
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${at}: ${value} is not JSON`];
  if (typeof value !== 'object') return [`${at}: ${typeof value} is not JSON`];
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return [`${at}: not a plain object`];
  if (Object.getOwnPropertySymbols(value).length > 0) return [`${at}: has symbols`];
  const names = Object.getOwnPropertyNames(value).filter((name) => !(Array.isArray(value) && name === 'length'));
  const hidden = names.filter((name) => !Object.prototype.propertyIsEnumerable.call(value, name));
  return [
    ...hidden.map((name) => `${at}/${name}: hidden from JSON`),
    ...Object.entries(value).flatMap(([name, child]) => checkPlainData(child, `${at}/${name}`)),
  ];
}
