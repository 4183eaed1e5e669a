import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Endpoint } from '../../src/shared/contract/endpoint.ts';
import type { CallId } from '../../src/shared/contract/index.ts';
import { contentOf } from './data-rows.ts';
import { type SqliteTrouble, withFailure } from './failing-statements.ts';
import { endpointOf, type TestBackend, type TestUser } from './test-backend.ts';
import { HOUSE } from '../../src/backend/db/database.ts';

/** Nothing that comes by itself is to write while statements are counted. */
export const NEVER_MS = 1_000_000_000;

/** Rows of a folder, without tries. Of a call that was proven, the proof of its session is left out too. */
const savedIn = (dataDir: string, stepUp: Endpoint['stepUp']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(contentOf(dataDir)).filter(
      ([table]) => table !== 'tries' && (stepUp === null || table !== 'sessions'),
    ),
  );

/** `savedIn` of a call, but the keys of calls. One that sends orders spends its own whatever becomes of it. */
export const savedOf = (dataDir: string, id: CallId): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(savedIn(dataDir, endpointOf(id).stepUp)).filter(([table]) => table !== 'idempotency'),
  );

/**
 * Make a call with its first changing statement failing, then its second. That goes on until it has not so many. Each refusal says that nothing was saved, and nothing was; the last call is done.
 */
export const doneOnlyWhole = async (
  { dataDir, backend: { parts } }: TestBackend,
  { user, id, input, kind }: { user: TestUser; id: CallId; input: object; kind: SqliteTrouble },
): Promise<void> => {
  const { money, stepUp } = endpointOf(id);
  let key = randomUUID();
  // What one try has left is what the next begins with: it is read once.
  let { idempotency: keptBefore, ...before } = savedIn(dataDir, stepUp);
  for (let number = 1; ; number++) {
    // A try counts before its secret is looked at, whatever becomes of the call: one right secret too often would rest.
    await parts.database.write(HOUSE, (tx) => tx.query.deleteFrom('tries').execute());
    const { value: answer, failed } = await withFailure(kind, number, () =>
      user.ask(id, input, money ? { 'idempotency-key': key } : {}),
    );
    const { idempotency: keptAfter, ...after } = savedIn(dataDir, stepUp);
    const { status, body } = answer;
    const what = `${id}, statement ${number} (${failed ?? 'none'}): ${status} ${body.message}`;
    if (failed === null || (status === 200 && (money === 'orders' || id === 'live.killSwitch'))) {
      // Also what was done although its answer could not be kept is said to be done; a kill switch is written again.
      expect([status, failed !== null || number > 1], what).toEqual([200, true]);
      expect(after, what).not.toEqual(before);
      break;
    }
    expect(status, what).toBe(503);
    expect(body.message, what).toMatch(
      /nothing was saved|in use by another|^Live trading has stopped: .* holds only while/,
    );
    expect(after, what).toEqual(before);
    // The key of a call whose effects may reach beyond the database stays spent.
    if (money === 'orders') key = randomUUID();
    else expect(keptAfter, what).toEqual(keptBefore);
    [keptBefore, before] = [keptAfter, after];
  }
};
