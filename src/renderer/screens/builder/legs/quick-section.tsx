import { Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { LegDocument } from '../../../../shared/leg-document.ts';
import { t } from '../../../i18n/translate.ts';
import { SectionCard } from '../../../ui/section-card.tsx';
import { useLegDraft } from '../draft-context.tsx';
import { ClockAt } from '../inputs.tsx';
import {
  changedLegs,
  isQuickStart,
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

/** Legs that are none of the ready-made structures'. */
const OWN = 'own';

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** A ready-made structure in six inputs. Changing one makes the legs anew. */
export const QuickSection = () => {
  const styles = useStyles();
  const { document, set } = useLegDraft();
  const [isReady] = useState(() => isQuickStart(document.legs));
  const [structure, setStructure] = useState<StructureName | typeof OWN>(
    isReady ? QUICK_START.structure : OWN,
  );
  const [lots, setLots] = useState(isReady ? String(QUICK_START.lots) : '');
  const [stop, setStop] = useState(isReady ? String(QUICK_START.stopPercent) : '');
  const remake = (change: Partial<QuickSettings>, underlying: LegDocument['underlying']) => {
    const chosen = change.structure ?? structure;
    // Legs that somebody chose stay: their lots and stops are changed.
    if (chosen === OWN)
      return set(['legs'], changedLegs(document.legs, change, UNDERLYINGS[underlying] ?? false));
    const typed = { lots: numberOf(lots), stopPercent: numberOf(stop) };
    // Of legs of somebody's own neither was typed here.
    const before = structure === OWN ? QUICK_START : typed;
    set(
      ['legs'],
      readyLegs(
        { lots: before.lots, stopPercent: before.stopPercent, ...change, structure: chosen },
        UNDERLYINGS[underlying] ? 'this-week' : 'this-month',
      ),
    );
  };
  return (
    <SectionCard title={t('Ready-made structure')}>
      <div className={styles.line}>
        <Field label={t('Structure')}>
          <Select
            value={structure}
            onChange={(_, { value }) => {
              setStructure(value as StructureName);
              if (structure === OWN) {
                setLots(String(QUICK_START.lots));
                setStop(String(QUICK_START.stopPercent));
              }
              remake({ structure: value as StructureName }, document.underlying);
            }}
          >
            {structure === OWN && <option value={OWN}>{t('Own legs')}</option>}
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
