import { isIP } from 'node:net';

/** Arguments that cannot be followed, as a sentence. */
export class BadArguments extends Error {
  override readonly name = 'BadArguments';
}

/** Addresses with commas between them. Names are refused: they may stand for others later. */
export const addressesOf = (option: string, text: string): string[] => {
  const addresses = text.split(',').map((address) => address.trim());
  for (const address of addresses)
    if (isIP(address) === 0)
      throw new BadArguments(
        `${option} must be addresses such as 127.0.0.1,10.0.0.2 with commas between them; "${address}" is none.`,
      );
  return addresses;
};
