import { realpath } from 'node:fs/promises';
import { relative } from 'node:path';
import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { createTrustStore, trustDigest, type TrustStore, type TrustSubject } from '@ku0/agent-runtime-tools-workspace';
import { readBounded } from '../../command-line/read-document.ts';
import { readCodeFiles, type CodeFiles } from './code-files.ts';
import { configError } from '../config-fault.ts';
import { findConfig, type FoundConfig } from '../find-config.ts';
import { namedFiles } from './named-files.ts';
import { readConfig, type CheckedConfig, type ReadConfigOptions } from '../read-config.ts';

/** The configuration of a project, and whether a person has trusted exactly its content. */
export type ProjectConfig =
  | { readonly kind: 'trusted'; readonly config: CheckedConfig; readonly isStillTrusted: () => Promise<boolean> }
  /** It can only restrict. `why` says what is missing. */
  | { readonly kind: 'untrusted'; readonly config: CheckedConfig; readonly why: string }
  /** Code that is not trusted does not run, so nobody knows what it says. */
  | { readonly kind: 'unread'; readonly file: string };

export interface ProjectConfigOptions extends Pick<ReadConfigOptions, 'selfTest'> {
  readonly trust?: TrustStore;
}

/** Reads the configuration of a project; undefined if there is none. Throws a UsageError if it cannot be used as it is. */
export async function readProjectConfig(
  workspace: string,
  { trust = createTrustStore(), ...options }: ProjectConfigOptions = {},
): Promise<ProjectConfig | undefined> {
  const found = await findConfig(workspace);
  if (found === undefined) return undefined;
  const { subject, ...content } = await contentOf(found, workspace);
  const isContentTrusted = await trust.isTrusted(subject);
  if (!isContentTrusted && found.isCode) return { kind: 'unread', file: found.file };
  const config = await readConfig(found, { ...options, ...content, workspace });
  if (!isContentTrusted) return { kind: 'untrusted', config, why: 'it is not trusted' };
  const named = async (): Promise<TrustSubject | undefined> => namedSubject(config, subject);
  try {
    const files = await named();
    if (files !== undefined && !(await trust.isTrusted(files)))
      return { kind: 'untrusted', config, why: 'a file that it names has changed since it was trusted' };
  } catch (error) {
    return { kind: 'untrusted', config, why: errorMessage(error) };
  }
  const isStillTrusted = async (): Promise<boolean> => {
    const subjects = [(await contentOf(found, workspace)).subject, await named()];
    for (const each of subjects) if (each !== undefined && !(await trust.isTrusted(each))) return false;
    return true;
  };
  return { kind: 'trusted', config, isStillTrusted: () => isStillTrusted().catch(() => false) };
}

/**
 * What a person trusts with the configuration of a project: its content, and that of the files that it names. Runs a
 * configuration that is code, because only that tells which files these are. Throws a UsageError if it cannot be used.
 */
export async function trustableConfig(
  workspace: string,
): Promise<{ readonly config: CheckedConfig; readonly subjects: readonly TrustSubject[] } | undefined> {
  const found = await findConfig(workspace);
  if (found === undefined) return undefined;
  const { subject, ...content } = await contentOf(found, workspace);
  const config = await readConfig(found, { ...content, workspace });
  try {
    const named = await namedSubject(config, subject);
    return { config, subjects: named === undefined ? [subject] : [subject, named] };
  } catch (error) {
    throw configError(found.file, errorMessage(error));
  }
}

interface ConfigContent {
  readonly subject: TrustSubject;
  readonly text?: string;
  readonly only?: CodeFiles;
}

/** What the file says, and for code the files that it imports. Runs nothing. */
async function contentOf({ file, name, isCode }: FoundConfig, workspace: string): Promise<ConfigContent> {
  const folder = await realpath(workspace);
  const subject = `config:${name}`;
  const text = await readBounded(file, 'The configuration');
  if (!isCode)
    return { text, subject: { workspace: folder, subject, digest: trustDigest([{ name: subject, content: text }]) } };
  try {
    const only = await readCodeFiles(file, folder);
    const parts = Array.from(only, ([path, content]) => ({ name: `file:${relative(folder, path)}`, content }));
    return { only, subject: { workspace: folder, subject, digest: trustDigest(parts) } };
  } catch (error) {
    throw configError(file, errorMessage(error));
  }
}

async function namedSubject(
  config: CheckedConfig,
  { workspace, subject }: TrustSubject,
): Promise<TrustSubject | undefined> {
  const files = await namedFiles(config, workspace);
  if (files.length === 0) return undefined;
  return { workspace, subject: subject.replace('config:', 'config-files:'), digest: trustDigest(files) };
}
