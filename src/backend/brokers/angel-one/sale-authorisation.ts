import { BrokerTrouble, type SaleAuthorisation } from '../broker.ts';
import type { RestClient } from './rest-client.ts';

const EDIS = '/edis/v1';
/** Somebody has agreed today already, or has no need to: a power of attorney (DDPI) lies at the broker. */
const REGISTERED = /^AG1000\b/;

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** Whether the transaction that was begun today covers the share: 1 it does, 0 it does not. */
const statusOf = (data: unknown): SaleAuthorisation => {
  const records = fieldsOf(fieldsOf(data)['TransResDtls'])['RecordResDtls'];
  const statuses = Array.isArray(records) ? records.map((record) => String(fieldsOf(record)['Status'])) : [];
  if (statuses.includes('0')) return 'needed';
  return statuses.includes('1') ? 'authorised' : 'unknown';
};

/**
 * Asks whether so many delivered shares may be sold. A yes to `verifyDis` is the form with which the owner goes to the
 * depository, so it means that they have not agreed yet. That they are registered for today is told without saying for
 * which shares: the transaction's status says that, where there is one.
 * @throws BrokerTrouble when it cannot be asked
 */
export const saleAuthorisationOf = async (
  rest: RestClient,
  jwt: string,
  isin: string,
  quantity: number,
): Promise<SaleAuthorisation> => {
  const body = { isin, quantity: String(quantity) };
  const lane = 'authorisation';
  const answer = await rest.send({ method: 'POST', path: `${EDIS}/verifyDis`, lane, body }, jwt);
  if (answer.isOk) return 'needed';
  if (!REGISTERED.test(answer.said)) throw new BrokerTrouble(answer.kind, answer.sentence, answer.said);
  const { ReqId } = fieldsOf(answer.data);
  if (typeof ReqId !== 'string' || ReqId === '') return 'unknown';
  const status = { method: 'POST', path: `${EDIS}/getTranStatus`, lane, body: { ReqId } } as const;
  return statusOf(await rest.request(status, jwt));
};
