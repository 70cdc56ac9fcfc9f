import { errorMessage } from '@ku0/agent-runtime-tools-core';
import {
  databaseLoader,
  fileLoader,
  httpLoader,
  openApiReader,
  postgresSpecDatabase,
  sqliteSpecDatabase,
  type HttpLoaderOptions,
  type SpecLoader,
} from '@ku0/agent-runtime-tools-specs';
import { UsageError } from '../command-line/usage-error.ts';
import { isAddress } from '../config/absolute-paths.ts';
import type { SpecSettings, SpecSourceSettings } from '../config/toolbox-config.ts';
import { privateHosts } from './private-hosts.ts';

/** Specs of the person and of a trusted project. */
export interface ChosenSpecs {
  readonly own: SpecSettings | undefined;
  readonly project: SpecSettings | undefined;
}

/** The loaders of all sources. Throws a UsageError for a source that cannot be one. */
export function specLoaders({ own, project }: ChosenSpecs): SpecLoader[] {
  return [
    ...(own?.sources ?? []).map((source) => loaderOf(source, { isProject: false })),
    // What has changed since it was trusted must not become a tool.
    ...(project?.sources ?? []).map((source) => unwatched(loaderOf(source, { isProject: true }))),
  ];
}

function unwatched(loader: SpecLoader): SpecLoader {
  return {
    name: loader.name,
    load: (options) => loader.load(options),
    ...(loader.close !== undefined && { close: () => loader.close?.() ?? Promise.resolve() }),
  };
}

function loaderOf(source: SpecSourceSettings, place: { readonly isProject: boolean }): SpecLoader {
  const { files, url, openApi, sqlite, postgres, table } = source;
  const inTable = table !== undefined && { table };
  if (files !== undefined) return fileLoader(files);
  if (sqlite !== undefined) return databaseLoader(sqliteSpecDatabase({ file: sqlite, ...inTable }));
  if (postgres !== undefined) return databaseLoader(postgresSpecDatabase({ connection: postgres, ...inTable }));
  if (url !== undefined) return fromAddress(url, proofOf(source), place);
  const { serverUrl, prefix, auth } = source;
  const read = openApiReader({
    ...(serverUrl !== undefined && { serverUrl }),
    ...(prefix !== undefined && { prefix }),
    ...(auth !== undefined && { auth }),
  });
  if (openApi === undefined || !isAddress(openApi)) return fileLoader(openApi ?? [], { read });
  return fromAddress(openApi, { ...proofOf(source), read }, place);
}

function proofOf({ digest, publicKey, signatureUrl, trustServer, headers }: SpecSourceSettings): HttpLoaderOptions {
  return {
    ...(digest !== undefined && { digest }),
    ...(publicKey !== undefined && { publicKey }),
    ...(signatureUrl !== undefined && { signatureUrl }),
    ...(trustServer !== undefined && { trustServer }),
    ...(headers !== undefined && { headers }),
  };
}

function fromAddress(url: string, options: HttpLoaderOptions, place: { readonly isProject: boolean }): SpecLoader {
  try {
    return httpLoader(url, { ...options, network: { allowPrivate: privateHosts(url, place) } });
  } catch (error) {
    throw new UsageError(`specs.sources: ${url}: ${errorMessage(error)}`, {
      next: ['Give the source a digest or a publicKey, or trustServer: true, in the configuration.'],
    });
  }
}
