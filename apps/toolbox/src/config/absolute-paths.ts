import { resolve } from 'node:path';
import type { SpecSettings, SpecSourceSettings, TelemetrySettings } from './toolbox-config.ts';

/** The settings of specs, with paths from this folder. */
export function absoluteSpecs(specs: SpecSettings, folder: string): SpecSettings {
  const at = (path: string): string => resolve(folder, path);
  const { modules, python } = specs;
  return {
    ...specs,
    sources: specs.sources.map((source) => absoluteSource(source, at)),
    ...(modules !== undefined && { modules: modules.map(at) }),
    ...(python !== undefined && { python: { ...python, folders: python.folders.map(at) } }),
  };
}

function absoluteSource(source: SpecSourceSettings, at: (path: string) => string): SpecSourceSettings {
  const { files, openApi, sqlite } = source;
  return {
    ...source,
    ...(files !== undefined && { files: [files].flat().map(at) }),
    ...(openApi !== undefined && { openApi: isAddress(openApi) ? openApi : at(openApi) }),
    ...(sqlite !== undefined && { sqlite: at(sqlite) }),
  };
}

/** Whether a place of specs is an address and not a file. */
export function isAddress(place: string): boolean {
  return /^https?:\/\//.test(place);
}

/** The settings of telemetry, with the path of the log file from this folder. */
export function absoluteTelemetry(telemetry: TelemetrySettings, folder: string): TelemetrySettings {
  const { logs } = telemetry;
  if (typeof logs !== 'object' || logs.to === undefined || logs.to === 'stderr' || logs.to === 'stdout')
    return telemetry;
  return { ...telemetry, logs: { ...logs, to: resolve(folder, logs.to) } };
}
