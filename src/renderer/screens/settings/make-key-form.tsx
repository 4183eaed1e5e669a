import { Button, Checkbox, Input, Label, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { KeyScope } from '../../../shared/contract/endpoint.ts';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { copyText } from '../../ui/copy-text.ts';
import { FormInput } from '../../ui/form-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { notify } from '../../ui/toasts.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { SCOPE_SENTENCES, SCOPES } from './key-scopes.ts';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, maxWidth: '560px' },
  scopes: { display: 'flex', flexDirection: 'column' },
  numbers: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))',
    gap: tokens.spacingHorizontalM,
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  secret: { fontFamily: tokens.fontFamilyMonospace, width: '100%' },
  shown: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    maxWidth: '560px',
    outlineStyle: 'none',
  },
});

/** As typed. */
interface Draft {
  name: string;
  days: string;
  perMinute: string;
  perDay: string;
  /** Numbers of strategies, with commas between them; empty for all. */
  only: string;
}
const EMPTY: Draft = { name: '', days: '90', perMinute: '60', perDay: '5000', only: '' };

const isWhole = (text: string): boolean => /^\d+$/.test(text.trim());
const numbersIn = (text: string): number[] =>
  text
    .split(/[\s,]+/)
    .filter((each) => each !== '')
    .map(Number);
const isList = (text: string): boolean => /^[\s,\d]*$/.test(text);

interface NewKey {
  readonly name: string;
  readonly secret: string;
}

const ShownOnce = ({ made, onKept }: { made: NewKey; onKept: () => void }) => {
  const styles = useStyles();
  const place = useRef<HTMLElement>(null);
  // What was pressed to get it is gone: whoever listens or types goes on here.
  useEffect(() => place.current?.focus(), []);
  const copy = async () => {
    await copyText(made.secret);
    notify({ tone: 'news', message: t('Key copied.') });
  };
  return (
    <section ref={place} tabIndex={-1} className={styles.shown} aria-label={t('The new key')}>
      <p className={styles.text}>
        {t('This is the key {{name}}. It is shown only now: give it to your script as TRICKDESK_KEY.', {
          name: made.name,
        })}
      </p>
      <Input className={styles.secret} readOnly aria-label={t('The new key')} value={made.secret} />
      <Toolbar
        start={
          <>
            <Button appearance="primary" onClick={() => void copy()}>
              {t('Copy key')}
            </Button>
            <Button onClick={onKept}>{t('I have kept it')}</Button>
          </>
        }
      />
    </section>
  );
};

/** Form that makes a key, and shows it once. */
export const MakeKeyForm = ({ onMade }: { onMade: () => void }) => {
  const styles = useStyles();
  const make = useAction(api.keys.make, { presentation: 'dialog' });
  const scopesLabel = useId();
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['read']);
  const [made, setMade] = useState<NewKey | null>(null);
  const { control, handleSubmit, reset } = useForm<Draft>({ defaultValues: EMPTY });
  const submit = handleSubmit(async ({ name, days, perMinute, perDay, only }) => {
    const onlyStrategyIds = numbersIn(only);
    const result = await make.run({
      name: name.trim(),
      scopes: SCOPES.filter((scope) => scopes.includes(scope)),
      days: Number(days),
      perMinute: Number(perMinute),
      perDay: Number(perDay),
      ...(onlyStrategyIds.length > 0 && { onlyStrategyIds }),
    });
    if (!result.ok) return;
    reset(EMPTY);
    setMade({ name: result.value.key.name, secret: result.value.secret });
    onMade();
  });
  const toggle = (scope: KeyScope, isOn: boolean) =>
    setScopes((chosen) => (isOn ? [...chosen, scope] : chosen.filter((each) => each !== scope)));
  const fields = make.failure?.fields;
  const whole = { validate: (text: string) => isWhole(text) || t('Write a whole number') };
  return (
    <SectionCard title={t('Make a key for a script')}>
      {made ? (
        <ShownOnce made={made} onKept={() => setMade(null)} />
      ) : (
        <form
          className={styles.form}
          aria-label={t('Make a key for a script')}
          noValidate
          onSubmit={(event) => void submit(event)}
        >
          <FormProblem message={make.failure?.message} />
          <FormInput
            control={control}
            name="name"
            label={t('Name of the key')}
            rules={{ required: t('Give it a name') }}
            problem={fields?.name}
          />
          <div role="group" aria-labelledby={scopesLabel} className={styles.scopes}>
            <Label id={scopesLabel}>{t('It may')}</Label>
            {SCOPES.map((scope) => (
              <Checkbox
                key={scope}
                label={SCOPE_SENTENCES[scope]}
                checked={scopes.includes(scope)}
                onChange={(_, { checked }) => toggle(scope, checked === true)}
              />
            ))}
            {scopes.length === 0 && <FormProblem message={t('Choose what it may do')} />}
          </div>
          <div className={styles.numbers}>
            <FormInput
              control={control}
              name="days"
              label={t('Good for days')}
              inputMode="numeric"
              rules={whole}
              problem={fields?.days}
            />
            <FormInput
              control={control}
              name="perMinute"
              label={t('Calls a minute')}
              inputMode="numeric"
              rules={whole}
              problem={fields?.perMinute}
            />
            <FormInput
              control={control}
              name="perDay"
              label={t('Calls a day')}
              inputMode="numeric"
              rules={whole}
              problem={fields?.perDay}
            />
          </div>
          <FormInput
            control={control}
            name="only"
            label={t('Only these strategies (their numbers)')}
            hint={t(
              'Empty for all. With some, it reads prices and what names one of them, and nothing else.',
            )}
            rules={{ validate: (text) => isList(text) || t('Write numbers with commas between them') }}
            problem={fields?.onlyStrategyIds}
          />
          <div>
            <OnlineButton
              type="submit"
              appearance="primary"
              disabledFocusable={make.isRunning || scopes.length === 0}
            >
              {t('Make key')}
            </OnlineButton>
          </div>
        </form>
      )}
    </SectionCard>
  );
};
