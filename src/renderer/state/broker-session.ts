import { t } from '../i18n/translate.ts';
import { header } from './header.ts';

/** React hook: what becomes of real orders while there is no session with the broker; undefined while there is one. */
export const useNoSessionReason = (): string | undefined =>
  header.use(({ value }) => value?.broker.state === 'session-over')
    ? t(
        'There is no session with the broker: real orders leave once you log in. What cannot wait can be closed in the broker’s app.',
      )
    : undefined;
