import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { api } from '../../api/api.ts';
import { useAction } from '../../state/action.ts';
import { backendStatus } from '../../state/backend-status.ts';
import { header } from '../../state/header.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { notify } from '../../ui/toasts.tsx';
import { acceptFeed } from './feed.ts';
import { SpeedField } from './speed-field.tsx';

const PaceForm = ({ current }: { current: number }) => {
  const [chosen, setChosen] = useState<number | null>(null);
  const pace = useAction(api.market.pace);
  const speed = chosen ?? current;
  const apply = async () => {
    const result = await pace.run({ speed });
    if (!result.ok) return;
    acceptFeed(result.value.feed);
    setChosen(null);
    notify({ tone: 'success', message: t('The simulated market runs at {{speed}}×.', { speed }) });
  };
  return (
    <>
      <SpeedField
        label={t('Pace')}
        hint={t('1 is a real market day; 60 is a day in about six minutes')}
        speed={speed}
        onChange={setChosen}
      />
      <div>
        <Button disabledFocusable={pace.isRunning || speed === current} onClick={() => void apply()}>
          {t('Set pace')}
        </Button>
      </div>
    </>
  );
};

/** Speed of the simulated market; while another feed is in use the speed shown would be that one's. */
export const PaceSection = () => {
  const feed = header.use((state) => state.value?.feed);
  const isOnServer = backendStatus.use((state) => state.backend.kind === 'server');
  return (
    <SectionCard title={t('Simulated market')}>
      {feed?.kind === 'simulated' &&
        (isOnServer ? (
          <span>{t('Everybody on a server shares its simulated market: its pace is fixed.')}</span>
        ) : (
          <PaceForm current={feed.speed} />
        ))}
      {feed?.kind === 'replay' && <span>{t('The pace can be set once the replay is stopped.')}</span>}
      {feed?.kind === 'broker' && <span>{t('Prices come from the broker, at their own pace.')}</span>}
    </SectionCard>
  );
};
