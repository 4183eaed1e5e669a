import { z } from 'zod';
import { session as door, UserDataSchema } from '../../shared/contract/session.ts';
import type { UserData } from '../../shared/contract/session.ts';
import type { DesktopEvent, SessionState } from '../../shared/desktop.ts';
import { UNAUTHORISED_MESSAGE, fail, succeed } from '../../shared/failure.ts';
import type { Result } from '../../shared/failure.ts';
import { withDeadline } from '../deadline.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Tokens } from '../gateway/token-queue.ts';
import type { Log } from '../log/log.ts';
import { parseJson } from '../parse-json.ts';
import type { Vault } from '../vault/vault.ts';
import { t } from '../messages/messages.ts';

/** Parts of the session that are kept over a restart. */
const KeptSessionSchema = z.object({ refreshToken: z.string().min(1), user: UserDataSchema });

/** Signing out does not wait longer than this for the server. */
const SIGN_OUT_MS = 5_000;

export interface SessionDeps {
  readonly gateway: Gateway;
  readonly vault: Vault;
  readonly log: Log;
  readonly announce: (event: DesktopEvent) => void;
  /** Called with the signed-in user's id, or null after signing out. */
  readonly onPerson: (userId: number | null) => void;
  /** Folder in which the backend of this computer leaves mail; null while another is in use. */
  readonly outbox: () => string | null;
  /** The name last signed in with on this computer. */
  readonly lastName: { read(): string | null; write(name: string): void };
}

type Fields = Readonly<Record<string, unknown>>;
type SignedIn = Tokens & { readonly userData: UserData };

/** Who is signed in. Tokens stay in here and in the gateway; windows see the person only. */
export class Session {
  readonly #deps: SessionDeps;
  #user: UserData | null = null;
  #isRemembered = false;
  /**
   * Number of sign-outs so far. A sign-in answered after one of these was asked for before it, perhaps of another
   * server.
   */
  #signOuts = 0;
  /** Set while another server is being chosen: a sign-in meanwhile would belong to neither server. */
  #isClosed = false;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
  }

  get state(): SessionState {
    const { vault, lastName } = this.#deps;
    const keptIn = this.#user && !this.#isRemembered ? 'memory' : vault.keptIn;
    return { user: this.#user, keptIn, lastName: lastName.read() };
  }

  /**
   * Resume the session of the last run, if there is one: at the start, or when the keychain is unlocked later and
   * nobody has signed in meanwhile. Whether it still holds shows with the first call.
   */
  async restore(): Promise<void> {
    if (this.#user === null) await this.#restore();
    this.#announceState();
  }

  async #restore(): Promise<void> {
    const text = await this.#deps.vault.read('session');
    if (text === null) return;
    const kept = KeptSessionSchema.safeParse(parseJson(text));
    if (!kept.success) {
      this.#deps.log.warn('What was kept of the last session cannot be read');
      return this.#deps.vault.clear('session');
    }
    this.#user = kept.data.user;
    this.#isRemembered = true;
    this.#deps.gateway.tokens.start({ accessToken: null, refreshToken: kept.data.refreshToken });
    this.#deps.onPerson(this.#user.id);
  }

  async signIn({
    isRemembered,
    ...input
  }: Fields & { isRemembered: boolean }): Promise<Result<SessionState>> {
    return this.#enter(door.login, input, isRemembered);
  }

  async register(input: Fields): Promise<Result<SessionState>> {
    return this.#enter(door.register, input, true);
  }

  /** Asks for a code by mail. The answer is the same for a name of nobody. */
  async forgotPassword(input: Fields): Promise<Result<{ outbox: string | null }>> {
    const answered = await this.#deps.gateway.callAtDoor(door.forgotPassword, input);
    if (!answered.ok) return answered;
    const { isInOutbox } = answered.value as { isInOutbox: boolean };
    return succeed({ outbox: isInOutbox ? this.#deps.outbox() : null }, answered.message);
  }

  /** Chooses a new password with that code; nobody is signed in by it. */
  async resetPassword(input: Fields): Promise<Result<Record<string, never>>> {
    return (await this.#deps.gateway.callAtDoor(door.resetPassword, input)) as Result<Record<string, never>>;
  }

  /** End the session here at once, and at the server if possible. The server may be out of reach. */
  async signOut(): Promise<Result<SessionState>> {
    const gateway = this.#deps.gateway;
    this.#signOuts++;
    const ended = gateway.tokens.end();
    await this.#forget();
    if (ended) await this.#revoke(ended);
    return succeed(this.state);
  }

  /** Signs out, and refuses every sign-in until the work is done. */
  async whileSignedOut(work: () => Promise<void>): Promise<void> {
    this.#isClosed = true;
    try {
      await this.signOut();
      await work();
    } finally {
      this.#isClosed = false;
    }
  }

  /** Revoke tokens at their server, as well as it can be reached. */
  #revoke(tokens: Parameters<Gateway['revoke']>[0]): Promise<void> {
    return withDeadline(this.#deps.gateway.revoke(tokens), SIGN_OUT_MS, 'Signing out').catch((error: Error) =>
      this.#deps.log.warn('The server was not told of the sign-out', error),
    );
  }

  /** To be called when the server ended the session. */
  async expire(): Promise<void> {
    await this.#forget();
    this.#deps.announce({ type: 'session.expired' });
  }

  /** Keeps a pair that the gateway renewed. */
  async store({ refreshToken }: Pick<Tokens, 'refreshToken'>): Promise<void> {
    if (!this.#isRemembered || !this.#user) return;
    const before = this.#deps.vault.keptIn;
    await this.#deps.vault.write('session', JSON.stringify({ refreshToken, user: this.#user }));
    if (this.#deps.vault.keptIn !== before) this.#announceState();
  }

  async #enter(
    call: typeof door.login | typeof door.register,
    input: Fields,
    isRemembered: boolean,
  ): Promise<Result<SessionState>> {
    if (this.#isClosed) return fail('refused', t('The server is being changed. Sign in again in a moment.'));
    const { gateway } = this.#deps;
    const before = this.#signOuts;
    const answered = await gateway.callAtDoor(call, input);
    if (!answered.ok) return answered;
    if (before !== this.#signOuts) {
      await this.#revoke(answered.value as SignedIn);
      return fail('unauthorised', UNAUTHORISED_MESSAGE);
    }
    const { userData, ...tokens } = answered.value as SignedIn;
    this.#user = userData;
    this.#isRemembered = isRemembered;
    gateway.tokens.start(tokens);
    this.#deps.lastName.write(userData.email);
    if (isRemembered) await this.store(tokens);
    else await this.#deps.vault.clear('session');
    this.#deps.onPerson(userData.id);
    this.#announceState();
    return succeed(this.state, answered.message);
  }

  async #forget(): Promise<void> {
    this.#user = null;
    this.#deps.onPerson(null);
    await this.#deps.vault.clear('session');
    this.#announceState();
  }

  #announceState(): void {
    this.#deps.announce({ type: 'session.changed', session: this.state });
  }
}
