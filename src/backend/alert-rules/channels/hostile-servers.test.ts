import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ChannelTrouble, type OutgoingMessage } from './channel-trouble.ts';
import { sendEmail } from './email.ts';
import { postMessage, requireTaken } from './http-message.ts';
import { sendNtfy } from './ntfy.ts';

const message: OutgoingMessage = {
  mark: '11111111-2222-3333-4444-555555555555',
  title: 'ITC at 500.00',
  text: 'ITC at 500.00\nITC is at or above 500.00.',
  at: '2026-11-20T10:00:00+05:30',
  isRepeat: false,
  ruleId: 1,
};

let servers: { server: Server; sockets: Set<Socket> }[] = [];
afterEach(() => {
  for (const { server, sockets } of servers) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
  servers = [];
});

/** A server that does with a connection as it likes. Returns its port. */
const serverThat = async (does: (socket: Socket) => void): Promise<number> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    does(socket);
  });
  servers.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

const troubleOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (!(error instanceof ChannelTrouble)) throw error;
    return `${error.kind}: ${error.message}`;
  }
};

/** The end of a work; `never` where it takes too long. */
const endOf = (work: Promise<unknown>, ms: number): Promise<string> =>
  Promise.race([
    troubleOf(work),
    new Promise<string>((resolve) => setTimeout(() => resolve('never'), ms).unref()),
  ]);

const post = (port: number, headers: Record<string, string> = {}) =>
  postMessage(new URL(`http://127.0.0.1:${port}`), headers, 'text', { who: 'It', mayBeInside: true });

describe('an address to post to that is hostile', () => {
  it('cannot keep a message on its way for ever by another protocol', async () => {
    const port = await serverThat((socket) =>
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
      ),
    );
    expect(
      await endOf(
        post(port).then((answer) => requireTaken(answer, 'It')),
        18_000,
      ),
    ).toBe('refused: It refused the message (answer 101).');
  }, 20_000);
});

it('a token that no header can hold ends in a sentence', async () => {
  const server = { server: 'http://127.0.0.1:9', topic: 'desk', token: 'a\r\nx-evil: 1' };
  expect(await troubleOf(sendNtfy(server, message, false))).toBe(
    'refused: The ntfy server does not know this token.',
  );
});

describe('a mail server that is hostile', () => {
  const mail = (port: number) =>
    sendEmail(
      {
        ...{ host: '127.0.0.1', port, security: 'none', user: '', password: '' },
        ...{ from: 'desk@example.com', to: 'asha@example.com' },
      },
      message,
      false,
    );

  it('cannot fill memory with an answer without an end', async () => {
    let sent = 0;
    const part = Buffer.alloc(64 * 1024, 'x');
    const port = await serverThat((socket) => {
      const pour = () => {
        while (!socket.destroyed && sent < 64 * 1024 * 1024) {
          sent += part.length;
          if (!socket.write(part)) return;
        }
      };
      socket.on('drain', pour);
      pour();
    });
    expect(await endOf(mail(port), 12_000)).toMatch(/^passing: /);
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  }, 20_000);

  it('cannot keep a message on its way for ever by an answer that trickles', async () => {
    const port = await serverThat((socket) => {
      socket.write('220 here\r\n');
      const timer = setInterval(() => socket.write('250-and on\r\n'), 200);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await endOf(mail(port), 40_000)).toBe(
      'unanswered: The mail server did not answer. The mail may have arrived.',
    );
  }, 50_000);
});
