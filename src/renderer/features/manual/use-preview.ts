import { useEffect, useState } from 'react';
import type { Failure } from '../../../shared/failure.ts';
import { api } from '../../api/api.ts';
import { liveInput, type OrderInput } from './order-input.ts';
import type { Preview } from './order-preview.tsx';

interface Known {
  /** The order that was previewed, as text. */
  readonly of: string;
  readonly preview: Preview | null;
  readonly failure: Failure | null;
}

const PAUSE_MS = 250;
/** Prices move: it is asked for again. */
const AGAIN_MS = 5_000;
const NONE: Known = { of: '', preview: null, failure: null };

/** React hook: the preview of an order as it is typed; the one before stays in view until it comes. */
export const usePreview = (
  input: OrderInput | null,
  mode: 'test' | 'live',
  /** Another number asks again at once. */
  turn = 0,
): Omit<Known, 'of'> & { isCurrent: boolean } => {
  const [known, setKnown] = useState<Known>(NONE);
  const text = input === null ? '' : JSON.stringify({ input, mode });
  useEffect(() => {
    if (text === '') return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async (): Promise<void> => {
      const asked = JSON.parse(text) as { input: OrderInput };
      const live = mode === 'live' ? liveInput(asked.input) : null;
      const result = await (live ? api.manual.previewLive(live) : api.manual.preview(asked.input));
      if (isOver) return;
      setKnown(
        result.ok
          ? { of: text, preview: result.value, failure: null }
          : { of: text, preview: null, failure: result.failure },
      );
      timer = setTimeout(() => void ask(), AGAIN_MS);
    };
    timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text, mode, turn]);
  const isCurrent = text !== '' && known.of === text;
  return {
    preview: text === '' ? null : known.preview,
    failure: isCurrent ? known.failure : null,
    isCurrent,
  };
};
