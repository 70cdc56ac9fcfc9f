/** Replaced by the build: the version in this package's manifest. */
declare const PACKAGE_VERSION: string | undefined;

/** The version of this package; 0.0.0 if it runs from its sources. */
export const version = typeof PACKAGE_VERSION === 'string' ? PACKAGE_VERSION : '0.0.0';
