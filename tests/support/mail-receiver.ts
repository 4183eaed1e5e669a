import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface MailReceiver {
  readonly port: number;
  readonly mails: string[];
  close(): Promise<void>;
}

/** Start a mail server that keeps what comes. It lets in `asha` with the password `open sesame`. */
export const startMailReceiver = async (): Promise<MailReceiver> => {
  const mails: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'asha' && password === 'open sesame'
        ? done(null, { user: username })
        : done(new Error('Who is that?')),
    onRcptTo: ({ address }, _session, done) =>
      done(
        address.startsWith('nobody@') ? Object.assign(new Error('No such box'), { responseCode: 550 }) : null,
      ),
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        mails.push(Buffer.concat(parts).toString('utf8'));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { port, mails, close: () => new Promise((resolve) => server.close(() => resolve())) };
};
