import { formatRupees } from '../../../../shared/money.ts';
import { t } from '../../../i18n/translate.ts';
import { Screen } from '../../../ui/screen.tsx';
import { LegBuilder } from './leg-builder.tsx';
import { newLegDocument } from './leg-starters.ts';

/** Two sold legs of an index set aside about four lakh. */
const DEFAULT_CAPITAL = 5_00_000_00;

/** Writes a strategy of option legs without code. */
export const LegBuilderScreen = () => (
  <Screen title={t('New option strategy')}>
    <LegBuilder
      start={{
        strategyId: null,
        name: '',
        capital: formatRupees(DEFAULT_CAPITAL),
        document: newLegDocument(),
      }}
    />
  </Screen>
);
