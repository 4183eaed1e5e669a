/** Names of values that are never written down. */
const SECRET_NAMES =
  /^(password|oldPassword|newPassword|accessToken|refreshToken|authorization|x-?api-?token|apiToken|apiKey|dataKey|otp|totp|pin|pan|adharNumber|accountNumber|token)$/i;
/** A JWT or a bearer header inside a text. */
const SECRET_TEXT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*|\bBearer\s+[\w.~+/-]+=*/g;
const HIDDEN = '[hidden]';
const DEEPEST = 6;

/** A copy that is fit for a log file: secrets hidden by name and by shape, errors as their stack. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replace(SECRET_TEXT, HIDDEN);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '…';
  if (value instanceof Error) return redact(value.stack ?? value.message, depth);
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_NAMES.test(name) ? HIDDEN : redact(item, depth + 1),
    ]),
  );
}
