import { type DestinationStream, type Logger, pino } from 'pino';
import { requestFields } from './request-scope.ts';

/** Names of fields that never reach a log line, at any depth. */
export const SECRET_FIELDS = [
  'password',
  'oldPassword',
  'newPassword',
  'accessToken',
  'refreshToken',
  'apiToken',
  'feedToken',
  'jwt',
  'authorization',
  'totp',
  'otp',
  'pin',
  'pan',
  'adharNumber',
  'sandboxOtp',
  'secret',
  'uri',
  'apiKey',
  'accountNumber',
  'accountNumberAgain',
  'base64',
] as const;

const atAnyDepth = (field: string): string[] => [field, `*.${field}`, `*.*.${field}`];

/** Also the name of an error's kind, which is to be seen: only what looks like a one-time code is removed. */
const CODE_FIELD = 'code';
const ONE_TIME_CODE = /^\d{6,8}$/;
const REMOVED = '[removed]';

const censor = (value: unknown, path: string[]): unknown => {
  const isHarmless = path.at(-1) === CODE_FIELD && !ONE_TIME_CODE.test(String(value));
  return isHarmless ? value : REMOVED;
};

const paths = [...SECRET_FIELDS, CODE_FIELD].flatMap(atAnyDepth);

/** JSON lines with secrets removed. What happens within a request bears its id. */
export const createLogger = (level: string, destination?: DestinationStream): Logger => {
  const options = { level, redact: { paths, censor }, base: null, mixin: requestFields };
  return destination ? pino(options, destination) : pino(options);
};
