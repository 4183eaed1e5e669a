import { isIP } from 'node:net';
import { ChannelTrouble, type OutgoingMessage } from './channel-trouble.ts';
import { addressesOf } from './outside-address.ts';

/** A mail server and whom it brings mail to. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: 'tls' | 'starttls' | 'none';
  readonly user: string;
  readonly password: string;
  readonly from: string;
  readonly to: string;
}

const PATIENCE_MS = 15_000;
/** So long a mail may take as a whole, its connection included: a server that trickles is never silent. */
const WHOLE_PATIENCE_MS = 30_000;
/** Ports of mail: from a server for several people no other is connected to. */
const MAIL_PORTS: readonly number[] = [25, 465, 587, 2525];

/** Fields of an error of the mail library. */
interface MailError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  /** The call of the system that failed. */
  readonly syscall?: string;
}

const troubleOf = ({ code, command, responseCode, syscall }: MailError): ChannelTrouble => {
  if (code === 'EAUTH' || responseCode === 535)
    return new ChannelTrouble('refused', 'The mail server does not accept this user and password.');
  const isReached = syscall !== 'connect';
  if (command === 'STARTTLS' || code === 'ETLS' || (isReached && code === 'ESOCKET' && command === 'CONN'))
    return new ChannelTrouble(
      'passing',
      'No secure connection to the mail server came about. Check its name, its port and the kind of encryption.',
    );
  if (responseCode !== undefined)
    return responseCode >= 500
      ? new ChannelTrouble('refused', `The mail server refused the mail (answer ${responseCode}).`)
      : new ChannelTrouble('passing', `The mail server does not take the mail now (answer ${responseCode}).`);
  // What was said after the text of the mail is not known; nor is it how far one came that took too long.
  return command === 'DATA' || code === 'EABORT'
    ? new ChannelTrouble('unanswered', 'The mail server did not answer. The mail may have arrived.')
    : new ChannelTrouble('passing', 'The mail server could not be reached.');
};

/** Send a mail. Its Message-ID is its mark: a repetition is the same mail. @throws ChannelTrouble */
export const sendEmail = async (
  { host, port, security, user, password, from, to }: MailServer,
  { mark, title, text, isRepeat }: OutgoingMessage,
  isShared: boolean,
): Promise<void> => {
  if (isShared && !MAIL_PORTS.includes(port))
    throw new ChannelTrouble(
      'refused',
      'From a server for several people, mail goes to the ports 25, 465, 587 and 2525 alone.',
    );
  const [place] = await addressesOf(host, !isShared);
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    ...{ host: place?.address ?? host, port, secure: security === 'tls' },
    ...{ requireTLS: security === 'starttls', ignoreTLS: security === 'none' },
    ...(user !== '' && { auth: { user, pass: password } }),
    // The name is what the certificate is of.
    ...(isIP(host) === 0 && { tls: { servername: host } }),
    ...{ connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  try {
    await transport.sendMail({
      ...{
        from,
        to,
        subject: title.replaceAll(/[\r\n]+/g, ' '),
        text,
        messageId: `<${mark}@trickdesk.invalid>`,
      },
      signal: AbortSignal.timeout(WHOLE_PATIENCE_MS),
      headers: { 'X-TrickDesk-Delivery': mark, ...(isRepeat && { 'X-TrickDesk-Repeat': '1' }) },
    });
  } catch (error) {
    throw troubleOf(error as MailError);
  } finally {
    transport.close();
  }
};
