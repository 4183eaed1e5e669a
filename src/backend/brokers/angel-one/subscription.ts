import { randomBytes } from 'node:crypto';
import { type BrokerInstrument, BrokerTrouble } from '../broker.ts';
import { parseExactJson } from './broker-number.ts';
import { FEED_SEGMENTS } from './market-packet.ts';

export type Action = 'subscribe' | 'unsubscribe';

/** Ten letters and digits, by which an error names the request. */
const correlationId = (): string => randomBytes(5).toString('hex');

/** A request of the market socket: one for all segments. */
export const subscriptionRequest = (
  action: Action,
  mode: number,
  instruments: readonly BrokerInstrument[],
): string => {
  const tokens = new Map<number, string[]>();
  for (const { exchange, token } of instruments) {
    const segment = FEED_SEGMENTS[exchange];
    tokens.set(segment, [...(tokens.get(segment) ?? []), token]);
  }
  return JSON.stringify({
    correlationID: correlationId(),
    action: action === 'subscribe' ? 1 : 0,
    params: {
      mode,
      tokenList: [...tokens].map(([exchangeType, list]) => ({ exchangeType, tokens: list })),
    },
  });
};

/** Name of an instrument at the socket: a token is unique within its exchange only. */
export const instrumentName = ({ exchange, token }: BrokerInstrument): string => `${exchange}:${token}`;

/** Instruments of one list that another lacks. */
export const missingIn = (
  from: ReadonlyMap<string, BrokerInstrument>,
  within: ReadonlyMap<string, BrokerInstrument>,
): BrokerInstrument[] => [...from].filter(([name]) => !within.has(name)).map(([, instrument]) => instrument);

/** Trouble in an error frame; null for any other text. */
export const troubleIn = (text: string): BrokerTrouble | null => {
  let frame: unknown;
  try {
    frame = parseExactJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const { errorCode, errorMessage } = (frame ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof errorCode !== 'string') return null;
  const said = `${errorCode}: ${typeof errorMessage === 'string' ? errorMessage : ''}`.slice(0, 200);
  return errorCode === 'E1002'
    ? new BrokerTrouble('rate', 'Angel One streams no more instruments in this session.', said)
    : new BrokerTrouble('order', 'Angel One did not understand which instruments to stream.', said);
};
