import { create } from 'zustand';
import type { Proof } from '../../shared/proof.ts';
import { askProofsWith, type AskedProof } from '../api/prove.ts';
import { registerReset } from './store-registry.ts';

export type { AskedProof };

interface Open {
  readonly asked: AskedProof;
  /** The answer is being looked at. */
  readonly isChecking: boolean;
}

const useOpen = create<{ open: Open | null }>(() => ({ open: null }));
let settle: ((proof: Proof | null) => void) | null = null;

const answerWith = (proof: Proof | null): void => {
  const reported = settle;
  settle = null;
  useOpen.setState(({ open }) => ({ open: proof && open ? { ...open, isChecking: true } : null }));
  reported?.(proof);
};

/** The question of who it is that calls ask in between. */
export const askedProof = {
  /** React hook: what is asked now; null for nothing. */
  use: (): Open | null => useOpen(({ open }) => open),
  answer: (proof: Proof): void => answerWith(proof),
  giveUp: (): void => answerWith(null),
  /** Answer the questions of calls while a window is there to ask. Returns the way to stop. */
  listen: (): (() => void) => {
    const stop = askProofsWith({
      ask: (asked) =>
        new Promise((resolve) => {
          settle = resolve;
          useOpen.setState({ open: { asked, isChecking: false } });
        }),
      done: () => useOpen.setState({ open: null }),
    });
    return () => {
      stop();
      answerWith(null);
    };
  },
};

registerReset(askedProof.giveUp);
