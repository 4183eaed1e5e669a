import { randomBytes } from 'node:crypto';
import { verifySync } from 'otplib';

/** Who may sign in. */
export interface ServerClient {
  readonly code: string;
  readonly pin: string;
  readonly totpSecret: string;
  readonly apiKey: string;
  /** Paise. */
  readonly funds: number;
}

export const SERVER_CLIENT: ServerClient = {
  code: 'D88311',
  pin: '4821',
  totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  apiKey: 'kF7hQ2xZ',
  funds: 1_000_000_00,
};

export interface Tokens {
  readonly jwtToken: string;
  readonly refreshToken: string;
  readonly feedToken: string;
}

/** Sessions of the one client of this server. */
export class Accounts {
  readonly client: ServerClient;
  isKeyExpired = false;
  /** Whether order calls come from the address that is registered. */
  isAddressRegistered = true;
  private live: Tokens[] = [];

  constructor(client: ServerClient) {
    this.client = client;
  }

  /** Tokens, or the code of what was wrong. */
  logIn(body: Readonly<Record<string, unknown>>, now: number): Tokens | 'AB1007' | 'AB1050' {
    if (body['clientcode'] !== this.client.code || body['password'] !== this.client.pin) return 'AB1007';
    const token = typeof body['totp'] === 'string' ? body['totp'] : '';
    if (!/^\d{6}$/.test(token)) return 'AB1050';
    const { totpSecret: secret } = this.client;
    const isRight = verifySync({ secret, token, epoch: Math.floor(now / 1000), epochTolerance: 30 }).valid;
    return isRight ? this.open() : 'AB1050';
  }

  /** New tokens for old ones, which end; null when there is no such session. */
  renew(jwt: string, refreshToken: unknown): Tokens | null {
    const session = this.live.find((one) => one.jwtToken === jwt && one.refreshToken === refreshToken);
    if (!session) return null;
    this.live = this.live.filter((one) => one !== session);
    return this.open();
  }

  isLive(jwt: string): boolean {
    return this.live.some((session) => session.jwtToken === jwt);
  }

  isFeed(jwt: string, feedToken: string): boolean {
    return this.live.some((session) => session.jwtToken === jwt && session.feedToken === feedToken);
  }

  end(jwt: string): void {
    this.live = this.live.filter((session) => session.jwtToken !== jwt);
  }

  /** As every night. */
  endAll(): void {
    this.live = [];
  }

  private open(): Tokens {
    const random = (bytes: number): string => randomBytes(bytes).toString('base64url');
    const tokens = {
      jwtToken: `eyJhbGciOiJIUzUxMiJ9.${random(60)}.${random(40)}`,
      refreshToken: `eyJhbGciOiJIUzUxMiJ9.${random(40)}.${random(40)}`,
      feedToken: random(24),
    };
    this.live.push(tokens);
    return tokens;
  }
}
