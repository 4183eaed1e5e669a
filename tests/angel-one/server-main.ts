import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { startAngelOneServer } from './angel-one-server.ts';
import { madeUpShares, SERVER_INSTRUMENTS } from './instruments.ts';
import { startControl } from './control.ts';

/** The server as a program, until it is ended: for tests that kill what talks to it. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'no-limits': { type: 'boolean', default: false },
    /** So many made-up shares beside those that are always there. */
    shares: { type: 'string', default: '0' },
  },
});
const server = await startAngelOneServer({
  port: Number(values.port),
  hasRateLimits: !values['no-limits'],
  instruments: [...SERVER_INSTRUMENTS, ...madeUpShares(Number(values.shares))],
});
const control = await startControl(server);
const { port } = control.address() as AddressInfo;
const ready = { hosts: server.hosts, client: server.client, control: `http://127.0.0.1:${port}` };
process.stdout.write(`${JSON.stringify(ready)}\n`);
