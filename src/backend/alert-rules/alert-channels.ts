import { OUTSIDE_CHANNELS, type OutsideChannel } from '../../shared/alert-delivery.ts';
import type { AlertChannels, ChannelSettings } from '../../shared/contract/alert-rules.ts';
import { istIso } from '../../shared/time.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { type ChannelConfig, configOf, shownOf, withoutSecrets } from './channel-config.ts';
import { ChannelTrouble, type OutgoingMessage } from './channels/channel-trouble.ts';
import { sendEmail } from './channels/email.ts';
import { sendNtfy } from './channels/ntfy.ts';
import { sendTelegram, TELEGRAM } from './channels/telegram.ts';
import { sendWebhook } from './channels/webhook.ts';

export interface AlertChannelsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  /** Whether several people use it: it must not be led into its network. */
  readonly isShared: boolean;
  /** Where Telegram is; its own address unless given. */
  readonly telegram?: string | undefined;
}

const UNREADABLE =
  'Its secret was sealed on another computer, or with another key. Set the channel up again.';

/** Channels of people: how they are set up, sealed, and what is sent by them. */
export class OutsideChannels {
  private readonly deps: AlertChannelsDeps;

  constructor(deps: AlertChannelsDeps) {
    this.deps = deps;
  }

  /** How a user's channel is set up; null where it is not. @throws Refusal, ChannelTrouble while it cannot be opened */
  async configOf(userId: number, channel: OutsideChannel): Promise<ChannelConfig | null> {
    const row = await this.rowOf(userId, channel);
    if (!row) return null;
    const text = this.deps.sealer.unseal(row.config_sealed);
    if (text === null) throw new ChannelTrouble('refused', UNREADABLE);
    return JSON.parse(text) as ChannelConfig;
  }

  private rowOf(userId: number, channel: OutsideChannel) {
    return this.deps.database.read
      .selectFrom('alert_channels')
      .selectAll()
      .where('user_id', '=', userId)
      .where('channel', '=', channel)
      .executeTakeFirst();
  }

  /** Set a channel up, or change it. @throws Refusal that names the field */
  async save(userId: number, settings: ChannelSettings): Promise<void> {
    const { database, sealer, clock, isShared } = this.deps;
    const channel = settings.kind;
    const before = await this.configOf(userId, channel).catch((error: unknown) => {
      if (error instanceof ChannelTrouble) return null;
      throw error;
    });
    const config = configOf(settings, before, isShared);
    const values = {
      ...{ config_sealed: sealer.seal(JSON.stringify(config)), shown: shownOf(config) },
      ...{ problem: '', failing_since: null, updated_at: clock.now() },
    };
    await database.write(userId, (tx) =>
      tx.query
        .insertInto('alert_channels')
        .values({ user_id: userId, channel, ...values })
        .onConflict((oc) => oc.columns(['user_id', 'channel']).doUpdateSet(values))
        .execute(),
    );
  }

  async remove(userId: number, channel: OutsideChannel): Promise<void> {
    await this.deps.database.write(userId, (tx) =>
      tx.query
        .deleteFrom('alert_channels')
        .where('user_id', '=', userId)
        .where('channel', '=', channel)
        .execute(),
    );
  }

  /** All channels of a user as they are shown, without secrets. */
  async shownTo(userId: number): Promise<AlertChannels> {
    const { read } = this.deps.database;
    const rows = await read.selectFrom('alert_channels').selectAll().where('user_id', '=', userId).execute();
    const waiting = await read
      .selectFrom('alert_deliveries')
      .select(['channel', (eb) => eb.fn.countAll<number>().as('count')])
      .where('user_id', '=', userId)
      .where('state', 'in', ['pending', 'sending'])
      .groupBy('channel')
      .execute();
    const settings = await read
      .selectFrom('alert_settings')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const { quiet_from: from, quiet_to: to } = settings ?? { quiet_from: null, quiet_to: null };
    return {
      channels: OUTSIDE_CHANNELS.map((channel) => {
        const row = rows.find((one) => one.channel === channel);
        return {
          channel,
          isSetUp: row !== undefined,
          shown: row?.shown ?? '',
          settings: row ? this.settingsIn(row.config_sealed) : null,
          problem: row?.problem ?? '',
          failingSince: row?.failing_since ? istIso(row.failing_since) : null,
          waiting: waiting.find((one) => one.channel === channel)?.count ?? 0,
        };
      }),
      hidesAmounts: settings?.hides_amounts === 1,
      quiet: from !== null && to !== null ? { from, to } : null,
    };
  }

  /** Settings without secrets; null while they cannot be opened. */
  private settingsIn(sealed: string): ChannelSettings | null {
    if (this.deps.sealer.keyState !== 'fits') return null;
    const text = this.deps.sealer.unseal(sealed);
    return text === null ? null : withoutSecrets(JSON.parse(text) as ChannelConfig);
  }

  /** Send a message. @throws ChannelTrouble with what the other side says */
  async send(config: ChannelConfig, message: OutgoingMessage): Promise<void> {
    const { isShared, clock, telegram } = this.deps;
    switch (config.kind) {
      case 'telegram':
        return sendTelegram(telegram ?? TELEGRAM, config, message);
      case 'ntfy':
        return sendNtfy(config, message, isShared);
      case 'email':
        return sendEmail(config, message, isShared);
      case 'webhook':
        return sendWebhook(config, message, { isShared, now: clock.now() });
    }
  }
}
