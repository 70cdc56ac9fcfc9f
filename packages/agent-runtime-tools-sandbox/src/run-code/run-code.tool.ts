import { Type, artifactOwnerOf, defineTool, fail, ok, printable } from '@ku0/agent-runtime-tools-core';
import type {
  ArtifactRef,
  ContentPart,
  HandlerMetadata,
  ToolContext,
  ToolServices,
} from '@ku0/agent-runtime-tools-core';
import { LiveOutput, cleanText, traceVariables, stripColours } from '@ku0/agent-runtime-tools-processes';
import { workingFolder } from '@ku0/agent-runtime-tools-workspace';
import { limitNote } from '../explain/limit-note.ts';
import { DEFAULT_LIMITS } from '../sandbox-limits.ts';
import type { LimitHit, SandboxLimits } from '../sandbox-limits.ts';
import type { Sandbox, SandboxResult } from '../sandbox.ts';
import { runCode } from './run-code.ts';
import { version } from '../version.ts';

/** The options of `sandboxPack`. */
export interface SandboxPackOptions {
  /** With 'read-only', code can read the workspace but not change it. Default 'workspace-write'. */
  readonly profile?: 'read-only' | 'workspace-write';
  /** Reports which files a run changed, by scanning the workspace before and after it. Default true. */
  readonly trackChanges?: boolean;
  /** The longest `timeout` that a call may ask for, in seconds. Default 600. */
  readonly maxTimeoutSeconds?: number;
}

const OptionalLimit = (description: string, maximum: number) =>
  Type.Optional(Type.Number({ description, exclusiveMinimum: 0, maximum }));

const parameters = (maxTimeout: number) =>
  Type.Object({
    language: Type.Union([Type.Literal('python'), Type.Literal('bash'), Type.Literal('javascript')], {
      description: 'The language of the code.',
    }),
    code: Type.String({
      description: 'The program. Print what you want to see: only its output comes back, no value of an expression.',
      minLength: 1,
      maxLength: 1_000_000,
      examples: ['print(6 * 7)'],
    }),
    args: Type.Optional(Type.Array(Type.String(), { description: 'Command-line arguments.', maxItems: 1000 })),
    env: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'Environment variables; nothing else is inherited.' }),
    ),
    timeout: Type.Optional(
      Type.Number({
        description: 'Seconds until it is stopped.',
        exclusiveMinimum: 0,
        maximum: maxTimeout,
        default: 60,
      }),
    ),
    network: Type.Optional(
      Type.Boolean({ description: 'Whether it needs the network, which a person must allow.', default: false }),
    ),
    memoryMb: OptionalLimit('Megabytes of memory it may use.', 1_000_000),
    cpuSeconds: OptionalLimit('Seconds of processor time it may use.', 100_000),
  });

const LimitName = Type.Union(
  [
    Type.Literal('time'),
    Type.Literal('cpu'),
    Type.Literal('memory'),
    Type.Literal('processes'),
    Type.Literal('openFiles'),
    Type.Literal('fileSize'),
    Type.Literal('disk'),
    Type.Literal('output'),
  ],
  { description: 'The limit that ended it, or that it ran into.' },
);

const output = Type.Object({
  stdout: Type.String(),
  stderr: Type.String(),
  exitCode: Type.Integer({ description: '137 for a program that was stopped.' }),
  duration: Type.Number({ description: 'Milliseconds.' }),
  filesChanged: Type.Array(Type.String(), { description: 'New, changed and removed files of the workspace.' }),
  limitHit: Type.Optional(LimitName),
  refused: Type.Optional(Type.Array(Type.String(), { description: 'What the sandbox kept it from.' })),
  truncated: Type.Optional(Type.Boolean({ description: 'Output is missing in the middle.' })),
});

interface RunCodeValue {
  stdout: string;
  stderr: string;
  exitCode: number;
  duration: number;
  filesChanged: string[];
  limitHit?: LimitHit;
  refused?: string[];
  truncated?: boolean;
}

