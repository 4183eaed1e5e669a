import { writeFileSync } from 'node:fs';

/** A Vitest reporter that writes how many tests passed, failed and were skipped, and why, to TEST_COUNTS. */
export default class VitestCounts {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: [] };
    for (const module of modules) {
      // A file that could not even be loaded has no tests to count, and has failed.
      if (module.state() === 'failed' && module.children.size === 0) counts.failed++;
      for (const test of module.children.allTests()) {
        const { state, note } = test.result();
        if (state === 'passed') counts.passed++;
        else if (state === 'failed') counts.failed++;
        else counts.skipped.push({ name: test.fullName, reason: note ?? 'the reason is in its name' });
      }
    }
    writeFileSync(process.env.TEST_COUNTS, JSON.stringify(counts));
  }
}
