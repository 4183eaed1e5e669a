import { Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { t } from '../../../i18n/translate.ts';
import { SectionCard } from '../../../ui/section-card.tsx';
import { useLegDraft } from '../../../features/rules/draft-context.tsx';
import { ClockAt } from '../../../features/rules/inputs.tsx';
import {
  changedLegs,
  type LegChange,
  QUICK_START,
  quickSettingsOf,
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
const textOf = (value: number | null): string => (value === null || Number.isNaN(value) ? '' : String(value));

/** A ready-made structure in six inputs. Choosing one makes the legs anew; the others change the legs that are there. */
export const QuickSection = () => {
  const styles = useStyles();
  const { document, set } = useLegDraft();
  const [start] = useState(() => quickSettingsOf(document.legs));
  const [structure, setStructure] = useState<StructureName | typeof OWN>(start.structure ?? OWN);
  const [lots, setLots] = useState(textOf(start.lots));
  const [stop, setStop] = useState(textOf(start.stopPercent));
  const hasWeeks = UNDERLYINGS[document.underlying] ?? false;
  const choose = (chosen: StructureName) => {
    // What legs of somebody's own have is no wish for others, and neither is nothing.
    const typed = (text: string, usual: number) =>
      structure === OWN || text.trim() === '' ? usual : numberOf(text);
    const settings = {
      lots: typed(lots, QUICK_START.lots),
      stopPercent: typed(stop, QUICK_START.stopPercent),
    };
    setStructure(chosen);
    setLots(textOf(settings.lots));
    setStop(textOf(settings.stopPercent));
    set(['legs'], readyLegs({ ...settings, structure: chosen }, hasWeeks ? 'this-week' : 'this-month'));
  };
  const change = (settings: LegChange) => set(['legs'], changedLegs(document.legs, settings, hasWeeks));
  return (
    <SectionCard title={t('Ready-made structure')}>
      <div className={styles.line}>
        <Field label={t('Structure')}>
          <Select value={structure} onChange={(_, { value }) => choose(value as StructureName)}>
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
              set(['legs'], changedLegs(document.legs, {}, UNDERLYINGS[value] ?? false));
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
              change({ lots: numberOf(value) });
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
              change({ stopPercent: numberOf(value) });
            }}
          />
        </Field>
        <ClockAt path={['entry', 'at']} label={t('Entry at')} />
        <ClockAt path={['exit', 'at']} label={t('Exit at')} />
      </div>
    </SectionCard>
  );
};
