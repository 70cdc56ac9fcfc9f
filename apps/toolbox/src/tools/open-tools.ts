import { createTools, type CreatedTools, type CreateToolsOptions, type FamilyChoice } from '@ku0/agent-runtime-tools';
import type { ToolMiddleware, ToolPack } from '@ku0/agent-runtime-tools-core';
import type { Output } from '@ku0/agent-runtime-tools-terminal';
import type { CallRules } from '../call/load-rules.ts';

export interface OpenToolsOptions extends Pick<CreateToolsOptions, 'ask' | 'callbacks' | 'services' | 'state'> {
  readonly workspace: string;
  /** Given to `main` instead of the families and packs of the configuration. */
  readonly packs: readonly ToolPack[] | undefined;
  /** Where problems with specs and telemetry are shown. */
  readonly err: Output;
  /** Whether something else than people reads standard output: a protocol, or JSON. */
  readonly isOutputTaken: boolean;
  /** Whether it runs on: specs are followed, and metrics are served. */
  readonly isServer?: boolean;
}

/** Creates the tools as the configuration and the command line describe them. `close` also ends specs and telemetry. */
export async function openTools(
  { specs, telemetry: settings, packs: configured, families, projectHooks, ...rules }: CallRules,
  { workspace, packs: given, err, isOutputTaken, isServer = false, ...more }: OpenToolsOptions,
): Promise<CreatedTools<FamilyChoice>> {
  const telemetry =
    settings &&
    (await (await import('../telemetry/open-telemetry.ts')).openTelemetry(settings, { err, isOutputTaken, isServer }));
  const use: ToolMiddleware[] = [
    ...(projectHooks === undefined ? [] : [projectHooks]),
    ...(telemetry?.middlewares ?? []),
  ];
  const closers: (() => Promise<void>)[] = telemetry === undefined ? [] : [telemetry.close];
  try {
    const created = await createTools({
      root: workspace,
      ...rules,
      ...more,
      ...(given === undefined ? { families, packs: configured } : { families: [], packs: given }),
      ...(use.length > 0 && { use }),
    });
    closers.unshift(created.close);
    if (specs.own !== undefined || specs.project !== undefined) {
      const { attachSpecs } = await import('../specs/attach-specs.ts');
      closers.unshift(await attachSpecs(specs, created, { err, isServer }));
    }
    let closing: Promise<void> | undefined;
    return { ...created, close: () => (closing ??= closeAll(closers)) };
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

/** One after the other: the tools go before what records their end. */
async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  for (const close of closers) await close().catch(() => undefined);
}
