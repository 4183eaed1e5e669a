import { plainRupees } from '../../shared/money.ts';

/** Where a payer's money goes. */
export interface Payee {
  readonly upiId: string;
  readonly name: string;
}

/** A request to be paid. */
export interface PaymentRequest {
  /** Ours, unique; the provider names it in its events. */
  readonly reference: string;
  /** Paise. */
  readonly amount: number;
  /** Of the payer. */
  readonly upiId: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** Money that is to reach somebody's bank account. */
export interface Payout {
  readonly reference: string;
  /** Paise. */
  readonly amount: number;
  readonly ifsc: string;
  readonly accountLast4: string;
  /** The account number under the data key; only a provider that really pays opens it. */
  readonly accountSealed: string;
}

/** Event of a payment or a payout. */
export interface ProviderEvent {
  /** The provider's own id: the same event told again has the same. */
  readonly eventId: string;
  readonly about: 'payment' | 'payout';
  readonly reference: string;
  /** `done`: the money has come or gone. */
  readonly outcome: 'done' | 'failed';
  /** Paise that really moved. */
  readonly amount: number;
  /** Why it failed, as a sentence. */
  readonly reason?: string;
}

/**
 * Read a message that carries an event: the header with its signature, and its bytes (`signed-callback.ts`). A
 * rejection means that it was not taken in, and is to be sent again.
 */
export type DeliverMessage = (signature: string | undefined, body: Uint8Array) => Promise<void>;

/**
 * Whoever moves money outside of our books. It never touches a balance: it tells what happened, at least once, in any
 * order, and `Payments` decides what that means.
 */
export interface PaymentProvider {
  readonly isSandbox: boolean;
  readonly payee: Payee;
  /** Secret that its messages are signed with. It and we alone know it. */
  readonly secret: string;
  /** Begins to tell events. One of the outside posts its messages to our address and has nothing to do here. */
  start(deliver: DeliverMessage): void;
  /**
   * Makes a request known and gives the `upi://pay?…` link that pays it. May take its time; nobody owes anything yet.
   * Rejects with a Refusal `unavailable` when the provider cannot be reached.
   */
  open(request: PaymentRequest): Promise<{ readonly deepLink: string }>;
  /** Asks to be told what becomes of an opened request; asked again for all that are pending after a restart. */
  watch(request: PaymentRequest): void;
  /** Pays out; asked again after a restart, the same reference is paid once. */
  payOut(payout: Payout): void;
  /** Resolves when nothing more will be told. */
  close(): Promise<void>;
}

/** The link that a UPI app opens: amount in rupees, our reference, spaces as `%20` since some apps show a plus sign. */
export const upiLink = (payee: Payee, { reference, amount }: PaymentRequest): string => {
  const fields = {
    pa: payee.upiId,
    pn: payee.name,
    am: plainRupees(amount),
    cu: 'INR',
    tr: reference,
    tn: `Add to wallet ${reference}`,
  };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `upi://pay?${query.join('&')}`.replaceAll('%40', '@');
};
