import {
  Button,
  Combobox,
  Field,
  Input,
  makeStyles,
  Option,
  Select,
  tokens,
} from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { MOST_CONSTITUENTS, weightPercent, weightsOf } from '../../../engine/baskets/weights.ts';
import type { RebalanceRule } from '../../../shared/basket-rules.ts';
import { MAX_PAGE_SIZE } from '../../../shared/page-size.ts';
import { api } from '../../api/api.ts';
import { REBALANCE_LABELS } from '../../i18n/basket-labels.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { fieldText, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { createResource } from '../../state/resource.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';
import { sumText, weightOf } from './weight-text.ts';

const useStyles = makeStyles({
  line: {
    display: 'grid',
    gridTemplateColumns: '1fr 120px 32px',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
  },
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    maxHeight: '260px',
    overflowY: 'auto',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  symbol: { fontWeight: tokens.fontWeightSemibold },
  foot: { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
});

const MOST_OFFERED = 60;
const shares = createResource(() => api.market.instruments({ pageSize: MAX_PAGE_SIZE }), { isQuiet: true });

interface Line {
  symbol: string;
  weight: string;
}

/** Weights in equal parts, as text. */
const equally = (lines: readonly Line[]): Line[] => {
  const weights = weightsOf(lines.map(() => 1));
  return lines.map((line, index) => ({ ...line, weight: ((weights[index] ?? 0) / 100).toFixed(2) }));
};

/** Makes a basket of one's own: a name, shares, weights that come to 100 %, how often it goes back to them. */
export const BuilderDialog = ({
  onDone,
  onClose,
}: {
  onDone: (basketId: number) => void;
  onClose: () => void;
}) => {
  const styles = useStyles();
  const known = shares.use((state) => state.value)?.instruments ?? [];
  const [name, setName] = useState('');
  const [rebalance, setRebalance] = useState<RebalanceRule>('quarterly');
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [typed, setTyped] = useState('');
  const add = useAction(api.baskets.add, { presentation: 'dialog' });
  const offline = useOfflineReason();
  useEffect(() => {
    void shares.load(undefined);
  }, []);
  const weights = lines.map(({ weight }) => weightOf(weight));
  const chosen = new Set(lines.map(({ symbol }) => symbol));
  const offered = known
    .filter(({ kind, symbol }) => kind === 'equity' && !chosen.has(symbol))
    .filter(({ symbol, name: full }) =>
      `${symbol} ${full}`.toLowerCase().includes(typed.trim().toLowerCase()),
    )
    .slice(0, MOST_OFFERED);
  const run = async () => {
    const constituents = lines.map(({ symbol }, index) => ({
      instrument: symbol,
      weight: weightPercent(weights[index] ?? 0),
    }));
    const result = await add.run({ name, constituents, rebalance });
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? t('{{name}} is yours.', { name }) });
    onDone(result.value.basketId);
  };
  return (
    <ConfirmDialog
      title={t('New basket')}
      action={t('Make the basket')}
      isWide
      isRunning={add.isRunning}
      isActionDisabled={offline !== undefined || name.trim() === '' || lines.length === 0}
      problem={failureSentence(add.failure, t('Baskets')) ?? offline}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <Field label={t('Name')} validationMessage={fieldText(add.failure?.fields?.name)}>
        <Input value={name} maxLength={60} onChange={(_, data) => setName(data.value)} />
      </Field>
      <Field label={t('Goes back to its weights')}>
        <Select value={rebalance} onChange={(_, data) => setRebalance(data.value as RebalanceRule)}>
          {Object.entries(REBALANCE_LABELS).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={t('Add a share')}
        hint={t('{{number}} of at most {{most}}; at least two', {
          number: lines.length,
          most: MOST_CONSTITUENTS,
        })}
      >
        <Combobox
          inlinePopup
          placeholder={t('Symbol or name…')}
          value={typed}
          selectedOptions={[]}
          onChange={(event) => setTyped(event.target.value)}
          onOptionSelect={(_, data) => {
            if (data.optionValue) setLines([...lines, { symbol: data.optionValue, weight: '' }]);
            setTyped('');
          }}
        >
          {offered.map(({ symbol, name: full }) => (
            <Option key={symbol} value={symbol} text={symbol}>
              {symbol} · {full}
            </Option>
          ))}
        </Combobox>
      </Field>
      <ul className={styles.list} aria-label={t('Shares and weights')}>
        {lines.map(({ symbol, weight }) => (
          <li key={symbol} className={styles.line}>
            <span className={styles.symbol}>{symbol}</span>
            <Input
              aria-label={t('Weight of {{symbol}} in percent', { symbol })}
              inputMode="decimal"
              contentAfter="%"
              value={weight}
              onChange={(_, data) =>
                setLines(
                  lines.map((line) => (line.symbol === symbol ? { symbol, weight: data.value } : line)),
                )
              }
            />
            <Button
              appearance="subtle"
              icon={<Dismiss16Regular />}
              aria-label={t('Take {{symbol}} out', { symbol })}
              onClick={() => setLines(lines.filter((line) => line.symbol !== symbol))}
            />
          </li>
        ))}
      </ul>
      {lines.length > 0 && (
        <div className={styles.foot}>
          <span role="status">{sumText(weights)}</span>
          <Button size="small" onClick={() => setLines(equally(lines))}>
            {t('Equal weights')}
          </Button>
        </div>
      )}
    </ConfirmDialog>
  );
};
