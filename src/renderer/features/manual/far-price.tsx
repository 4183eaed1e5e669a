import { Checkbox, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { type RefObject, useRef, useState } from 'react';
import { distancePercent, isFarPrice } from '../../../shared/far-price.ts';
import type { Failure, Result } from '../../../shared/failure.ts';
import { formatPercent, formatPrice } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { lastSeen } from './last-seen.ts';
import type { OrderInput } from './order-input.ts';
import type { Preview } from './order-preview.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
});

type Prices = Pick<OrderInput, 'price' | 'triggerPrice'>;

/** Something that prices are compared with: the kind of instrument, and its last price in paise. */
type Market = Pick<Preview, 'kind' | 'lastPrice'>;

const pricesOf = ({ price, triggerPrice }: Prices): number[] =>
  [price, triggerPrice].filter((one) => typeof one === 'number');

/** Sentence on a price far from the market; null where none is. */
const farText = (prices: Prices, { kind, lastPrice }: Market): string | null => {
  const far = pricesOf(prices).find((one) => isFarPrice(kind, one, lastPrice));
  if (far === undefined) return null;
  const values = {
    price: formatPrice(far),
    last: formatPrice(lastPrice),
    percent: formatPercent(Math.abs(distancePercent(far, lastPrice))),
  };
  return far > lastPrice
    ? t('₹{{price}} is {{percent}} above the last price, ₹{{last}}.', values)
    : t('₹{{price}} is {{percent}} below the last price, ₹{{last}}.', values);
};

/** Sentence on prices that can be compared with none; null of an order without. */
const unknownText = (input: OrderInput): string | null => {
  const [price] = pricesOf(input);
  if (price === undefined) return null;
  return t('No last price of {{symbol}} is known now, so ₹{{price}} cannot be compared with one.', {
    symbol: input.symbol,
    price: formatPrice(price),
  });
};

/** How long an order waits for its preview. Then it is compared with what the window shows. */
const PATIENCE_MS = 2_000;

const previewNow = (input: OrderInput, mode: 'test' | 'live'): Promise<Result<Preview>> =>
  mode === 'live' ? api.manual.previewLive(input) : api.manual.preview(input);

const isTrouble = (details: unknown): boolean =>
  typeof details === 'object' && details !== null && 'trouble' in details;

/** Whether the order itself is refused. Trouble of the broker is refused too, and says nothing about the order. */
const isOwnRefusal = ({ code, details }: Failure): boolean =>
  (code === 'invalid' || code === 'refused') && !isTrouble(details);

const inTime = async <T,>(answer: Promise<T>): Promise<T | null> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  return Promise.race([answer, over]).finally(() => clearTimeout(timer));
};

/** Prices of paper never stand for those of the broker. */
const sourcesOf = (mode: 'test' | 'live') =>
  mode === 'live' ? (['broker'] as const) : (['simulated', 'replay'] as const);

/** A price that the window shows. Its kind is not known, so it is as near as that of a share must be. */
const shownMarket = ({ symbol }: OrderInput, mode: 'test' | 'live'): Market | null => {
  for (const source of sourcesOf(mode)) {
    const lastPrice = lastSeen(symbol, source);
    if (lastPrice !== null && lastPrice > 0) return { kind: 'share', lastPrice };
  }
  return null;
};

/** Reason to hold an order: a question about its prices, or the refusal of it. */
type Held = { readonly sentence: string } | { readonly refusal: Failure };

/** Why an order is held; null where it may go. Known figures of it spare a call. */
const heldBy = async (
  input: OrderInput,
  mode: 'test' | 'live',
  known: Preview | null,
): Promise<Held | null> => {
  if (input.type === 'market') return null;
  const answer = known ? null : await inTime(previewNow(input, mode));
  if (answer && !answer.ok && isOwnRefusal(answer.failure)) return { refusal: answer.failure };
  const preview = known ?? (answer?.ok ? answer.value : null);
  const market = preview && preview.lastPrice > 0 ? preview : shownMarket(input, mode);
  const sentence = market ? farText(input, market) : unknownText(input);
  return sentence === null ? null : { sentence };
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
  const [refused, setRefused] = useState<{ readonly of: string; readonly refusal: Failure } | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const isBusy = useRef(false);
  const now = asked?.of === of ? asked : null;
  return {
    /** Whether its prices are being looked at. */
    isChecking,
    /** Refusal of the order, which was not sent then. */
    refusal: refused?.of === of ? refused.refusal : null,
    /** Whether it may go out, or has to be agreed to first. Never twice at once. */
    mayGo: async (input: OrderInput, mode: 'test' | 'live', known: Preview | null): Promise<boolean> => {
      if (now) {
        if (!now.isAgreed) box.current?.focus();
        return now.isAgreed;
      }
      if (isBusy.current) return false;
      isBusy.current = true;
      setIsChecking(true);
      try {
        const held = await heldBy(input, mode, known);
        setRefused(held && 'refusal' in held ? { of, refusal: held.refusal } : null);
        if (held && 'sentence' in held) setAsked({ of, sentence: held.sentence, isAgreed: false });
        return held === null;
      } finally {
        isBusy.current = false;
        setIsChecking(false);
      }
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
