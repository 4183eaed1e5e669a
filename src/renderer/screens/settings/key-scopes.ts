import type { KeyScope } from '../../../shared/contract/endpoint.ts';
import { labels } from '../../i18n/translate.ts';

/** Scopes of keys, from the least. */
export const SCOPES = ['read', 'propose', 'change'] as const satisfies readonly KeyScope[];

/** Scopes of keys in a word. */
export const SCOPE_LABELS: Readonly<Record<KeyScope, string>> = labels({
  read: 'Read',
  propose: 'Propose',
  change: 'Change',
});

/** Scopes of keys in a sentence, for who makes one. */
export const SCOPE_SENTENCES: Readonly<Record<KeyScope, string>> = labels({
  read: 'Read everything that you see, and follow what happens',
  propose: 'Propose something, which waits until you accept it',
  change: 'Run backtests, import prices, clone strategies, mark alerts as read',
});
