import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Access } from '../../shared/contract/endpoint.ts';
import { UNAUTHORISED_MESSAGE } from '../../shared/failure.ts';
import type { AppAbility } from '../../shared/ability.ts';
import type { Caller, ScriptKey } from '../call-context.ts';
import { isKeySecret } from '../credentials/script-keys.ts';
import { Refusal } from '../refusal.ts';

/** A caller and what they may do; null for whoever is only at the door. */
export interface KnownCaller extends Caller {
  readonly ability: AppAbility | null;
  /** The key of a script; null of a session. */
  readonly key: ScriptKey | null;
}

/** The caller that an access token belongs to; null when it is unknown, expired or its session revoked. */
export type TokenCheck = (accessToken: string) => Promise<KnownCaller | null>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The caller that the secret of a key belongs to. @throws Refusal `credentials` */
export type KeyCheck = (secret: string) => Promise<KnownCaller>;

/** Decides who may call: the API token for the door, a bearer token for everything behind it. */
export class Authenticator {
  private readonly apiToken: Buffer;
  private readonly checkToken: TokenCheck;
  private readonly checkKey: KeyCheck;

  constructor(apiToken: string, checkToken: TokenCheck, checkKey: KeyCheck) {
    this.apiToken = digest(apiToken);
    this.checkToken = checkToken;
    this.checkKey = checkKey;
  }

  async authenticate(access: Access, headers: IncomingHttpHeaders): Promise<KnownCaller> {
    return access === 'api-token' ? this.checkApiToken(headers) : this.bearer(headers);
  }

  private checkApiToken(headers: IncomingHttpHeaders): KnownCaller {
    const given = headers['x-api-token'];
    if (typeof given !== 'string' || !timingSafeEqual(digest(given), this.apiToken))
      throw new Refusal(
        'forbidden',
        'The API token of this window is not that of the server. Enter it again where the server is chosen.',
      );
    return { userId: 0, sessionId: 0, ability: null, key: null };
  }

  private async bearer(headers: IncomingHttpHeaders): Promise<KnownCaller> {
    const match = /^Bearer ([\w.-]+)$/.exec(headers.authorization ?? '');
    const token = match?.[1];
    if (token && isKeySecret(token)) return this.checkKey(token);
    const caller = token ? await this.checkToken(token) : null;
    if (!caller) throw new Refusal('session', UNAUTHORISED_MESSAGE);
    return caller;
  }
}
