import { Button } from '@fluentui/react-components';
import type { Condition, RuleDocument } from '../../../shared/rule-document.ts';
import { t } from '../../i18n/translate.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { ConditionEditor } from '../../features/rules/condition-editor.tsx';
import { useAt, type Path } from '../../features/rules/draft-context.tsx';
import { newComparison } from '../../features/rules/starters.ts';

/** Titles and names of the conditions of a side. Those of rules with one side do not name it. */
interface SideTexts {
  readonly entry: string;
  readonly exit: string;
  readonly entryName: string;
  readonly exitName: string;
  /** When there is no exit rule. */
  readonly noExit: string;
}

const ofOneSide = (): SideTexts => ({
  entry: t('Entry conditions'),
  exit: t('Exit conditions'),
  entryName: t('Entry'),
  exitName: t('Exit'),
  noExit: t('Without exit conditions, positions exit by stops, targets and the auto square-off.'),
});

const ofBoth = (side: RuleDocument['side']): SideTexts => {
  const noExit = t(
    'Without exit conditions, positions exit by a reversal, stops, targets and the auto square-off.',
  );
  return side === 'long'
    ? {
        entry: t('Entry conditions: long'),
        exit: t('Exit conditions: long'),
        entryName: t('Long entry'),
        exitName: t('Long exit'),
        noExit,
      }
    : {
        entry: t('Entry conditions: short'),
        exit: t('Exit conditions: short'),
        entryName: t('Short entry'),
        exitName: t('Short exit'),
        noExit,
      };
};

/** Entry and exit conditions of one side. */
const SideSections = ({ path, texts }: { path: Path; texts: SideTexts }) => {
  const exit = [...path, 'exit'];
  const { value, problem, set } = useAt<Condition | null>(exit);
  return (
    <>
      <SectionCard title={texts.entry}>
        <ConditionEditor path={[...path, 'entry']} name={texts.entryName} />
      </SectionCard>
      <SectionCard
        title={texts.exit}
        aside={
          <Button
            size="small"
            onClick={() => set(value ? null : { kind: 'any', conditions: [newComparison()] })}
          >
            {value ? t('Remove the exit conditions') : t('Add exit conditions')}
          </Button>
        }
      >
        {value ? <ConditionEditor path={exit} name={texts.exitName} /> : (problem ?? texts.noExit)}
      </SectionCard>
    </>
  );
};

/** The conditions of the rules; of those that stop and reverse each side has its own. */
export const ConditionSections = ({ document: { side, reverse } }: { document: RuleDocument }) => {
  if (!reverse) return <SideSections path={[]} texts={ofOneSide()} />;
  return (
    <>
      <SideSections path={[]} texts={ofBoth(side)} />
      <SideSections path={['reverse']} texts={ofBoth(side === 'long' ? 'short' : 'long')} />
    </>
  );
};
