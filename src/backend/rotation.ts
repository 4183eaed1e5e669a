/** Items that wait, by key. Keys take turns: one of which a thousand wait keeps no other from its next. */
export class Rotation<Key, Item> {
  /** The key whose turn it is comes first. */
  private readonly waiting = new Map<Key, Set<Item>>();

  /** An item that waits already under that key waits once. */
  add(key: Key, item: Item): void {
    this.waiting.set(key, (this.waiting.get(key) ?? new Set()).add(item));
  }

  /** The next item, which waits no more; undefined when none does. */
  next(): Item | undefined {
    for (const [key, items] of this.waiting) {
      const [item] = items;
      // Behind all others, if more of this key wait.
      this.waiting.delete(key);
      if (item === undefined) continue;
      items.delete(item);
      if (items.size > 0) this.waiting.set(key, items);
      return item;
    }
    return undefined;
  }
}
