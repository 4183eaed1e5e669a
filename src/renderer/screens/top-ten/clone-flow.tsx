import { failureSentence } from '../../i18n/failure-sentence.ts';
import { useClone } from '../../state/clone.ts';
import { useGoTo } from '../../state/url-search.ts';
import { CloneDialog } from '../../ui/clone-dialog.tsx';
import type { TopTenRow } from './top-ten.ts';

/** Asks for name and capital, clones, and leads to the copy. */
export const CloneFlow = ({ row, onClose }: { row: TopTenRow; onClose: () => void }) => {
  const { clone, copyId, isRunning, failure } = useClone(row.TricksId);
  const goTo = useGoTo();
  return (
    <CloneDialog
      name={row.name}
      minimumCapital={row.minimumCapital}
      isRunning={isRunning}
      problem={failureSentence(failure, 'My strategies')}
      fields={failure?.fields}
      isDone={copyId !== null}
      onClone={(copy) => void clone(copy)}
      onOpenCopy={() => goTo(`/strategies/${copyId}`)}
      onClose={onClose}
    />
  );
};
