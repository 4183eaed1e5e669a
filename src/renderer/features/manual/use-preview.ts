import { useEffect, useEffectEvent, useState } from 'react';
import type { Failure, Result } from '../../../shared/failure.ts';
import { api } from '../../api/api.ts';
import type { OrderInput } from './order-input.ts';
import type { Preview } from './order-preview.tsx';

interface Known<Shown> {
  /** The order that was previewed, as text. */
  readonly of: string;
  readonly preview: Shown | null;
  readonly failure: Failure | null;
}

const PAUSE_MS = 250;
/** Prices move: it is asked for again. */
const AGAIN_MS = 5_000;

/**
 * React hook: what is said of an order as it is typed. The one before stays in view until it comes. `text` is the order as
 * text, empty for none; another `turn` asks again at once.
 */
export const usePreviewOf = <Shown>(
  text: string,
  ask: (text: string) => Promise<Result<Shown>>,
  turn = 0,
): Omit<Known<Shown>, 'of'> & { isCurrent: boolean } => {
  const [known, setKnown] = useState<Known<Shown>>({ of: '', preview: null, failure: null });
  const latestAsk = useEffectEvent(ask);
  useEffect(() => {
    if (text === '') return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const askNow = async (): Promise<void> => {
      const result = await latestAsk(text);
      if (isOver) return;
      setKnown(
        result.ok
          ? { of: text, preview: result.value, failure: null }
          : { of: text, preview: null, failure: result.failure },
      );
      timer = setTimeout(() => void askNow(), AGAIN_MS);
    };
    timer = setTimeout(() => void askNow(), PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text, turn]);
  const isCurrent = text !== '' && known.of === text;
  return {
    preview: text === '' ? null : known.preview,
    failure: isCurrent ? known.failure : null,
    isCurrent,
  };
};

/** React hook: the preview of an order on paper or with real money. */
export const usePreview = (input: OrderInput | null, mode: 'test' | 'live', turn = 0) =>
  usePreviewOf<Preview>(
    input === null ? '' : JSON.stringify({ input, mode }),
    (text) => {
      const asked = JSON.parse(text) as { input: OrderInput; mode: 'test' | 'live' };
      return asked.mode === 'live' ? api.manual.previewLive(asked.input) : api.manual.preview(asked.input);
    },
    turn,
  );
