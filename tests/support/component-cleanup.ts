import { locks } from 'node:worker_threads';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 });

/**
 * For component tests: React warns about updates outside `act` (and fail-on-console makes that a failure), and what a
 * test has rendered leaves the page before the next one.
 */
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// happy-dom would load embedded documents over the network; tests read the attribute.
Object.defineProperty(HTMLIFrameElement.prototype, 'src', { configurable: true, get: () => 'about:blank' });

// happy-dom has none; Node's are real.
Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