/** The tool `run_code`. */
export function runCodeTool({
  profile = 'workspace-write',
  trackChanges = true,
  maxTimeoutSeconds = 600,
}: SandboxPackOptions = {}) {
  const writes = profile === 'workspace-write';
  return defineTool({
    name: 'run_code',
    description: [
      'Runs a Python, bash or JavaScript program in a sandbox and returns what it printed.',
      `It starts in the workspace, which is the only place besides /tmp that it sees of the user's files${writes ? ' and may change' : '; it may only write to /tmp'}.`,
      'There is no network unless it is asked for. Packages that the project or the system has can be used, others cannot be installed.',
      ...(writes ? ['What it changes cannot be undone with undo_change.'] : []),
    ].join(' '),
    version,
    parameters: parameters(maxTimeoutSeconds),
    output,
    capabilities: {
      readsFiles: true,
      writesFiles: writes,
      executesCommands: true,
      accessesNetwork: true,
      destructive: writes,
      requiresEngine: 'bubblewrap',
    },
    requiresApproval: ({ network }) => network === true,
    limits: { timeoutMs: (maxTimeoutSeconds + 30) * 1000, graceMs: 2000 },
    resources: () => [{ key: '*', access: writes ? 'write' : 'read' }],
    async execute({ language, code, args, env, timeout, network, memoryMb, cpuSeconds }, context) {
      const sandbox = sandboxOf(context.services);
      const live = new LiveOutput(context.emitOutput);
      const result = await runCode(code, {
        language,
        sandbox,
        profile,
        trackChanges,
        network: network ?? false,
        signal: context.signal,
        args: args ?? [],
        env: { ...traceVariables(context), ...env },
        owner: artifactOwnerOf(context),
        taskId: context.taskId,
        callId: context.callId,
        cwd: await workingFolderOf(sandbox, context),
        limits: {
          timeoutSeconds: timeout ?? DEFAULT_LIMITS.timeoutSeconds,
          memoryMb: memoryMb ?? DEFAULT_LIMITS.memoryMb,
          ...(cpuSeconds !== undefined && { cpuSeconds }),
        },
        onOutput: (stream, text) => live.push(stream, text),
        ...(context.services.artifacts && { artifacts: context.services.artifacts }),
      });
      if (result.error !== undefined || result.exitCode === undefined) return fail(result.error ?? NO_EXIT_CODE);
      live.end();
      const value = valueOf(
        result,
        result.exitCode,
        clampedLimitNotes({ timeout, memoryMb, cpuSeconds }, result.limits),
      );
      return ok(value, metadataOf(result, result.artifact ?? (await storeRawOutput(result, value, context))));
    },
    toModelOutput: renderForModel,
    preview: (result, maxLines) =>
      result.ok
        ? [previewLine(result.value), ...result.value.stdout.split('\n')].slice(0, maxLines)
        : [result.error.message],
  });
}

