import { Button, Field, makeStyles, mergeClasses, Select, tokens } from '@fluentui/react-components';
import { Add16Regular, Dismiss16Regular } from '@fluentui/react-icons';
import { RULE_LIMITS, type Condition } from '../../../shared/rule-document.ts';
import { t, labels } from '../../i18n/translate.ts';
import { COMPARISON_LABELS } from './catalogue.ts';
import { useAt, type Path } from './draft-context.tsx';
import { NumberAt, SelectAt } from './inputs.tsx';
import { OperandEditor } from './operand-editor.tsx';
import { newComparison, newGroup, STARTING_OPERANDS } from './starters.ts';

const useStyles = makeStyles({
  group: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    margin: 0,
    padding: 0,
    border: 0,
    minWidth: 0,
  },
  inner: {
    padding: tokens.spacingHorizontalM,
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  row: {
    display: 'flex',
    gap: tokens.spacingHorizontalM,
    justifyContent: 'space-between',
    alignItems: 'flex-start',
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  parts: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'flex-start' },
  buttons: { display: 'flex', gap: tokens.spacingHorizontalS, flexWrap: 'wrap' },
  problem: { margin: 0, color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
});

type Row = Exclude<Condition, { kind: 'all' | 'any' }>;
type RowKind = Row['kind'];

const ROW_KINDS: Readonly<Record<RowKind, string>> = labels({
  compare: 'Compare',
  not: 'NOT',
  between: 'is between',
});

/** The comparison inside a row, or a new one without it. */
const comparisonIn = (row: Row): Condition => (row.kind === 'compare' ? row : newComparison());

const rowOf = (kind: RowKind, row: Row): Condition => {
  const inner = row.kind === 'not' ? row.condition : comparisonIn(row);
  switch (kind) {
    case 'compare':
      return inner.kind === 'compare' ? inner : newComparison();
    case 'not':
      return { kind: 'not', condition: inner };
    case 'between':
      return {
        kind: 'between',
        value: inner.kind === 'compare' ? inner.left : STARTING_OPERANDS.price,
        low: STARTING_OPERANDS.constant,
        high: STARTING_OPERANDS.constant,
        forBars: 1,
      };
  }
};

const Comparison = ({ path }: { path: Path }) => {
  const styles = useStyles();
  return (
    <>
      <OperandEditor path={[...path, 'left']} label={t('Left', { context: 'side' })} />
      <div className={styles.line}>
        <SelectAt
          path={[...path, 'operator']}
          label={t('Comparison')}
          options={Object.entries(COMPARISON_LABELS)}
        />
        <NumberAt path={[...path, 'forBars']} label={t('For N candles')} />
      </div>
      <OperandEditor path={[...path, 'right']} label={t('Right')} />
    </>
  );
};

const Between = ({ path }: { path: Path }) => (
  <>
    <OperandEditor path={[...path, 'value']} label={t('What')} />
    <OperandEditor path={[...path, 'low']} label={t('Lower end')} />
    <OperandEditor path={[...path, 'high']} label={t('Upper end')} />
    <NumberAt path={[...path, 'forBars']} label={t('For N candles')} />
  </>
);

interface RowEditorProps {
  path: Path;
  name: string;
  level: number;
  onRemove: (() => void) | null;
}

const RowEditor = ({ path, name, level, onRemove }: RowEditorProps) => {
  const styles = useStyles();
  const { value, problem, set } = useAt<Row>(path);
  const inner = value.kind === 'not' ? value.condition : null;
  return (
    <div className={styles.row} role="group" aria-label={name}>
      <div className={styles.parts}>
        <Field label={name}>
          <Select value={value.kind} onChange={(_, data) => set(rowOf(data.value as RowKind, value) as Row)}>
            {Object.entries(ROW_KINDS).map(([kind, text]) => (
              <option key={kind} value={kind}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
        {problem && <p className={styles.problem}>{problem}</p>}
        {value.kind === 'compare' && <Comparison path={path} />}
        {value.kind === 'between' && <Between path={path} />}
        {inner?.kind === 'compare' && <Comparison path={[...path, 'condition']} />}
        {inner && inner.kind !== 'compare' && (
          <ConditionEditor
            path={[...path, 'condition']}
            name={t('{{name}}, inside', { name })}
            level={level + 1}
          />
        )}
      </div>
      {onRemove && (
        <Button
          appearance="subtle"
          icon={<Dismiss16Regular />}
          aria-label={t('Remove {{name}}', { name: name.toLowerCase() })}
          onClick={onRemove}
        />
      )}
    </div>
  );
};

interface GroupEditorProps {
  path: Path;
  name: string;
  level: number;
  onRemove: (() => void) | null;
}

type Group = Extract<Condition, { kind: 'all' | 'any' }>;

const JOINTS: Readonly<Record<Group['kind'], string>> = labels({
  all: 'All (AND)',
  any: 'Any (OR)',
});

/** Rows of which all or any must hold; a row may be a group again. */
const GroupEditor = ({ path, name, level, onRemove }: GroupEditorProps) => {
  const styles = useStyles();
  const { value, problem } = useAt<Group>(path);
  const list = useAt<readonly Condition[]>([...path, 'conditions']);
  const remove = (index: number) => list.set(list.value.filter((_, at) => at !== index));
  return (
    <fieldset className={mergeClasses(styles.group, level > 0 && styles.inner)} aria-label={name}>
      <div className={styles.line}>
        <SelectAt path={[...path, 'kind']} label={name} options={Object.entries(JOINTS)} />
        {onRemove && (
          <Button
            appearance="subtle"
            icon={<Dismiss16Regular />}
            aria-label={t('Remove {{name}}', { name: name.toLowerCase() })}
            onClick={onRemove}
          />
        )}
      </div>
      {(problem ?? list.problem) && <p className={styles.problem}>{problem ?? list.problem}</p>}
      {value.conditions.map((_, index) => (
        <ConditionEditor
          key={index}
          path={[...path, 'conditions', index]}
          name={t('{{name}}, condition {{number}}', { name, number: index + 1 })}
          level={level + 1}
          onRemove={value.conditions.length > 1 ? () => remove(index) : null}
        />
      ))}
      <div className={styles.buttons}>
        <Button
          size="small"
          icon={<Add16Regular />}
          onClick={() => list.set([...list.value, newComparison()])}
        >
          {t('Condition')}
        </Button>
        {level < RULE_LIMITS.depth - 2 && (
          <Button size="small" icon={<Add16Regular />} onClick={() => list.set([...list.value, newGroup()])}>
            {t('Group')}
          </Button>
        )}
      </div>
    </fieldset>
  );
};

interface ConditionEditorProps {
  path: Path;
  name: string;
  level?: number;
  onRemove?: (() => void) | null;
}

/** A condition of the rules, however deep it goes. */
export const ConditionEditor = ({ path, name, level = 0, onRemove = null }: ConditionEditorProps) => {
  const { value } = useAt<Condition>(path);
  const Editor = value.kind === 'all' || value.kind === 'any' ? GroupEditor : RowEditor;
  return <Editor path={path} name={name} level={level} onRemove={onRemove} />;
};
