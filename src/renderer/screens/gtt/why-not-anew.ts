import { useEffect } from 'react';
import { t } from '../../i18n/translate.ts';
import { myHome } from '../../state/header.ts';
import { manualLive } from '../../state/manual-live.ts';

/** React hook: why no order could be placed in another's place. Its owner knows before that one is cancelled. */
export const useWhyNotAnew = (): readonly string[] => {
  const isLocked = myHome.use(({ value }) => (value?.liveLock ?? null) !== null);
  const isOff = manualLive.use(({ value }) => value?.isOn === false);
  useEffect(() => void manualLive.load(undefined), []);
  return [
    ...(isLocked
      ? [t('Live trading is locked. Once this order is cancelled, none can be placed before it is released.')]
      : []),
    ...(isOff
      ? [t('Real money by hand is off. Once this order is cancelled, none can be placed before it is on.')]
      : []),
  ];
};
