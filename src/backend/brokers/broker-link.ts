import type { Bar } from '../../engine/bars.ts';
import type { Contract } from '../../engine/contracts/contract.ts';
import type { Timeframe } from '../../shared/rule-document.ts';
import type { Broker, BrokerFeed, BrokerInstrument, BrokerTrouble, OrderTurn } from './broker.ts';

/** Credentials that open an account. All of it is secret. */
export interface BrokerCredentials {
  readonly clientCode: string;
  readonly apiKey: string;
  readonly pin: string;
  /** From which codes are made here; null when the user types one each morning. */
  readonly totpSecret: string | null;
}

/** A session of a day. `tokens` is secret and means something to the broker's adapter only. */
export interface BrokerSession {
  readonly tokens: string;
  /** When it is over at the latest, epoch ms. */
  readonly until: number;
}

export interface BrokerHistory {
  /**
   * Past candles; a broker keeps some. Those for which nobody waits (`isInBackground`) are asked for after all others,
   * and hold nothing else back where the broker refuses them.
   * @throws BrokerTrouble
   */
  candles(
    instrument: Pick<BrokerInstrument, 'symbol' | 'exchange' | 'token'>,
    timeframe: Timeframe,
    range: { readonly from: number; readonly until: number },
    isInBackground?: boolean,
  ): Promise<Bar[]>;
}

/**
 * An account with its session of the day open. An answer that says `session` speaks of this one: whoever asked `broker`
 * compares it with the one in use before it ends anything.
 */
export interface OpenBroker {
  readonly broker: Broker & BrokerHistory;
  readonly feed: BrokerFeed;
  close(): void;
}

/**
 * Notified when a connection comes, is lost, or the session ends. It is always given the session that this is about.
 * A closed session is no longer reported: its end must not be mistaken for that of the one after it.
 */
export interface LinkListener {
  onConnected(session: BrokerSession): void;
  onTrouble(trouble: BrokerTrouble, session: BrokerSession): void;
}

/** Whether a login or log-out may leave still: it may end the session that another process trades with. */
export type SessionTurn = Pick<OrderTurn, 'mayLeave'>;

/** One user's account at a broker, over all its sessions. */
export interface BrokerLink {
  /** Opens a session of the day; `code` is the TOTP code of this moment. @throws BrokerTrouble */
  logIn(credentials: BrokerCredentials, code: string | null, turn: SessionTurn): Promise<BrokerSession>;
  /** The name the broker knows the account by. @throws BrokerTrouble */
  nameOf(session: BrokerSession): Promise<string>;
  open(session: BrokerSession, listener: LinkListener): OpenBroker;
  /** The internet address that orders come from; null when that cannot be told. */
  currentAddress(): Promise<string | null>;
  /** @throws BrokerTrouble */
  logOut(session: BrokerSession, turn: SessionTurn): Promise<void>;
  /** Listed futures and options on an underlying. At a moment, epoch ms. @throws BrokerTrouble */
  contractsOn(underlying: string, now: number): Promise<readonly BrokerContract[]>;
  /** Today's instrument there for a symbol of ours. @throws BrokerTrouble when it cannot be traded there */
  instrumentFor(symbol: string, now: number): Promise<BrokerInstrument>;
  /** A contract as the broker lists it today, with tick and lot. Null when it is no longer listed. */
  contract(held: BrokerInstrument): Promise<BrokerInstrument | null>;
}

/** A contract of an exchange with the broker's instrument of it. */
export interface BrokerContract {
  readonly contract: Contract;
  readonly instrument: BrokerInstrument;
}

/** Makes the link of an account; the API key names the program to the broker. */
export type LinkBroker = (apiKey: string) => Promise<BrokerLink>;
