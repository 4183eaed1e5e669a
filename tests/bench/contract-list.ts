import { readScripMaster } from '../../src/backend/brokers/angel-one/scrip-master.ts';
import { ContractIndex } from '../../src/backend/market/contracts/contract-index.ts';
import { queryOf } from '../../src/backend/market/contracts/contract-query.ts';
import { symbolOf } from '../../src/engine/contracts/contract.ts';
import { scripMasterText, SERVER_INSTRUMENTS } from '../angel-one/instruments.ts';
import { type Row, sideBySide, timed } from './measure.ts';

const ROWS = 150_000;
const PIECE = 65_536;
const MOST_FOUND = 20;
/** Texts as they are typed, letter by letter. */
const TYPED = ['nifty', 'nifty 24', 'nifty 2443 pe', 'madeup17 29 dec 4', 'ce', 'dec'];

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    await Promise.resolve();
    yield bytes.subarray(at, at + PIECE);
  }
}

interface PlainRow {
  readonly symbol: string;
  readonly exch_seg: string;
  readonly strike: string;
  readonly lotsize: string;
}

/** The whole list at once, and what is wanted of it. Nobody else gets a turn. */
const plainRead = (bytes: Uint8Array): PlainRow[] =>
  (JSON.parse(new TextDecoder().decode(bytes)) as PlainRow[])
    .filter((row) => row.exch_seg === 'NFO' || row.exch_seg === 'BFO')
    .map((row) => ({ ...row, strike: String(Number(row.strike) / 100) }));

/** Reading and searching a list of contracts, beside plain ways. */
export const contractList = async (): Promise<Row[]> => {
  const bytes = Buffer.from(scripMasterText(SERVER_INSTRUMENTS, ROWS));
  const reading = await sideBySide(
    `reading ${ROWS} rows of a broker's list, others in between (peer: JSON.parse of the whole, and a filter)`,
    'ms',
    () => timed(() => readScripMaster(piecesOf(bytes))),
    () => timed(() => Promise.resolve(plainRead(bytes))),
  );
  const index = new ContractIndex();
  const symbols = (await readScripMaster(piecesOf(bytes))).contracts.map(({ contract }) =>
    symbolOf(contract),
  );
  for (const symbol of symbols) index.add(symbol);
  const each = async (find: (typed: string) => unknown): Promise<number> => {
    const all = await timed(() => Promise.resolve(TYPED.map(find)));
    return all / TYPED.length;
  };
  const searching = await sideBySide(
    `search among ${index.length} contracts (peer: a filter over their symbols)`,
    'ms',
    () => each((typed) => index.find(queryOf(typed), MOST_FOUND, () => null)),
    () =>
      each((typed) => {
        const words = typed.toUpperCase().split(' ');
        return symbols.filter((symbol) => words.every((word) => symbol.includes(word))).slice(0, MOST_FOUND);
      }),
  );
  return [reading, searching];
};
