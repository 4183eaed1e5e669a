import { ChannelTrouble, type OutgoingMessage } from './channel-trouble.ts';
import { postMessage, requireTaken } from './http-message.ts';
import { outsideUrl } from './outside-address.ts';

const WHO = 'The ntfy server';
const SAYS = {
  401: 'The ntfy server does not know this token.',
  403: 'The ntfy server does not let you write to this topic. Give a token that may, or choose another topic.',
  404: 'There is no ntfy server at this address.',
  413: 'The ntfy server refused the message as too long.',
};

/** Token that can stand in a header. */
export const NTFY_TOKEN = /^[\x21-\x7e]+$/;

/**
 * Send a message to a topic. It bears its mark as the id of its sequence: a repetition takes the place of the message
 * before. @throws ChannelTrouble
 */
export const sendNtfy = async (
  { server, topic, token }: { readonly server: string; readonly topic: string; readonly token: string },
  { mark, title, text, isRepeat }: OutgoingMessage,
  isShared: boolean,
): Promise<void> => {
  const url = outsideUrl(server, isShared);
  if (token !== '' && !NTFY_TOKEN.test(token)) throw new ChannelTrouble('refused', SAYS[401]);
  const [, ...rest] = text.split('\n');
  const body = JSON.stringify({ topic, title, message: rest.join('\n') || title, sequence_id: mark });
  const answer = await postMessage(
    url,
    {
      'content-type': 'application/json',
      'x-trickdesk-delivery': mark,
      ...(isRepeat && { 'x-trickdesk-repeat': '1' }),
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    },
    body,
    { who: WHO, mayBeInside: !isShared },
  );
  requireTaken(answer, WHO, SAYS);
};
