import { type BrokerNo, meaningOf } from './broker-text.ts';
import { parseExactJson } from './broker-number.ts';

/** Raw answer from the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

export type Answer =
  | { readonly isOk: true; readonly data: unknown; readonly message: string }
  /** A refusal may say more in its data. */
  | ({ readonly isOk: false; readonly data?: unknown } & BrokerNo);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (text: string): unknown => {
  try {
    return parseExactJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** Two spellings of yes and no, both seen: `true` and `"true"`. */
const flag = (value: unknown): boolean | null => {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : null;
};

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Shape of an answer that is not an envelope. For the user, who has to act on it. */
const shapeOf = ({ status, text }: RawAnswer): string => {
  const body = text.trim();
  if (body === '') return `an empty answer (HTTP ${status})`;
  if (body.startsWith('<')) return `a web page instead of data (HTTP ${status})`;
  return `something that cannot be read (HTTP ${status})`;
};

const unreadable = (raw: RawAnswer): Answer => ({
  isOk: false,
  kind: 'unreachable',
  sentence: `Angel One sent ${shapeOf(raw)}. Try again in a moment.`,
  isCertain: false,
  said: raw.text.replace(/\s+/g, ' ').trim().slice(0, 200),
});

/** Plain text and nothing: the gateway in front of the broker's program, which lets nothing through then. */
const refusedAtTheGate = (raw: RawAnswer): Answer => {
  const meaning = meaningOf('', raw.text.trim());
  if (meaning.isCertain) return { isOk: false, ...meaning };
  if (raw.status === 401) return { isOk: false, ...meaningOf('AG8001', ''), said: `HTTP ${raw.status}` };
  if (raw.status === 429) return { isOk: false, ...meaningOf('AB1021', ''), said: `HTTP ${raw.status}` };
  return {
    isOk: false,
    kind: 'temporary',
    sentence:
      'Angel One refused the call without saying why: it was asked too often, or the session is over. Try again in a moment, then log in again.',
    isCertain: false,
    said: meaning.said || `HTTP ${raw.status} without a word`,
  };
};

/**
 * Reads an answer in any of the shapes that have been seen: the API's envelope (`status`, `errorcode`), the gateway's
 * (`success`, `errorCode`), plain text with 403, nothing with 400, a web page. Numbers come as the texts they were
 * written as. After HTTP 5xx nothing is certain, whatever the envelope says.
 */
export const readAnswer = (raw: RawAnswer): Answer => {
  const body = parsed(raw.text);
  const isPage = raw.text.trimStart().startsWith('<');
  if (!isObject(body)) {
    const isGate = !isPage && (raw.status === 401 || raw.status === 403 || raw.status === 429);
    return isGate ? refusedAtTheGate(raw) : unreadable(raw);
  }
  const isYes = flag(body['status']) ?? flag(body['success']);
  if (isYes === null) return unreadable(raw);
  const message = text(body['message']);
  if (isYes && raw.status < 300) return { isOk: true, data: body['data'], message };
  const no = meaningOf(text(body['errorcode']) || text(body['errorCode']), message);
  const isCertain = no.isCertain && !isYes && raw.status < 500;
  return { isOk: false, ...no, isCertain, ...(isObject(body['data']) && { data: body['data'] }) };
};
