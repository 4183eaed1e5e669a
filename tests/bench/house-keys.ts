const key = (byte: number) => [{ id: 'bench', key: new Uint8Array(32).fill(byte) }] as const;

/** Keys that the servers of a bench's house share. */
export const BENCH_KEYS = { session: key(1), data: key(2) };
