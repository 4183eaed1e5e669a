/** Wait until a condition gives something. Otherwise fail with what it waited for. */
export const until = async <T>(
  what: string,
  check: () => Promise<T | null | undefined | false>,
  ms = 20_000,
): Promise<T> => {
  const end = Date.now() + ms;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (Date.now() > end) throw new Error(`Waited ${ms} ms in vain for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
