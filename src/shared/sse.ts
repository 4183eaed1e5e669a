/** One message of a server-sent event stream. */
export interface SseMessage {
  readonly id: string | null;
  readonly data: string;
}

/**
 * Cuts a stream of text into messages. Feed it chunks as they come; a message is complete at its empty line. An `id`
 * without data is reported too: it is where a reconnecting client goes on from.
 */
export function sseReader(): (chunk: string) => SseMessage[] {
  let rest = '';
  return (chunk) => {
    // A carriage return at the very end may be half of a line break.
    const text = (rest + chunk).replace(/\r\n/g, '\n').replace(/\r(?!$)/g, '\n');
    const blocks = text.split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.map(readBlock).filter((message) => message !== null);
  };
}

function readBlock(block: string): SseMessage | null {
  const data: string[] = [];
  let id: string | null = null;
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    const [name, value] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
    if (name === 'data') data.push(value);
    else if (name === 'id') id = value;
  }
  return data.length === 0 && id === null ? null : { id, data: data.join('\n') };
}
