import type { Alert } from '../../shared/contract/alerts.ts';
import { contract } from '../../shared/contract/index.ts';
import type { StreamEvent } from '../../shared/contract/stream.ts';
import { FIRST_PAGE, MAX_PAGE_SIZE } from '../../shared/page-size.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { AlertPresenter } from './alert-presenter.ts';

/** Feeds the platform's alerts to the presenter: from the stream, and by asking for what the stream missed. */
export class AlertFeed {
  readonly #gateway: Gateway;
  readonly #presenter: AlertPresenter;
  #userId: number | null = null;
  #turn = 0;

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

  /** Asks for what came meanwhile; to be called when the stream opens, and instead of it where there is none. */
  async catchUp(): Promise<void> {
    const userId = this.#userId;
    if (userId === null) return;
    const turn = ++this.#turn;
    const [newest, count] = await Promise.all([
      this.#newestOf(userId),
      this.#gateway.call(contract.alerts.count, {}),
    ]);
    // A failure here is the stream's failure too, and the next time it opens asks again.
    if (newest && count.ok && userId === this.#userId && turn === this.#turn)
      this.#presenter.catchUp(userId, newest, count.value);
  }

  /** Every alert since the past, newest first, however many came: one that is critical may be the oldest of them. */
  async #newestOf(userId: number): Promise<Alert[] | null> {
    const past = this.#presenter.pastOf(userId);
    const byId = new Map<number, Alert>();
    for (let pageNumber = FIRST_PAGE; ; pageNumber += 1) {
      const page = await this.#gateway.call(contract.alerts.list, { pageNumber, pageSize: MAX_PAGE_SIZE });
      if (!page.ok) return null;
      const { notification_list: rows, total } = page.value;
      for (const alert of rows) byId.set(alert.notification_id, alert);
      const oldest = rows.at(-1)?.notification_id ?? 0;
      const isAll = pageNumber * MAX_PAGE_SIZE >= total;
      if (past === null || oldest <= past || isAll) return [...byId.values()];
    }
  }
}
