import type { Pause } from '../pauses.ts';

/** A list of more values is written in slices. */
const LONG_LIST = 2_000;

const isLong = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (!Array.isArray(value)) return Object.values(value).some(isLong);
  return value.length > LONG_LIST || (typeof value[0] === 'object' && value.some(isLong));
};

/** The JSON of an answer, with long lists written in slices. Thus nobody waits until all of it is written. */
export const answerBytes = async (answer: object, pause: Pause): Promise<Buffer> => {
  const written: Buffer[] = [];
  const put = (text: string): void => void written.push(Buffer.from(text));
  const putList = async (list: readonly unknown[]): Promise<void> => {
    put('[');
    for (let from = 0; from < list.length; from += LONG_LIST) {
      await pause();
      // What stands between the brackets.
      put(`${from > 0 ? ',' : ''}${JSON.stringify(list.slice(from, from + LONG_LIST)).slice(1, -1)}`);
    }
    put(']');
  };
  const putObject = async (fields: object): Promise<void> => {
    put('{');
    let separator = '';
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      put(`${separator}${JSON.stringify(name)}:`);
      await putValue(value);
      separator = ',';
    }
    put('}');
  };
  const putValue = async (value: unknown): Promise<void> => {
    await pause();
    if (!isLong(value)) put(JSON.stringify(value));
    else await (Array.isArray(value) ? putList(value) : putObject(value as object));
  };
  await putValue(answer);
  return Buffer.concat(written);
};
