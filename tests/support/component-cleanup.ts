import { locks } from 'node:worker_threads';
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { eventually } from './eventually.ts';
// What is done once a worker: this file itself runs for each test file.
import './guard-text-nodes.ts';
import './quick-components.ts';
import { loadStaffPaths } from '../../src/web/lib/calls/place-of.ts';
import { closeOutbox, outboxAccount } from '../../src/web/lib/outbox/outbox.ts';
import { removeRequests } from '../../src/web/lib/outbox/change-request.ts';

/**
 * For component tests: React warns about updates outside `act` (and fail-on-console makes that a failure), and what a
 * test has rendered, and what it has left in the outbox, leaves the page before the next one.
 */
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// As on an open screen of staff: no test waits for it.
await loadStaffPaths();

// happy-dom would load embedded documents over the network; tests read the attribute.
Object.defineProperty(HTMLIFrameElement.prototype, 'src', { configurable: true, get: () => 'about:blank' });

// happy-dom has none; Node's are real, and those of the whole process.
Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });

// What a screen sends when it leaves the page may go after its test's own `mockApi` has ended: it goes nowhere.
const network = globalThis.fetch;
globalThis.fetch = () => Promise.reject(new TypeError('Component tests have no network'));
afterAll(() => {
  globalThis.fetch = network;
});

afterEach(async () => {
  cleanup();
  // What a test has pressed and nobody has answered would hold the lock of the next one's.
  if (outboxAccount() !== '') await removeRequests();
  closeOutbox();
  vi.useRealTimers();
  // Modules outlive their file here: a lock that is still held would stop whoever sends next, in whichever file.
  await eventually(async () => expect((await locks.query()).held).toEqual([]));
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