/** The first line of the preview. */
function previewLine({ exitCode, filesChanged }: RunCodeValue): string {
  if (filesChanged.length === 0) return `exit ${exitCode}`;
  const more = filesChanged.length - MAX_NAMED;
  const named = filesChanged.slice(0, MAX_NAMED).map((path) => printable(path));
  return `exit ${exitCode}; changed ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const MAX_NAMED = 5;

const NO_EXIT_CODE = { code: 'EXECUTION_ERROR', message: 'The program ended without an exit code.' };

function sandboxOf({ sandbox }: ToolServices): Sandbox {
  if (sandbox === undefined) throw new TypeError('run_code needs services.sandbox.');
  return sandbox;
}

/** The working folder of the call. Without a workspace service it is the first root of the sandbox. */
async function workingFolderOf(sandbox: Sandbox, { cwd, services }: ToolContext): Promise<string> {
  if (services.workspace !== undefined) return workingFolder(services.workspace, { cwd });
  const roots = await sandbox.roots();
  return roots.some((root) => cwd === root || cwd.startsWith(`${root}/`)) ? cwd : (roots[0] ?? '/');
}

interface RequestedLimits {
  readonly timeout: number | undefined;
  readonly memoryMb: number | undefined;
  readonly cpuSeconds: number | undefined;
}

/** Notes about limits that the host reduced, so that the model does not ask for even more. */
function clampedLimitNotes(
  { timeout = 0, memoryMb = 0, cpuSeconds = 0 }: RequestedLimits,
  limits?: SandboxLimits,
): string[] {
  if (limits === undefined) return [];
  const asked = [
    { name: 'timeout', wanted: timeout, given: limits.timeoutSeconds, unit: 's' },
    { name: 'memoryMb', wanted: memoryMb, given: limits.memoryMb, unit: 'MB' },
    { name: 'cpuSeconds', wanted: cpuSeconds, given: limits.cpuSeconds, unit: 's' },
  ];
  return asked
    .filter(({ wanted, given }) => wanted > given)
    .map(({ name, given, unit }) => `The sandbox limited ${name} to ${given} ${unit}, the most that it allows.`);
}

function valueOf(result: SandboxResult, exitCode: number, limited: readonly string[]): RunCodeValue {
  const refused = [...limited, ...result.refused];
  return {
    stdout: cleanText(result.stdout),
    stderr: cleanText(result.stderr),
    exitCode,
    duration: Math.round(result.durationMs * 10) / 10,
    filesChanged: [...(result.filesChanged ?? [])],
    ...(result.limitHit !== undefined && { limitHit: result.limitHit }),
    ...(refused.length > 0 && { refused }),
    ...(result.truncated && { truncated: true }),
  };
}

/** Stores the output as it was printed, if cleaning removed more than colours. */
async function storeRawOutput(
  { stdout, stderr }: SandboxResult,
  shown: RunCodeValue,
  context: ToolContext,
): Promise<ArtifactRef | undefined> {
  if (stripColours(stdout) === shown.stdout && stripColours(stderr) === shown.stderr) return undefined;
  const { services, callId } = context;
  const owner = artifactOwnerOf(context);
  const info = { owner, mediaType: 'text/plain', description: 'Raw output of run_code', callId };
  return services.artifacts?.put(stdout + stderr, info).catch(() => undefined);
}

function metadataOf({ warnings, filesChanged }: SandboxResult, artifact: ArtifactRef | undefined): HandlerMetadata {
  return {
    ...(filesChanged !== undefined && filesChanged.length > 0 && { filesAccessed: filesChanged }),
    ...(artifact && { artifacts: [artifact] }),
    ...(warnings && { warnings }),
  };
}

function renderForModel(value: RunCodeValue): ContentPart[] {
  const { stdout, stderr, exitCode, filesChanged, limitHit, refused = [], truncated = false } = value;
  const parts = [
    ...(stdout === '' ? [] : [stdout.trimEnd()]),
    ...(stderr === '' ? [] : [`[stderr]\n${stderr.trimEnd()}`]),
    ...(truncated ? ['[output truncated; to see another part, print less, or into a file]'] : []),
    ...(limitHit === undefined ? [] : [limitNote(limitHit, { call: true })]),
    ...refused,
    ...(exitCode === 0 ? [] : [`Exit code ${exitCode}.`]),
    ...(filesChanged.length === 0 ? [] : [`Files changed: ${listed(filesChanged)}`]),
  ];
  return [{ type: 'text', text: parts.join('\n') || 'It ended without output.' }];
}

const MAX_LISTED = 50;

function listed(files: readonly string[]): string {
  const more = files.length - MAX_LISTED;
  return (
    files
      .slice(0, MAX_LISTED)
      .map((file) => printable(file))
      .join(', ') + (more > 0 ? ` and ${more} more` : '')
  );
}
