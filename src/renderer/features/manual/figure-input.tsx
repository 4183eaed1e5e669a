import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { LEAST_STOP_PERCENT, MOST_STOP_PERCENT } from '../../../shared/armed-keys.ts';
import { parseRupees } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { FormInput } from '../../ui/form-input.tsx';
import { priceOf, stopPercentOf, unitsOf } from './typed-figures.ts';

/** Figures of an order: what is right, and a sentence on what is not. A level may be empty, an order has what it can. */
const FIGURES = {
  price: {
    isRight: (text: string) => (priceOf(text) ?? 0) > 0,
    wrong: () => t('Enter a price such as 120.50'),
  },
  level: {
    isRight: (text: string) => priceOf(text) !== undefined,
    wrong: () => t('Enter a price such as 120.50'),
  },
  stopPercent: {
    isRight: (text: string) => stopPercentOf(text) !== undefined,
    wrong: () =>
      t('Enter a percentage from {{least}} to {{most}}, such as 0.5', {
        least: LEAST_STOP_PERCENT,
        most: MOST_STOP_PERCENT,
      }),
  },
  amount: {
    isRight: (text: string) => (parseRupees(text) ?? 0) > 0,
    wrong: () => t('Enter an amount such as 50,000'),
  },
  units: {
    isRight: (text: string) => unitsOf(text) !== null,
    wrong: () => t('Enter a whole number above 0'),
  },
} as const;

interface FigureInputProps<Form extends FieldValues, Name extends FieldPath<Form>> {
  control: Control<Form>;
  name: Name;
  label: string;
  figure: keyof typeof FIGURES;
  hint?: string;
  /** Whether it may stay empty, as a limit of the day may. A level or a stop-loss always may. */
  isOptional?: boolean;
  /** Whether a wrong figure is said as it is typed. It is where the form cannot be submitted with it. */
  isSaidAtOnce?: boolean;
  /** The server's sentence about this field. */
  problem?: string;
}

/** A figure in a form about orders by hand: a price, a level, an amount, or units. */
export const FigureInput = <Form extends FieldValues, Name extends FieldPath<Form>>({
  figure,
  hint,
  isOptional = figure === 'level' || figure === 'stopPercent',
  isSaidAtOnce = false,
  problem,
  ...input
}: FigureInputProps<Form, Name>) => {
  const { isRight, wrong } = FIGURES[figure];
  const typed: string = useWatch({ control: input.control, name: input.name });
  const isWrong = isSaidAtOnce && typed.trim() !== '' && !isRight(typed);
  return (
    <FormInput
      {...input}
      problem={isWrong ? wrong() : problem}
      hint={hint ?? (isOptional ? t('Empty for none') : undefined)}
      rules={{ validate: (text: string) => (isOptional && text.trim() === '') || isRight(text) || wrong() }}
      inputMode={figure === 'units' ? 'numeric' : 'decimal'}
    />
  );
};
