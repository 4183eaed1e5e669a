/** When an order that the books lack has never arrived. Complete books must lack it over this time, and this often. */
const ABSENCE_MS = 180_000;
const ABSENT_READINGS = 5;
/**
 * The longest pause between two readings. After a longer one, of a machine that slept or a lost session, the count
 * starts anew.
 */
const READING_GAP_MS = 30_000;

interface Absence {
  readings: number;
  readonly since: number;
  lastAt: number;
}

/** Counts the order books that lacked an order of which nobody knows. */
export class AbsentOrders {
  private readonly absences = new Map<number, Absence>();

  /**
   * Note that an order book lacks an order. `at` is when the book was asked for, epoch ms. Returns why the order has
   * never arrived; null while it may have.
   */
  onAbsence(orderId: number, at: number): string | null {
    const before = this.absences.get(orderId);
    const pause = at - (before?.lastAt ?? Number.NEGATIVE_INFINITY);
    // A clock that was put back says nothing about how long it lasts.
    const goesOn = pause >= 0 && pause <= READING_GAP_MS;
    const absence = before && goesOn ? before : { readings: 0, since: at, lastAt: at };
    absence.readings++;
    absence.lastAt = at;
    this.absences.set(orderId, absence);
    const { readings, since } = absence;
    if (readings < ABSENT_READINGS || at - since < ABSENCE_MS) return null;
    return `${readings} order books over ${Math.round((at - since) / 60_000)} minutes do not have it.`;
  }

  /** It was seen, or has ended. */
  forget(orderId: number): void {
    this.absences.delete(orderId);
  }
}
