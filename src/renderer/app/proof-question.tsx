import { lazy, Suspense, useEffect } from 'react';
import { askedProof } from '../state/asked-proof.ts';

const ProofDialog = lazy(() => import('./proof-dialog.tsx').then((part) => ({ default: part.ProofDialog })));

/** The question for a proof, whichever part of the window called. It is loaded when it is first asked. */
export const ProofQuestion = () => {
  const open = askedProof.use();
  useEffect(() => askedProof.listen(), []);
  if (!open) return null;
  return (
    <Suspense>
      <ProofDialog {...open.asked} isChecking={open.isChecking} />
    </Suspense>
  );
};
