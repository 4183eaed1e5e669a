import { useEffect } from 'react';
import { formatRupees } from '../../../shared/money.ts';
import { PaperTerms } from '../../features/manual/paper-terms.tsx';
import { t } from '../../i18n/translate.ts';
import { manualAccount } from '../../state/manual-account.ts';
import { Content } from '../../ui/content.tsx';
import { FigureList } from '../../ui/figure-list.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';

const load = () => void manualAccount.load(undefined);

/** Account for orders by hand on paper: how it stands, and its terms. */
export const HandSection = () => {
  const { value, ...state } = manualAccount.use();
  useEffect(load, []);
  const funds = value?.funds;
  return (
    <Content
      {...state}
      hasContent={value !== null}
      onRetry={load}
      skeleton={<BlockSkeleton height={240} />}
      empty={{ icon: null, sentence: '' }}
    >
      {funds && (
        <SectionCard title={t('Orders by hand, on paper')}>
          <FigureList
            figures={[
              { name: t('Available'), value: formatRupees(funds.available) },
              { name: t('Result today'), value: <MoneyChange paise={funds.today} /> },
            ]}
          />
          {/* Other terms, such as those that another window has set, begin the form anew. */}
          <PaperTerms key={`${funds.capital} ${funds.maxLossPerDay}`} funds={funds} />
        </SectionCard>
      )}
    </Content>
  );
};
