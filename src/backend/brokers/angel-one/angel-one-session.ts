import { DAY_MS, istMidnight } from '../../../shared/time.ts';
import { BrokerTrouble } from '../broker.ts';
import { parseExactJson } from './broker-number.ts';
import type { TurnOptions } from './rate-limiter.ts';
import type { RestClient } from './rest-client.ts';

/** One code now, or the secret that makes codes. */
export type TotpSource = { readonly code: string } | { readonly secret: string };

export interface AngelOneLogin {
  readonly clientCode: string;
  readonly pin: string;
  readonly totp: TotpSource;
}

/** Tokens of a day. All of it is secret: it is stored sealed and never logged. */
export interface AngelOneSession {
  readonly clientCode: string;
  readonly jwt: string;
  readonly refreshToken: string;
  readonly feedToken: string;
  /** When it is over at the latest, epoch ms; the broker may end it before. */
  readonly until: number;
}

/** Sessions end overnight: at midnight by some reports, at 5 by others; those who plan for 3 get by. */
const END_OF_DAY_MS = 3 * 3_600_000;

/** The latest end of a session that is opened at `now`. */
export const sessionEnd = (now: number): number => {
  const today = istMidnight(now) + END_OF_DAY_MS;
  return now < today ? today : today + DAY_MS;
};

const codeOf = async (totp: TotpSource, now: number): Promise<string> => {
  if ('code' in totp) return totp.code.trim();
  const { generateSync } = await import('otplib');
  try {
    return generateSync({
      secret: totp.secret.replaceAll(/\s/g, '').toUpperCase(),
      epoch: Math.floor(now / 1000),
    });
  } catch (error) {
    // The library's words name the secret's letters.
    if (error instanceof Error)
      throw new BrokerTrouble(
        'credentials',
        'The TOTP secret is not one: it is the text of letters and digits 2 to 7 that Angel One shows under the QR code.',
      );
    throw error;
  }
};

const tokenIn = (data: unknown, name: string): string => {
  const value = (data as Readonly<Record<string, unknown>> | null)?.[name];
  if (typeof value !== 'string' || value === '')
    throw new BrokerTrouble(
      'unreachable',
      'Angel One let you in but sent no session. Try again.',
      `no ${name}`,
    );
  // Told without the scheme by some of its clients and with it by others.
  return value.replace(/^Bearer\s+/i, '');
};

/** Opens a session. @throws BrokerTrouble */
export const logIn = async (
  rest: RestClient,
  login: AngelOneLogin,
  now: number,
  turn?: TurnOptions,
): Promise<AngelOneSession> => {
  const clientCode = login.clientCode.trim().toUpperCase();
  const totp = await codeOf(login.totp, now);
  const path = '/rest/auth/angelbroking/user/v1/loginByPassword';
  const body = { clientcode: clientCode, password: login.pin, totp };
  const data = await rest.request({ method: 'POST', path, lane: 'login', turn, body }, null);
  return {
    clientCode,
    jwt: tokenIn(data, 'jwtToken'),
    refreshToken: tokenIn(data, 'refreshToken'),
    feedToken: tokenIn(data, 'feedToken'),
    until: sessionEnd(now),
  };
};

/** New tokens for a session that still lives; they end no later than the old ones would. @throws BrokerTrouble */
export const refresh = async (rest: RestClient, session: AngelOneSession): Promise<AngelOneSession> => {
  const path = '/rest/auth/angelbroking/jwt/v1/generateTokens';
  const body = { refreshToken: session.refreshToken };
  const data = await rest.request({ method: 'POST', path, lane: 'refresh', body }, session.jwt);
  const sent = (data ?? {}) as Readonly<Record<string, unknown>>;
  return {
    clientCode: session.clientCode,
    jwt: tokenIn(sent, 'jwtToken'),
    refreshToken: tokenIn(sent, 'refreshToken'),
    feedToken: sent['feedToken'] ? tokenIn(sent, 'feedToken') : session.feedToken,
    until: session.until,
  };
};

/** Ends a session. @throws BrokerTrouble */
export const logOut = async (
  rest: RestClient,
  session: AngelOneSession,
  turn?: TurnOptions,
): Promise<void> => {
  const body = { clientcode: session.clientCode };
  await rest.request({ method: 'POST', path: '/user/v1/logout', lane: 'logout', turn, body }, session.jwt);
};

export interface AngelOneProfile {
  readonly clientCode: string;
  readonly name: string;
  /** Segments that the account may trade in. In the broker's names (`nse_cm`, `nse_fo`). */
  readonly exchanges: readonly string[];
  readonly products: readonly string[];
}

/** A list, or the text of one: both have been seen. */
const listOf = (value: unknown): string[] => {
  if (typeof value === 'string' && value.trimStart().startsWith('[')) return listOf(parseExactJson(value));
  return Array.isArray(value) ? value.map(String) : [];
};

/** Whose account it is. @throws BrokerTrouble */
export const profileOf = async (rest: RestClient, session: AngelOneSession): Promise<AngelOneProfile> => {
  const data = await rest.request(
    { method: 'GET', path: '/user/v1/getProfile', lane: 'profile' },
    session.jwt,
  );
  const profile = (data ?? {}) as Readonly<Record<string, unknown>>;
  const text = (name: string): string => (typeof profile[name] === 'string' ? profile[name].trim() : '');
  return {
    clientCode: text('clientcode') || session.clientCode,
    name: text('name'),
    exchanges: listOf(profile['exchanges']),
    products: listOf(profile['products']),
  };
};
