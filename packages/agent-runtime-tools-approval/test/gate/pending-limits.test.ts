import { describe, expect, it } from 'vitest';
import { ApprovalGate } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';
import { session, until } from '../fixtures/session.ts';

const anna = { id: 'anna' };
const ben = { id: 'ben' };
const KIB = 1024;

describe('What waits for answers', () => {
  const waitingIn = (folder: Folder, gate: ApprovalGate) => {
    const { coordinator } = session(folder, { gate });
    /** Whether a write of this many characters begins to wait. Its diff and preview count as well. */
    const waits = async (principal: { id: string }, length: number): Promise<boolean> => {
      const before = gate.pending().length;
      const params = { path: 'a.txt', content: 'x'.repeat(length) };
      const call = coordinator.execute('write_file', params, { principal });
      let result: unknown;
      void call.then((ended) => (result = ended));
      await until(() => result !== undefined || gate.pending().length > before);
      if (result !== undefined) expect(result).toMatchObject({ error: { details: { by: 'full' } } });
      return result === undefined;
    };
    return { waits, coordinator };
  };

  it('is limited by number, for each principal and for all', async () => {
    using folder = new Folder();
    const gate = new ApprovalGate({ maxPending: 3, maxPendingPerPrincipal: 2 });
    const { waits, coordinator } = waitingIn(folder, gate);
    expect([await waits(anna, 1), await waits(anna, 1), await waits(anna, 1)]).toEqual([true, true, false]);
    expect(await waits(ben, 1)).toBe(true);
    expect(await waits(ben, 1)).toBe(false);
    // Whoever is answered makes room.
    const [first] = gate.pending({ principalId: 'anna' });
    await gate.answer(first?.id ?? '', { approved: false });
    expect(await waits(anna, 1)).toBe(true);
    expect(await waits(anna, 1)).toBe(false);
    await coordinator.shutdownAll();
  });

  it('is limited by bytes, for each principal and for all', async () => {
    using folder = new Folder();
    const gate = new ApprovalGate({ maxPendingBytes: 250 * KIB, maxPendingBytesPerPrincipal: 150 * KIB });
    const { waits, coordinator } = waitingIn(folder, gate);
    // Arguments, preview and diff: three times the text, two bytes for a character.
    expect([await waits(anna, 20 * KIB), await waits(anna, 20 * KIB)]).toEqual([true, false]);
    expect([await waits(ben, 20 * KIB), await waits(ben, 2 * KIB)]).toEqual([true, false]);
    expect(await waits(anna, KIB / 4)).toBe(true);
    for (const { id } of gate.pending()) await gate.answer(id, { approved: false });
    expect([await waits(anna, 20 * KIB), await waits(ben, 20 * KIB)]).toEqual([true, true]);
    await coordinator.shutdownAll();
  });

  it('of one user with very much of it denies nobody else, by default', async () => {
    using folder = new Folder();
    const gate = new ApprovalGate();
    const { coordinator } = session(folder, { gate });
    const flood = Array.from({ length: 250 }, (_, index) =>
      coordinator.execute('send_note', { p: String(index) }, { principal: anna }),
    );
    await until(() => gate.pending().length === 200);
    const other = coordinator.execute('send_note', { p: 'mine' }, { principal: ben });
    await until(() => gate.pending({ principalId: 'ben' }).length === 1);
    await gate.answer(gate.pending({ principalId: 'ben' })[0]?.id ?? '', { approved: true });
    expect(await other).toMatchObject({ ok: true });
    await coordinator.shutdownAll();
    expect((await Promise.all(flood)).every(({ ok }) => !ok)).toBe(true);
  });

  it.each(['maxPending', 'maxPendingPerPrincipal', 'maxPendingBytes', 'maxPendingBytesPerPrincipal'])(
    'has a limit %s that is a positive number',
    (name) => {
      for (const limit of [0, -1, Number.NaN, '5'])
        expect(() => new ApprovalGate({ [name]: limit })).toThrow(TypeError);
    },
  );
});
