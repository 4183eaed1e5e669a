import { JOURNAL_LIMITS } from '../../../shared/journal-limits.ts';
import { isOfType } from '../../attachments/file-kind.ts';
import { journalOf } from '../../trading/trade-journal.ts';
import { mostOf, QUOTAS, requireRoom } from '../../quotas.ts';
import { notFound, Refusal } from '../../refusal.ts';
import type { JournalCalls, JournalDeps } from './journal-deps.ts';
import { requireTrade } from './require-trade.ts';

const SIGNATURE_BYTES = 8;
/** Length, type and checksum of a part of a PNG. */
const PART_BYTES = 12;

/** Whether bytes are a whole PNG. Nothing may stand behind its end. */
const isWholePng = (bytes: Buffer): boolean => {
  if (!isOfType(bytes, 'image/png')) return false;
  let [at, parts] = [SIGNATURE_BYTES, 0];
  while (at + PART_BYTES <= bytes.length) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (parts === 0 && type !== 'IHDR') return false;
    at += PART_BYTES + bytes.readUInt32BE(at);
    if (type === 'IEND') return at === bytes.length;
    parts++;
  }
  return false;
};

const bytesOf = (base64: string): Buffer => {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > JOURNAL_LIMITS.pictureBytes)
    throw new Refusal('too-large', 'The picture is larger than 1 MB. Make it smaller.');
  if (!isWholePng(bytes))
    throw new Refusal('invalid', 'The picture is no whole PNG file.', {
      fields: { base64: 'must be a PNG' },
    });
  return bytes;
};

/** The picture of a trade. */
export const readPicture =
  ({ database }: JournalDeps): JournalCalls['picture'] =>
  async ({ tradeId }, { userId }) => {
    const row = await database
      .readOf(userId)
      .selectFrom('trade_pictures')
      .select('bytes')
      .where('trade_id', '=', tradeId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!row) throw notFound('picture');
    return { base64: Buffer.from(row.bytes).toString('base64') };
  };

/** Keep or take away the picture of a trade. */
export const keepPicture =
  ({ database }: JournalDeps): JournalCalls['keepPicture'] =>
  ({ tradeId, base64 }, { userId }) => {
    const bytes = base64 === null ? null : bytesOf(base64);
    return database.write(userId, async ({ query }) => {
      await requireTrade(query, userId, tradeId);
      await query.deleteFrom('trade_pictures').where('trade_id', '=', tradeId).execute();
      if (bytes) {
        const { kept } = await query
          .selectFrom('trade_pictures')
          .select((eb) => eb.fn.sum<number | null>('size').as('kept'))
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow();
        const most = QUOTAS.picturedBytes;
        const sentence = mostOf(
          most / (1024 * 1024),
          'MB of pictures',
          'Remove some that you no longer need.',
        );
        requireRoom(Number(kept ?? 0) + bytes.length, most, sentence);
        await query
          .insertInto('trade_pictures')
          .values({ trade_id: tradeId, user_id: userId, bytes, size: bytes.length })
          .execute();
      }
      return (await journalOf(query, userId, [tradeId]))(tradeId);
    });
  };
