import { Checkbox, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { type RefObject, useRef, useState } from 'react';
import { distancePercent, isFarPrice } from '../../../shared/far-price.ts';
import { formatPercent, formatPrice } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { liveInput, type OrderInput } from './order-input.ts';
import type { Preview } from './order-preview.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
});

type Prices = Pick<OrderInput, 'price' | 'triggerPrice'>;

/** Sentence on a price far from the market; null where none is. */
const farText = ({ price, triggerPrice }: Prices, { kind, lastPrice }: Preview): string | null => {
  const far = [price, triggerPrice].find(
    (one) => typeof one === 'number' && isFarPrice(kind, one, lastPrice),
  );
  if (typeof far !== 'number') return null;
  const values = {
    price: formatPrice(far),
    last: formatPrice(lastPrice),
    percent: formatPercent(Math.abs(distancePercent(far, lastPrice))),
  };
  return far > lastPrice
    ? t('₹{{price}} is {{percent}} above the last price, ₹{{last}}.', values)
    : t('₹{{price}} is {{percent}} below the last price, ₹{{last}}.', values);
};

const previewNow = async (input: OrderInput, mode: 'test' | 'live'): Promise<Preview | null> => {
  const live = mode === 'live' ? liveInput(input) : null;
  const result = await (live ? api.manual.previewLive(live) : api.manual.preview(input));
  // What speaks against the order is said when it is placed.
  return result.ok ? result.value : null;
};

interface Asked {
  /** Order that it is said of, as text: another figure, and it is asked anew. */
  readonly of: string;
  readonly sentence: string;
  readonly isAgreed: boolean;
}

/** React hook: a question about a far price of an order. `of` is the order as text, `form` what Enter submits. */
export const useFarPrice = (of: string, form: string) => {
  const [asked, setAsked] = useState<Asked | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const now = asked?.of === of ? asked : null;
  return {
    /** Whether it may go out, or has to be agreed to first. Known figures of the order spare a call. */
    mayGo: async (input: OrderInput, mode: 'test' | 'live', known: Preview | null): Promise<boolean> => {
      if (now) {
        if (!now.isAgreed) box.current?.focus();
        return now.isAgreed;
      }
      if (input.type === 'market') return true;
      const preview = known ?? (await previewNow(input, mode));
      const sentence = preview && farText(input, preview);
      if (sentence === null) return true;
      setAsked({ of, sentence, isAgreed: false });
      return false;
    },
    question: now && (
      <FarQuestion
        sentence={now.sentence}
        isAgreed={now.isAgreed}
        box={box}
        form={form}
        onAgree={(isAgreed) => setAsked({ ...now, isAgreed })}
      />
    ),
  };
};

interface FarQuestionProps {
  sentence: string;
  isAgreed: boolean;
  box: RefObject<HTMLInputElement | null>;
  form: string;
  onAgree: (isAgreed: boolean) => void;
}

const FarQuestion = ({ sentence, isAgreed, box, form, onAgree }: FarQuestionProps) => (
  <div className={useStyles().root} role="alert">
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        {sentence} {t('Is that what you mean?')}
      </MessageBarBody>
    </MessageBar>
    <Checkbox
      input={{ ref: box, autoFocus: true, form }}
      label={t('Yes, at this price')}
      checked={isAgreed}
      onChange={(_, data) => onAgree(data.checked === true)}
    />
  </div>
);
