import { Link } from '@fluentui/react-components';
import { useEffect } from 'react';
import { t } from '../../i18n/translate.ts';
import { desktop } from '../../api/desktop.ts';
import { about } from '../../state/about.ts';
import { Content } from '../../ui/content.tsx';
import { Facts } from '../../ui/details-drawer.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { LicencesButton } from './licences-button.tsx';

const TRADINGVIEW = 'https://www.tradingview.com/';

/** The app itself. Versions, the data folder, and the owners of what it is made from. */
export const AboutFacts = () => {
  const { value, isLoading, failure, loadedAt } = about.use();
  useEffect(() => {
    void about.load(undefined);
  }, []);
  return (
    <>
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void about.load(undefined)}
        skeleton={<BlockSkeleton height={100} />}
        empty={{ icon: null, sentence: '' }}
      >
        {value && (
          <Facts
            facts={[
              [t('Version'), value.version],
              ['Electron', value.electron],
              ['Node', value.node],
              [t('Data folder'), value.dataFolder],
            ]}
          />
        )}
      </Content>
      <p>
        <Sentence
          text="Charts are drawn with Lightweight Charts™ by <a>TradingView</a>, Copyright © TradingView, Inc."
          parts={{
            a: <Link as="button" inline onClick={() => void desktop('link.open', { url: TRADINGVIEW })} />,
          }}
        />
      </p>
      <LicencesButton />
    </>
  );
};
