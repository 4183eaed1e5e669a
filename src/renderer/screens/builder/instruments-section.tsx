import {
  Button,
  Combobox,
  Field,
  makeStyles,
  Option,
  Select,
  Tag,
  TagGroup,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { RULE_LIMITS, type RuleDocument } from '../../../shared/rule-document.ts';
import { t, labels } from '../../i18n/translate.ts';
import { TIMEFRAME_LABELS } from '../../i18n/strategy-labels.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { useAt, useDraft } from '../../features/rules/draft-context.tsx';
import { SelectAt } from '../../features/rules/inputs.tsx';
import { foundInstruments, knownInstruments } from '../../features/rules/known-instruments.ts';
import { newReverse } from '../../features/rules/starters.ts';
import { UniverseField, type UniverseFieldProps } from './universe-field.tsx';

const SIDES: Readonly<Record<RuleDocument['side'] | 'both', string>> = labels({
  long: 'Long (buy)',
  short: 'Short (sell)',
  both: 'Both (stop and reverse)',
});
const PRODUCTS: Readonly<Record<RuleDocument['product'], string>> = labels({
  intraday: 'MIS (intraday)',
  delivery: 'CNC (delivery)',
});

const MOST_OFFERED = 60;
/** After the last key. */
const TYPING_MS = 150;

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, alignItems: 'flex-start' },
  tags: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
});

/** The side of the rules, or both: the other one begins as the mirror of the first. */
const SideField = () => {
  const { document, set } = useDraft();
  const { problem } = useAt(['side']);
  const choose = (wanted: string) => {
    if (wanted === 'both') return set(['reverse'], newReverse(document));
    set(['reverse'], undefined);
    set(['side'], wanted);
  };
  return (
    <Field label={t('Side')} validationMessage={problem}>
      <Select value={document.reverse ? 'both' : document.side} onChange={(_, data) => choose(data.value)}>
        {Object.entries(SIDES).map(([side, text]) => (
          <option key={side} value={side}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  );
};

interface NamedInstrumentsProps {
  /** Whether the instruments are only proposed: the first that is chosen replaces them. */
  isProposed: boolean;
}

type InstrumentsSectionProps = NamedInstrumentsProps & UniverseFieldProps;

/** Instruments that rules name. */
const NamedInstruments = ({ isProposed }: NamedInstrumentsProps) => {
  const styles = useStyles();
  const { value: chosen, problem, set } = useAt<readonly string[]>(['instruments']);
  const { value } = knownInstruments.use();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const here = foundInstruments.useHere();
  const found = here.use().value?.instruments ?? [];
  useEffect(() => {
    void knownInstruments.load(undefined);
  }, []);
  useEffect(() => {
    if (wanted === '') return undefined;
    const asking = setTimeout(() => void here.load(wanted), TYPING_MS);
    return () => clearTimeout(asking);
  }, [here, wanted]);
  const listed = value?.instruments ?? [];
  const all = [...listed, ...found.filter(({ symbol }) => !listed.some((one) => one.symbol === symbol))];
  const shares = listed
    .filter(({ kind, token }) => kind === 'equity' && token !== '')
    .map(({ symbol }) => symbol);
  const offered = all
    .filter(({ symbol, name }) => `${symbol} ${name}`.toLowerCase().includes(wanted.toLowerCase()))
    .slice(0, MOST_OFFERED);
  const choose = (symbols: readonly string[]) => {
    const fresh = symbols.filter((symbol) => !chosen.includes(symbol));
    set(isProposed && fresh.length > 0 ? fresh : symbols);
  };
  const leave = (symbol: string) => set(chosen.filter((one) => one !== symbol));
  return (
    <>
      <Field
        label={t('Instruments')}
        hint={
          isProposed
            ? t('{{symbols}} is only a proposal: choose what you want to trade.', {
                symbols: chosen.join(', '),
              })
            : t('{{number}} of at most {{most}}', { number: chosen.length, most: RULE_LIMITS.instruments })
        }
        validationMessage={problem}
      >
        <Combobox
          multiselect
          placeholder={t('Add an instrument…')}
          selectedOptions={[...chosen]}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onOptionSelect={(_, data) => {
            choose(data.selectedOptions);
            setTyped('');
          }}
        >
          {offered.map(({ symbol, name }) => (
            <Option key={symbol} value={symbol} text={symbol}>
              {name === symbol ? symbol : `${symbol} · ${name}`}
            </Option>
          ))}
        </Combobox>
      </Field>
      <TagGroup
        className={styles.tags}
        aria-label={t('Chosen instruments')}
        size="small"
        onDismiss={(_, data) => leave(data.value)}
      >
        {chosen.map((symbol) => (
          <Tag
            key={symbol}
            value={symbol}
            appearance={isProposed ? 'outline' : 'filled'}
            dismissible
            dismissIcon={{ 'aria-label': t('Take {{symbol}} out', { symbol }) }}
          >
            {symbol}
          </Tag>
        ))}
      </TagGroup>
      <div className={styles.line}>
        <Button
          size="small"
          disabledFocusable={shares.length === 0}
          onClick={() => set(shares.slice(0, RULE_LIMITS.instruments))}
        >
          {t('All NIFTY 50 shares')}
        </Button>
      </div>
    </>
  );
};

/**
 * Instruments, timeframe, side and product of the rules. That is what is traded, on which bars, which side first and
 * for how long.
 */
export const InstrumentsSection = ({ isProposed, ...universeProps }: InstrumentsSectionProps) => {
  const styles = useStyles();
  const { value: universe } = useAt<RuleDocument['universe']>(['universe']);
  return (
    <SectionCard title={t('Instruments & timeframe')}>
      <UniverseField {...universeProps} />
      {!universe && <NamedInstruments isProposed={isProposed} />}
      <div className={styles.line}>
        <SelectAt path={['timeframe']} label={t('Timeframe')} options={Object.entries(TIMEFRAME_LABELS)} />
        <SideField />
        <SelectAt path={['product']} label={t('Product')} options={Object.entries(PRODUCTS)} />
      </div>
    </SectionCard>
  );
};
