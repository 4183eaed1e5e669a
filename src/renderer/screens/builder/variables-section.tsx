import { Button, Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { Add16Regular, Dismiss16Regular } from '@fluentui/react-icons';
import {
  RULE_LIMITS,
  type Condition,
  type RuleDocument,
  type Variable,
} from '../../../shared/rule-document.ts';
import { labels, t } from '../../i18n/translate.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { ConditionEditor } from '../../features/rules/condition-editor.tsx';
import { useAt, useDraft, type Path } from '../../features/rules/draft-context.tsx';
import { NumberAt, optionsOf, SelectAt } from '../../features/rules/inputs.tsx';
import { OperandEditor } from '../../features/rules/operand-editor.tsx';
import { type TypedNames, withTypedNames } from './rename-variable.ts';
import { newComparison, newVariable, STARTING_CANDLES } from '../../features/rules/starters.ts';

const useStyles = makeStyles({
  variable: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalM,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'flex-end' },
  problem: { margin: 0, color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
});

const KINDS: Readonly<Record<Variable['kind'], string>> = labels({
  counter: 'Counter',
  kept: 'Kept value',
});

const KEEPS: Readonly<Record<Extract<Variable, { kind: 'kept' }>['keep'], string>> = labels({
  last: 'the last candle',
  first: 'the first candle',
});

interface NamesProps {
  typedNames: TypedNames;
  onTypedNames: (names: TypedNames) => void;
}

/** The name of a variable. It is given when the field is left, to what reads the variable too. */
const NameField = ({ at, typedNames, onTypedNames }: NamesProps & { at: number }) => {
  const { document, set } = useDraft();
  const { value: name, problem } = useAt<string>(['variables', at, 'name']);
  const give = () => {
    if (typeof typedNames[at] !== 'string') return;
    const named = withTypedNames(document, typedNames);
    if (named.document !== document) set([], named.document);
    onTypedNames(named.refused);
  };
  return (
    <Field label={t('Name')} validationMessage={problem}>
      <Input
        value={typedNames[at] ?? name}
        maxLength={30}
        onChange={(_, data) =>
          onTypedNames(
            (document.variables ?? []).map((__, place) =>
              place === at ? data.value : (typedNames[place] ?? null),
            ),
          )
        }
        onBlur={give}
        onKeyDown={({ key }) => {
          if (key === 'Enter') give();
        }}
      />
    </Field>
  );
};

/** The candles that a variable looks at: those of the session, or so many. */
const CandlesField = ({ path }: { path: Path }) => {
  const { value, problem, set } = useAt<number | null>(path);
  return (
    <>
      <Field label={t('Of')} validationMessage={value === null ? problem : undefined}>
        <Select
          value={value === null ? 'session' : 'last'}
          onChange={(_, data) => set(data.value === 'last' ? STARTING_CANDLES : null)}
        >
          <option value="session">{t('today’s candles')}</option>
          <option value="last">{t('the latest candles')}</option>
        </Select>
      </Field>
      {value !== null && <NumberAt path={path} label={t('How many')} />}
    </>
  );
};

const VariableEditor = ({ at, onRemove, ...names }: NamesProps & { at: number; onRemove: () => void }) => {
  const styles = useStyles();
  const path = ['variables', at];
  const { value, set } = useAt<Variable>(path);
  const reset = useAt<Condition | null>([...path, 'reset']);
  const { name } = value;
  const choose = (kind: string) => {
    const { when, reset: resets, candles } = value;
    const parts = { name, when, reset: resets, candles };
    set(
      kind === 'kept'
        ? { kind, ...parts, value: { kind: 'price', field: 'high', offset: 0 }, keep: 'last' }
        : { kind: 'counter', ...parts },
    );
  };
  return (
    <div className={styles.variable} role="group" aria-label={t('Variable {{name}}', { name })}>
      <div className={styles.line}>
        <NameField at={at} {...names} />
        <Field label={t('Kind')}>
          <Select value={value.kind} onChange={(_, data) => choose(data.value)}>
            {optionsOf(KINDS).map(([kind, text]) => (
              <option key={kind} value={kind}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
        <Button
          appearance="subtle"
          icon={<Dismiss16Regular />}
          aria-label={t('Remove variable {{name}}', { name })}
          onClick={onRemove}
        />
      </div>
      <div className={styles.line}>
        <CandlesField path={[...path, 'candles']} />
      </div>
      {value.kind === 'kept' && (
        <div className={styles.line}>
          <OperandEditor path={[...path, 'value']} label={t('Price or indicator')} />
          <SelectAt path={[...path, 'keep']} label={t('Taken on')} options={optionsOf(KEEPS)} />
        </div>
      )}
      <ConditionEditor path={[...path, 'when']} name={t('When')} />
      {reset.value && <ConditionEditor path={[...path, 'reset']} name={t('Reset when')} />}
      <div className={styles.line}>
        <Button
          size="small"
          onClick={() => reset.set(reset.value ? null : { kind: 'any', conditions: [newComparison()] })}
        >
          {reset.value ? t('Remove the reset') : t('Add a reset')}
        </Button>
      </div>
    </div>
  );
};

/** Named values that the conditions read: counters of candles, and values that are kept. */
export const VariablesSection = (names: NamesProps) => {
  const styles = useStyles();
  const { document } = useDraft();
  const list = useAt<RuleDocument['variables']>(['variables']);
  const variables = list.value ?? [];
  const put = (next: readonly Variable[]) => list.set(next.length > 0 ? [...next] : undefined);
  const remove = (at: number) => {
    // A name that waits for the one that goes would take over what reads that.
    names.onTypedNames([]);
    put(variables.filter((_, index) => index !== at));
  };
  return (
    <SectionCard title={t('Variables')}>
      {variables.length === 0 &&
        t('A variable counts candles, or keeps a value of one, for the conditions below to ask about.')}
      {variables.map((_, at) => (
        <VariableEditor key={at} at={at} onRemove={() => remove(at)} {...names} />
      ))}
      {list.problem && <p className={styles.problem}>{list.problem}</p>}
      {variables.length < RULE_LIMITS.variables && (
        <div className={styles.line}>
          <Button
            size="small"
            icon={<Add16Regular />}
            onClick={() =>
              put([...variables, newVariable(document, (number) => t('Variable {{number}}', { number }))])
            }
          >
            {t('Add a variable')}
          </Button>
        </div>
      )}
    </SectionCard>
  );
};
