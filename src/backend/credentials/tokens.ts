import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../clock.ts';
import type { Caller } from '../call-context.ts';
import { seal, unseal } from '../secrets/seal.ts';
import type { SessionKeys } from './session-keys.ts';

export const ACCESS_TOKEN_MS = 15 * 60_000;
export const REFRESH_TOKEN_MS = 30 * 86_400_000;
/** Time in which a retried refresh gets the same new pair. A lost reply must not sign anybody out. */
export const RETRY_WINDOW_MS = 10_000;

/** Most tokens that are remembered. */
const HELD_TOKENS = 10_000;
const ISSUER = 'trickdesk';
const ALGORITHM = 'HS256';

/** Signs and checks access tokens with the server's keys. */
export class AccessTokens {
  private readonly keys: SessionKeys;
  private readonly clock: Clock;
  private readonly lifeMs: number;
  /** Tokens whose signature held: a session sends the same one with every call until it expires. */
  private readonly held = new Map<string, { readonly caller: Caller; readonly until: number }>();

  constructor(keys: SessionKeys, clock: Clock, lifeMs = ACCESS_TOKEN_MS) {
    this.keys = keys;
    this.clock = clock;
    this.lifeMs = lifeMs;
  }

  sign(caller: Caller): Promise<string> {
    const now = this.clock.now();
    const signing = this.keys.named?.[0];
    return new SignJWT({ sid: caller.sessionId })
      .setProtectedHeader({ alg: ALGORITHM, ...(signing && { kid: signing.id }) })
      .setIssuer(ISSUER)
      .setSubject(String(caller.userId))
      .setJti(randomBytes(8).toString('hex'))
      .setIssuedAt(Math.floor(now / 1000))
      .setExpirationTime(Math.floor((now + this.lifeMs) / 1000))
      .sign(signing?.key ?? this.keyOf(undefined));
  }

  /** The key of a token that names it. @throws Error when there is no such key */
  private keyOf(id: string | undefined): Uint8Array {
    const { named, unnamed } = this.keys;
    const key = id === undefined ? unnamed : named?.find((each) => each.id === id)?.key;
    if (!key) throw new Error('There is no such key.');
    return key;
  }

  /** Who the token belongs to; null when it is forged, malformed or expired. */
  async verify(token: string): Promise<Caller | null> {
    const known = this.held.get(token);
    if (known && known.until > this.clock.now()) return known.caller;
    return this.check(token);
  }

  private async check(token: string): Promise<Caller | null> {
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => this.keyOf(kid), {
        issuer: ISSUER,
        algorithms: [ALGORITHM],
        currentDate: new Date(this.clock.now()),
      });
      const caller = { userId: Number(payload.sub), sessionId: Number(payload['sid']) };
      if (!Number.isInteger(caller.userId) || !Number.isInteger(caller.sessionId)) return null;
      if (this.held.size >= HELD_TOKENS) this.held.clear();
      this.held.set(token, { caller, until: (payload.exp ?? 0) * 1000 });
      return caller;
    } catch (error) {
      // jose throws for every token that does not hold; there is nothing else it could be about.
      if (error instanceof Error) return null;
      throw error;
    }
  }
}

export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** Hash of a refresh token that the database keeps. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

const sealingKey = (token: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', token, 'trickdesk', 'successor pair', 32));

/** Encrypts a pair under the token it replaces: only who held that token can read it. */
export const sealPair = (pair: TokenPair, spentToken: string): string =>
  seal(JSON.stringify(pair), sealingKey(spentToken));

export const openPair = (sealed: string, spentToken: string): TokenPair =>
  JSON.parse(unseal(sealed, sealingKey(spentToken))) as TokenPair;
