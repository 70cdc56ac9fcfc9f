import { resolve } from 'node:path';
import {
  FileApprovalStore,
  PostgresApprovalStore,
  RedisApprovalStore,
  SqliteApprovalStore,
  type ApprovalStore,
} from '@ku0/agent-runtime-tools-approval';
import type { CommandOptions } from '../command-line/command.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { withoutPassword } from '../command-line/without-password.ts';

/** A store, and its place for people to read. */
export interface OpenedStore {
  readonly store: ApprovalStore;
  /** Has no password. */
  readonly place: string;
}

/** The store that `--store` or the variable TOOLBOX_APPROVAL_STORE names; undefined if neither does. */
export function namedStore({ store }: CommandOptions): OpenedStore | undefined {
  const given = typeof store === 'string' ? store : process.env['TOOLBOX_APPROVAL_STORE'];
  if (given === undefined || given === '') return undefined;
  const place = withoutPassword(given);
  try {
    return { store: storeAt(given), place };
  } catch {
    // The error could repeat the address.
    throw new UsageError(`${place} is not the address of a store of approvals.`, {
      next: ['Use postgres://…, redis://… or rediss://…, or a file: JSON, or SQLite if it ends in .db.'],
    });
  }
}

/** As `namedStore`, and by default the file in the state folder. */
export function openApprovalStore(options: CommandOptions): OpenedStore {
  const named = namedStore(options);
  if (named !== undefined) return named;
  const store = new FileApprovalStore();
  return { store, place: store.file };
}

function storeAt(given: string): ApprovalStore {
  if (/^postgres(?:ql)?:\/\//.test(given) && URL.canParse(given))
    return new PostgresApprovalStore({ connection: given });
  if (/^rediss?:\/\//.test(given)) return new RedisApprovalStore({ url: given });
  if (given.includes('://')) throw new TypeError('The protocol is not known.');
  const file = resolve(given);
  return /\.(?:db|sqlite3?)$/.test(file) ? new SqliteApprovalStore({ file }) : new FileApprovalStore({ file });
}
