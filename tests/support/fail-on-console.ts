import { afterEach, beforeEach, expect, vi } from 'vitest';

/** A test that prints is a test that hides something: stray console output fails it. */
const methods = ['log', 'info', 'warn', 'error'] as const;

beforeEach(() => {
  for (const method of methods) vi.spyOn(console, method).mockImplementation(() => {});
});

afterEach(() => {
  const printed = methods.flatMap((method) =>
    vi.mocked(console[method]).mock.calls.map((call) => [method, ...call]),
  );
  vi.restoreAllMocks();
  expect(printed, 'stray console output').toEqual([]);
});
