import {
  actionsOfPurpose,
  type CorporateAction,
  saysRatio,
} from '../../../engine/corporate-actions/corporate-action.ts';
import { PAISE_PER_RUPEE } from '../../../shared/money.ts';
import { istDayStart } from '../../../shared/time.ts';
import { isListWith, LIST_LIMITS, listRows } from '../import/csv-list.ts';
import { dayText } from '../import/derivative-rows.ts';
import type { Problem } from '../import/parse-file.ts';
import { instrumentNamed } from '../instrument-master.ts';
import { type Pause, pauses } from '../../pauses.ts';
import { noDay } from '../import/parsed-row.ts';

/** An action of a share as a file has it. */
export interface FiledAction {
  /** Of its row, which may have several. */
  readonly line: number;
  readonly symbol: string;
  /** Ex-date, `YYYY-MM-DD`. */
  readonly day: string;
  /** As the exchange words it. */
  readonly purpose: string;
  readonly action: CorporateAction;
}

/** Contents of a file of corporate actions. */
export interface FiledActions {
  readonly actions: readonly FiledAction[];
  readonly rowsRead: number;
  /** Rows that move no price, such as meetings, and those of bonds. */
  readonly rowsWithout: number;
  readonly rowsRefused: number;
  /** The first of them. */
  readonly problems: readonly Problem[];
}

/** Columns by the names that NSE has given them. */
const COLUMNS = {
  symbol: ['SYMBOL'],
  series: ['SERIES'],
  purpose: ['PURPOSE', 'SUBJECT'],
  faceValue: ['FACE VALUE', 'FACE_VALUE'],
  day: ['EX-DATE', 'EX DATE', 'EX_DATE'],
} as const;
const NEEDED = ['symbol', 'purpose', 'day'] as const;
/** Series of shares; the others are bonds and the like. */
const SHARES = ['EQ', 'BE', 'BZ', 'SM', 'ST', ''];
/** Rows that are read between two pauses. */
const ROWS_A_TURN = 20;
/** Characters of a purpose that are looked at. */
const LONGEST_PURPOSE = 200;
const COMMON_FACE_VALUE = 10_00;

/** Whether a text is a list of corporate actions. Its first line tells. */
export const isActionList = (text: string): boolean => isListWith(text, COLUMNS, NEEDED);

/** Actions of a file in the exchange's format. Bad rows are problems with their line; `pause` lets others in. */
export const parseActions = async (text: string, pause: Pause = pauses()): Promise<FiledActions> => {
  const rows = await listRows(text, COLUMNS, 'a list of corporate actions', pause);
  if ('reason' in rows) return { actions: [], rowsRead: 0, rowsWithout: 0, rowsRefused: 0, problems: [rows] };
  const actions: FiledAction[] = [];
  const problems: Problem[] = [];
  let [rowsWithout, rowsRefused] = [0, 0];
  for (const [index, { line, cell }] of rows.entries()) {
    const refuse = (reason: string): void => {
      rowsRefused++;
      if (problems.length < LIST_LIMITS.problems) problems.push({ line, reason });
    };
    if (index % ROWS_A_TURN === 0) await pause();
    const symbol = cell('symbol').toUpperCase();
    if (!SHARES.includes(cell('series').toUpperCase())) {
      rowsWithout++;
      continue;
    }
    const day = dayText(cell('day'));
    if (instrumentNamed(symbol)?.kind !== 'equity') refuse('has no symbol of a share');
    else if (Number.isNaN(istDayStart(day))) refuse(`the ex-date ${noDay(cell('day'))}`);
    else {
      const faceValue = Number(cell('faceValue')) * PAISE_PER_RUPEE;
      const purpose = cell('purpose').slice(0, LONGEST_PURPOSE);
      const found = actionsOfPurpose(purpose, faceValue > 0 ? faceValue : COMMON_FACE_VALUE);
      if (found.length === 0 && saysRatio(purpose))
        refuse(`"${purpose.slice(0, 60)}" has no ratio that can be`);
      else if (found.length === 0) rowsWithout++;
      for (const action of found) actions.push({ line, symbol, day, purpose, action });
    }
  }
  return {
    actions,
    rowsRead: rows.length,
    rowsWithout,
    rowsRefused,
    problems,
  };
};
