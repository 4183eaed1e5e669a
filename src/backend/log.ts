import { type DestinationStream, type Logger, pino } from 'pino';

/** Names of fields that never reach a log line, at any depth we log. */
export const SECRET_FIELDS = [
  'password',
  'oldPassword',
  'newPassword',
  'accessToken',
  'refreshToken',
  'apiToken',
  'authorization',
  'totp',
  'otp',
  'pin',
  'pan',
  'adharNumber',
  'apiKey',
  'accountNumber',
] as const;

const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

/** JSON lines with secrets removed. */
export const createLogger = (level: string, destination?: DestinationStream): Logger => {
  const options = { level, redact: { paths, censor: '[removed]' }, base: null };
  return destination ? pino(options, destination) : pino(options);
};
