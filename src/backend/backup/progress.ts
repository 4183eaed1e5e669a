const WHOLE = 100;

/** Progress of work on a data folder: percent, each reported once. */
export class Progress {
  private readonly onPercent: (percent: number) => void;
  private lastReported = -1;

  constructor(onPercent: (percent: number) => void = () => undefined) {
    this.onPercent = onPercent;
  }

  /** A part of the work, from one percent to another: call the answer with how much of `total` has been done more. */
  part(from: number, to: number, total: number): (amount?: number) => void {
    let done = 0;
    return (amount = 1) => {
      done += amount;
      const share = total === 0 ? 1 : Math.min(1, done / total);
      const percent = Math.min(WHOLE, Math.floor(from + share * (to - from)));
      if (percent <= this.lastReported) return;
      this.lastReported = percent;
      this.onPercent(percent);
    };
  }
}
