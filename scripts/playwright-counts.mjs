import { writeFileSync } from 'node:fs';

/** A Playwright reporter that writes how many tests passed, and which failed and were skipped and why, to TEST_COUNTS. */
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
    const counts = { passed: 0, failed: this.#errors, skipped: [] };
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = test.outcome();
      if (outcome === 'expected') counts.passed++;
      else if (outcome === 'skipped') {
        const reason = test.annotations.find(({ type }) => type === 'skip')?.description;
        counts.skipped.push({ name: test.title, reason: reason ?? 'the reason is in its name' });
      } else {
        const error = test.results.flatMap(({ errors }) => errors)[0];
        counts.failed.push({ name: `${test.titlePath()[2]}: ${test.title}`, reason: error?.message });
      }
    }
    writeFileSync(process.env.TEST_COUNTS, JSON.stringify(counts));
  }
}
