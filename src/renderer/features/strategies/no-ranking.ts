import { t } from '../../i18n/translate.ts';
import { header } from '../../state/header.ts';

/** React hook: whether paper trades on a replay now, on which the strategies of others do not trade. */
export const useIsReplay = (): boolean => header.use(({ value }) => value?.feed.kind === 'replay');

/** Why nobody is ranked on a replay. */
export const noRankingText = (): string =>
  t('Only your own strategies trade on a replay: it has no ranking.');
