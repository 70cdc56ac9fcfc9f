/** Replaced by the build: the version in this package's manifest, and that of the core it was built with. */
declare const PACKAGE_VERSION: string | undefined;
declare const BUILT_CORE_VERSION: string | undefined;

/** The version of this package and of its tools; 0.0.0 if it runs from its sources. */
export const version = typeof PACKAGE_VERSION === 'string' ? PACKAGE_VERSION : '0.0.0';

/** The versions that the pack states. From its sources it names no core, and is registered with any. */
export const packVersions =
  typeof BUILT_CORE_VERSION === 'string' ? { version, coreVersion: BUILT_CORE_VERSION } : { version };
