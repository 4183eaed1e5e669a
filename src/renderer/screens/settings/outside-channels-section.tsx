import { Button, Field, makeStyles, Switch, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { OutsideChannel } from '../../../shared/alert-delivery.ts';
import type { AlertChannels, ChannelSettings } from '../../../shared/contract/alert-rules.ts';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { OUTSIDE_LABELS } from '../../i18n/alert-labels.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { isClock } from '../../i18n/dates-typed.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { labels, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { createResource } from '../../state/resource.ts';
import { ClockInput } from '../../ui/clock-input.tsx';
import { Content } from '../../ui/content.tsx';
import { FormInput } from '../../ui/form-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FormSelect } from '../../ui/form-select.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { notify } from '../../ui/toasts.tsx';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
  },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  clock: { width: '120px' },
});

const channels = createResource(() => api.alertRules.channels());

type Channel = AlertChannels['channels'][number];

/** Settings of any channel as they are typed. */
interface Draft {
  token: string;
  chat: string;
  server: string;
  topic: string;
  host: string;
  port: string;
  security: 'tls' | 'starttls' | 'none';
  user: string;
  password: string;
  from: string;
  to: string;
  url: string;
  secret: string;
}

const EMPTY: Draft = {
  ...{ token: '', chat: '', server: 'https://ntfy.sh', topic: '', host: '', port: '465', security: 'tls' },
  ...{ user: '', password: '', from: '', to: '', url: '', secret: '' },
};

const draftOf = (settings: ChannelSettings | null): Draft =>
  settings === null
    ? EMPTY
    : { ...EMPTY, ...settings, port: 'port' in settings ? String(settings.port) : EMPTY.port };

/** A secret that is left empty stays as it was. */
const given = (text: string): string | undefined => (text === '' ? undefined : text);

const settingsOf = (kind: OutsideChannel, draft: Draft): ChannelSettings => {
  const { token, chat, server, topic, host, port, security, user, password, from, to, url, secret } = draft;
  switch (kind) {
    case 'telegram':
      return { kind, chat, token: given(token) };
    case 'ntfy':
      return { kind, server, topic, token: given(token) };
    case 'email':
      return { kind, host, port: Number(port), security, user, from, to, password: given(password) };
    case 'webhook':
      return { kind, url: given(url), secret: given(secret) };
  }
};

const HOW: Readonly<Record<OutsideChannel, string>> = labels({
  telegram:
    'Make a bot with @BotFather, send it a message, and give its token and the number of your chat (@userinfobot tells it).',
  ntfy: 'A topic of ntfy.sh or of a server of your own. Whoever knows the topic can read it, so choose one that nobody guesses.',
  email: 'The mail server (SMTP) of your provider. Many ask for a password made for programs.',
  webhook: 'An address of yours that gets each alert as JSON, signed with HMAC-SHA256 under the secret.',
});

const SECURITY_LABELS: Readonly<Record<Draft['security'], string>> = labels({
  tls: 'TLS',
  starttls: 'STARTTLS',
  none: 'None',
});

const Fields = ({
  kind,
  control,
  isSetUp,
  fields,
}: {
  kind: OutsideChannel;
  control: ReturnType<typeof useForm<Draft>>['control'];
  isSetUp: boolean;
  fields: Readonly<Record<string, string>> | undefined;
}) => {
  const styles = useStyles();
  const kept = isSetUp ? t('Empty: as it is') : undefined;
  const secret = { type: 'password', autoComplete: 'off', hint: kept } as const;
  const field = (name: keyof Draft) => ({ control, name, problem: fields?.[`settings.${name}`] });
  switch (kind) {
    case 'telegram':
      return (
        <div className={styles.pair}>
          <FormInput {...field('token')} {...secret} label={t('Bot token')} />
          <FormInput {...field('chat')} label={t('Chat')} />
        </div>
      );
    case 'ntfy':
      return (
        <>
          <div className={styles.pair}>
            <FormInput {...field('server')} label={t('Server')} />
            <FormInput {...field('topic')} label={t('Topic')} />
          </div>
          <FormInput {...field('token')} {...secret} label={t('Token, if the topic needs one')} />
        </>
      );
    case 'email':
      return (
        <>
          <div className={styles.pair}>
            <FormInput {...field('host')} label={t('Mail server')} />
            <FormInput {...field('port')} label={t('Port')} inputMode="numeric" />
          </div>
          <div className={styles.pair}>
            <FormSelect
              {...field('security')}
              label={t('Encryption')}
              options={Object.entries(SECURITY_LABELS)}
            />
            <FormInput {...field('user')} label={t('User')} autoComplete="off" />
          </div>
          <FormInput {...field('password')} {...secret} label={t('Password')} />
          <div className={styles.pair}>
            <FormInput {...field('from')} label={t('From')} />
            <FormInput {...field('to')} label={t('To')} />
          </div>
        </>
      );
    case 'webhook':
      return (
        <div className={styles.pair}>
          <FormInput {...field('url')} label={t('Address')} hint={kept} placeholder="https://" />
          <FormInput {...field('secret')} {...secret} label={t('Secret')} />
        </div>
      );
  }
};

