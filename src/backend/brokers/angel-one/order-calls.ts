import type { BrokerOrder, BrokerOrderRef, ChangeOutcome, OrderChange, Placement } from '../broker.ts';
import { saysGone } from './broker-text.ts';
import { cancelPayload, modifyPayload, placePayload } from './order-payload.ts';
import type { TurnOptions } from './rate-limiter.ts';
import type { Outcome, RestClient } from './rest-client.ts';

const ORDERS = '/order/v1';

/** Whether an answer is none, or a no. */
export const isFailure = (answer: Outcome): answer is Extract<Outcome, { isOk: false }> => !answer.isOk;

const idIn = (data: unknown): string | null => {
  const id = (data as Readonly<Record<string, unknown>> | null | undefined)?.['orderid'];
  return typeof id === 'string' && id.trim() !== '' ? id.trim() : null;
};

/** The sentence for the user with the broker's own words behind it; a time-out or a code of the network is none. */
export const reasonOf = ({ kind, sentence, said }: Extract<Outcome, { isOk: false }>): string =>
  kind !== 'unreachable' && said && !sentence.includes(said) ? `${sentence} (${said})` : sentence;

/**
 * Body that an order is sent as; or why it cannot be an order, which is a defect of ours that must not cost anything.
 */
export const written = <T>(write: () => T): { readonly body: T } | { readonly fault: string } => {
  try {
    return { body: write() };
  } catch (error) {
    if (error instanceof RangeError) return { fault: error.message };
    throw error;
  }
};

/** A refusal of our own: nothing has left. */
export const notSent = (reason: string) => ({ outcome: 'refused', kind: 'order', reason }) as const;

/** Sent once. Whatever is not a clear yes or no is `unknown`: the order may be there. */
export const placeOrder = async (
  rest: RestClient,
  jwt: string,
  order: BrokerOrder,
  turn: TurnOptions,
): Promise<Placement> => {
  const payload = written(() => placePayload(order));
  if ('fault' in payload) return notSent(payload.fault);
  const { body } = payload;
  const answer = await rest.send(
    { method: 'POST', path: `${ORDERS}/placeOrder`, lane: 'orders', turn, body },
    jwt,
  );
  if (isFailure(answer))
    return answer.isCertain
      ? { outcome: 'refused', kind: answer.kind, reason: reasonOf(answer) }
      : { outcome: 'unknown', reason: reasonOf(answer) };
  const brokerOrderId = idIn(answer.data);
  if (brokerOrderId === null)
    return { outcome: 'unknown', reason: 'Angel One said yes to the order but gave it no number.' };
  return { outcome: 'accepted', brokerOrderId };
};

/** Outcome of a change or cancellation by its answer. */
export const changeOutcome = (answer: Outcome): ChangeOutcome => {
  if (!isFailure(answer)) return { outcome: 'accepted' };
  const reason = reasonOf(answer);
  // Only what the broker itself said, not what somebody in between did.
  if (answer.kind !== 'unreachable' && saysGone(answer.said)) return { outcome: 'gone', reason };
  return answer.isCertain
    ? { outcome: 'refused', kind: answer.kind, reason }
    : { outcome: 'unknown', reason };
};

/** Sent once, in its turn. */
export const modifyOrder = async (
  rest: RestClient,
  jwt: string,
  ref: BrokerOrderRef,
  change: OrderChange,
  turn: TurnOptions,
): Promise<ChangeOutcome> => {
  const payload = written(() => modifyPayload(ref, change));
  if ('fault' in payload) return notSent(payload.fault);
  const { body } = payload;
  return changeOutcome(
    await rest.send({ method: 'POST', path: `${ORDERS}/modifyOrder`, lane: 'orders', turn, body }, jwt),
  );
};

/** Sent once, with what is kept for exits. */
export const cancelOrder = async (
  rest: RestClient,
  jwt: string,
  ref: BrokerOrderRef,
  turn: TurnOptions,
): Promise<ChangeOutcome> => {
  const body = cancelPayload(ref);
  return changeOutcome(
    await rest.send({ method: 'POST', path: `${ORDERS}/cancelOrder`, lane: 'orders', turn, body }, jwt),
  );
};
