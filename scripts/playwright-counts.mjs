import { writeFileSync } from 'node:fs';

/**
 * A Playwright reporter that writes to TEST_COUNTS how many tests passed, which failed and were skipped and why, and how
 * long each file took.
 */
export default class PlaywrightCounts {
  #suite;
  #errors = [];

  onBegin(_config, suite) {
    this.#suite = suite;
  }
  onError({ message }) {
    this.#errors.push({ name: 'outside of a test', reason: message });
  }
  onEnd() {
    const counts = { passed: 0, failed: this.#errors, skipped: [], seconds: {} };
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = test.outcome();
      const file = test.titlePath()[2];
      const took = test.results.reduce((sum, { duration }) => sum + duration, 0) / 1_000;
      counts.seconds[file] = (counts.seconds[file] ?? 0) + took;
      if (outcome === 'expected') counts.passed++;
      else if (outcome === 'skipped') {
        const reason = test.annotations.find(({ type }) => type === 'skip')?.description;
        counts.skipped.push({ name: test.title, reason: reason ?? 'the reason is in its name' });
      } else {
        const error = test.results.flatMap(({ errors }) => errors)[0];
        counts.failed.push({ name: `${file}: ${test.title}`, reason: error?.message });
      }
    }
    writeFileSync(process.env.TEST_COUNTS, JSON.stringify(counts));
  }
}
