import { Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { LegDocument } from '../../../../shared/leg-document.ts';
import { t } from '../../../i18n/translate.ts';
import { SectionCard } from '../../../ui/section-card.tsx';
import { useLegDraft } from '../draft-context.tsx';
import { ClockAt } from '../inputs.tsx';
import {
  QUICK_START,
  type QuickSettings,
  readyLegs,
  STRUCTURES,
  type StructureName,
} from './leg-starters.ts';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, alignItems: 'flex-start' },
  number: { width: '92px', minWidth: '64px' },
});

/** Underlyings with options, and whether they have weekly expiries. */
const UNDERLYINGS: Readonly<Record<string, boolean>> = { NIFTY: true, BANKNIFTY: false };

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** A ready-made structure in six inputs. Changing one makes the legs anew. */
export const QuickSection = () => {
  const styles = useStyles();
  const { document, set } = useLegDraft();
  const [structure, setStructure] = useState<StructureName>(QUICK_START.structure);
  const [lots, setLots] = useState(String(QUICK_START.lots));
  const [stop, setStop] = useState(String(QUICK_START.stopPercent));
  const remake = (change: Partial<QuickSettings>, underlying: LegDocument['underlying']) => {
    const settings = { structure, lots: numberOf(lots), stopPercent: numberOf(stop), ...change };
    set(['legs'], readyLegs(settings, UNDERLYINGS[underlying] ? 'this-week' : 'this-month'));
  };
  return (
    <SectionCard title={t('Ready-made structure')}>
      <div className={styles.line}>
        <Field label={t('Structure')}>
          <Select
            value={structure}
            onChange={(_, { value }) => {
              setStructure(value as StructureName);
              remake({ structure: value as StructureName }, document.underlying);
            }}
          >
            {Object.entries(STRUCTURES).map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('Underlying')}>
          <Select
            value={document.underlying}
            onChange={(_, { value }) => {
              set(['underlying'], value);
              remake({}, value);
            }}
          >
            {Object.keys(UNDERLYINGS).map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('Lots of each leg')}>
          <Input
            className={styles.number}
            inputMode="numeric"
            value={lots}
            onChange={(_, { value }) => {
              setLots(value);
              remake({ lots: numberOf(value) }, document.underlying);
            }}
          />
        </Field>
        <Field label={t('Stop-loss')}>
          <Input
            className={styles.number}
            inputMode="decimal"
            contentAfter="%"
            value={stop}
            onChange={(_, { value }) => {
              setStop(value);
              remake({ stopPercent: numberOf(value) }, document.underlying);
            }}
          />
        </Field>
        <ClockAt path={['entry', 'at']} label={t('Entry at')} />
        <ClockAt path={['exit', 'at']} label={t('Exit at')} />
      </div>
    </SectionCard>
  );
};
