/** Files that people attach. Their names are drawn here, never chosen by a user. */
export interface AttachmentStore {
  /** Stores a file, safe from a crash once it resolves; returns its name. */
  store(bytes: Uint8Array): Promise<string>;
  /** Null when somebody has taken the file away. */
  read(name: string): Promise<Uint8Array | null>;
  discard(name: string): Promise<void>;
  /**
   * Remove files that no row names. Those that came with a move from the other kind of store are taken over. Only
   * before anybody is served: a file may wait for its row.
   */
  settle(): Promise<void>;
}
