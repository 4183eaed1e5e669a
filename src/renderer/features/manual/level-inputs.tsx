import type { Control, FieldPath } from 'react-hook-form';
import { t } from '../../i18n/translate.ts';
import { FigureInput } from './figure-input.tsx';

/** Levels of a form, as they are typed. */
interface TypedLevels {
  stopLoss: string;
  target: string;
}

interface LevelInputsProps<Form extends TypedLevels> {
  control: Control<Form>;
  /** The server's sentences about fields. */
  problems: Readonly<Record<string, string>> | undefined;
  isSaidAtOnce?: boolean;
}

/** Stop-loss and target in a form about orders by hand. Each may be empty. */
export const LevelInputs = <Form extends TypedLevels>({
  control,
  problems,
  isSaidAtOnce = false,
}: LevelInputsProps<Form>) => (
  <>
    <FigureInput
      control={control}
      name={'stopLoss' as FieldPath<Form>}
      label={t('Stop-loss (₹)')}
      figure="level"
      problem={problems?.['stopLoss']}
      isSaidAtOnce={isSaidAtOnce}
    />
    <FigureInput
      control={control}
      name={'target' as FieldPath<Form>}
      label={t('Target (₹)')}
      figure="level"
      problem={problems?.['target']}
      isSaidAtOnce={isSaidAtOnce}
    />
  </>
);
