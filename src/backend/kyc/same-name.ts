const plain = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');

/** Whether two names are the same, case and spaces aside. */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other);
