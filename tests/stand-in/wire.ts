/** Turns values of the structured clone algorithm into JSON and back. */
export interface Wire {
  /** Throws for what cannot be cloned (functions, symbols). */
  encode(value: unknown): unknown;
  decode(value: unknown): unknown;
}

/**
 * Makes the encoder. It runs in the page as well, where it arrives as source text, so it may use nothing from
 * outside itself. A value that JSON lacks becomes `{ $: kind, v }`.
 */
export function makeWire(): Wire {
  type Tagged = { $: string; v?: unknown };
  const bytesToText = (bytes: Uint8Array): string => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 0x8000)
      text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    return btoa(text);
  };
  const textToBytes = (text: string): Uint8Array => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const entries = (value: object, encode: (item: unknown) => unknown) =>
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encode(item)]));

  const encode = (value: unknown): unknown => {
    switch (typeof value) {
      case 'undefined':
        return { $: 'undefined' };
      case 'bigint':
        return { $: 'bigint', v: String(value) };
      case 'number':
        return Number.isFinite(value) && !Object.is(value, -0)
          ? value
          : { $: 'number', v: Object.is(value, -0) ? '-0' : String(value) };
      case 'function':
      case 'symbol':
        throw new Error('An object could not be cloned.');
      case 'string':
      case 'boolean':
        return value;
      case 'object':
        break;
    }
    if (value === null) return null;
    if (Array.isArray(value)) return value.map(encode);
    if (value instanceof Date) return { $: 'date', v: value.getTime() };
    if (value instanceof Map)
      return { $: 'map', v: [...value].map(([key, item]) => [encode(key), encode(item)]) };
    if (value instanceof Set) return { $: 'set', v: [...value].map(encode) };
    if (value instanceof Error) return { $: 'error', v: { name: value.name, message: value.message } };
    if (value instanceof ArrayBuffer) return { $: 'buffer', v: bytesToText(new Uint8Array(value)) };
    if (ArrayBuffer.isView(value))
      return { $: 'bytes', v: bytesToText(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) };
    return '$' in value ? { $: 'object', v: entries(value, encode) } : entries(value, encode);
  };

  const decodeTagged = ({ $, v }: Tagged): unknown => {
    switch ($) {
      case 'bigint':
        return BigInt(v as string);
      case 'number':
        return Number(v);
      case 'date':
        return new Date(v as number);
      case 'map':
        return new Map((v as [unknown, unknown][]).map(([key, item]) => [decode(key), decode(item)]));
      case 'set':
        return new Set((v as unknown[]).map(decode));
      case 'error': {
        const { name, message } = v as { name: string; message: string };
        return Object.assign(new Error(message), { name });
      }
      case 'buffer':
        return textToBytes(v as string).buffer;
      case 'bytes':
        return textToBytes(v as string);
      case 'object':
        return entries(v as object, decode);
      default:
        return undefined;
    }
  };

  const decode = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(decode);
    if (typeof value !== 'object' || value === null) return value;
    return '$' in value ? decodeTagged(value as Tagged) : entries(value, decode);
  };
  return { encode, decode };
}
