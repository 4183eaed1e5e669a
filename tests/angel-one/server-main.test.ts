import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AngelOneAccount } from '../../src/backend/brokers/angel-one/angel-one-account.ts';
import type { AngelOneHosts } from '../../src/backend/brokers/angel-one/hosts.ts';
import type { ServerClient } from './accounts.ts';
import { orderOf, SILENT } from './connected.ts';

interface Ready {
  readonly hosts: AngelOneHosts;
  readonly client: ServerClient;
  readonly control: string;
}

let child: ChildProcess;
let ready: Ready;
beforeEach(async () => {
  const program = join(import.meta.dirname, 'server-main.ts');
  child = spawn(process.execPath, [program, '--port', '0', '--shares', '3'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  ready = await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
    child.stdout?.once('data', (line: Buffer) => resolve(JSON.parse(line.toString('utf8')) as Ready));
  });
});
afterEach(async () => {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await ended;
});

it('runs as a program, scripted and read over its control port', async () => {
  const command = async (name: string, input: object = {}): Promise<unknown> => {
    const response = await fetch(`${ready.control}/${name}`, { method: 'POST', body: JSON.stringify(input) });
    expect(response.status).toBe(200);
    return response.json();
  };
  const { hosts, client } = ready;
  const account = new AngelOneAccount({ apiKey: client.apiKey, logger: SILENT, hosts, patienceMs: 3_000 });
  const totp = { secret: client.totpSecret };
  const broker = account.broker(await account.logIn({ clientCode: client.code, pin: client.pin, totp }));
  await command('next', { endpoint: 'placeOrder', fault: 'time-out-accepted' });
  const order = orderOf();
  expect(await broker.place(order, 'entry')).toMatchObject({ outcome: 'unknown' });
  await command('set', { fillShare: 0.5 });
  await command('price', { token: '3045', paise: 81_200 });
  expect(await command('orders')).toMatchObject([{ ordertag: order.tag, filledshares: '5', status: 'open' }]);
  expect(await command('positions')).toMatchObject([{ netqty: '5' }]);
  expect(await command('stream', { timesASecond: 100 })).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await command('stream', { timesASecond: 0 })).toBeGreaterThan(12);
  await command('end-sessions');
  await expect(broker.orderBook()).rejects.toMatchObject({ kind: 'session' });
  expect((await fetch(`${ready.control}/dance`, { method: 'POST' })).status).toBe(404);
});
