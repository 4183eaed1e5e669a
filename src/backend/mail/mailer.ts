/** One mail of plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The port through which mail leaves the backend. */
export interface Mailer {
  /** Folder in which mail is left instead of being sent; null where it is really sent. */
  readonly outbox: string | null;
  send(mail: Mail): Promise<void>;
}
