import type { ArtifactOwner, ArtifactStore } from '@ku0/agent-runtime-tools-core';
import type { SandboxLimits } from '../sandbox-limits.ts';
import type { Sandbox, SandboxRequest, SandboxResult } from '../sandbox.ts';
import { languages } from './languages.ts';
import type { Language, LanguageName } from './languages.ts';

export interface RunCodeOptions {
  readonly language: LanguageName;
  readonly sandbox: Sandbox;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly profile: 'read-only' | 'workspace-write';
  readonly network?: boolean;
  /** Inside the workspace. */
  readonly cwd: string;
  readonly limits: Partial<SandboxLimits> & Pick<SandboxLimits, 'memoryMb'>;
  readonly trackChanges: boolean;
  readonly signal: AbortSignal;
  readonly onOutput?: SandboxRequest['onOutput'];
  readonly artifacts?: ArtifactStore;
  readonly owner?: ArtifactOwner;
  readonly taskId?: string;
  readonly callId?: string;
}

/** Runs a program in the sandbox. Never rejects. */
export async function runCode(code: string, options: RunCodeOptions): Promise<SandboxResult> {
  const { cwd, limits, network = false, onOutput, profile } = options;
  const language: Language = languages[options.language];
  return options.sandbox.run({
    argv: language.argv(options.args ?? [], limits.memoryMb),
    cwd,
    env: { ...language.env?.(cwd), ...options.env },
    profile: network ? `${profile}+network` : profile,
    limits,
    spareMemoryMb: language.spareMemoryMb,
    ...(language.file === undefined ? { input: code } : { files: { [language.file]: code } }),
    trackChanges: options.trackChanges,
    signal: options.signal,
    ...(onOutput && { onOutput }),
    ...(options.artifacts && { artifacts: options.artifacts }),
    ...(options.owner && { owner: options.owner }),
    ...(options.taskId !== undefined && { taskId: options.taskId }),
    ...(options.callId !== undefined && { callId: options.callId }),
  });
}
