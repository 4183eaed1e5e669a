import { contract } from '../../shared/contract/index.ts';
import type { StreamEvent } from '../../shared/contract/stream.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { AlertPresenter } from './alert-presenter.ts';

/** Feeds the platform's alerts to the presenter: from the stream, and by asking for what the stream missed. */
export class AlertFeed {
  readonly #gateway: Gateway;
  readonly #presenter: AlertPresenter;
  #userId: number | null = null;

  constructor(gateway: Gateway, presenter: AlertPresenter) {
    this.#gateway = gateway;
    this.#presenter = presenter;
  }

  /** Whose alerts these are from now on; null when nobody is signed in. */
  follow(userId: number | null): void {
    if (userId !== this.#userId) this.#presenter.clear();
    this.#userId = userId;
  }

  async onEvent(event: StreamEvent): Promise<void> {
    if (event.type === 'alert' && this.#userId !== null)
      this.#presenter.onAlert(this.#userId, event.alert, event.unread);
    if (event.type === 'reload') await this.catchUp();
  }

  /** Asks for the newest alerts; to be called when the stream opens, and instead of it where there is none. */
  async catchUp(): Promise<void> {
    const userId = this.#userId;
    if (userId === null) return;
    const [list, count] = await Promise.all([
      this.#gateway.call(contract.alerts.list, {}),
      this.#gateway.call(contract.alerts.count, {}),
    ]);
    // A failure here is the stream's failure too, and the next time it opens asks again.
    if (list.ok && count.ok && userId === this.#userId)
      this.#presenter.catchUp(userId, list.value.notification_list, count.value);
  }
}
