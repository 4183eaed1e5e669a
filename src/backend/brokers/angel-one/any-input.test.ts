import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UnreadableField } from './broker-number.ts';
import { depthIn, emptyPacket, readPacket } from './market-packet.ts';
import { reportInFrame } from './order-socket.ts';
import { readAnswer } from './read-answer.ts';
import { readScripMaster } from './scrip-master.ts';

const anyText = fc.oneof(fc.string(), fc.json(), fc.constantFrom('', 'null', '<html>', '{"status":"false"}'));

it('any answer is read as a yes, a no or a doubt, with a sentence; and only an envelope is a certain no below 400', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), anyText, (status, text) => {
      const answer = readAnswer({ status, text });
      if (answer.isOk) return;
      expect(answer.sentence.length).toBeGreaterThan(10);
      if (status < 400 && !text.includes('status') && !text.includes('success'))
        expect(answer.isCertain).toBe(false);
      if (status >= 500) expect(answer.isCertain).toBe(false);
    }),
  );
});

it('any bytes are a packet or not', () => {
  const sized = fc
    .record({ mode: fc.integer({ min: 0, max: 5 }), length: fc.constantFrom(0, 1, 51, 123, 379, 443, 500) })
    .chain(({ mode, length }) =>
      fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => {
        if (bytes.length > 0) bytes[0] = mode;
        return Buffer.from(bytes);
      }),
    );
  fc.assert(
    fc.property(sized, (bytes) => {
      const lengths: Record<number, number> = { 1: 51, 2: 123, 3: 379, 4: 443 };
      const isPacket = readPacket(bytes, emptyPacket());
      expect(isPacket).toBe(bytes.length > 0 && lengths[bytes[0] ?? 0] === bytes.length);
      if (isPacket) expect(depthIn(bytes).buy.length).toBeLessThanOrEqual(20);
    }),
  );
});

it('any frame of the order socket is a report, none, or unreadable', () => {
  const frame = fc.record({
    'order-status': fc.string(),
    orderData: fc.dictionary(fc.string(), fc.anything()),
  });
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        frame.map((value) => JSON.stringify(value)),
      ),
      (text) => {
        try {
          reportInFrame(text);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableField);
        }
      },
    ),
  );
});

it('any file is a scrip master or trouble', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      const chunks = (async function* () {
        await Promise.resolve();
        yield Buffer.from(text);
      })();
      await expect(readScripMaster(chunks)).rejects.toMatchObject({ kind: 'unreachable' });
    }),
  );
});
