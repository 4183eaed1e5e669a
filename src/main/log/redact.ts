/** Names of values that are never written down. */
const SECRET_NAMES =
  /^(password|oldPassword|newPassword|accessToken|refreshToken|authorization|x-?api-?token|apiToken|apiKey|dataKeys|passphrase|otp|totp|pin|pan|adharNumber|sandboxOtp|secret|uri|accountNumber|accountNumberAgain|base64|token)$/i;
/** Also the name of an error's kind, which is to be seen; one of digits is a one-time code. */
const CODE_NAME = /^code$/i;
const ONE_TIME_CODE = /^\d{6,8}$/;
/** A JWT or a bearer header inside a text. */
const SECRET_TEXT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*|\bBearer\s+[\w.~+/-]+=*/g;
const HIDDEN = '[hidden]';
const DEEPEST = 6;

const isSecret = (name: string, item: unknown): boolean =>
  SECRET_NAMES.test(name) || (CODE_NAME.test(name) && ONE_TIME_CODE.test(String(item)));

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
      isSecret(name, item) ? HIDDEN : redact(item, depth + 1),
    ]),
  );
}
