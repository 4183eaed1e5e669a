import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import {
  type DeliverMessage,
  type Payee,
  type PaymentProvider,
  type PaymentRequest,
  type Payout,
  type ProviderEvent,
  upiLink,
} from './payment-provider.ts';
import { signatureOf } from './signed-callback.ts';

/** Actions of the sandbox on a payment or a payout. */
export type SandboxAction = 'confirm' | 'confirm-twice' | 'confirm-late' | 'wrong-amount' | 'fail' | 'wait';

/** Subject of an action; `expiresAt` (epoch ms) is null for a payout, which never expires. */
export interface SandboxSubject {
  readonly about: ProviderEvent['about'];
  readonly reference: string;
  readonly amount: number;
  readonly expiresAt: number | null;
}

interface Planned {
  readonly at: number;
  readonly events: readonly ProviderEvent[];
}

/** Payee of the sandbox's QR codes, which cannot be paid. Nobody has an address at this bank. */
const PAYEE: Payee = { upiId: 'trickdesk@sandbox', name: 'TrickDesk sandbox' };
const POLL_MS = 100;
/** After the expiry, for a confirmation that comes late; and until what could not be taken in is told again. */
const AFTER_MS = 2_000;
/** Paise by which a wrong amount differs from the requested one. */
const WRONG_BY = 1_00;

const eventOf = (
  { about, reference, amount }: SandboxSubject,
  outcome: ProviderEvent['outcome'],
  moved = amount,
): ProviderEvent => ({
  eventId: `sandbox:${reference}:${outcome}:${moved}`,
  about,
  reference,
  outcome,
  amount: moved,
  ...(outcome === 'failed' ? { reason: 'The payment sandbox was told to fail it.' } : {}),
});

/**
 * A payment provider that moves no money: it confirms by itself after a few seconds, or does what it is told. What it
 * was told is gone with the process; what is pending then is confirmed anew.
 */
export class SandboxProvider implements PaymentProvider {
  readonly isSandbox = true;
  readonly payee = PAYEE;
  readonly secret = `${randomUUID()}${randomUUID()}`;
  private readonly clock: Clock;
  private readonly delayMs: number;
  private readonly planned = new Map<string, Planned>();
  private readonly deliveries = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | null = null;
  private deliver: DeliverMessage | null = null;

  /** `delayMs`: until it confirms by itself. */
  constructor(clock: Clock, delayMs: number) {
    this.clock = clock;
    this.delayMs = delayMs;
  }

  start(deliver: DeliverMessage): void {
    this.deliver = deliver;
  }

  open(request: PaymentRequest): Promise<{ deepLink: string }> {
    return Promise.resolve({ deepLink: upiLink(this.payee, request) });
  }

  watch(request: PaymentRequest): void {
    this.confirmSoon({ about: 'payment', ...request });
  }

  payOut(payout: Payout): void {
    this.confirmSoon({ about: 'payout', ...payout, expiresAt: null });
  }

  /** Does with a payment or payout what it is told; what it had in mind is forgotten. */
  act(subject: SandboxSubject, action: SandboxAction): void {
    this.planned.delete(subject.reference);
    const done = eventOf(subject, 'done');
    const now = this.clock.now();
    switch (action) {
      case 'wait':
        return;
      case 'confirm':
        return this.plan(done, now);
      case 'confirm-twice':
        return this.plan(done, now, [done]);
      case 'confirm-late':
        return this.plan(done, Math.max(now, subject.expiresAt ?? now) + AFTER_MS);
      case 'wrong-amount':
        return this.plan(eventOf(subject, 'done', subject.amount + WRONG_BY), now);
      case 'fail':
        return this.plan(eventOf(subject, 'failed'), now);
    }
  }

  async close(): Promise<void> {
    this.planned.clear();
    this.rest();
    this.deliver = null;
    await Promise.all(this.deliveries);
  }

  private confirmSoon(subject: SandboxSubject): void {
    this.plan(eventOf(subject, 'done'), this.clock.now() + this.delayMs);
  }

  private plan(event: ProviderEvent, at: number, more: readonly ProviderEvent[] = []): void {
    if (!this.deliver) return;
    this.planned.set(event.reference, { at, events: [event, ...more] });
    this.timer ??= setInterval(() => this.deliverDue(), POLL_MS).unref();
  }

  /** Looks at the clock only while there is something to tell. */
  private rest(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  private deliverDue(): void {
    const now = this.clock.now();
    for (const [reference, { at, events }] of this.planned) {
      if (at > now) continue;
      this.planned.delete(reference);
      for (const event of events) this.sendEvent(event);
    }
    if (this.planned.size === 0) this.rest();
  }

  private sendEvent(event: ProviderEvent): void {
    if (!this.deliver) return;
    const body = new TextEncoder().encode(JSON.stringify(event));
    // Told again later, as any provider does; whoever could not take it in has said why.
    const delivery = this.deliver(signatureOf(this.secret, this.clock.now(), body), body).catch(() =>
      this.plan(event, this.clock.now() + AFTER_MS),
    );
    this.deliveries.add(delivery);
    void delivery.finally(() => this.deliveries.delete(delivery));
  }
}
