import { create } from 'zustand';
import { registerReset } from './store-registry.ts';

interface Replay {
  /** Market time of all charts, epoch ms; null while none is replayed. */
  readonly at: number | null;
  /** Chart that moves the clock by itself; null while it stands. */
  readonly player: string | null;
}

const NONE: Replay = { at: null, player: null };

const useStore = create<Replay>(() => NONE);
registerReset(() => useStore.setState(NONE));

/** Channel between the windows of this program. */
const channel = new BroadcastChannel('bar-replay');
const ASK = 'ask';
channel.addEventListener('message', ({ data }: MessageEvent<Replay | typeof ASK>) => {
  if (data !== ASK) useStore.setState(data);
  else if (useStore.getState().at !== null) channel.postMessage(useStore.getState());
});
// A window that opens while a replay runs would show the future.
channel.postMessage(ASK);

const set = (changed: Partial<Replay>): void => {
  useStore.setState(changed);
  channel.postMessage(useStore.getState());
};

/** One clock for the charts of all windows: what came after its time is hidden. */
export const barReplay = {
  /** React hook: market time of the charts, epoch ms; null while none is replayed. */
  useAt: (): number | null => useStore(({ at }) => at),
  /** React hook: whether this chart moves the clock. */
  useIsPlayer: (player: string): boolean => useStore((state) => state.player === player),
  /** Show every chart as it was at a moment, epoch ms. */
  goTo: (at: number): void => set({ at }),
  /** Let one chart move the clock; null stops it. */
  play: (player: string | null): void => set({ player }),
  end: (): void => set(NONE),
};
