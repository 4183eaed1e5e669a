import type { Position } from '../../../shared/contract/positions.ts';
import {
  PROTECTION_LABELS,
  protectionSince,
  protectionTone,
  sinceText,
} from '../../i18n/protection-labels.ts';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { StatusText } from '../../ui/status-text.tsx';

type Protected = Pick<Position, 'protection' | 'stopLoss'>;

/** Protection of a live position, in two words; why and since when on pointing at it. A dash on paper. */
export const ProtectionChip = ({ protection, stopLoss }: Protected) => {
  if (protection === null) return '–';
  const { state, why } = protection;
  return (
    <span title={[protectionSince(protection), why].filter((part) => part !== '').join(': ')}>
      <StatusText tone={protectionTone(protection, stopLoss)}>{PROTECTION_LABELS[state]}</StatusText>
    </span>
  );
};

/** The same with since when, and why, as text. */
export const ProtectionFact = ({ protection, stopLoss }: Protected) => {
  if (protection === null) return '–';
  const { state, why, since } = protection;
  const chip = (
    <StatusText tone={protectionTone(protection, stopLoss)}>{PROTECTION_LABELS[state]}</StatusText>
  );
  return (
    <>
      {since === null ? (
        chip
      ) : (
        <Sentence
          text="<state/> since {{time}}"
          values={{ time: sinceText(since) }}
          parts={{ state: chip }}
        />
      )}
      {why !== '' && (
        <>
          : <SaidByServer>{why}</SaidByServer>
        </>
      )}
    </>
  );
};
