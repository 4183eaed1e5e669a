import { createHmac } from 'node:crypto';
import type { OutgoingMessage } from './channel-trouble.ts';
import { postMessage, requireTaken } from './http-message.ts';
import { outsideUrl } from './outside-address.ts';

const WHO = 'The webhook';
const SAYS = {
  401: 'The webhook does not let us in (answer 401). Check its address and secret.',
  403: 'The webhook does not let us in (answer 403). Check its address and secret.',
  404: 'There is nothing at the address of the webhook (answer 404).',
  410: 'The webhook is gone (answer 410).',
};

/** Signature of a body: HMAC-SHA256 over `timestamp.body`, hexadecimal. The timestamp is epoch seconds. */
export const signatureOf = (secret: string, timestamp: number, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

/** Post a signed message with its mark. By that the other side knows a repetition. @throws ChannelTrouble */
export const sendWebhook = async (
  { url: address, secret }: { readonly url: string; readonly secret: string },
  { mark, title, text, at, isRepeat, ruleId }: OutgoingMessage,
  { isShared, now }: { readonly isShared: boolean; readonly now: number },
): Promise<void> => {
  const url = outsideUrl(address, isShared);
  const body = JSON.stringify({ id: mark, ruleId, title, text, at, isRepeat });
  const timestamp = Math.floor(now / 1_000);
  const answer = await postMessage(
    url,
    {
      'content-type': 'application/json',
      'x-trickdesk-delivery': mark,
      'x-trickdesk-timestamp': String(timestamp),
      'x-trickdesk-signature': `sha256=${signatureOf(secret, timestamp, body)}`,
      ...(isRepeat && { 'x-trickdesk-repeat': '1' }),
    },
    body,
    { who: WHO, mayBeInside: !isShared },
  );
  requireTaken(answer, WHO, SAYS);
};
