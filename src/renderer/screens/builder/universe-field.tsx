import { Field, Select } from '@fluentui/react-components';
import { useEffect } from 'react';
import { formatCount } from '../../../shared/money.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { api } from '../../api/api.ts';
import { writtenDay } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { createResource } from '../../state/resource.ts';
import { useAt } from '../../features/rules/draft-context.tsx';

/** Indices whose members were imported. */
const keptIndices = createResource(() => api.market.indices(), { isQuiet: true });

/** Shares that are set aside while an index is chosen. */
export interface UniverseFieldProps {
  /** Shares that were named before an index was chosen; null where none was. */
  namedShares: readonly string[] | null;
  onNamedShares: (symbols: readonly string[] | null) => void;
}

/** Shares that rules trade: those that they name, or the members of an index. Not there while no list is imported. */
export const UniverseField = ({ namedShares, onNamedShares }: UniverseFieldProps) => {
  const { value: universe, problem, set } = useAt<RuleDocument['universe']>(['universe']);
  const { value: instruments, set: setInstruments } = useAt<readonly string[]>(['instruments']);
  const indices = keptIndices.use().value?.indices ?? [];
  useEffect(() => {
    void keptIndices.load(undefined);
  }, []);
  const names = indices.map(({ index }) => index);
  const listed = universe && !names.includes(universe.index) ? [...names, universe.index] : names;
  if (listed.length === 0) return null;
  const chosen = indices.find(({ index }) => index === universe?.index);
  const choose = (index: string) => {
    set(index === '' ? undefined : { index });
    if (index === '') {
      if (namedShares) setInstruments(namedShares);
      return onNamedShares(null);
    }
    if (!universe) onNamedShares(instruments);
    // Some members of today, to show and to preview.
    const symbols = indices.find((one) => one.index === index)?.symbols ?? [];
    if (symbols.length > 0) setInstruments(symbols);
  };
  const hint = chosen
    ? t(
        'A day’s entries are in shares that are members on that day: {{shares}} shares since {{day}}, {{members}} today. Such rules can be backtested, and not be traded yet.',
        {
          shares: formatCount(chosen.shares),
          day: writtenDay(chosen.from),
          members: formatCount(chosen.members),
        },
      )
    : t('The list of its members is not imported here.');
  return (
    <Field label={t('Shares')} hint={universe ? hint : undefined} validationMessage={problem}>
      <Select value={universe?.index ?? ''} onChange={(_, data) => choose(data.value)}>
        <option value="">{t('Those that I name')}</option>
        {listed.map((index) => (
          <option key={index} value={index}>
            {t('Members of {{index}} on the day', { index })}
          </option>
        ))}
      </Select>
    </Field>
  );
};
