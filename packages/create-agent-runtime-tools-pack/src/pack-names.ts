/** The names that the parts of a pack get from the name of its package. */
export interface PackNames {
  /** The package: `@acme/weather-pack`. */
  readonly name: string;
  /** The folder: `weather-pack`. */
  readonly folder: string;
  /** The pack: `weather`. */
  readonly pack: string;
  /** The function that creates it: `weatherPack`. */
  readonly factory: string;
  /** Its first tool: `weather_count_words`. */
  readonly tool: string;
}

/** Throws if npm would not accept the name. */
export function packNames(name: string): PackNames {
  if (!PACKAGE_NAME.test(name) || name.length > 100)
    throw new TypeError(
      `"${name}" cannot be the name of a pack: use small letters, digits and hyphens, such as weather-pack or @acme/weather-pack.`,
    );
  const folder = name.slice(name.indexOf('/') + 1);
  const pack = folder.replace(/^agent-runtime-tools-/, '').replace(/-pack$/, '');
  const words = pack.split('-');
  const camel = words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
  return { name, folder, pack, factory: `${camel}Pack`, tool: `${words.join('_').slice(0, 50)}_count_words` };
}

const PART = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*';
const PACKAGE_NAME = new RegExp(`^(?:@${PART}/)?${PART}$`);
