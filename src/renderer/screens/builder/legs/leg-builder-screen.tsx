import { formatRupees } from '../../../../shared/money.ts';
import { rulesOfText } from '../../../features/options/rules-address.ts';
import { t } from '../../../i18n/translate.ts';
import { searchField, urlSearch, useUrlSearch } from '../../../state/url-search.ts';
import { Screen } from '../../../ui/screen.tsx';
import { KindTabs } from '../kind-tabs.tsx';
import { LegBuilder } from './leg-builder.tsx';
import { documentOfRules, newLegDocument } from './leg-starters.ts';

/** Two sold legs of an index set aside about four lakh. */
const DEFAULT_CAPITAL = 5_00_000_00;

/** Legs that a new strategy begins with, from the option chain. Without them it begins with a short straddle. */
const legBuilderSearch = urlSearch({ underlying: searchField.text(), legs: searchField.text() });

/** Writes a strategy of option legs without code. */
export const LegBuilderScreen = () => {
  const [{ underlying, legs }] = useUrlSearch(legBuilderSearch);
  const rules = rulesOfText(legs);
  const draftKey = `${underlying} ${legs}`;
  return (
    <Screen title={t('New option strategy')}>
      <KindTabs kind="/leg-builder" />
      <LegBuilder
        key={draftKey}
        draftKey={draftKey}
        start={{
          strategyId: null,
          name: '',
          capital: formatRupees(DEFAULT_CAPITAL),
          document: rules.length > 0 ? documentOfRules(underlying, rules) : newLegDocument(),
        }}
      />
    </Screen>
  );
};
