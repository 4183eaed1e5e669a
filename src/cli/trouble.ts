import type { fail, FailureCode } from '../shared/failure.ts';

/** Exit codes of the command. Scripts tell by them what happened. */
export const EXIT = {
  done: 0,
  /** It was asked, and the answer is no: refused, failed, or a check that found something. */
  no: 1,
  /** The command cannot be followed. */
  usage: 2,
  /** No key, or one that may not. */
  key: 3,
  /** Nothing answers. */
  away: 4,
} as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** Reason why the command ends, as a sentence for the person. */
export class Trouble extends Error {
  override readonly name = 'Trouble';
  readonly exit: Exit;

  constructor(exit: Exit, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exit = exit;
  }
}

const EXIT_OF: Readonly<Partial<Record<FailureCode, Exit>>> = {
  invalid: EXIT.usage,
  session: EXIT.key,
  credentials: EXIT.key,
  forbidden: EXIT.key,
  unavailable: EXIT.away,
};

/** A failure of a call as the end of the command. */
export const troubleOf = ({ failure }: ReturnType<typeof fail>): Trouble =>
  new Trouble(EXIT_OF[failure.code] ?? EXIT.no, failure.message);
