import type { BrokerTick } from '../brokers/broker.ts';

/**
 * Names what is really traded. Prices, positions and orders are told apart by it and never by a symbol, which means
 * another contract after an expiry. Tokens are unique within an exchange only.
 */
export const contractKey = ({ exchange, token }: Pick<BrokerTick, 'exchange' | 'token'>): string =>
  `${exchange}:${token}`;
