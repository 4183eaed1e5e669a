import type { BrokerTrouble, OrderReport } from '../broker.ts';
import type { AngelOneSession } from './angel-one-session.ts';
import { parseExactJson, UnreadableField } from './broker-number.ts';
import { type OrderRow, reportOf } from './order-report.ts';
import { ReconnectingSocket, type SocketOwner, type SocketPace } from './reconnecting-socket.ts';
import type { Timing } from './timing.ts';

export interface OrderSocketOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly session: AngelOneSession;
  readonly timing: Timing;
  readonly pace?: SocketPace;
  readonly onReport: (report: OrderReport) => void;
  /** Also after every time that it could connect again: reports may have been missed, so the book should be asked. */
  readonly onConnected: () => void;
  readonly onTrouble: (trouble: BrokerTrouble) => void;
  /** Called with a message that could not be read, in words. */
  readonly onUnreadable: (what: string) => void;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The report in a frame; null for the greeting (AB00) and others without an order.
 * @throws UnreadableField
 */
export const reportInFrame = (text: string): OrderReport | null => {
  let frame: unknown;
  try {
    frame = parseExactJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new UnreadableField('a frame is no JSON');
    throw error;
  }
  if (!isObject(frame)) throw new UnreadableField('a frame is no object');
  const { orderData } = frame;
  const code = typeof frame['order-status'] === 'string' ? frame['order-status'] : '';
  if (code === 'AB00' || !isObject(orderData) || !orderData['orderid']) return null;
  return reportOf(orderData satisfies OrderRow, code);
};

/** Reports of an account's orders as they change. */
export const openOrderSocket = (options: OrderSocketOptions): ReconnectingSocket => {
  const owner: SocketOwner = {
    onOpen: options.onConnected,
    onText: (text) => {
      try {
        const report = reportInFrame(text);
        if (report) options.onReport(report);
      } catch (error) {
        if (!(error instanceof UnreadableField)) throw error;
        options.onUnreadable(error.message);
      }
    },
    onBinary: () => options.onUnreadable('a binary frame'),
    // Orders may rest for hours: only silence, pings included, is a stall.
    isStalled: () => false,
    onTrouble: options.onTrouble,
  };
  const { session, apiKey } = options;
  const socket = new ReconnectingSocket({
    url: options.url,
    headers: {
      Authorization: `Bearer ${session.jwt}`,
      'x-api-key': apiKey,
      'x-client-code': session.clientCode,
      'x-feed-token': session.feedToken,
    },
    timing: options.timing,
    pace: options.pace,
    owner,
  });
  socket.open();
  return socket;
};
