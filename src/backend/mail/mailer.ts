/** One mail of plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The port through which mail leaves the backend. */
export interface Mailer {
  /** Mail is left in a folder instead of being sent. */
  readonly isOutbox: boolean;
  send(mail: Mail): Promise<void>;
}
