/**
 * How a message failed. `refused`: the other side will never take it, `passing`: it was not sent, and may be later;
 * `unanswered`: it may have arrived.
 */
export type TroubleKind = 'refused' | 'passing' | 'unanswered';

/** Reason why a message did not get out, for its owner. No address and no secret is in it. */
export class ChannelTrouble extends Error {
  override readonly name = 'ChannelTrouble';
  readonly kind: TroubleKind;
  /** The least pause that the other side asks for, ms. */
  readonly afterMs: number;

  constructor(kind: TroubleKind, sentence: string, afterMs = 0) {
    super(sentence);
    this.kind = kind;
    this.afterMs = afterMs;
  }
}

/** One message on its way out. */
export interface OutgoingMessage {
  /** By which the other side knows a repetition: the same for every attempt. */
  readonly mark: string;
  readonly title: string;
  /** All of it, the title in the first line. */
  readonly text: string;
  /** Market time of what it reports, ISO-8601. */
  readonly at: string;
  /** An attempt before ended without an answer. */
  readonly isRepeat: boolean;
  /** The rule that fired; null of a test. */
  readonly ruleId: number | null;
}
