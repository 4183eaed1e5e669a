import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallId } from '../../src/shared/contract/index.ts';
import { TEST_API_TOKEN } from '../support/test-backend.ts';
import { fuzz, payloadOf } from './fuzz.ts';

/** The long run: `TRICKDESK_PAYLOADS=1000000 npx vitest run tests/security/fuzz`. Another first seed gives other ones. */
const PAYLOADS = Number(process.env['TRICKDESK_PAYLOADS'] ?? 3_000);
const FIRST = Number(process.env['TRICKDESK_FIRST_PAYLOAD'] ?? 0);
/**
 * Payloads in each half of a run that shows leaks. It is long enough to tell one: what is held for minutes has been
 * forgotten.
 */
const ENOUGH = 100_000;
const MOST_GROWTH = 1.1;
/** Payloads in which a broken server must be found. They are sent in parts until it is. */
const [MOST_TO_FIND, A_PART] = [40_000, 1_000];

let dataDir = '';
let child: ChildProcess;
let url = '';
let said = '';
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-fuzz-'));
  // From its sources: threads look for theirs beside them.
  const program = 'tests/support/unlimited-backend-main.ts';
  child = spawn(process.execPath, ['--expose-gc', program, '--data', dataDir, '--token', TEST_API_TOKEN], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  url = /http:\S+/.exec(line.toString())?.[0] ?? '';
}, 60_000);
afterAll(() => {
  child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true });
});

let people = 0;
let current: Promise<Record<string, string>> | null = null;
const register = async (): Promise<Record<string, string>> => {
  const index = people++;
  const answer = await fetch(`${url}/jwt/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-token': TEST_API_TOKEN },
    body: JSON.stringify({
      fullName: 'Fuzz Tester',
      email: `fuzz${index}@example.com`,
      phone: String(9_000_000_000 + index),
      password: 'a long enough password',
    }),
  });
  const { data } = (await answer.json()) as { data: { accessToken: string } };
  return { authorization: `Bearer ${data.accessToken}` };
};
const session = (isNew: boolean): Promise<Record<string, string>> => {
  if (isNew || !current) current = register();
  return current;
};

/** Memory that the backend holds after a collection, in MB. Resident memory goes up and down by a quarter by itself. */
const memory = async (): Promise<number> => {
  child.send('memory');
  const [bytes] = (await once(child, 'message')) as [number];
  return bytes / 2 ** 20;
};

it('no payload of any call, good, bad or odd, is answered with a failure of ours', async () => {
  const half = Math.floor(PAYLOADS / 2);
  const first = await fuzz(url, { first: FIRST, count: half }, session);
  // First: a backend that has ended answers nothing more.
  expect(first.findings, said).toEqual([]);
  const before = await memory();
  const rest = await fuzz(url, { first: FIRST + half, count: PAYLOADS - half }, session);
  expect(rest.findings, said).toEqual([]);
  expect(child.exitCode).toBeNull();
  // A run in which hardly anything was good, or hardly anything was refused, would show nothing.
  const total = (status: number) => (first.statuses.get(status) ?? 0) + (rest.statuses.get(status) ?? 0);
  expect(total(200)).toBeGreaterThan(PAYLOADS / 20);
  expect(total(400)).toBeGreaterThan(PAYLOADS / 20);
  const statuses = Object.fromEntries(
    [...new Set([...first.statuses.keys(), ...rest.statuses.keys()])].map((status) => [
      status,
      total(status),
    ]),
  );
  const after = await memory();
  console.log(`${PAYLOADS} payloads: ${before.toFixed(0)} MB, then ${after.toFixed(0)} MB.`, statuses);
  if (half >= ENOUGH) expect(after).toBeLessThan(before * MOST_GROWTH);
}, 7_200_000);

it('a server that breaks on one odd value of one call is found', async () => {
  const calls = new Set<string>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      calls.add(request.url ?? '');
      const isBroken = request.url === '/userapi/mytrick' && Buffer.concat(parts).includes('१२३');
      response.statusCode = isBroken ? 500 : 200;
      response.end('{}');
    });
  }).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const found = new Set<CallId>();
  for (let first = 0; first < MOST_TO_FIND && !found.has('strategies.mine'); first += A_PART) {
    const part = { first, count: A_PART };
    const { findings } = await fuzz(`http://127.0.0.1:${port}`, part, () => Promise.resolve({}));
    for (const { call } of findings) found.add(call);
  }
  server.close();
  expect([...found]).toContain('strategies.mine');
  expect(payloadOf(7)).toEqual(payloadOf(7));
}, 120_000);