const ChannelForm = ({ channel }: { channel: Channel }) => {
  const styles = useStyles();
  const { channel: kind, isSetUp, shown, problem, failingSince, waiting } = channel;
  const save = useAction(api.alertRules.saveChannel, { presentation: 'dialog' });
  const test = useAction(api.alertRules.testChannel, { presentation: 'dialog' });
  const remove = useAction(api.alertRules.removeChannel, { presentation: 'dialog' });
  const { control, handleSubmit, reset } = useForm<Draft>({ defaultValues: draftOf(channel.settings) });
  const submit = handleSubmit(async (draft) => {
    const result = await save.run({ settings: settingsOf(kind, draft) });
    if (!result.ok) return;
    channels.patch(() => result.value);
    reset(draftOf(result.value.channels.find((one) => one.channel === kind)?.settings ?? null));
    notify({ tone: 'success', message: t('{{channel}} is set up.', { channel: OUTSIDE_LABELS[kind] }) });
  });
  const onTest = async () => {
    const result = await test.run({ channel: kind });
    if (result.ok) notify({ tone: 'success', message: t('A test is on its way.') });
    void channels.reload();
  };
  const onRemove = async () => {
    const result = await remove.run({ channel: kind });
    if (!result.ok) return;
    channels.patch(() => result.value);
    reset(EMPTY);
  };
  const failure = save.failure ?? test.failure ?? remove.failure;
  return (
    <form
      className={styles.form}
      aria-label={OUTSIDE_LABELS[kind]}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <div className={styles.line}>
        <StatusText tone={!isSetUp ? 'neutral' : problem === '' ? 'good' : 'bad'}>
          {isSetUp ? shown : t('Not set up')}
        </StatusText>
        {waiting > 0 && <span>{t('{{number}} wait to be sent', { number: waiting })}</span>}
        {failingSince !== null && (
          <span>{t('Fails since {{time}}', { time: dateTimeText(Date.parse(failingSince)) })}</span>
        )}
      </div>
      {problem !== '' && (
        <p className={styles.text}>
          <SaidByServer>{problem}</SaidByServer>
        </p>
      )}
      <p className={styles.text}>{HOW[kind]}</p>
      <FormProblem message={failureSentence(failure, t('the settings of alerts'))} />
      <Fields kind={kind} control={control} isSetUp={isSetUp} fields={save.failure?.fields} />
      <div className={styles.line}>
        <OnlineButton
          type="submit"
          appearance="primary"
          call="alertRules.saveChannel"
          disabledFocusable={save.isRunning}
        >
          {t('Save')}
        </OnlineButton>
        {isSetUp && (
          <>
            <OnlineButton
              call="alertRules.testChannel"
              disabledFocusable={test.isRunning}
              onClick={() => void onTest()}
            >
              {t('Send a test')}
            </OnlineButton>
            <Button disabledFocusable={remove.isRunning} onClick={() => void onRemove()}>
              {t('Remove')}
            </Button>
          </>
        )}
      </div>
    </form>
  );
};

const FIRST_QUIET = { from: '22:00', to: '08:00' };

/** Wishes for everything that leaves the computer. */
const Wishes = ({ hidesAmounts, quiet }: Pick<AlertChannels, 'hidesAmounts' | 'quiet'>) => {
  const styles = useStyles();
  const [typed, setTyped] = useState(quiet ?? FIRST_QUIET);
  const save = useAction(api.alertRules.settings);
  const change = async (wishes: Pick<AlertChannels, 'hidesAmounts' | 'quiet'>) => {
    const result = await save.run(wishes);
    if (result.ok) channels.patch(() => result.value);
  };
  const type = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    if (isClock(next.from) && isClock(next.to)) void change({ hidesAmounts, quiet: next });
  };
  return (
    <div className={styles.form}>
      <Switch
        label={t('Leave amounts of money out of what is sent')}
        checked={hidesAmounts}
        onChange={(_, data) => void change({ hidesAmounts: data.checked, quiet })}
      />
      <Switch
        label={t('Send nothing in these hours, but what is urgent')}
        checked={quiet !== null}
        onChange={(_, data) => void change({ hidesAmounts, quiet: data.checked ? typed : null })}
      />
      {quiet !== null && (
        <div className={styles.line}>
          <Field label={t('From (IST)')}>
            <ClockInput className={styles.clock} value={typed.from} onChange={(from) => type({ from })} />
          </Field>
          <Field label={t('To (IST)')}>
            <ClockInput className={styles.clock} value={typed.to} onChange={(to) => type({ to })} />
          </Field>
        </div>
      )}
    </div>
  );
};

const load = () => void channels.load(undefined);

/** Channels by which a person's own alerts leave the computer. */
export const OutsideChannelsSection = () => {
  const { value, ...state } = channels.use();
  useEffect(load, []);
  useReloadOnFacts(['alert-rule'], channels);
  return (
    <>
      <SectionCard title={t('Where your own alerts go')}>
        <Content
          {...state}
          hasContent={value !== null}
          isEmpty={false}
          onRetry={load}
          skeleton={<BlockSkeleton height={96} />}
          empty={{ icon: null, sentence: '' }}
        >
          {value && <Wishes hidesAmounts={value.hidesAmounts} quiet={value.quiet} />}
        </Content>
      </SectionCard>
      {value?.channels.map((channel) => (
        <SectionCard key={channel.channel} title={OUTSIDE_LABELS[channel.channel]}>
          <ChannelForm channel={channel} />
        </SectionCard>
      ))}
    </>
  );
};
