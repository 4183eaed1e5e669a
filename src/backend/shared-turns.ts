import { KeyedLanes } from './keyed-lanes.ts';
import { TURN_MS } from './pauses.ts';

/**
 * Long works in short turns, one after the other. However many are under way and however long they are, each has the
 * same share of the time, and a short one is done after a turn or two. Between turns everybody else is let in.
 */
export class SharedTurns {
  private readonly lane = new KeyedLanes<'turn'>();

  /** Take `step` until it says that nothing is left. A failure of it ends this work alone. */
  async work(step: () => boolean): Promise<void> {
    // A work that goes on enters behind all that wait, which makes the turns fair.
    while (await this.lane.run('turn', () => this.turn(step)));
  }

  private async turn(step: () => boolean): Promise<boolean> {
    const ends = performance.now() + TURN_MS;
    let isLeft = step();
    while (isLeft && performance.now() < ends) isLeft = step();
    await new Promise(setImmediate);
    return isLeft;
  }
}
