import type { Control, FieldPath } from 'react-hook-form';
import { t } from '../../i18n/translate.ts';
import { FigureInput } from './figure-input.tsx';

/** Prices of a form, as they are typed. */
interface TypedPrices {
  price: string;
  triggerPrice: string;
}

interface PriceInputsProps<Form extends TypedPrices> {
  control: Control<Form>;
  /** The server's sentences about fields. */
  problems: Readonly<Record<string, string>> | undefined;
  hasLimit: boolean;
  hasTrigger: boolean;
  isSaidAtOnce?: boolean;
}

/** Limit and trigger in a form about orders by hand: those that the order has. */
export const PriceInputs = <Form extends TypedPrices>({
  control,
  problems,
  hasLimit,
  hasTrigger,
  isSaidAtOnce = false,
}: PriceInputsProps<Form>) => (
  <>
    {hasLimit && (
      <FigureInput
        control={control}
        name={'price' as FieldPath<Form>}
        label={t('Limit (₹)')}
        figure="price"
        problem={problems?.['price']}
        isSaidAtOnce={isSaidAtOnce}
      />
    )}
    {hasTrigger && (
      <FigureInput
        control={control}
        name={'triggerPrice' as FieldPath<Form>}
        label={t('Trigger (₹)')}
        figure="price"
        problem={problems?.['triggerPrice']}
        isSaidAtOnce={isSaidAtOnce}
      />
    )}
  </>
);
