/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// Loaded on first use: a start should not wait for it.
const argon2 = () => import('@node-rs/argon2');

export const hashPassword = async (password: string): Promise<string> =>
  (await argon2()).hash(password, OPTIONS);

let decoy: Promise<string> | null = null;

/**
 * Whether a password fits a hash. With no hash (an unknown name) the same work is done on a decoy, so that the
 * answer takes as long and tells nothing.
 */
export const isPasswordRight = async (hash: string | null, password: string): Promise<boolean> => {
  const { verify } = await argon2();
  if (hash !== null) return verify(hash, password);
  decoy ??= hashPassword('no such account has this password');
  await verify(await decoy, password);
  return false;
};
