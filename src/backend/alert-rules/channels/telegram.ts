import { ChannelTrouble, type OutgoingMessage } from './channel-trouble.ts';
import { type HttpAnswer, postMessage, requireTaken } from './http-message.ts';

const WHO = 'Telegram';
/** A bot's token as Telegram gives it. */
export const BOT_TOKEN = /^\d{3,20}:[A-Za-z0-9_-]{20,100}$/;
/** Longest message of Telegram. */
const MOST_TEXT = 4_000;

/** Where Telegram is; tests put a server of their own here. */
export const TELEGRAM = 'https://api.telegram.org';

const NO_TOKEN = 'Telegram does not know this bot token.';
const SAYS = {
  401: NO_TOKEN,
  404: NO_TOKEN,
  403: 'The bot may not write to this chat. Start the bot in Telegram, or let it in to the group.',
  400: 'Telegram does not know this chat. Send the bot a message first, then give the id of that chat.',
};

/** Pause that Telegram asks for in its answer, ms. */
const pauseIn = ({ body, afterMs }: HttpAnswer): number => {
  const seconds = Number(/"retry_after"\s*:\s*(\d{1,6})/.exec(body)?.[1] ?? 0);
  return Math.max(afterMs, seconds * 1_000);
};

/** Sent again after an attempt without an answer. Telegram has no mark by which it would know a repetition. */
const MAY_BE_TWICE = 'Sent again: whether it reached you before is not known.';

/** Send a message by a bot. @throws ChannelTrouble */
export const sendTelegram = async (
  base: string,
  { token, chat }: { readonly token: string; readonly chat: string },
  { text, isRepeat }: OutgoingMessage,
): Promise<void> => {
  if (!BOT_TOKEN.test(token)) throw new ChannelTrouble('refused', NO_TOKEN);
  const said = isRepeat ? `${text}\n${MAY_BE_TWICE}` : text;
  const body = JSON.stringify({
    ...{ chat_id: chat, text: said.slice(0, MOST_TEXT) },
    link_preview_options: { is_disabled: true },
  });
  const url = new URL(`${base}/bot${token}/sendMessage`);
  const headers = { 'content-type': 'application/json' };
  // Its address is not the person's to choose.
  const answer = await postMessage(url, headers, body, { who: WHO, mayBeInside: true });
  requireTaken({ ...answer, afterMs: pauseIn(answer) }, WHO, SAYS);
};
