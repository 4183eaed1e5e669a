import { BrokerTrouble } from '../brokers/broker.ts';
import { Refusal } from '../refusal.ts';

/** A broker's no is the caller's to see to; its words are made for them. @throws Refusal `refused` */
export const refusedBy = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof BrokerTrouble)) throw error;
    const said = error.said && !error.message.includes(error.said) ? ` (${error.said})` : '';
    throw new Refusal('refused', `${error.message}${said}`, { details: { trouble: error.kind } });
  }
};
