import type { OutsideChannel } from '../../shared/alert-delivery.ts';
import type { ChannelSettings } from '../../shared/contract/alert-rules.ts';
import { Refusal } from '../refusal.ts';
import { ChannelTrouble } from './channels/channel-trouble.ts';
import type { MailServer } from './channels/email.ts';
import { outsideUrl } from './channels/outside-address.ts';
import { NTFY_TOKEN } from './channels/ntfy.ts';
import { BOT_TOKEN } from './channels/telegram.ts';

/** Settings of a channel with their secrets, as they are sealed. */
export type ChannelConfig =
  | { readonly kind: 'telegram'; readonly token: string; readonly chat: string }
  | { readonly kind: 'ntfy'; readonly server: string; readonly topic: string; readonly token: string }
  | ({ readonly kind: 'email' } & MailServer)
  | { readonly kind: 'webhook'; readonly url: string; readonly secret: string };

/** Names of channels as people read them. */
export const CHANNEL_NAMES: Readonly<Record<OutsideChannel, string>> = {
  telegram: 'Telegram',
  ntfy: 'ntfy',
  email: 'e-mail',
  webhook: 'the webhook',
};

const refuse = (field: string, problem: string): never => {
  throw new Refusal('invalid', `The channel cannot be used: ${problem}.`, {
    fields: { [`settings.${field}`]: problem },
  });
};

const MISSING = 'must be given';
/** A secret goes only where it was given for. */
const MISSING_ANEW = 'must be given again, since it would be sent to another server';

/** The address of a URL that alerts may go to. @throws Refusal that names the field */
const requireUrl = (field: string, text: string, isShared: boolean): string => {
  try {
    return outsideUrl(text, isShared).toString();
  } catch (error) {
    if (!(error instanceof ChannelTrouble)) throw error;
    throw new Refusal('invalid', error.message, { fields: { [`settings.${field}`]: 'cannot be used' } });
  }
};

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/**
 * Settings with their secrets: one that is left out stays as it was `before`, if it goes to the same server.
 * @throws Refusal `invalid` that names the field
 */
export const configOf = (
  settings: ChannelSettings,
  before: ChannelConfig | null,
  isShared: boolean,
): ChannelConfig => {
  switch (settings.kind) {
    case 'telegram': {
      const { chat } = settings;
      const token = settings.token ?? (before?.kind === 'telegram' ? before.token : refuse('token', MISSING));
      if (!BOT_TOKEN.test(token)) refuse('token', 'is not the token of a bot, such as 123456:ABC…');
      if (!/^(@[A-Za-z0-9_]{4,}|-?\d{1,20})$/.test(chat))
        refuse('chat', 'must be the number of a chat, or the @name of a channel');
      return { kind: 'telegram', token, chat };
    }
    case 'ntfy': {
      const server = requireUrl('server', settings.server, isShared);
      const known = before?.kind === 'ntfy' ? before : null;
      if (settings.token === undefined && known !== null && known.token !== '' && known.server !== server)
        refuse('token', MISSING_ANEW);
      if (settings.token !== undefined && !NTFY_TOKEN.test(settings.token))
        refuse('token', 'must be a token such as tk_…, without spaces');
      return {
        ...{ kind: 'ntfy', server, topic: settings.topic },
        token: settings.token ?? known?.token ?? '',
      };
    }
    case 'email': {
      const { host, port, security, user, from, to } = settings;
      const known = before?.kind === 'email' ? before : null;
      if (user === '') return { kind: 'email', host, port, security, user, from, to, password: '' };
      if (settings.password === undefined && known?.password && (known.host !== host || known.port !== port))
        refuse('password', MISSING_ANEW);
      const password = settings.password ?? (known?.password || refuse('password', MISSING));
      if (security === 'none' && !LOOPBACK.includes(host))
        refuse('security', 'must be on: without it the password would travel in plain');
      return { kind: 'email', host, port, security, user, from, to, password };
    }
    case 'webhook': {
      const known = before?.kind === 'webhook' ? before : null;
      const given = settings.url ?? known?.url ?? refuse('url', MISSING);
      const url = requireUrl('url', given, isShared);
      return { kind: 'webhook', url, secret: settings.secret ?? known?.secret ?? refuse('secret', MISSING) };
    }
  }
};

/** Name of a channel without secrets. The path of a webhook is one. */
export const shownOf = (config: ChannelConfig): string => {
  switch (config.kind) {
    case 'telegram':
      return config.chat;
    case 'ntfy':
      return `${new URL(config.server).host}/${config.topic}`;
    case 'email':
      return config.to;
    case 'webhook':
      return new URL(config.url).origin;
  }
};

/** Settings without their secrets. */
export const withoutSecrets = (config: ChannelConfig): ChannelSettings => {
  switch (config.kind) {
    case 'telegram':
      return { kind: 'telegram', chat: config.chat };
    case 'ntfy':
      return { kind: 'ntfy', server: config.server, topic: config.topic };
    case 'email': {
      const { kind, host, port, security, user, from, to } = config;
      return { kind, host, port, security, user, from, to };
    }
    case 'webhook':
      return { kind: 'webhook' };
  }
};
