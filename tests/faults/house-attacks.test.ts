import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overPostgres } from '../support/over-postgres.ts';
import { clientAt, requestOf } from '../support/test-backend.ts';
import { missingForHouse, TestHouse, urlOf } from '../support/test-house.ts';

const missing = missingForHouse();
const PATIENCE_MS = 3_000;

/** Sends bytes as they are; returns what comes back within a time, or until the end. */
const sendRaw = async (port: number, text: string, waitMs = 700): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(text);
  await Promise.race([once(socket, 'close'), delay(waitMs)]);
  socket.destroy();
  return received;
};

const head = (request: string, token: string, ...more: readonly string[]): string =>
  [request, 'Host: 127.0.0.1', `Authorization: Bearer ${token}`, ...more, '', ''].join('\r\n');

describe.skipIf(missing !== null)(
  `people who attack a house${missing ? ` (${missing} is not installed)` : ''}`,
  () => {
    let house: TestHouse;
    const lines: string[] = [];
    beforeAll(async () => {
      house = await TestHouse.start(2, {
        logger: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
      });
    });
    afterAll(() => house.dispose());

    /** Two people of one server, who call the other. */
    const neighbours = async () => {
      const first = await house.stranger();
      for (;;) {
        const second = await house.stranger();
        if (second.owner === first.owner) return [first, second] as const;
      }
    };

    it('do not choose where a request is forwarded to, with the secret of the house', async () => {
      const { user, other } = await house.stranger();
      const heard: IncomingHttpHeaders[] = [];
      const elsewhere = createServer((request, response) => {
        heard.push(request.headers);
        response.end('{}');
      }).listen(0, '127.0.0.1');
      await once(elsewhere, 'listening');
      const { port } = elsewhere.address() as AddressInfo;
      const { path } = requestOf('profile.mine', {});
      for (const target of [
        `http://127.0.0.1:${port}/stream`,
        `http://127.0.0.1:${port}${path}`,
        `//127.0.0.1:${port}${path}`,
      ])
        await sendRaw(other.port, head(`GET ${target} HTTP/1.1`, user.accessToken), 300);
      await new Promise((resolve) => elsewhere.close(resolve));
      expect(heard).toEqual([]);
    });

    it('smuggle no request of their own between those of others', async () => {
      const [attacker, victim] = await neighbours();
      // Whatever is sent after it on the same connection would be its body: the token of the next one too.
      const inner = head(
        `POST ${requestOf('profile.mine', {}).path} HTTP/1.1`,
        attacker.user.accessToken,
        'Content-Type: application/json',
        'Content-Length: 100000',
      );
      const person = requestOf('profile.person', { id: attacker.id }).path;
      await sendRaw(
        attacker.other.port,
        `${head(`GET ${person} HTTP/1.1`, attacker.user.accessToken, 'Transfer-Encoding: chunked')}${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`,
      );
      const answer = await Promise.race([victim.user.ask('profile.mine'), delay(PATIENCE_MS)]);
      expect(answer?.body.data?.id).toBe(victim.id);
    });

    it('are answered with the id of their request, as by the server of their own', async () => {
      const { user, other, owner } = await house.stranger();
      const { path, method, body } = requestOf('profile.mine', {});
      for (const server of [owner, other]) {
        const answer = await fetch(`${urlOf(server)}${path}`, {
          method,
          headers: { authorization: `Bearer ${user.accessToken}`, 'content-type': 'application/json' },
          ...(method === 'GET' ? {} : { body }),
        });
        await answer.text();
        expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      }
    });

    it('are no fault of the server when they hang up while their token is looked at', async () => {
      const { user, other } = await house.stranger();
      await overPostgres(house.database, async (client) => {
        await client.query('begin');
        await client.query('lock table sessions in access exclusive mode');
        await delay(500);
        const before = lines.length;
        await Promise.all(
          Array.from({ length: 8 }, () =>
            sendRaw(other.port, head('GET /stream HTTP/1.1', user.accessToken), 300),
          ),
        );
        await client.query('rollback');
        await delay(500);
        expect(lines.slice(before)).toEqual([]);
      });
    });

    it('are no fault of the server when they hang up while another server works for them', async () => {
      const { user, other } = await house.stranger();
      const before = lines.length;
      await sendRaw(other.port, head('HEAD /stream HTTP/1.1', user.accessToken), 500);
      await delay(300);
      expect(lines.slice(before)).toEqual([]);
    });

    it('are answered alike on a file of sixty megabytes', async () => {
      const { user, owner, other } = await house.stranger();
      const file = { name: 'NIFTY.csv', text: 'date,open,high,low,close,volume\n'.repeat(1_800_000) };
      const answers = [];
      for (const server of [owner, other])
        answers.push(
          await clientAt(urlOf(server))
            .as(user)
            .ask('market.import', { files: [file] }),
        );
      expect(answers[1]?.status).toBe(answers[0]?.status);
      expect(answers[1]?.body.message).toBe(answers[0]?.body.message);
    });
  },
);
