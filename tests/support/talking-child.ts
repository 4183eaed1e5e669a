import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A child process that reports readiness, then answers questions. Each question gets one message. */
export interface TalkingChild<Ready, Answer> {
  readonly ready: Ready;
  ask(question: string): Promise<Answer>;
  /** Ask it to end, and wait until it has. */
  end(): Promise<void>;
}

/** Starts a script with a task, as JSON in its first argument. */
export const startTalkingChild = async <Ready, Answer>(
  script: string,
  task: object,
): Promise<TalkingChild<Ready, Answer>> => {
  const child = fork(script, [JSON.stringify(task)], { execArgv: ['--expose-gc'] });
  const nextMessage = async (): Promise<unknown> => {
    const over = new AbortController();
    const { signal } = over;
    try {
      const [said] = (await Promise.race([
        once(child, 'message', { signal }),
        once(child, 'exit', { signal }).then(([code]) => {
          throw new Error(`${script} ended with ${String(code)}.`);
        }),
      ])) as [unknown];
      return said;
    } finally {
      over.abort();
    }
  };
  const ready = (await nextMessage()) as Ready;
  return {
    ready,
    ask: (question) => {
      child.send(question);
      return nextMessage() as Promise<Answer>;
    },
    end: async () => {
      const gone = once(child, 'exit');
      child.send('end');
      await gone;
    },
  };
};
