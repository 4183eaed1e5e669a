import {
  Button,
  Field,
  makeStyles,
  MessageBar,
  MessageBarBody,
  ProgressBar,
  Radio,
  RadioGroup,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { advisors } from '../../../shared/contract/advisors.ts';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t, serverText } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { notify } from '../../ui/toasts.tsx';

type Questionnaire = OutputOf<(typeof advisors)['draft']>;

const useStyles = makeStyles({
  card: { maxWidth: '640px' },
  legend: {
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    outlineStyle: 'none',
    margin: 0,
  },
  help: { margin: 0, color: tokens.colorNeutralForeground3 },
  options: { minHeight: '168px' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  space: { flexGrow: 1 },
});

/** The first question that is not answered; the last one when all are. */
const firstOpen = ({ questions, answers }: Questionnaire): number => {
  const open = questions.findIndex(({ questionId }) => answers[questionId] === undefined);
  return open < 0 ? questions.length - 1 : open;
};

interface QuestionsProps {
  questionnaire: Questionnaire;
  planId: string;
  /** With the server's sentence about the result. */
  onDone: (message: string) => void;
  onLeave: () => void;
}

/** One question a step. What is answered can be kept for later at any of them. */
export const Questions = ({ questionnaire, planId, onDone, onLeave }: QuestionsProps) => {
  const styles = useStyles();
  const { version, questions } = questionnaire;
  const [answers, setAnswers] = useState(questionnaire.answers);
  const [step, setStep] = useState(() => firstOpen(questionnaire));
  const save = useAction(api.advisors.draft, { presentation: 'dialog' });
  const finish = useAction(api.advisors.saveQuestionnaire, { presentation: 'dialog' });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [step]);
  const question = questions[step];
  if (!question) return null;
  const chosen = answers[question.questionId] ?? '';
  const isLast = step === questions.length - 1;
  const isWhole = questions.every(({ questionId }) => answers[questionId] !== undefined);
  const saveAnswers = async () => {
    const result = await save.run({ version, answers });
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? t('Your answers are kept.') });
    onLeave();
  };
  const end = async () => {
    const result = await finish.run({ version, answers, planId: planId || undefined });
    if (result.ok) onDone(result.message ?? '');
  };
  const failure = finish.failure ?? save.failure;
  const progress = t('Question {{step}} of {{all}}', { step: step + 1, all: questions.length });
  return (
    <SectionCard title={progress} className={styles.card}>
      <ProgressBar value={step + 1} max={questions.length} aria-label={progress} />
      <h3 ref={heading} tabIndex={-1} className={styles.legend}>
        <SaidByServer>{question.text}</SaidByServer>
      </h3>
      <p className={styles.help}>
        <SaidByServer>{question.help}</SaidByServer>
      </p>
      <Field className={styles.options}>
        <RadioGroup
          aria-label={serverText(question.text)}
          value={chosen}
          onChange={(_, data) => setAnswers((before) => ({ ...before, [question.questionId]: data.value }))}
        >
          {question.options.map(({ optionId, text }) => (
            <Radio key={optionId} value={optionId} label={<SaidByServer>{text}</SaidByServer>} />
          ))}
        </RadioGroup>
      </Field>
      {failure && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody dir="auto">{failureSentence(failure, t('Pro plans'))}</MessageBarBody>
        </MessageBar>
      )}
      <div className={styles.actions}>
        <Button onClick={() => (step === 0 ? onLeave() : setStep(step - 1))}>{t('Back')}</Button>
        {isLast ? (
          <OnlineButton
            appearance="primary"
            disabledFocusable={!isWhole || finish.isRunning}
            onClick={() => void end()}
          >
            {t('See the result')}
          </OnlineButton>
        ) : (
          <Button appearance="primary" disabledFocusable={chosen === ''} onClick={() => setStep(step + 1)}>
            {t('Next')}
          </Button>
        )}
        <span className={styles.space} />
        <OnlineButton
          appearance="subtle"
          disabledFocusable={Object.keys(answers).length === 0 || save.isRunning}
          onClick={() => void saveAnswers()}
        >
          {t('Save for later')}
        </OnlineButton>
      </div>
    </SectionCard>
  );
};
